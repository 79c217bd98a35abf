"""The supervisor replaces a thread that hangs or fails while it looks at the mat."""

import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from pi_bunco.devices.ports import CameraTrouble
from pi_bunco.frames import Frame, Reading, Status
from pi_bunco.game.commands import DiceSettled
from pi_bunco.stations import supervisor as supervisor_module
from pi_bunco.stations.loop import LoopConfig
from pi_bunco.stations.supervisor import MAX_HANGING, CameraSupervisor
from pi_bunco.views.moment import HereView
from pi_bunco.vision.watch import SettledDice

PATIENCE = 60
PICTURE = np.full((48, 64, 3), 90, np.uint8)


@pytest.fixture(autouse=True)
def shorten_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace waits of seconds by waits of hundredths of a second."""
    for name, seconds in {
        "CHECK_PAUSE": 0.01,
        "MAX_SILENCE": 0.1,
        "FIRST_PAUSE": 0.01,
        "LONGEST_PAUSE": 0.02,
    }.items():
        monkeypatch.setattr(supervisor_module, name, seconds)


@dataclass
class Client:
    """A service that records its messages."""

    messages: list[Any] = field(default_factory=list)
    news: threading.Condition = field(default_factory=threading.Condition)

    def view(self) -> Any:
        return SimpleNamespace(phase="playing", dice=3, here=HereView())

    def send(self, message: Any) -> None:
        with self.news:
            self.messages.append(message)
            self.news.notify_all()

    def wait_for(self, word: str) -> None:
        with self.news:
            found = self.news.wait_for(
                lambda: any(word in str(message) for message in self.messages), PATIENCE
            )
            assert found, self.messages


class Camera:
    """A live camera whose pictures come until it is closed."""

    live = True

    def __init__(self, name: str) -> None:
        self.name = name
        self.closed = threading.Event()

    def frames(self) -> Iterator[Frame]:
        index = 0
        while not self.closed.wait(0.005):
            yield Frame(PICTURE, index, float(index))
            index += 1

    def close(self) -> None:
        self.closed.set()


class Watcher:
    """Reports a throw in picture 3; there it first waits for ``hangs``, or raises an error ``breaks``."""

    moving = False

    dice: int | None = 3

    def __init__(self, hangs: threading.Event | None = None, breaks: str = "") -> None:
        self._hangs, self._breaks = hangs, breaks

    def note_busy(self, seconds: float) -> None:
        assert seconds >= 0

    def see(self, frame: Frame) -> list[SettledDice]:
        if frame.index != 3:
            return []
        if self._hangs:
            self._hangs.wait()
        if self._breaks:
            raise RuntimeError(self._breaks)
        says = "seen late" if self._hangs else "seen"
        return [SettledDice(0, 0, Reading(Status.DOUBTFUL, (), says), frame, at_start=False)]

    def finish(self) -> list[SettledDice]:
        return []


class Working:
    """Says of a thread that it works."""

    def __init__(self, thread: threading.Thread) -> None:
        assert thread.ident

    def has_worked(self) -> bool:
        return True


def start_supervisor(
    watchers: list[Watcher], cameras: list[Camera], beats: threading.Semaphore
) -> tuple[CameraSupervisor, Client]:
    """Start a supervisor that uses the watchers and cameras in turn, and the last ones repeatedly."""
    service: Any = Client()
    config = LoopConfig(
        lambda: cameras.pop(0) if len(cameras) > 1 else cameras[0],
        lambda: watchers.pop(0) if len(watchers) > 1 else watchers[0],  # type: ignore[arg-type,return-value] # stand-ins
        service,
    )
    supervisor = CameraSupervisor(config, beats.release)
    supervisor.start()
    return supervisor, service


def list_throws(service: Client) -> list[str]:
    return [each.reading.reason for each in service.messages if isinstance(each, DiceSettled)]


def test_supervisor_replaces_a_look_that_hangs() -> None:
    """If a look hangs, the page shows it, the next camera is used, and the late result is ignored."""
    go, beats = threading.Event(), threading.Semaphore(0)
    first, second = Camera("first"), Camera("second")
    supervisor, service = start_supervisor([Watcher(hangs=go), Watcher()], [first, second], beats)
    service.wait_for("Nobody has looked")
    service.wait_for("second live")
    service.wait_for("seen")
    assert first.closed.is_set()
    assert supervisor.camera is second
    hung = next(thread for thread in threading.enumerate() if thread.name == "looking")
    go.set()
    hung.join(PATIENCE)
    assert list_throws(service) == ["seen"]
    supervisor.close()


def test_supervisor_waits_for_a_look_that_works(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a slow board a look may take longer than the longest silence, but not for ever."""
    monkeypatch.setattr("pi_bunco.stations.loop.WorkMeter", Working)
    go, beats = threading.Event(), threading.Semaphore(0)
    cameras = [Camera("first"), Camera("second")]
    supervisor, service = start_supervisor([Watcher(hangs=go), Watcher()], cameras, beats)
    service.wait_for("first live")
    for _ in range(60):  # six times the longest silence
        assert beats.acquire(timeout=PATIENCE)
    assert "Nobody has looked" not in str(service.messages)
    monkeypatch.setattr("pi_bunco.stations.loop.MAX_LOOK", 0.2)
    service.wait_for("Nobody has looked")
    service.wait_for("second live")
    go.set()
    supervisor.close()


