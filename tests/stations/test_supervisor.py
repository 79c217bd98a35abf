"""The supervisor passes on settled dice, reports the camera's state, and never stops the game."""

import threading
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import count
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from structlog.testing import capture_logs

from pi_bunco.devices.ports import CameraTrouble
from pi_bunco.frames import Doubt, Frame, Reading, Status
from pi_bunco.game.commands import DiceSettled
from pi_bunco.stations.loop import LoopConfig
from pi_bunco.stations.supervisor import CameraSupervisor
from pi_bunco.views.devices import CameraStatus, DiceMotion
from pi_bunco.views.moment import HereView
from pi_bunco.vision.frozen import FROZEN
from pi_bunco.vision.watch import SettledDice
from pi_bunco.vision.watch import Watcher as FilmWatcher
from tests.vision.settle.film import Drawn, Film, Oracle

PICTURE = np.full((48, 64, 3), 90, np.uint8)
FIRST = (Drawn(80, 70, 10, 3), Drawn(160, 150, 35, 5), Drawn(240, 80, 70, 1))


@dataclass
class Client:
    """A service that records its messages; ``wait_for`` waits until a message contains a word."""

    phase: str = "playing"
    dice: int = 3
    messages: list[Any] = field(default_factory=list)
    news: threading.Condition = field(default_factory=threading.Condition)

    def view(self) -> Any:
        return SimpleNamespace(phase=self.phase, dice=self.dice, here=HereView())

    def send(self, message: Any) -> None:
        with self.news:
            self.messages.append(message)
            self.news.notify_all()

    def wait_for(self, word: str) -> list[Any]:
        with self.news:
            found = self.news.wait_for(lambda: any(word in str(message) for message in self.messages), 60)
            assert found, self.messages
            return list(self.messages)


class Watcher:
    """A watcher that finds a throw in every second picture and one more at the end."""

    moving = False

    dice: int | None = 3

    def see(self, frame: Frame) -> list[SettledDice]:
        return [self._settled(frame.index)] if frame.index % 2 else []

    def note_busy(self, seconds: float) -> None:
        assert seconds >= 0

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
    """Supervise a camera until a message contains ``last_word``; return all messages."""
    supervisor = CameraSupervisor(LoopConfig(lambda: camera, Watcher, service))  # type: ignore[arg-type] # stand-ins
    supervisor.start()
    messages = service.wait_for(last_word)
    supervisor.close()
    return messages


def test_supervisor_passes_on_every_throw_of_a_recording() -> None:
    """Each settled throw reaches the table once, and the last one when the recording is over."""
    messages = look(Camera(4), Client(), "is over")
    assert [each.frame.index for each in messages if isinstance(each, DiceSettled)] == [1, 3, 99]
    assert [each.status for each in messages if isinstance(each, CameraStatus)] == ["live", "none"]


def test_supervisor_expects_two_dice_in_a_die_off() -> None:
    """In a die-off the watcher looks for two dice."""
    messages = look(Camera(2), Client(phase="dieoff", dice=2), "is over")
    assert next(each for each in messages if isinstance(each, DiceSettled)).reading.reason == "2 dice"


def test_supervisor_holds_a_recording_until_the_first_bell() -> None:
    """A recording stops at its first picture until the bell rings, then plays from there."""
    service = Client(phase="ready")
    supervisor = CameraSupervisor(LoopConfig(lambda: Camera(3), Watcher, service))  # type: ignore[arg-type] # stand-ins
    supervisor.start()
    service.wait_for("DiceSettled")
    assert not any("is over" in str(message) for message in service.messages)
    assert supervisor.encode_picture()
    service.phase = "playing"
    service.wait_for("is over")
    supervisor.close()


def test_supervisor_reports_that_a_recording_breaks_off() -> None:
    """A recording that breaks off is reported as that, not as one that is over."""
    broken = Camera(2, trouble=CameraTrouble("party.mp4 breaks off after picture 2.", "Copy it again."))

    assert not any("is over" in str(each) for each in look(broken, Client(), "breaks off"))


def test_supervisor_reports_a_lost_camera() -> None:
    """The message about an unplugged camera follows the one that it is live."""
    lost = Camera(2, live=True, name="/dev/video0", trouble=CameraTrouble("It is unplugged.", "Plug it in."))
    messages = look(lost, Client(), "unplugged")
    assert [(each.status, each.says) for each in messages if isinstance(each, CameraStatus)][:2] == [
        ("live", "/dev/video0 live"),
        ("trouble", "It is unplugged."),
    ]


