"""Writing files so that they are safely on the disk: the calls that this needs, in order."""

import os
from pathlib import Path

import pytest

from pi_bunco import disk
from pi_bunco.disk import hand_over, make_dir, put_in_place, write_atomic


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, Path]]:
    """Return a list to which each renaming, with the new name, and each sync is added."""
    calls: list[tuple[str, Path]] = []
    really_replace, really_sync = os.replace, disk.fsync

    def replace(old: Path, new: Path) -> None:
        really_replace(old, new)
        calls.append(("named", new))

    def sync(path: Path) -> None:
        really_sync(path)
        calls.append(("synced", path))

    monkeypatch.setattr(os, "replace", replace)
    monkeypatch.setattr(disk, "fsync", sync)
    return calls


def test_file_is_synced_again_under_its_new_name(tmp_path: Path, calls: list[tuple[str, Path]]) -> None:
    """A renamed file is synced again: on FAT its length is on the disk only then."""
    draft, path = tmp_path / "draft", tmp_path / "tally"
    draft.write_bytes(b"12")
    put_in_place(draft, path)
    assert calls == [("named", path), ("synced", path), ("synced", tmp_path)]
    assert path.read_bytes() == b"12"


def test_new_folders_are_synced_in_their_parents(tmp_path: Path, calls: list[tuple[str, Path]]) -> None:
    """For each new folder its parent is synced, from the top; for an existing folder nothing is."""
    assert make_dir(tmp_path / "stick" / "pi-bunco")
    assert calls == [("synced", tmp_path), ("synced", tmp_path / "stick")]
    assert not make_dir(tmp_path / "stick" / "pi-bunco")
    assert len(calls) == 2


def test_failed_write_keeps_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If writing fails, the old file is unchanged and no draft is left."""
    write_atomic(tmp_path / "tally", b"12")

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="No space"):
        write_atomic(tmp_path / "tally", b"13")
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"tally": b"12"}


def test_hand_over_ignores_disks_without_owners(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the file system has no owners, as FAT, ``hand_over`` raises no error."""

    def refuse(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(os, "chown", refuse)
    (tmp_path / "backup").touch()
    hand_over(tmp_path / "backup", tmp_path)
