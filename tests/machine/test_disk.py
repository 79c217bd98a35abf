"""Writing files so that they are safely on the disk: the calls that this needs, in order."""

import os
from pathlib import Path

import pytest

from pi_bunco.machine import disk
from pi_bunco.machine.disk import make_dir, put_in_place, set_folder_aside, write_atomic


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


def test_file_is_not_written_through_a_link(tmp_path: Path) -> None:
    """A link in the place of a draft is refused and removed; the file that it leads to keeps its content."""
    other = tmp_path / "other"
    other.write_bytes(b"theirs")
    (tmp_path / ".tally.new").symlink_to(other)
    with pytest.raises(OSError, match="symbolic links"):
        write_atomic(tmp_path / "tally", b"12")
    assert other.read_bytes() == b"theirs"
    write_atomic(tmp_path / "tally", b"12")
    assert (tmp_path / "tally").read_bytes() == b"12"


def test_a_folder_is_set_aside_under_a_free_name(tmp_path: Path) -> None:
    """Nothing that is there is replaced, and the new name is on the disk."""
    for name in ("followed", "followed-1", "followed-3"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "log").write_text(name)
    set_folder_aside(tmp_path / "followed")
    assert {path.name: (path / "log").read_text() for path in tmp_path.iterdir()} == {
        "followed-1": "followed-1",
        "followed-2": "followed",
        "followed-3": "followed-3",
    }
    set_folder_aside(tmp_path / "followed")
    assert len([*tmp_path.iterdir()]) == 3


def test_the_folder_above_is_synced_when_one_is_set_aside(
    tmp_path: Path, calls: list[tuple[str, Path]]
) -> None:
    """Otherwise the old name could come back after a power cut; without the folder there is nothing to do."""
    set_folder_aside(tmp_path / "followed")
    assert calls == []
    (tmp_path / "followed").mkdir()
    set_folder_aside(tmp_path / "followed")
    assert calls == [("synced", tmp_path)]
