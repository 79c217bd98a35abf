"""Power cuts at any point of writing: nothing is lost that the page has shown."""

import json
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pi_bunco.store import Log
from tests.pi.diary import Entry, read_diary, simulate_cuts
from tests.pi.disk import SECTORS, keep_games_on, make_empty
from tests.pi.virtualpi import LAB, STATE, VirtualPi

pytestmark = pytest.mark.pi

POINTS = 400
THROWS = 60
FACES = [[2, 3, 5], [4, 6, 2], [1, 1, 4], [3, 3, 6], [5, 5, 5], [6, 1, 2]]


@contextmanager
def make_memory_folder() -> Iterator[Path]:
    """Yield a folder in memory, because hundreds of disks are written there, which would wear a card out."""
    folder = Path("/dev/shm/pi-bunco-power")  # noqa: S108 - removed and made again
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    try:
        yield folder
    finally:
        shutil.rmtree(folder)


def tap(pi: VirtualPi, number: int) -> dict[str, Any]:
    """Enter a throw, or ring if no throw is expected, and return the view of the table."""
    word, body = ("enter", {"dice": FACES[number % len(FACES)]})
    if not pi.table()["dice"]:
        word, body = "ring", {}
    status, answer = pi.post(f"/api/table/1/{word}", body)
    assert status == 200, answer
    return dict(json.loads(answer))


def recover_log(disk: bytearray, folder: Path) -> list[dict[str, Any]]:
    """Recover the file system of a disk, return the lines of its log, and write another line."""
    image, after = folder / "disk", folder / "after"
    image.write_bytes(disk)
    done = subprocess.run(["e2fsck", "-fy", image], capture_output=True, text=True, check=False)
    assert done.returncode in {0, 1}, done.stdout
    shutil.rmtree(after, ignore_errors=True)
    after.mkdir()
    subprocess.run(["debugfs", "-R", f"rdump / {after}", image], capture_output=True, check=True)
    with Log(after) as log:
        lines = log.record()
        log.append([{"event": "x:written_on"}])
    return lines


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, list[Entry], list[Any]]:
    """Play on a disk with a diary, with marks for what the page has shown; return disk, diary and log."""
    folder = tmp_path_factory.mktemp("diary")
    games, diary = folder / "games", folder / "diary"
    before = make_empty(games)
    with diary.open("wb") as book:
        book.truncate(1 << 30)
    with VirtualPi(folder, LAB / "ready.ext4", disks=(games, diary)) as pi:
        keep_games_on(pi, f"0 {SECTORS} log-writes /dev/ubdb /dev/ubdc")
        for number in range(THROWS):
            shown = tap(pi, number)
            pi.run(f"dmsetup message games 0 mark {shown['revision']}")  # the number of lines in the log
        record = pi.record()
        pi.run(f"systemctl stop pi-bunco; umount {STATE}; dmsetup remove games; sync")
    return before, read_diary(diary), record


def count_losses(
    before: bytes, diary: list[Entry], record: list[Any], *, points: int, late: int = 0
) -> tuple[int, int]:
    """Simulate many power cuts; return their number, and how many of them lost something that was shown.

    With ``late``, each disk is compared with what was shown that many entries later.
    """
    tried = lost = 0
    with make_memory_folder() as folder:
        # The kernel adds a mark at the end, which is no number.
        marked = [[int(e.mark) for e in diary[: n + 1] if e.mark.isdigit()] for n in range(len(diary))]
        for number, disk, _ in simulate_cuts(before, diary, points, Random(5)):
            shown = marked[min(number + late, len(diary) - 1)]
            if not shown:  # the disk may be from before the log
                continue
            lines = recover_log(disk, folder)
            assert lines[1:] == record[1 : len(lines)]
            tried += 1
            lost += len(lines) < shown[-1]
    return tried, lost


def test_power_cut_loses_nothing_that_was_shown(played: tuple[bytes, list[Entry], list[Any]]) -> None:
    """After cuts at hundreds of places in the diary, the log contains all that the page had shown."""
    tried, lost = count_losses(*played, points=POINTS)
    assert tried > 200
    assert lost == 0


def test_power_cut_that_loses_something_is_noticed(played: tuple[bytes, list[Entry], list[Any]]) -> None:
    """The test above can fail: an older state of the disk lacks something that was shown."""
    _, lost = count_losses(*played, points=40, late=40)
    assert lost > 0


def test_power_cut_of_a_running_pi(folder: Path) -> None:
    """After each of three power cuts between taps, the Pi starts again with the same game."""
    shown: dict[str, Any] = {}
    for _ in range(3):
        with VirtualPi(folder, LAB / "ready.ext4") as pi:
            if not shown:
                pi.stop_and_remove_camera()
                pi.run("systemctl start pi-bunco")
            now = pi.wait_for_table("the table answers", lambda now: now)
            if shown:
                assert now["revision"] >= shown["revision"]
                assert [now[key] for key in ("game", "set", "round", "target", "sides")] == [
                    shown[key] for key in ("game", "set", "round", "target", "sides")
                ]
            for number in range(4):
                shown = tap(pi, number)
            assert pi.count_restarts() == 0
            pi.cut()
