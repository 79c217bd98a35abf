"""Machines as they are in the field: a root that nothing may write to, a clock that is wrong or jumps."""

import json
import os
import re
import shutil
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from pi_bunco.app.timekeeper import Watch
from pi_bunco.game.commands import EnterDice, NewGame, RingBell
from pi_bunco.game.keeper import Clock, Keeper
from pi_bunco.rules import replay
from pi_bunco.store import Log, Photos, back_up, list_backups, read_record
from pi_bunco.views import table as s
from pi_bunco.views.devices import CameraStatus
from pi_bunco.views.show import DeviceStatus, make_table_view

PROGRAM = Path(sys.executable).with_name("pi-bunco")
CAMERA = DeviceStatus(CameraStatus("none", "no camera", mock=False))

ALONE = """
mount --make-rprivate / && mount --bind "$1" "$1" && mount -o remount,bind,ro / || exit 77
! touch /tmp/written "$HOME/written" 2>/dev/null || exit 77
shift; exec "$@"
"""
"""A shell script that makes all but one folder read-only, for the program that it starts and nobody else."""

may_mount = (
    os.geteuid() == 0
    and shutil.which("unshare")
    and subprocess.run(
        ["unshare", "-m", "mount", "--make-rprivate", "/"], capture_output=True, check=False
    ).returncode
    == 0
)


@contextmanager
def on_a_read_only_root(state: Path, *words: str) -> Iterator[str]:
    """Run a table for which only its state folder can be written; give its page's address."""
    command = [str(PROGRAM), *words, "--state-dir", str(state)]
    table = subprocess.Popen(
        ["unshare", "-m", "sh", "-c", ALONE, "sh", str(state), *command],
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONUNBUFFERED": "1"},
    )
    assert table.stdout is not None
    try:
        yield next(found[0] for line in table.stdout if (found := re.search(r"http://\S+/", line)))
    finally:
        table.terminate()
        table.communicate(timeout=60)
        assert table.returncode == 0


def post(address: str, path: str, body: dict[str, Any]) -> dict[str, Any]:
    data, kind = json.dumps(body).encode(), {"Content-Type": "application/json"}
    with urllib.request.urlopen(urllib.request.Request(address + path, data, kind), timeout=60) as answer:
        said: dict[str, Any] = json.load(answer)
        return said


@pytest.mark.skipif(not may_mount, reason="making the root read-only needs root, and leave to mount")
def test_table_plays_on_a_read_only_root(tmp_path: Path) -> None:
    """Only the folder of its games can be written: it starts, plays, is stopped, and goes on."""
    state = tmp_path / "state"
    state.mkdir()
    words = ("run", "--camera", "none", "--host", "127.0.0.1", "--port", "0")
    for wins in (2, 4):
        with on_a_read_only_root(state, *words) as address:
            if wins == 2:
                post(address, "api/table/1/ring", {})
            now = post(address, "api/table/1/enter", {"dice": [1, 1, 4]})
            assert now["sides"][0]["score"] == wins
    assert {file.name for file in state.iterdir()} == {"lock", "log.sqlite3", "log.witness", "photos"}


TIMES = [1_700_000_000.0, 0.0, 4_102_444_800.0, 86_400.0, 1_700_000_001.5, 1_600_000_000.0]
"""What a clock without a battery may say one after another: 2023, 1970, 2100, 1970, 2023, 2020."""


def test_a_clock_that_jumps_changes_no_score(tmp_path: Path) -> None:
    """Each event gets another time, forward and back by decades: order, scores and replay are the same."""
    ticks = iter(TIMES * 40)
    with Log(tmp_path) as log:
        table = Keeper(log, Photos(tmp_path), Clock(wall=lambda: next(ticks)))
        table.handle(NewGame("classic", ("Ann", "Bob", "Cy", "Di")))
        table.handle(RingBell(by="tap"))
        for _ in range(5):
            table.handle(EnterDice((1, 1, 4)))
        shown = make_table_view(table, 1, CAMERA)
        assert shown.sides[0].score == 10
        again = Keeper(log, Photos(tmp_path), Clock(wall=lambda: 0.0))
        assert make_table_view(again, 1, CAMERA).sides == shown.sides
    years = [datetime.fromisoformat(json.loads(line)["time"]).year for line in read_record(tmp_path)]
    assert {1970, 2023, 2100} <= set(years)
    game, error = replay(read_record(tmp_path))
    assert error is None
    assert game is not None
    assert game.tables[0].throws[-1].score.points == 2


def test_a_clock_before_zip_was_made_stops_no_backup(tmp_path: Path) -> None:
    """At a table that believes it is 1970 backups are made and can be read."""
    with Log(tmp_path) as log:
        table = Keeper(log, Photos(tmp_path), Clock(wall=lambda: 60.0))
        table.handle(NewGame("classic", ("Ann", "Bob", "Cy", "Di")))
    (tmp_path / "calibration.zip").write_bytes(b"mat")
    os.utime(tmp_path / "calibration.zip", (60, 60))
    assert back_up(tmp_path, tmp_path / "backups")
    assert list_backups(tmp_path / "backups")[0].last == "1970-01-01 00:01"


def test_a_photo_from_another_time_is_the_same_photo(tmp_path: Path) -> None:
    """Photos go by the numbers of their events: the oldest to go is the oldest, whatever the clock says."""
    photos = Photos(tmp_path, most=2)
    for number, shade in enumerate((10, 120, 240), 1):
        name = photos.save(np.full((48, 64, 3), shade, np.uint8), 1, number)
        assert name
        os.utime(tmp_path / "photos" / name, (10**9 - number, 10**9 - number))
    kept = Photos(tmp_path, most=2)
    assert kept.find_path("1-1.jpg") is None
    picture = cv2.imread(str(kept.find_path("1-3.jpg")))
    assert picture is not None
    assert abs(float(picture.mean()) - 240) < 3


def test_a_time_limit_is_counted_on_a_clock_that_never_jumps() -> None:
    """The minutes of a round pass as minutes do, though the clock on the wall leaps while they pass."""
    wall = iter([1_700_000_060.0, 0.0, 4_102_444_800.0])
    watch = Watch(lambda: next(wall))
    limit = s.TimeLimit(minutes=10, since="2023-11-14T22:13:20+00:00", bell=3, rung=False)
    assert watch.find_left(limit, 1000.0) == 540.0
    assert watch.find_left(limit, 1060.0) == 480.0
    assert watch.find_left(limit, 1600.0) == 0.0
