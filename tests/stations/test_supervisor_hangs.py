"""A look at the mat that hangs or fails is given up, and another one looks; the game never waits for it."""

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
from pi_bunco.vision.watch import SettledDice

PATIENCE = 20
PICTURE = np.full((48, 64, 3), 90, np.uint8)


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let what takes seconds take hundredths."""
    for name, seconds in {
        "CHECK_PAUSE": 0.01,
        "MAX_SILENCE": 0.1,
        "FIRST_PAUSE": 0.01,
        "LONGEST_PAUSE": 0.02,
    }.items():
        monkeypatch.setattr(supervisor_module, name, seconds)


@dataclass
class Client:
    """A service that remembers what it was told."""

    told: list[Any] = field(default_factory=list)
    news: threading.Condition = field(default_factory=threading.Condition)

    def view(self) -> Any:
        return SimpleNamespace(phase="playing", dice=3)

    def send(self, said: Any) -> None:
        with self.news:
            self.told.append(said)
            self.news.notify_all()

    def until(self, word: str) -> None:
        with self.news:
            assert self.news.wait_for(lambda: any(word in str(said) for said in self.told), PATIENCE), (
                self.told
            )


class Camera:
    """A live camera: its pictures come until it is closed."""

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
    """Sees a throw in the third picture, unless it is one that hangs there, or breaks."""

    moving = False

    dice: int | None = 3

    def __init__(self, hangs: threading.Event | None = None, breaks: str = "") -> None:
        self._hangs, self._breaks = hangs, breaks

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


def looking(
    watchers: list[Watcher], cameras: list[Camera], beats: threading.Semaphore
) -> tuple[CameraSupervisor, Client]:
    """Look with one watcher and camera after another; the last ones again and again."""
    service: Any = Client()
    post = LoopConfig(
        lambda: cameras.pop(0) if len(cameras) > 1 else cameras[0],
        lambda: watchers.pop(0) if len(watchers) > 1 else watchers[0],  # type: ignore[arg-type,return-value] # stand-ins
        service,
    )
    supervisor = CameraSupervisor(post, beats.release)
    supervisor.start()
    return supervisor, service


def throws(service: Client) -> list[str]:
    return [said.reading.reason for said in service.told if isinstance(said, DiceSettled)]


def test_a_look_that_hangs_is_given_up_for_another() -> None:
    """The page is told, the camera is opened again, and throws are seen; what hung says nothing any more."""
    go, beats = threading.Event(), threading.Semaphore(0)
    first, second = Camera("first"), Camera("second")
    supervisor, service = looking([Watcher(hangs=go), Watcher()], [first, second], beats)
    service.until("Nobody has looked")
    service.until("second live")
    service.until("seen")
    assert first.closed.is_set()
    assert supervisor.camera is second
    hung = next(thread for thread in threading.enumerate() if thread.name == "looking")
    go.set()
    hung.join(PATIENCE)
    assert throws(service) == ["seen"]
    supervisor.close()


def test_the_supervisor_beats_while_a_look_hangs() -> None:
    """The watchdog is fed: a hung look is no reason to start the whole table anew."""
    go, beats = threading.Event(), threading.Semaphore(0)
    supervisor, service = looking([Watcher(hangs=go), Watcher()], [Camera("first"), Camera("second")], beats)
    service.until("Nobody has looked")
    while beats.acquire(blocking=False):
        pass
    assert beats.acquire(timeout=PATIENCE)
    go.set()
    supervisor.close()


def test_the_watchdog_starves_when_too_many_looks_hang() -> None:
    """Each look that hangs stays a burden; after some of them only a fresh process helps."""
    go, beats = threading.Event(), threading.Semaphore(0)
    supervisor, service = looking([Watcher(hangs=go)], [Camera(f"no. {k}") for k in range(9)], beats)
    service.until(f"no. {MAX_HANGING} live")
    supervisor._thread.join(PATIENCE)
    assert not supervisor._thread.is_alive()
    assert not any(f"no. {MAX_HANGING + 1}" in str(said) for said in service.told)
    go.set()
    supervisor.close()


def test_a_look_that_fails_is_followed_by_another(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault while looking is told on the page, and looking begins anew."""
    monkeypatch.setattr(supervisor_module, "MAX_SILENCE", 60.0)
    supervisor, service = looking(
        [Watcher(breaks="boom"), Watcher()], [Camera("first"), Camera("second")], threading.Semaphore(0)
    )
    service.until("boom")
    service.until("second live")
    service.until("seen")
    supervisor.close()


def test_the_supervisor_beats_without_any_camera(monkeypatch: pytest.MonkeyPatch) -> None:
    """A camera that cannot be opened is tried again and again, and the watchdog is fed all the while."""
    monkeypatch.setattr(supervisor_module, "MAX_SILENCE", 60.0)  # the pauses between two tries are no hanging
    beats = threading.Semaphore(0)
    service: Any = Client()

    def nothing() -> Camera:
        raise CameraTrouble("There is no camera.", "Plug one in.")

    supervisor = CameraSupervisor(LoopConfig(nothing, Watcher, service), beats.release)  # type: ignore[arg-type] # stand-ins
    supervisor.start()
    service.until("There is no camera")
    for _ in range(20):
        assert beats.acquire(timeout=PATIENCE)
    supervisor.close()


def test_the_watchdog_starves_when_a_camera_hangs_in_its_driver(monkeypatch: pytest.MonkeyPatch) -> None:
    """A driver that keeps a camera which was well is left for a fresh process, but not at once."""
    monkeypatch.setattr(supervisor_module, "MAX_SILENCE", 60.0)
    hung = 0.0
    asked = threading.Semaphore(0)

    def abandoned() -> float:
        asked.release()
        return hung

    monkeypatch.setattr(supervisor_module, "count_seconds_abandoned", abandoned)
    beats: list[float] = []

    def nothing() -> Camera:
        raise CameraTrouble("The camera hangs.", "Wait.")

    service: Any = Client()
    supervisor = CameraSupervisor(LoopConfig(nothing, Watcher, service), lambda: beats.append(hung))  # type: ignore[arg-type] # stand-ins
    supervisor.start()
    for seconds in (0.0, supervisor_module.MAX_HANG - 1, supervisor_module.MAX_HANG):
        hung = seconds
        while asked.acquire(blocking=False):
            pass
        for _ in range(3):
            assert asked.acquire(timeout=PATIENCE)
    supervisor.close()
    assert supervisor_module.MAX_HANG - 1 in beats
    assert beats.count(supervisor_module.MAX_HANG) <= 1
