"""The loop sends settled dice and the camera's state to the table's program."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import count
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from structlog.testing import capture_logs

from pi_bunco.devices.camera.live import CameraHangs
from pi_bunco.devices.ports import CameraTrouble
from pi_bunco.frames import Frame
from pi_bunco.messages.down import Wanted
from pi_bunco.messages.up import CameraHealth, Moving, Seen
from pi_bunco.readings import Doubt, Reading, Status, Tumble
from pi_bunco.station.loop import CameraLoop, LoopConfig
from pi_bunco.vision.frozen import FROZEN
from pi_bunco.vision.watch import SettledDice
from pi_bunco.vision.watch import Watcher as FilmWatcher
from tests.vision.settle.film import Drawn, Film, Oracle

PICTURE = np.full((48, 64, 3), 90, np.uint8)
FIRST = (Drawn(80, 70, 10, 3), Drawn(160, 150, 35, 5), Drawn(240, 80, 70, 1))


@dataclass
class FakeLink:
    """A link that records its messages, and may do something with each."""

    wanted: Wanted = field(default_factory=lambda: Wanted(3, "1.1-1.playing"))
    rate: float | None = None
    messages: list[Any] = field(default_factory=list)
    react: Callable[[Any], object] = lambda _: None

    def send(self, message: Any) -> None:
        self.messages.append(message)
        self.react(message)

    def list_health(self) -> list[tuple[str, str]]:
        """Return the states of the camera that were sent, and the words for them."""
        return [(each.status, each.text) for each in self.messages if isinstance(each, CameraHealth)]

    def list_seen(self) -> list[Seen]:
        """Return the dice that were sent."""
        return [each for each in self.messages if isinstance(each, Seen)]


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


def watch(
    camera: Any, link: FakeLink, make_watcher: Callable[[], Any] = Watcher, **config: Any
) -> CameraLoop:
    """Watch a camera until its pictures end, and return the loop."""
    loop = make_loop(lambda: camera, link, make_watcher, **config)
    loop.run()
    return loop


def make_loop(
    open_camera: Callable[[], Any], link: FakeLink, make_watcher: Callable[[], Any] = Watcher, **config: Any
) -> CameraLoop:
    return CameraLoop(LoopConfig(open_camera, make_watcher, link, **config))  # type: ignore[arg-type] # stand-ins


def stop_at(link: FakeLink, open_camera: Callable[[], Any], word: str, **config: Any) -> CameraLoop:
    """Watch until a message contains a word."""
    loop = make_loop(open_camera, link, **config)
    link.react = lambda message: loop.stop() if word in str(message) else None
    loop.run()
    return loop


def test_loop_sends_every_throw_of_a_recording() -> None:
    """Each settled throw is sent once with its photo, and the last one when the recording is over."""
    link = FakeLink()
    watch(Camera(4), link)
    assert [each.index for each in link.list_seen()] == [1, 3, 99]
    first = link.list_seen()[0]
    assert (first.size, first.moment, first.file[:2]) == ((64, 48), "1.1-1.playing", b"\xff\xd8")
    assert link.list_health() == [("live", "party.mp4 live"), ("none", "party.mp4 is over")]


def test_loop_sends_times_as_ages() -> None:
    """No clock is sent: the times of a throw and of its photo are ages in milliseconds."""

    class Timed(Watcher):
        def see(self, frame: Frame) -> list[SettledDice]:
            return [replace(each, tumble=Tumble(-9.0, None, -2.0)) for each in super().see(frame)]

    link = FakeLink()
    watch(Camera(2), link, Timed)
    seen = link.list_seen()[0]
    assert seen.tumble is not None
    assert seen.tumble.fell is None
    assert seen.tumble.began - seen.tumble.rested == pytest.approx(7000)
    assert seen.age - seen.tumble.rested == pytest.approx(-3000)


def test_loop_looks_for_the_dice_that_are_wanted() -> None:
    """In a die-off the watcher looks for two dice."""
    link = FakeLink(Wanted(2, "1.1-1.dieoff"))
    watch(Camera(2), link)
    assert link.list_seen()[0].reading.reason == "2 dice"


def test_loop_holds_a_recording_until_the_first_bell() -> None:
    """A recording stops at its first picture until a round begins, then plays from there."""
    link = FakeLink(Wanted(begun=False))

    def ring(message: Any) -> None:
        if isinstance(message, Seen):
            assert "is over" not in str(link.messages)
            link.wanted = Wanted(3)

    link.react = ring
    loop = watch(Camera(3), link)
    assert loop.size == (64, 48)
    assert link.list_health()[-1] == ("none", "party.mp4 is over")


def test_loop_reports_that_a_recording_breaks_off() -> None:
    """A recording that breaks off is reported as that, not as one that is over."""
    link = FakeLink()
    watch(Camera(2, trouble=CameraTrouble("party.mp4 breaks off after picture 2.", "Copy it again.")), link)
    assert link.list_health()[-1] == ("trouble", "party.mp4 breaks off after picture 2.")


def test_loop_reports_a_lost_camera() -> None:
    """The message about an unplugged camera follows the one that it is live."""
    lost = Camera(2, live=True, name="/dev/video0", trouble=CameraTrouble("It is unplugged.", "Plug it in."))
    link = FakeLink()
    loop = make_loop(lambda: lost, link)
    link.react = lambda message: loop.stop() if "unplugged" in str(message) else None
    loop.run()
    # The state that ends the loop is the last one that is sent.
    assert link.list_health() == [("live", "/dev/video0 live"), ("trouble", "It is unplugged.")]
    assert loop.health.remedy == "Plug it in."


def test_loop_logs_a_camera_that_cannot_be_opened_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The log gets why a camera cannot be opened and what to do, but not again while it fails alike."""
    monkeypatch.setattr("pi_bunco.devices.camera.supervise.FIRST_PAUSE", 0.01)
    link, tries = FakeLink(), count()

    def gone() -> Any:
        raise CameraTrouble(f"Gone {next(tries) // 3}.", "Look for it.")

    with capture_logs() as logged:
        stop_at(link, gone, "Gone 1")
    assert [line["why"] for line in logged] == ["Gone 0. Look for it.", "Gone 1. Look for it."]


