"""Power cuts: nothing that the page had shown is lost, wherever in the writing they come."""

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
from tests.pi.diary import Entry, cuts, read_diary
from tests.pi.disk import SECTORS, blank, keep_games_on
from tests.pi.virtualpi import LAB, STATE, VirtualPi

pytestmark = pytest.mark.pi

POINTS = 400
THROWS = 60
FACES = [[2, 3, 5], [4, 6, 2], [1, 1, 4], [3, 3, 6], [5, 5, 5], [6, 1, 2]]


@contextmanager
def shelf() -> Iterator[Path]:
    """Yield a folder in memory: hundreds of disks are written there, and no card is to suffer."""
    folder = Path("/dev/shm/pi-bunco-power")  # noqa: S108 - the tests' own, made anew
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    try:
        yield folder
    finally:
        shutil.rmtree(folder)


def tap(pi: VirtualPi, number: int) -> dict[str, Any]:
    """Throw by a tap, or ring where nothing is thrown, and give what the page shows then."""
    word, body = ("enter", {"dice": FACES[number % len(FACES)]})
    if not pi.table()["dice"]:
        word, body = "ring", {}
    status, told = pi.post(f"/api/table/1/{word}", body)
    assert status == 200, told
    return dict(json.loads(told))


def kept_at(disk: bytearray, folder: Path) -> list[dict[str, Any]]:
    """Start again from a disk: let the file system recover, read the log, and write on."""
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
    """Play on a disk that keeps a diary, marking there what the page has shown; give disk, diary and log."""
    folder = tmp_path_factory.mktemp("diary")
    games, diary = folder / "games", folder / "diary"
    before = blank(games)
    with diary.open("wb") as book:
        book.truncate(1 << 30)
    with VirtualPi(folder, LAB / "ready.ext4", disks=(games, diary)) as pi:
        keep_games_on(pi, f"0 {SECTORS} log-writes /dev/ubdb /dev/ubdc")
        for number in range(THROWS):
            shown = tap(pi, number)
            pi.run(f"dmsetup message games 0 mark {shown['revision']}")  # as many lines as the log has
        record = pi.record()
        pi.run(f"systemctl stop pi-bunco; umount {STATE}; dmsetup remove games; sync")
    return before, read_diary(diary), record


def losses(
    before: bytes, diary: list[Entry], record: list[Any], *, points: int, late: int = 0
) -> tuple[int, int]:
    """Cut the power in many places; give how many cuts were tried, and how many lost what had been shown.

    ``late``: hold the disk of so many entries before against what was shown.
    """
    tried = lost = 0
    with shelf() as folder:
        # The kernel makes a mark of its own at the end.
        marked = [[int(e.mark) for e in diary[: n + 1] if e.mark.isdigit()] for n in range(len(diary))]
        for number, disk, _ in cuts(before, diary, points, Random(5)):
            shown = marked[min(number + late, len(diary) - 1)]
            if not shown:  # the disk may be from before the log
                continue
            lines = kept_at(disk, folder)
            assert lines[1:] == record[1 : len(lines)]
            tried += 1
            lost += len(lines) < shown[-1]
    return tried, lost


def test_power_cut_anywhere(played: tuple[bytes, list[Entry], list[Any]]) -> None:
    """At hundreds of places in what the card was told to write, all that was shown is in the log."""
    tried, lost = losses(*played, points=POINTS)
    assert tried > 200
    assert lost == 0


def test_power_cut_that_loses_is_seen(played: tuple[bytes, list[Entry], list[Any]]) -> None:
    """The test above does see a loss: a disk as it was some writes earlier lacks what was shown."""
    _, lost = losses(*played, points=40, late=40)
    assert lost > 0


def test_power_pulled(folder: Path) -> None:
    """The plug is pulled between two taps, three times: the Pi starts again with the same game."""
    shown: dict[str, Any] = {}
    for _ in range(3):
        with VirtualPi(folder, LAB / "ready.ext4") as pi:
            now = pi.until_table("the table answers", lambda now: now)
            if shown:
                assert now["revision"] >= shown["revision"]
                assert [now[key] for key in ("game", "set", "round", "target", "sides")] == [
                    shown[key] for key in ("game", "set", "round", "target", "sides")
                ]
            for number in range(4):
                shown = tap(pi, number)
            pi.cut()
