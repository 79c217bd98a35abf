"""What a disk has left, and why it refuses to write."""

import errno
import os
from pathlib import Path

import pytest

from pi_bunco.machine.disk_space import (
    DiskSpace,
    find_exhaustion,
    find_existing,
    find_shortage,
    say_why,
    try_to_write,
)
from tests.disks import NO_ROOM, show_space


@pytest.mark.parametrize(
    ("space", "why"),
    [
        ({"free": 0, "free_files": 500}, "the disk is full"),
        ({"free": 43_000_000, "free_files": 0}, "the disk can hold no more files"),
        ({"free": 0, "free_files": 0}, "the disk is full"),
        ({"free": 0, "free_files": 0, "total_files": 0}, "the disk is full"),  # btrfs counts no files
        ({"free": 43_000_000, "free_files": 0, "total_files": 0}, "the disk is full"),
        ({"free": 4096, "free_files": 500}, "the disk is full"),  # something else took the rest meanwhile
    ],
)
def test_disk_without_room_lacks_bytes_or_files(
    space: dict[str, int], why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same error of the system means one of two things, and each has its remedy."""
    show_space(monkeypatch, **space)
    shortage = find_shortage(NO_ROOM, tmp_path / "not" / "yet")
    assert shortage is not None
    assert shortage.why == say_why(NO_ROOM, tmp_path) == why
    assert "sudo" not in shortage.remedy
    assert ("--inodes" in shortage.advice) == (why == "the disk can hold no more files")


def test_other_refusals_are_no_shortage(tmp_path: Path) -> None:
    """A used-up quota is a shortage; missing rights and a damaged card are none, and keep their words."""
    quota = find_shortage(OSError(errno.EDQUOT, os.strerror(errno.EDQUOT)), tmp_path)
    assert quota is not None
    assert quota.why == "this user may store no more on the disk"
    for number in (errno.EIO, errno.EROFS, errno.EACCES):
        error = OSError(number, os.strerror(number))
        assert find_shortage(error, tmp_path) is None
        assert say_why(error, tmp_path) == os.strerror(number)


@pytest.mark.parametrize(
    ("space", "exhausted"),
    [
        ({"free": 4096, "free_files": 1}, False),
        ({"free": 0, "free_files": 1}, True),
        ({"free": 4096, "free_files": 0}, True),
        ({"free": 4096, "free_files": 0, "total_files": 0}, False),
    ],
)
def test_exhausted_disk_is_known_before_it_refuses(
    space: dict[str, int],
    exhausted: bool,  # noqa: FBT001 - a case
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Without bytes or without files a disk refuses the next file; one that counts no files has enough."""
    show_space(monkeypatch, **space)
    assert (find_exhaustion(tmp_path) is not None) is exhausted


def test_trial_leaves_nothing(tmp_path: Path) -> None:
    """A disk with room takes the trial, and no file stays; a folder that is missing refuses it."""
    assert try_to_write(tmp_path) is None
    assert list(tmp_path.iterdir()) == []
    assert isinstance(try_to_write(tmp_path / "missing"), FileNotFoundError)


def test_space_of_a_missing_folder_is_that_of_its_parent(tmp_path: Path) -> None:
    """Before the first game the table's folder does not exist; the nearest one above it counts."""
    assert find_existing(tmp_path / "not" / "yet") == tmp_path
    assert DiskSpace.of(tmp_path / "not" / "yet").total == DiskSpace.of(tmp_path).total