def test_loop_ends_with_a_camera_that_hangs() -> None:
    """Only another process can open a camera whose driver hangs, so the loop ends."""

    def hang() -> Any:
        raise CameraHangs("It does not answer.", "Unplug it.")

    with pytest.raises(CameraHangs, match="does not answer"):
        make_loop(hang, FakeLink()).run()


def test_loop_sends_no_throws_during_a_test() -> None:
    """While pictures are diverted to a test of the calibration, no throw is sent."""
    diverted: list[int] = []
    link = FakeLink()
    loop = make_loop(lambda: Camera(3), link)
    loop.receive = lambda frame: diverted.append(frame.index)
    loop.run()
    assert diverted == [1, 2]
    assert not link.list_seen()


def test_loop_reports_how_pictures_are_read() -> None:
    """The message about a live camera also says whether the table is calibrated."""
    link = FakeLink()
    watch(Camera(3), link, describe_reading=lambda _: "calibrated")
    assert link.list_health()[0] == ("live", "party.mp4 live, calibrated")


class Paced(Camera):
    """A live camera with a grey level for each picture; it records the paces that are asked of it."""

    def __init__(self, levels: list[int], react: Callable[[int], object] = lambda _: None) -> None:
        super().__init__(len(levels), live=True, name="Pi camera")
        self.levels, self.react = levels, react
        self.paces: list[float | None] = []

    def frames(self) -> Iterator[Frame]:
        for index, level in enumerate(self.levels):
            self.react(index)
            yield Frame(np.full((48, 64, 3), level, np.uint8), index, float(index))

    def pace(self, rate: float | None) -> None:
        self.paces.append(rate)


def test_loop_reports_darkness_and_reads_nothing_in_it() -> None:
    """In the dark no throw is read and the page reports it; after that a new watcher reads on."""
    watchers: list[Watcher] = []

    def make_watcher() -> Watcher:
        watchers.append(Watcher())
        return watchers[-1]

    link = FakeLink()
    watch(Paced([90] * 4 + [5] * 6 + [90] * 8), link, make_watcher)
    assert link.list_health() == [
        ("live", "Pi camera live"),
        ("trouble", "It is too dark to read the dice."),
        ("live", "Pi camera live"),
    ]
    assert {each.index for each in link.list_seen()} == {1, 3, 5, 13, 15, 17}
    assert len(watchers) == 2


def test_loop_reports_a_camera_that_repeats_one_picture() -> None:
    """A frozen camera is reported and nothing is read; afterwards the same watcher asks about other dice."""
    film = Film()
    film.add(())
    film.add((), times=60)
    film.add(FIRST, times=60)
    frozen = range(20, 100)
    film.frames[20:100] = [
        replace(film.frames[19], index=each.index, taken=each.taken) for each in film.frames[20:100]
    ]
    camera = SimpleNamespace(name="usb", live=True, frames=lambda: iter(film.frames), close=lambda: None)
    oracle, link = Oracle(film), FakeLink()
    watch(camera, link, lambda: FilmWatcher(oracle))
    assert [text for _, text in link.list_health()] == ["usb live", FROZEN.text, "usb live"]
    (seen,) = link.list_seen()
    assert (seen.reading.doubt, seen.reading.values) == (Doubt.UNSEEN, (3, 5, 1))
    assert not set(oracle.film.reads) & set(frozen)


def test_loop_never_calls_the_mock_camera_frozen() -> None:
    """The pictures of a mock camera may be identical."""
    link = FakeLink()
    watch(Paced([90] * 30), link, mock=True)
    assert link.list_health() == [("live", "Pi camera live")]


def test_loop_passes_a_new_rate_to_the_camera_once() -> None:
    """The loop asks the camera for another rate only when the rate changes."""
    link = FakeLink(rate=30.0)

    def cool(index: int) -> None:
        link.rate = 30.0 if index < 2 else 15.0

    camera = Paced([90] * 5, cool)
    watch(camera, link)
    assert camera.paces == [30.0, 15.0]


def test_loop_reports_motion_while_no_throw_is_expected() -> None:
    """While no dice are expected, the beginning and the end of each motion are reported once."""
    moves = {1: True, 2: True, 3: False, 4: True}

    class Moved(Watcher):
        def see(self, frame: Frame) -> list[SettledDice]:
            self.moving = moves[frame.index]
            return []

    link = FakeLink(Wanted())
    watch(Camera(5), link, Moved)
    assert [each.moving for each in link.messages if isinstance(each, Moving)] == [True, False, True, False]


def test_silence_is_measured_until_a_recording_is_over() -> None:
    """A loop is silent since its last picture or news; the end of a recording is no silence."""
    loop = make_loop(lambda: Camera(2), FakeLink())
    assert loop.measure_silence() > 0
    loop.run()
    assert loop.measure_silence() == 0