def test_supervisor_logs_a_camera_that_cannot_be_opened_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The log gets why a camera cannot be opened and what to do, but not again while it fails alike."""
    monkeypatch.setattr("pi_bunco.devices.camera.supervise.FIRST_PAUSE", 0.01)
    client, tries = Client(), count()

    def gone() -> Any:
        raise CameraTrouble(f"Gone {next(tries) // 3}.", "Look for it.")

    with capture_logs() as logged:
        supervisor = CameraSupervisor(LoopConfig(gone, Watcher, client))  # type: ignore[arg-type] # stand-ins
        supervisor.start()
        client.wait_for("Gone 1")
        supervisor.close()
    assert [line["why"] for line in logged][:2] == ["Gone 0. Look for it.", "Gone 1. Look for it."]


def test_supervisor_survives_an_error_of_the_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    """The page shows an unexpected error of the reader, and that the game goes on by tapping."""

    def broken(_: Watcher, __: Frame) -> list[SettledDice]:
        raise RuntimeError("boom")

    monkeypatch.setattr(Watcher, "see", broken)

    assert "by tapping" in look(Camera(2), Client(), "boom")[-1].remedy


def test_supervisor_diverts_frames_from_the_game() -> None:
    """While frames are diverted to a test of the calibration, no throw reaches the game."""
    diverted: list[int] = []
    service = Client()
    supervisor = CameraSupervisor(LoopConfig(lambda: Camera(3), Watcher, service))  # type: ignore[arg-type] # stand-ins
    supervisor.divert_frames(lambda frame: diverted.append(frame.index))
    supervisor.start()
    service.wait_for("is over")
    supervisor.close()

    assert diverted == [1, 2]
    assert not [each for each in service.messages if isinstance(each, DiceSettled)]


def test_supervisor_reports_how_pictures_are_read() -> None:
    """The message about a live camera also says whether the table is calibrated."""
    service = Client()
    config = LoopConfig(lambda: Camera(3), Watcher, service, describe_reading=lambda _: "calibrated")  # type: ignore[arg-type] # stand-ins
    supervisor = CameraSupervisor(config)
    supervisor.start()
    messages = service.wait_for("is over")
    supervisor.close()
    status = next(each for each in messages if isinstance(each, CameraStatus))
    assert status.says == "party.mp4 live, calibrated"


class Paced(Camera):
    """A live camera with a grey level for each picture; it records the paces that are asked of it."""

    def __init__(self, levels: list[int]) -> None:
        super().__init__(len(levels), live=True, name="Pi camera")
        self.levels = levels
        self.paces: list[float | None] = []

    def frames(self) -> Iterator[Frame]:
        for index, level in enumerate(self.levels):
            yield Frame(np.full((48, 64, 3), level, np.uint8), index, float(index))

    def pace(self, rate: float | None) -> None:
        self.paces.append(rate)


def test_supervisor_reports_darkness_and_reads_nothing_in_it() -> None:
    """In the dark no throw is read and the page reports it; after that a new watcher reads on."""
    watchers: list[Watcher] = []

    def make_watcher() -> Watcher:
        watchers.append(Watcher())
        return watchers[-1]

    service = Client()
    camera = Paced([90] * 4 + [5] * 6 + [90] * 8)
    supervisor = CameraSupervisor(LoopConfig(lambda: camera, make_watcher, service))  # type: ignore[arg-type] # stand-ins
    supervisor.start()
    service.wait_for("index=17")
    supervisor.close()
    statuses = [(each.status, each.says) for each in service.messages if isinstance(each, CameraStatus)]
    assert statuses[:3] == [
        ("live", "Pi camera live"),
        ("trouble", "It is too dark to read the dice."),
        ("live", "Pi camera live"),
    ]

    settled = {each.frame.index for each in service.messages if isinstance(each, DiceSettled)}
    assert settled == {1, 3, 5, 13, 15, 17}
    assert len(watchers) == 2


def test_supervisor_reports_a_camera_that_repeats_one_picture() -> None:
    """A frozen camera is reported and nothing is read; afterwards the same watcher asks about other dice."""
    film = Film()
    film.add(())
    film.add((), times=60)
    film.add(FIRST, times=60)
    frozen = range(20, 100)
    film.frames[20:100] = [
        replace(film.frames[19], index=each.index, taken=each.taken) for each in film.frames[20:100]
    ]
    camera, service = SimpleNamespace(name="usb", live=True, frames=lambda: iter(film.frames)), Client()
    camera.close = lambda: None
    oracle = Oracle(film)
    supervisor = CameraSupervisor(LoopConfig(lambda: camera, lambda: FilmWatcher(oracle), service))  # type: ignore[arg-type] # stand-ins
    supervisor.start()
    messages = service.wait_for("UNSEEN")
    supervisor.close()
    statuses = [each.says for each in messages if isinstance(each, CameraStatus)]
    assert statuses[:3] == ["usb live", FROZEN.text, "usb live"]
    (settled,) = (each for each in messages if isinstance(each, DiceSettled))
    assert (settled.reading.doubt, settled.reading.values) == (Doubt.UNSEEN, (3, 5, 1))
    assert not set(oracle.film.reads) & set(frozen)


def test_supervisor_never_calls_the_mock_camera_frozen() -> None:
    """The pictures of a mock camera may be identical."""
    service = Client()
    supervisor = CameraSupervisor(LoopConfig(lambda: Paced([90] * 30), Watcher, service, mock=True))  # type: ignore[arg-type] # stand-ins
    supervisor.start()
    messages = service.wait_for("index=29")
    supervisor.close()
    assert [each.status for each in messages if isinstance(each, CameraStatus)][:1] == ["live"]
    assert FROZEN.text not in str(messages)


def test_supervisor_passes_a_new_rate_to_the_camera_once() -> None:
    """The supervisor asks the camera for another rate only when the rate changes."""
    rates = iter([30.0, 30.0, 15.0, 15.0, 15.0])
    service = Client()
    camera = Paced([90] * 5)
    supervisor = CameraSupervisor(LoopConfig(lambda: camera, Watcher, service, get_rate=lambda: next(rates)))  # type: ignore[arg-type] # stand-ins
    supervisor.start()
    service.wait_for("index=3")
    supervisor.close()
    assert camera.paces == [30.0, 15.0]


def test_supervisor_reports_motion_while_no_throw_is_expected() -> None:
    """While no dice are expected, the beginning and the end of each motion are reported once."""
    moves = {1: True, 2: True, 3: False, 4: True}

    class Moved(Watcher):
        def see(self, frame: Frame) -> list[SettledDice]:
            self.moving = moves[frame.index]
            return []

    service = Client(dice=0)
    supervisor = CameraSupervisor(LoopConfig(lambda: Camera(5), Moved, service))  # type: ignore[arg-type] # stand-ins
    supervisor.start()
    messages = service.wait_for("is over")
    supervisor.close()
    assert [each.moving for each in messages if isinstance(each, DiceMotion)] == [True, False, True, False]
