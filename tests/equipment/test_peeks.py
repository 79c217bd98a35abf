"""Looks at cameras that no table has."""

import time
from collections.abc import Callable
from typing import Any, cast

import pytest

from pi_bunco.equipment.camera_station import CameraStation
from pi_bunco.equipment.peeks import KEPT_SECONDS, MAX_PEEKS, TURN_SECONDS, CameraPeeks
from pi_bunco.messages.up import CameraHealth, Picture


def wait_until(check: Callable[[], object], seconds: float = 20.0) -> bool:
    """Wait until ``check`` returns something true, and return whether it did."""
    end = time.monotonic() + seconds
    while not check() and time.monotonic() < end:
        time.sleep(0.02)
    return bool(check())


class FakeStation:
    """A station that shows its own name as its picture."""

    def __init__(self, name: str, log: list[str]) -> None:
        self.name, self._log = name, log
        self.health = CameraHealth("live", name)
        log.append(f"open {name}")

    def ask(self, make_question: Callable[[int], Any], seconds: float) -> Picture:
        assert seconds > 0
        return Picture(make_question(1).id, self.name.encode())

    def close(self) -> None:
        self._log.append(f"close {self.name}")


@pytest.fixture
def log() -> list[str]:
    return []


def make_peeks(log: list[str], now: list[float]) -> CameraPeeks:
    return CameraPeeks(lambda name: cast("CameraStation", FakeStation(name, log)), lambda: now[0])


def test_cameras_take_turns(log: list[str]) -> None:
    """No more cameras are open than allowed; a further one is opened when the first has had its turn."""
    now = [0.0]
    peeks = make_peeks(log, now)
    names = [f"cam{number}" for number in range(MAX_PEEKS + 1)]
    assert [peeks.fetch_picture(name) for name in names] == [*(name.encode() for name in names[:-1]), None]
    now[0] += TURN_SECONDS
    assert peeks.fetch_picture(names[-1]) == names[-1].encode()
    assert wait_until(lambda: f"close {names[0]}" in log)
    assert peeks.fetch_picture(names[0]) == names[0].encode(), "its last picture stays"
    assert peeks.get_health(names[0]) == CameraHealth("live", names[0])
    peeks.close()
    assert sorted(line.replace("open", "close") for line in log if "open" in line) == sorted(
        line for line in log if "close" in line
    )


def test_camera_is_closed_when_nobody_looks(log: list[str]) -> None:
    """A camera at which nobody has looked for a while is closed."""
    now = [0.0]
    peeks = make_peeks(log, now)
    peeks.fetch_picture("usb")
    now[0] += KEPT_SECONDS + 1
    assert wait_until(lambda: log == ["open usb", "close usb"])
    peeks.close()


def test_camera_that_a_table_gets_is_closed_at_once(log: list[str]) -> None:
    """A camera is closed before a table opens it; one that is not open is no error."""
    peeks = make_peeks(log, [0.0])
    peeks.fetch_picture("usb")
    peeks.end("usb")
    peeks.end("usb")
    assert log == ["open usb", "close usb"]
    assert peeks.get_health("usb") is None
    peeks.close()


def test_real_station_shows_a_mock_mat() -> None:
    """A real station of a mock camera shows its mat, although it belongs to no table."""
    peeks = CameraPeeks()
    try:
        assert wait_until(lambda: (peeks.fetch_picture("mock:3") or b"").startswith(b"\xff\xd8"), 60)
    finally:
        peeks.close()


def test_an_unplugged_camera_shows_nothing(log: list[str]) -> None:
    """Its last picture is not what it sees, and no more after a table has had it."""
    now = [0.0]
    peeks = make_peeks(log, now)
    assert peeks.fetch_picture("usb") == b"usb"
    station = peeks._peeks["usb"].station
    station.health = CameraHealth("trouble", "Not connected now.")
    assert peeks.fetch_picture("usb") is None
    station.health = CameraHealth("live", "")
    assert peeks.fetch_picture("usb") == b"usb"
    peeks.end("usb")
    assert "usb" not in peeks._pictures
    peeks.close()


def test_trouble_of_a_closed_camera_counts_too(log: list[str]) -> None:
    """Its state was trouble when it was closed, so its last picture is no more shown then."""
    now = [0.0]
    peeks = make_peeks(log, now)
    peeks.fetch_picture("usb")
    peeks._peeks["usb"].station.health = CameraHealth("trouble", "")
    now[0] += KEPT_SECONDS + 1
    assert wait_until(lambda: log == ["open usb", "close usb"])
    assert "usb" not in peeks._pictures
    peeks.close()
