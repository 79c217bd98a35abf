"""A station's process: its messages, its end, and when it counts as hanging."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from pi_bunco.equipment import station_process
from pi_bunco.equipment.station_process import StationProcess
from pi_bunco.messages.down import Open, Show
from pi_bunco.messages.up import Figures, Hello, Picture
from tests.equipment.programs import OPEN, make_command

PATIENCE = 20.0
FIRST = Open(camera="usb", table=1, calibration="")


class Room:
    """Records what a process sends, and why it ended."""

    def __init__(self) -> None:
        self.messages: list[Any] = []
        self.ends: list[tuple[Any, int | None]] = []
        self.news = threading.Condition()

    def receive(self, message: Any) -> None:
        with self.news:
            self.messages.append(message)
            self.news.notify_all()

    def end(self, why: Any, status: int | None) -> None:
        with self.news:
            self.ends.append((why, status))
            self.news.notify_all()

    def wait_for(self, kind: type) -> Any:
        """Return the first message of a kind."""
        with self.news:
            assert self.news.wait_for(lambda: self._find(kind), PATIENCE), self.messages
            return self._find(kind)[0]

    def wait_for_end(self) -> tuple[Any, int | None]:
        """Return why the process ended, and its exit status."""
        with self.news:
            assert self.news.wait_for(lambda: self.ends, PATIENCE)
            return self.ends[0]

    def _find(self, kind: type) -> list[Any]:
        return [each for each in self.messages if isinstance(each, kind)]


@contextmanager
def run(monkeypatch: pytest.MonkeyPatch, body: str) -> Iterator[tuple[StationProcess, Room]]:
    """Run a stand-in of a station."""
    monkeypatch.setattr(station_process, "_COMMAND", make_command(body))
    room = Room()
    process = StationProcess(FIRST, room.receive, room.end)
    try:
        yield process, room
    finally:
        process.kill()
        process.close()


def test_messages_go_both_ways(monkeypatch: pytest.MonkeyPatch) -> None:
    """A question is answered, and the process ends by itself when its pipe is closed."""
    with run(monkeypatch, OPEN) as (process, room):
        assert room.wait_for(Hello).calibrated
        process.send(Show(4))
        assert room.wait_for(Picture) == Picture(4, b"picture")
        process.close()
        assert room.wait_for_end() == (None, 0)
        assert process.ended.wait(PATIENCE)


@pytest.mark.parametrize(
    ("body", "status"),
    [("os.kill(os.getpid(), 9)", -9), ("os.abort()", -6), ("sys.exit(3)", 3), ("raise RuntimeError", 1)],
)
def test_end_of_a_process_is_noticed(monkeypatch: pytest.MonkeyPatch, body: str, status: int) -> None:
    """However a process ends, what it has sent before arrives first."""
    with run(monkeypatch, f"send(Figures(broken=3))\n{body}") as (process, room):
        assert room.wait_for_end() == (None, status)
        assert room.messages == [Figures(broken=3)]
        process.send(Show(4))  # is lost, and raises nothing


@pytest.mark.parametrize(
    "body",
    [
        "outbox.write(b'garbage that is no message'); outbox.flush(); time.sleep(60)",
        "outbox.write(bytes([0, 0, 0, 2, 3, 0, 0, 0])); outbox.flush(); time.sleep(60)",
    ],
    ids=["garbage", "picture of 50 MB"],
)
def test_garbage_ends_the_process(monkeypatch: pytest.MonkeyPatch, body: str) -> None:
    """After something else than a message nothing can be read, so the process is killed."""
    with run(monkeypatch, body) as (_, room):
        assert "Something other than a message" in str(room.wait_for_end()[0])


def test_process_that_does_not_read_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A message never waits: if the pipe is full, the process hangs."""
    with run(monkeypatch, "time.sleep(60)") as (process, room):
        for number in range(10_000):
            process.send(Show(number))
        assert room.wait_for_end()[0] is None


def test_process_that_sleeps_hangs(monkeypatch: pytest.MonkeyPatch) -> None:
    """A silent process hangs if it does not work either, as one that waits for its driver."""
    monkeypatch.setattr(station_process, "MAX_SILENCE", 0.3)
    with run(monkeypatch, "send(Hello(calibrated=False))\ntime.sleep(60)") as (process, room):
        assert not process.hangs()  # it may take long to load
        room.wait_for(Hello)
        end = time.monotonic() + PATIENCE
        while not process.hangs():
            assert time.monotonic() < end
            time.sleep(0.05)


def test_process_that_works_does_not_hang(monkeypatch: pytest.MonkeyPatch) -> None:
    """A silent process that works is left alone, but not for ever."""
    monkeypatch.setattr(station_process, "MAX_SILENCE", 0.1)
    with run(monkeypatch, "send(Hello(calibrated=False))\nwhile True: pass") as (process, room):
        room.wait_for(Hello)
        end = time.monotonic() + 1.0
        while time.monotonic() < end:
            assert not process.hangs()
            time.sleep(0.05)
        monkeypatch.setattr(station_process, "MAX_BUSY", 0.5)
        assert process.hangs()
