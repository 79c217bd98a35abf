"""A table goes on when its station is killed, crashes or is stopped: no dice count twice."""

import os
import signal
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from pi_bunco.app.play import play
from pi_bunco.equipment.camera_station import CameraStation
from pi_bunco.settings.config import MOCK, Settings
from pi_bunco.store import Log

PATIENCE = 90.0
SIGNS = (signal.SIGKILL, signal.SIGSTOP, signal.SIGSEGV)


@pytest.fixture
def thrown(monkeypatch: pytest.MonkeyPatch) -> Counter[CameraStation]:
    """Return how often mock players have thrown before each camera."""
    counter: Counter[CameraStation] = Counter()
    really_throw = CameraStation.throw

    def throw(station: CameraStation, dice: int) -> None:
        counter[station] += 1
        really_throw(station, dice)

    monkeypatch.setattr(CameraStation, "throw", throw)
    return counter


def find_stations() -> list[int]:
    """Return the processes of this program's stations."""
    found = []
    for task in Path("/proc/self/task").iterdir():
        with suppress(FileNotFoundError):  # a thread or a station that ends just now
            for pid in (task / "children").read_text().split():
                if b"station" in Path(f"/proc/{pid}/cmdline").read_bytes():
                    found.append(int(pid))  # noqa: PERF401 - a lost one must not hide the others
    return found


def wait_until(what: Callable[[], object]) -> None:
    """Wait until something is so."""
    end = time.monotonic() + PATIENCE
    while not what():
        assert time.monotonic() < end
        time.sleep(0.02)


def count_logged(folder: Path, tables: int) -> list[int]:
    """Return how many throws the cameras of these tables have entered."""
    with Log(folder) as log:
        return [log.count_camera_throws(table) for table in range(1, tables + 1)]


@pytest.mark.nightly
@pytest.mark.parametrize("sign", [signal.SIGKILL, signal.SIGSTOP])
def test_table_goes_on_without_its_station(
    tmp_path: Path, thrown: Counter[CameraStation], sign: signal.Signals
) -> None:
    """The page says that the camera is away, a new station comes, and throws count again, each once."""
    settings = Settings(state_dir=tmp_path, port=0, camera=f"{MOCK}:5", speed=4)
    with play(settings) as playing:
        room = playing.room
        wait_until(lambda: room.view().last)
        (before,) = find_stations()
        number = room.view().revision
        os.kill(before, sign)
        wait_until(lambda: room.view().camera.status == "trouble")
        assert "program that watches this camera" in room.view().camera.says
        wait_until(lambda: room.view().camera.status == "live")
        wait_until(lambda: room.view().revision > number + 1)
        assert find_stations() != [before]
    assert 1 <= count_logged(tmp_path, 1)[0] <= sum(thrown.values())


@pytest.mark.nightly
@pytest.mark.parametrize("seed", [1])
def test_four_cameras_play_on_through_a_night_of_losses(
    tmp_path: Path, thrown: Counter[CameraStation], seed: int
) -> None:
    """Twenty stations are killed, stopped and crash; all come back, and no throw counts twice."""
    chance = Random(seed)
    players = tuple(f"P{number}" for number in range(16))
    stations = {table: f"{MOCK}:{table}" for table in (2, 3, 4)}
    settings = Settings(
        state_dir=tmp_path, port=0, camera=f"{MOCK}:1", stations=stations, players=players, speed=10
    )
    with play(settings) as playing:
        room = playing.room
        wait_until(lambda: all(room.view(table).last for table in (1, 2, 3, 4)))
        for _ in range(20):
            time.sleep(chance.uniform(0, 3))
            wait_until(find_stations)  # all four may be away
            lost = chance.choice(find_stations())
            os.kill(lost, chance.choice(SIGNS))
            wait_until(lambda: lost not in find_stations())  # noqa: B023 - it is called in this turn only
        wait_until(lambda: all(room.view(table).camera.status == "live" for table in (1, 2, 3, 4)))
        before = sum(thrown.values())
        wait_until(lambda: sum(thrown.values()) > before + 8)
    for logged, made in zip(count_logged(tmp_path, 4), thrown.values(), strict=True):
        assert 1 <= logged <= made
