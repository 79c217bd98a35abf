"""Photos are complete, limited in number, and never stop the game."""

import errno
from pathlib import Path

import pytest

from pi_bunco.store import Photos, count_photos
from tests.disks import show_space

PICTURE = b"a JPEG file"


def test_saved_photo_is_found(tmp_path: Path) -> None:
    """A saved photo can be found by its name and opened."""
    photos = Photos(tmp_path)
    name = photos.save(PICTURE, 2, 17)
    assert name == "2-17.jpg"
    path = photos.find_path(name)
    assert path is not None
    assert path.read_bytes() == PICTURE


def test_oldest_photos_are_removed(tmp_path: Path) -> None:
    """Above the limit the oldest photos are removed, also after a restart."""
    for number in range(9, 12):
        Photos(tmp_path, most=2).save(PICTURE, 1, number)
    assert sorted(path.name for path in (tmp_path / "photos").iterdir()) == ["1-10.jpg", "1-11.jpg"]


def test_unwritable_photo_is_left_out_until_the_disk_takes_photos(tmp_path: Path) -> None:
    """A photo that cannot be written has no name, and its fault is known until a photo is written."""
    (tmp_path / "photos").write_text("in the way")
    photos = Photos(tmp_path)
    assert isinstance(photos.fault, FileExistsError)
    assert photos.save(PICTURE, 1, 1) is None
    assert isinstance(photos.fault, FileExistsError)
    (tmp_path / "photos").unlink()
    assert photos.save(PICTURE, 1, 2) == "1-2.jpg"
    assert photos.fault is None


def test_fault_is_known_at_the_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a disk that can hold no more files, the fault is known before the first photo."""
    show_space(monkeypatch, free=43_000_000, free_files=0)
    fault = Photos(tmp_path).fault
    assert fault is not None
    assert fault.errno == errno.ENOSPC


def test_photos_are_counted(tmp_path: Path) -> None:
    """Only photos count, and a folder that cannot be read has none."""
    assert count_photos(tmp_path) == 0
    photos = Photos(tmp_path)
    for number in (1, 2):
        photos.save(PICTURE, 1, number)
    (tmp_path / "photos/notes.txt").write_text("")
    assert count_photos(tmp_path) == 2


def test_only_photos_are_found(tmp_path: Path) -> None:
    """Only names of photos are found, and no files outside of the folder."""
    photos = Photos(tmp_path)
    (tmp_path / "log.sqlite3").write_text("secret")
    for name in ("../log.sqlite3", "1-2.jpg", "..", "", ".1-2.jpg.new"):
        assert photos.find_path(name) is None


def test_partial_photos_are_removed(tmp_path: Path) -> None:
    """A partial photo that a power cut has left is removed at the next start."""
    photos = Photos(tmp_path)
    photos.save(PICTURE, 1, 1)
    (tmp_path / "photos/.1-2.jpg.new").write_bytes(b"half")
    Photos(tmp_path)
    assert [path.name for path in (tmp_path / "photos").iterdir()] == ["1-1.jpg"]


def test_photos_on_damaged_card(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If photos cannot be listed, removed or found, no error stops the game."""

    def raise_io_error(*_: object, **__: object) -> None:
        raise OSError(errno.EIO, "Input/output error")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "iterdir", raise_io_error)
        photos = Photos(tmp_path, most=1)
    with monkeypatch.context() as patch:
        patch.setattr(Path, "unlink", raise_io_error)
        assert [photos.save(PICTURE, 1, number) for number in (1, 2)] == ["1-1.jpg", "1-2.jpg"]
    with monkeypatch.context() as patch:
        patch.setattr(Path, "is_file", raise_io_error)
        assert photos.find_path("1-1.jpg") is None
    assert photos.find_path("1-2.jpg")
