"""The supervisor passes on what settles, tells how the camera does, and never stops the game."""

import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from structlog.testing import capture_logs

from pi_bunco.devices.ports import CameraTrouble
from pi_bunco.frames import Frame, Reading, Status
from pi_bunco.game.commands import DiceSettled
from pi_bunco.stations.loop import LoopConfig
from pi_bunco.stations.supervisor import CameraSupervisor
from pi_bunco.views.devices import CameraStatus, DiceMotion
from pi_bunco.vision.watch import SettledDice

PICTURE = np.full((48, 64, 3), 90, np.uint8)


@dataclass
class Client:
    """A service that remembers what it was told, and wakes who waits for a word."""

    phase: str = "playing"
    dice: int = 3
    told: list[Any] = field(default_factory=list)
    news: threading.Condition = field(default_factory=threading.Condition)

    def view(self) -> Any:
        return SimpleNamespace(phase=self.phase, dice=self.dice)

    def send(self, what: Any) -> None:
        with self.news:
            self.told.append(what)
            self.news.notify_all()

    def until(self, word: str) -> list[Any]:
        with self.news:
            assert self.news.wait_for(lambda: any(word in str(what) for what in self.told), 10), self.told
            return list(self.told)


class Watcher:
    """A watcher that finds a throw in every second picture and one more at the end."""

    moving = False

    dice: int | None = 3

    def see(self, frame: Frame) -> list[SettledDice]:
        return [self._settled(frame.index)] if frame.index % 2 else []

    def finish(self) -> list[SettledDice]:
        return [self._settled(99)]

    def _settled(self, index: int) -> SettledDice:
        return SettledDice(
            index, index, Reading(Status.DOUBTFUL, (), f"{self.dice} dice"), frame(index), at_start=False
        )


def frame(index: int) -> Frame:
    return Frame(PICTURE, index, float(index))


@dataclass
class Camera:
    """A camera with so many pictures."""

    pictures: int
    live: bool = False
    name: str = "party.mp4"
    trouble: CameraTrouble | None = None

    def frames(self) -> Iterator[Frame]:
        for index in range(self.pictures):
            yield frame(index)
        if self.trouble:
            raise self.trouble

    def close(self) -> None:
        pass


def look(camera: Camera, service: Client, last_word: str) -> list[Any]:
    supervisor = CameraSupervisor(LoopConfig(lambda: camera, Watcher, service))  # type: ignore[arg-type] # stand-ins
    supervisor.start()
    told = service.until(last_word)
    supervisor.close()
    return told


def test_supervisor_passes_on_every_throw_of_a_recording() -> None:
    """Each settled throw reaches the table once, the last one when the recording is over."""
    told = look(Camera(4), Client(), "is over")
    assert [each.frame.index for each in told if isinstance(each, DiceSettled)] == [1, 3, 99]
    assert [each.status for each in told if isinstance(each, CameraStatus)] == ["live", "none"]


def test_supervisor_expects_two_dice_in_a_die_off() -> None:
    """In a die-off the watcher is told to look for two dice."""
    told = look(Camera(2), Client(phase="dieoff", dice=2), "is over")
    assert next(each for each in told if isinstance(each, DiceSettled)).reading.reason == "2 dice"


def test_supervisor_holds_a_recording_until_the_first_bell() -> None:
    """A recording waits on its first picture while nobody has rung, then plays from there."""
    service = Client(phase="ready")
    supervisor = CameraSupervisor(LoopConfig(lambda: Camera(3), Watcher, service))  # type: ignore[arg-type] # stand-ins
    supervisor.start()
    service.until("DiceSettled")
    assert not any("is over" in str(what) for what in service.told)
    assert supervisor.encode_picture()
    service.phase = "playing"
    service.until("is over")
    supervisor.close()


def test_supervisor_tells_where_a_recording_breaks_off() -> None:
    """A recording that breaks off is told of as such, not as one that is over."""
    broken = Camera(2, trouble=CameraTrouble("party.mp4 breaks off after picture 2.", "Copy it again."))
    told = look(broken, Client(), "breaks off")
    assert not any("is over" in str(each) for each in told)


def test_supervisor_tells_a_lost_camera_and_tries_again() -> None:
    """A camera that was unplugged is told of with its remedy."""
    lost = Camera(2, live=True, name="/dev/video0", trouble=CameraTrouble("It is unplugged.", "Plug it in."))
    told = look(lost, Client(), "unplugged")
    assert [(each.status, each.says) for each in told if isinstance(each, CameraStatus)][:2] == [
        ("live", "/dev/video0 live"),
        ("trouble", "It is unplugged."),
    ]


