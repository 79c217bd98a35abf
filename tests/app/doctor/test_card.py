"""The checks of the disk: free space, whether it can be written, and wear."""

import errno
import os
from pathlib import Path

import pytest

from pi_bunco.app.doctor.card import (
    Wear,
    check_card,
    check_disk,
    judge_card,
    judge_space,
    read_wear,
)
from pi_bunco.app.doctor.examine import examine
from pi_bunco.findings import Mark
from pi_bunco.machine.disk_space import DiskSpace
from tests.app.doctor.stand_ins import machine, make_context
from tests.disks import NO_ROOM, show_space


@pytest.mark.parametrize(
    ("free", "mark"),
    [(900e6, Mark.GOOD), (500e6, Mark.GOOD), (499e6, Mark.LOOK), (99e6, Mark.BAD), (0, Mark.BAD)],
)
def test_free_space_is_judged(free: float, mark: Mark) -> None:
    """500 MB are good, less needs a look, less than 100 MB is bad, and there is a remedy."""
    found = judge_space(DiskSpace(int(free), 31_000_000_000), Path("/"))
    assert found.mark is mark
    assert ("Make room" in found.remedy) == (mark is not Mark.GOOD)


@pytest.mark.parametrize(
    ("free", "files", "mark", "words"),
    [
        (24e9, 1_700_000, Mark.GOOD, "24.0 GB of 31.0 GB are free, and 1,700,000 more files fit."),
        (24e9, 19_999, Mark.LOOK, "Only 19,999 more files fit, of 1,900,000 in all; 24.0 GB of"),
        (24e9, 0, Mark.BAD, "Only 0 more files fit, of 1,900,000 in all; 24.0 GB of 31.0 GB are free."),
        (40e6, 0, Mark.BAD, "Only 0 more files fit, of 1,900,000 in all; 40 MB of"),
        (40e6, 19_999, Mark.BAD, "Only 40 MB of 31.0 GB are free."),
    ],
)
def test_free_files_are_judged(free: float, files: int, mark: Mark, words: str) -> None:
    """A disk also needs room for further files; what is scarcer decides."""
    found = judge_space(DiskSpace(int(free), 31_000_000_000, files, 1_900_000), Path("/"))
    assert found.mark is mark
    assert words in found.found
    assert ("--inodes" in found.remedy) == ("more files fit, of" in found.found)


def test_free_space_of_a_missing_folder_is_judged(tmp_path: Path) -> None:
    """Before the first game the table's folder does not exist; the check does not make it."""
    assert check_disk(make_context(tmp_path / "not" / "yet")).mark in {Mark.GOOD, Mark.LOOK, Mark.BAD}
    assert not (tmp_path / "not").exists()


@pytest.mark.parametrize(
    ("wear", "mark"),
    [
        (Wear("mmcblk0p2"), Mark.GOOD),
        (Wear("mmcblk0p2", errors=1), Mark.BAD),
        (Wear("mmcblk0", life=8, spare=1), Mark.GOOD),
        (Wear("mmcblk0", life=9), Mark.LOOK),
        (Wear("mmcblk0", spare=2), Mark.LOOK),
        (Wear("mmcblk0", spare=3), Mark.BAD),
        (Wear(""), Mark.GOOD),
    ],
)
def test_wear_is_judged(wear: Wear, mark: Mark) -> None:
    """Errors of the file system, and wear that the card reports, are findings with a remedy."""
    found = judge_card(Path("/games"), None, wear)
    assert found.mark is mark
    assert ("backup" in found.remedy) == (mark is not Mark.GOOD)


def test_wear_is_read_from_the_kernels_files(tmp_path: Path) -> None:
    """Errors, wear and bytes written are read for the disk that has the partition."""
    pi = machine(
        tmp_path,
        {
            "sys/devices/mmc/mmcblk0/mmcblk0p2/partition": "2\n",
            "sys/devices/mmc/mmcblk0/stat": "1 2 3 4 5 6 7000 8 9 10 11\n",
            "sys/devices/mmc/mmcblk0/device/life_time": "0x03 0x0a\n",
            "sys/devices/mmc/mmcblk0/device/pre_eol_info": "0x01\n",
            "sys/fs/ext4/mmcblk0p2/errors_count": "4\n",
            "proc/uptime": "7200.00 20000.00\n",
        },
    )
    link = tmp_path / "sys/dev/block/179:2"
    link.parent.mkdir(parents=True)
    link.symlink_to(tmp_path / "sys/devices/mmc/mmcblk0/mmcblk0p2")
    assert read_wear(pi, os.makedev(179, 2)) == Wear("mmcblk0p2", 4, 10, 1, 7000 * 512, 2.0)
    assert read_wear(pi, os.makedev(8, 1)) == Wear("")


def test_card_that_is_read_only_is_bad(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file system that has become read-only is bad, and the remedy is a restart or a new card."""

    def refuse(**_: object) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    assert check_card(make_context(tmp_path)).mark is Mark.GOOD
    assert list(tmp_path.iterdir()) == []
    monkeypatch.setattr("tempfile.TemporaryFile", refuse)
    found = check_card(make_context(tmp_path))
    assert (found.mark, found.found) == (
        Mark.BAD,
        f"Nothing can be written to {tmp_path}: Read-only file system.",
    )
    assert "Restart" in found.remedy


@pytest.mark.parametrize(
    ("free_files", "why"), [(0, "the disk can hold no more files"), (9, "the disk is full")]
)
def test_card_without_room_is_not_worn(
    free_files: int, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A card that has no bytes or no files left is bad, and the remedy is to make room, not to replace it."""

    def refuse(**_: object) -> None:
        raise NO_ROOM

    show_space(monkeypatch, free=43_000_000 * (not free_files), free_files=free_files)
    monkeypatch.setattr("tempfile.TemporaryFile", refuse)
    found = check_card(make_context(tmp_path))
    assert (found.mark, found.found) == (Mark.BAD, f"Nothing can be written to {tmp_path}: {why}.")
    assert "elete" in found.remedy or "Make room" in found.remedy
    assert "worn" not in str(found)


def test_card_that_this_user_may_not_write_needs_a_look(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If this user may not write to the folder, the remedy is to try as root, and nothing is bad."""

    def refuse(**_: object) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr("tempfile.TemporaryFile", refuse)
    (found,) = examine(make_context(tmp_path), ["card"])
    assert found.mark is Mark.LOOK
    assert "sudo" in found.remedy
