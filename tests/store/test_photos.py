"""Photos are kept whole, up to a limit, and never stand in the game's way."""

import errno
from pathlib import Path

import cv2
import numpy as np
import pytest

from pi_bunco.store import Photos

PICTURE = np.full((48, 64, 3), 90, np.uint8)


def test_photos_come_back_by_name(tmp_path: Path) -> None:
    """A kept picture can be found by its name and opened."""
    photos = Photos(tmp_path)
    name = photos.save(PICTURE, 2, 17)
    assert name == "2-17.jpg"
    path = photos.find_path(name)
    assert path is not None
    picture = cv2.imread(str(path))
    assert picture is not None
    assert picture.shape == PICTURE.shape


def test_photos_keep_the_newest(tmp_path: Path) -> None:
    """Beyond the limit the oldest photos go, also after a restart."""
    for number in range(9, 12):
        Photos(tmp_path, most=2).save(PICTURE, 1, number)
    assert sorted(path.name for path in (tmp_path / "photos").iterdir()) == ["1-10.jpg", "1-11.jpg"]


def test_photos_on_a_disk_that_refuses_are_left_out(tmp_path: Path) -> None:
    """A photo that cannot be written gives no name, and no error."""
    photos = Photos(tmp_path)
    (tmp_path / "photos").rename(tmp_path / "gone")
    assert photos.save(PICTURE, 1, 1) is None


def test_photos_give_no_other_files(tmp_path: Path) -> None:
    """Names that are no photo's lead nowhere, least of all out of the folder."""
    photos = Photos(tmp_path)
    (tmp_path / "log.sqlite3").write_text("secret")
    for name in ("../log.sqlite3", "1-2.jpg", "..", "", ".1-2.jpg.new"):
        assert photos.find_path(name) is None


def test_photos_sweep_up_what_a_power_cut_left(tmp_path: Path) -> None:
    """Half a photo that was being written when the power went is gone at the next start."""
    photos = Photos(tmp_path)
    photos.save(PICTURE, 1, 1)
    (tmp_path / "photos/.1-2.jpg.new").write_bytes(b"half")
    Photos(tmp_path)
    assert [path.name for path in (tmp_path / "photos").iterdir()] == ["1-1.jpg"]


def test_photos_of_a_damaged_card_stand_in_nobodys_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder that cannot be listed, and photos that cannot be let go of, cost photos and no throw."""

    def damaged(*_: object, **__: object) -> None:
        raise OSError(errno.EIO, "Input/output error")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "iterdir", damaged)
        photos = Photos(tmp_path, most=1)
    with monkeypatch.context() as patch:
        patch.setattr(Path, "unlink", damaged)
        assert [photos.save(PICTURE, 1, number) for number in (1, 2)] == ["1-1.jpg", "1-2.jpg"]
    with monkeypatch.context() as patch:
        patch.setattr(Path, "is_file", damaged)
        assert photos.find_path("1-1.jpg") is None
    assert photos.find_path("1-2.jpg")