def test_a_camera_that_cannot_be_opened_is_logged_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """With its remedy, for who started the table in a terminal; further tries that fail alike add nothing."""
    monkeypatch.setattr("pi_bunco.devices.camera.supervise.FIRST_PAUSE", 0.01)
    client, tries = Client(), count()

    def gone() -> Any:
        raise CameraTrouble(f"Gone {next(tries) // 3}.", "Look for it.")

    with capture_logs() as logged:
        supervisor = CameraSupervisor(LoopConfig(gone, Watcher, client))  # type: ignore[arg-type] # stand-ins
        supervisor.start()
        client.until("Gone 1")
        supervisor.close()
    assert [line["why"] for line in logged][:2] == ["Gone 0. Look for it.", "Gone 1. Look for it."]


def test_supervisor_outlives_a_fault_of_the_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault while looking is told on the page; the game goes on by taps."""

    def broken(_: Watcher, __: Frame) -> list[SettledDice]:
        raise RuntimeError("boom")

    monkeypatch.setattr(Watcher, "see", broken)
    told = look(Camera(2), Client(), "boom")
    assert "by tapping" in told[-1].remedy


def test_throws_of_a_test_are_shown_aside_and_not_counted() -> None:
    """While somebody tests the calibration every picture goes there too, and no throw reaches the game."""
    shown: list[int] = []
    service = Client()
    supervisor = CameraSupervisor(LoopConfig(lambda: Camera(3), Watcher, service))  # type: ignore[arg-type] # stand-ins
    supervisor.divert_frames(lambda frame: shown.append(frame.index))
    supervisor.start()
    service.until("is over")
    supervisor.close()
    assert shown == [1, 2]
    assert not [one for one in service.told if isinstance(one, DiceSettled)]


def test_the_page_is_told_how_pictures_are_read() -> None:
    """That the table is calibrated, or why not, stands beside the camera's state."""
    service = Client()
    opened, made = lambda: Camera(3), Watcher
    supervisor = CameraSupervisor(LoopConfig(opened, made, service, describe_reading=lambda _: "calibrated"))  # type: ignore[arg-type] # stand-ins
    supervisor.start()
    told = service.until("is over")
    supervisor.close()
    assert next(each.says for each in told if isinstance(each, CameraStatus)) == "party.mp4 live, calibrated"


class Paced(Camera):
    """A live camera in whose room the light goes out, and that can be asked for fewer pictures."""

    def __init__(self, levels: list[int]) -> None:
        super().__init__(len(levels), live=True, name="Pi camera")
        self.levels = levels
        self.paces: list[float | None] = []

    def frames(self) -> Iterator[Frame]:
        for index, level in enumerate(self.levels):
            yield Frame(np.full((48, 64, 3), level, np.uint8), index, float(index))

    def pace(self, rate: float | None) -> None:
        self.paces.append(rate)


def test_supervisor_tells_when_it_is_too_dark_and_counts_nothing_meanwhile() -> None:
    """Without light nothing is read and the page says what to do; with light a fresh watcher goes on."""
    made: list[Watcher] = []

    def make() -> Watcher:
        made.append(Watcher())
        return made[-1]

    service = Client()
    camera = Paced([90] * 4 + [5] * 6 + [90] * 8)
    supervisor = CameraSupervisor(LoopConfig(lambda: camera, make, service))  # type: ignore[arg-type] # stand-ins
    supervisor.start()
    service.until("index=17")
    supervisor.close()
    says = [(each.status, each.says) for each in service.told if isinstance(each, CameraStatus)]
    assert says[:3] == [
        ("live", "Pi camera live"),
        ("trouble", "It is too dark to read the dice."),
        ("live", "Pi camera live"),
    ]
    seen = [each.frame.index for each in service.told if isinstance(each, DiceSettled)]
    assert set(seen) == {1, 3, 5, 13, 15, 17}
    assert len(made) == 2


def test_supervisor_asks_a_camera_for_as_many_pictures_as_the_board_can_bear() -> None:
    """A new rate is passed on once, and anew to a camera that was opened again."""
    rates = iter([30.0, 30.0, 15.0, 15.0, 15.0])
    service = Client()
    camera = Paced([90] * 5)
    supervisor = CameraSupervisor(LoopConfig(lambda: camera, Watcher, service, get_rate=lambda: next(rates)))  # type: ignore[arg-type] # stand-ins
    supervisor.start()
    service.until("index=3")
    supervisor.close()
    assert camera.paces == [30.0, 15.0]


def test_a_table_that_must_stop_is_told_until_its_dice_rest() -> None:
    """Motion is told while nobody is to throw there, once when it begins and once when it ends."""
    moves = {1: True, 2: True, 3: False, 4: True}

    class Moved(Watcher):
        def see(self, frame: Frame) -> list[SettledDice]:
            self.moving = moves[frame.index]
            return []

    service = Client(dice=0)
    supervisor = CameraSupervisor(LoopConfig(lambda: Camera(5), Moved, service))  # type: ignore[arg-type] # stand-ins
    supervisor.start()
    told = service.until("is over")
    supervisor.close()
    assert [said.moving for said in told if isinstance(said, DiceMotion)] == [True, False, True, False]
