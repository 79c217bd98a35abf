"""What is said to be on the disk is there: which calls that takes, in which order."""

import os
from pathlib import Path

import pytest

from pi_bunco import disk
from pi_bunco.disk import hand_over, make_dir, put_in_place, write_atomic


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, Path]]:
    """Note what is renamed to what name, and what is synced by its name at that time."""
    noted: list[tuple[str, Path]] = []
    replace, synced = os.replace, disk.fsync

    def renames(old: Path, new: Path) -> None:
        replace(old, new)
        noted.append(("named", new))

    def syncs(path: Path) -> None:
        synced(path)
        noted.append(("synced", path))

    monkeypatch.setattr(os, "replace", renames)
    monkeypatch.setattr(disk, "fsync", syncs)
    return noted


def test_a_file_is_synced_under_its_new_name_too(tmp_path: Path, calls: list[tuple[str, Path]]) -> None:
    """FAT has its length only then; a stick that was pulled out before had an empty file of that name."""
    draft, path = tmp_path / "draft", tmp_path / "tally"
    draft.write_bytes(b"12")
    put_in_place(draft, path)
    assert calls == [("named", path), ("synced", path), ("synced", tmp_path)]
    assert path.read_bytes() == b"12"


def test_a_new_folder_is_synced_where_it_was_made(tmp_path: Path, calls: list[tuple[str, Path]]) -> None:
    """Each folder above it that was not there is too, from the top; one that is there costs nothing."""
    assert make_dir(tmp_path / "stick" / "pi-bunco")
    assert calls == [("synced", tmp_path), ("synced", tmp_path / "stick")]
    assert not make_dir(tmp_path / "stick" / "pi-bunco")
    assert len(calls) == 2


def test_a_file_that_the_disk_does_not_take_leaves_the_old_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is half written, and no draft is left."""
    write_atomic(tmp_path / "tally", b"12")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        write_atomic(tmp_path / "tally", b"13")
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"tally": b"12"}


def test_a_file_on_a_disk_without_owners_stays_whose_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """FAT refuses to give a file to somebody, which is no reason to go without a backup."""

    def refuses(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(os, "chown", refuses)
    (tmp_path / "backup").touch()
    hand_over(tmp_path / "backup", tmp_path)
