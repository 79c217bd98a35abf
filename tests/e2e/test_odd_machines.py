"""Unusual machines: the root file system is read-only, or the clock is wrong or jumps."""

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
from pi_bunco.pictures.encode import encode_jpeg
from pi_bunco.rules import replay
from pi_bunco.store import Log, Photos, back_up, list_backups, read_record
from pi_bunco.views.devices import CameraStatus
from pi_bunco.views.show import DeviceStatus, make_table_view
from pi_bunco.views.table import TimeLimit

PROGRAM = Path(sys.executable).with_name("pi-bunco")
CAMERA = DeviceStatus(CameraStatus("none", "no camera", mock=False))

ALONE = """
mount --make-rprivate / && mount --bind "$1" "$1" && mount -o remount,bind,ro / || exit 77
! touch /tmp/written "$HOME/written" 2>/dev/null || exit 77
shift; exec "$@"
"""
"""A shell script that starts a program for which all folders but one are read-only."""

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
    """Run a table that can write only to its state folder, and yield its page's address."""
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
        view: dict[str, Any] = json.load(answer)
        return view


@pytest.mark.skipif(not may_mount, reason="a read-only root needs root, and permission to mount")
def test_table_plays_on_a_read_only_root(tmp_path: Path) -> None:
    """The table starts, plays, stops and continues, and writes only to its state folder."""
    state = tmp_path / "state"
    state.mkdir()
    words = ("run", "--camera", "none", "--players", "Ann,Bob,Cy,Di", "--host", "127.0.0.1", "--port", "0")
    for score in (2, 4):
        with on_a_read_only_root(state, *words) as address:
            if score == 2:
                post(address, "api/table/1/ring", {})
            view = post(address, "api/table/1/enter", {"dice": [1, 1, 4]})
            assert view["sides"][0]["score"] == score
    log = {"log.sqlite3", "log.sqlite3-shm", "log.sqlite3-wal"}
    assert {file.name for file in state.iterdir()} == {"lock", *log, "log.witness", "photos"}


TIMES = [1_700_000_000.0, 0.0, 4_102_444_800.0, 86_400.0, 1_700_000_001.5, 1_600_000_000.0]
"""The times of a clock without a battery, in the years 2023, 1970, 2100, 1970, 2023 and 2020."""


def test_a_clock_that_jumps_changes_no_score(tmp_path: Path) -> None:
    """The times of events jump by decades, but their order, the scores and the replay are right."""
    ticks = iter(TIMES * 40)
    with Log(tmp_path) as log:
        table = Keeper(log, Photos(tmp_path), Clock(wall=lambda: next(ticks)))
        table.handle(NewGame("classic", ("Ann", "Bob", "Cy", "Di")))
        table.handle(RingBell(by="tap"))
        for _ in range(5):
            table.handle(EnterDice((1, 1, 4)))
        view = make_table_view(table, 1, CAMERA)
        assert view.sides[0].score == 10
        restarted = Keeper(log, Photos(tmp_path), Clock(wall=lambda: 0.0))
        assert make_table_view(restarted, 1, CAMERA).sides == view.sides
    years = [datetime.fromisoformat(json.loads(line)["time"]).year for line in read_record(tmp_path)]
    assert {1970, 2023, 2100} <= set(years)
    game, error = replay(read_record(tmp_path))
    assert error is None
    assert game is not None
    assert game.tables[0].throws[-1].score.points == 2


def test_backups_work_if_the_clock_says_1970(tmp_path: Path) -> None:
    """The ZIP format has no times before 1980, but a backup is made and can be read."""
    with Log(tmp_path) as log:
        table = Keeper(log, Photos(tmp_path), Clock(wall=lambda: 60.0))
        table.handle(NewGame("classic", ("Ann", "Bob", "Cy", "Di")))
    (tmp_path / "calibration.zip").write_bytes(b"mat")
    os.utime(tmp_path / "calibration.zip", (60, 60))
    assert back_up(tmp_path, tmp_path / "backups")
    assert list_backups(tmp_path / "backups")[0].last == "1970-01-01 00:01"


def test_the_number_of_an_event_decides_which_photo_is_oldest(tmp_path: Path) -> None:
    """The oldest photo is removed first. The time of its file does not matter."""
    photos = Photos(tmp_path, most=2)
    for number, shade in enumerate((10, 120, 240), 1):
        name = photos.save(encode_jpeg(np.full((48, 64, 3), shade, np.uint8)), 1, number)
        assert name
        os.utime(tmp_path / "photos" / name, (10**9 - number, 10**9 - number))
    kept = Photos(tmp_path, most=2)
    assert kept.find_path("1-1.jpg") is None
    picture = cv2.imread(str(kept.find_path("1-3.jpg")))
    assert picture is not None
    assert abs(float(picture.mean()) - 240) < 3


def test_a_time_limit_does_not_depend_on_jumps_of_the_clock() -> None:
    """The time that is left comes from another clock, which never jumps."""
    wall = iter([1_700_000_060.0, 0.0, 4_102_444_800.0])
    watch = Watch(lambda: next(wall))
    limit = TimeLimit(minutes=10, since="2023-11-14T22:13:20+00:00", bell=3, rung=False)
    assert watch.find_left(limit, 1000.0) == 540.0
    assert watch.find_left(limit, 1060.0) == 480.0
    assert watch.find_left(limit, 1600.0) == 0.0