def test_supervisor_beats_while_a_look_hangs() -> None:
    """While a single look hangs, the watchdog still gets its signals, so that the table is not restarted."""
    go, beats = threading.Event(), threading.Semaphore(0)
    cameras = [Camera("first"), Camera("second")]
    supervisor, service = start_supervisor([Watcher(hangs=go), Watcher()], cameras, beats)
    service.wait_for("Nobody has looked")
    while beats.acquire(blocking=False):
        pass
    assert beats.acquire(timeout=PATIENCE)
    go.set()
    supervisor.close()


def test_supervisor_stops_beating_when_too_many_looks_hang() -> None:
    """After ``MAX_HANGING`` hanging looks the watchdog gets no more signals, and restarts the table."""
    go, beats = threading.Event(), threading.Semaphore(0)
    supervisor, service = start_supervisor([Watcher(hangs=go)], [Camera(f"no. {k}") for k in range(9)], beats)
    service.wait_for(f"no. {MAX_HANGING} live")
    supervisor._thread.join(PATIENCE)
    assert not supervisor._thread.is_alive()
    assert not any(f"no. {MAX_HANGING + 1}" in str(message) for message in service.messages)
    go.set()
    supervisor.close()


def test_supervisor_looks_again_after_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """After an unexpected error, which the page shows, the next watcher and camera are used."""
    monkeypatch.setattr(supervisor_module, "MAX_SILENCE", 60.0)
    supervisor, service = start_supervisor(
        [Watcher(breaks="boom"), Watcher()], [Camera("first"), Camera("second")], threading.Semaphore(0)
    )
    service.wait_for("boom")
    service.wait_for("second live")
    service.wait_for("seen")
    supervisor.close()


def test_supervisor_beats_without_any_camera(monkeypatch: pytest.MonkeyPatch) -> None:
    """While a camera cannot be opened, the watchdog still gets its signals."""
    monkeypatch.setattr(supervisor_module, "MAX_SILENCE", 60.0)  # so that a pause does not count as hanging
    beats = threading.Semaphore(0)
    service: Any = Client()

    def open_nothing() -> Camera:
        raise CameraTrouble("There is no camera.", "Plug one in.")

    supervisor = CameraSupervisor(LoopConfig(open_nothing, Watcher, service), beats.release)  # type: ignore[arg-type] # stand-ins
    supervisor.start()
    service.wait_for("There is no camera")
    for _ in range(20):
        assert beats.acquire(timeout=PATIENCE)
    supervisor.close()


def test_supervisor_stops_beating_when_a_driver_hangs_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once a driver hangs for ``MAX_HANG`` seconds, the watchdog gets no more signals."""
    monkeypatch.setattr(supervisor_module, "MAX_SILENCE", 60.0)
    hung = 0.0
    checks = threading.Semaphore(0)

    def count_seconds() -> float:
        checks.release()
        return hung

    monkeypatch.setattr(supervisor_module, "count_seconds_abandoned", count_seconds)
    beats: list[float] = []

    def open_nothing() -> Camera:
        raise CameraTrouble("The camera hangs.", "Wait.")

    service: Any = Client()
    supervisor = CameraSupervisor(LoopConfig(open_nothing, Watcher, service), lambda: beats.append(hung))  # type: ignore[arg-type] # stand-ins
    supervisor.start()
    for seconds in (0.0, supervisor_module.MAX_HANG - 1, supervisor_module.MAX_HANG):
        hung = seconds
        while checks.acquire(blocking=False):
            pass
        for _ in range(3):
            assert checks.acquire(timeout=PATIENCE)
    supervisor.close()
    assert supervisor_module.MAX_HANG - 1 in beats
    assert beats.count(supervisor_module.MAX_HANG) <= 1
