"""What every live camera does, shown with sources that behave and misbehave on command."""

import time
from collections.abc import Callable, Mapping
from threading import Event, Thread

import numpy as np
import pytest

from pi_bunco.devices.camera import fetching, live
from pi_bunco.devices.camera.live import LiveCamera, count_seconds_abandoned
from pi_bunco.devices.camera.source import Shot
from pi_bunco.devices.ports import CameraTrouble, NotKept, count_broken, lock
from pi_bunco.frames import Image
from pi_bunco.pictures import Damaged
from pi_bunco.pictures.packed_picture import PackedPicture

LONG = 30.0  # seconds that a test waits before it calls itself hung
BROKEN = 255


class Scripted:
    """A source whose every wait does the next thing of a script; then it hangs until ``release``."""

    def __init__(self, *script: int | Exception | Callable[[], object]) -> None:
        self.script = list(script)
        self.shows = 0
        self.taken: list[int] = []
        self.hung = Event()
        self.release = Event()
        self.closed = Event()

    def __call__(self) -> "Scripted":
        return self

    def wait(self) -> None:
        while self.script:
            step = self.script.pop(0)
            if isinstance(step, int):
                self.shows = step
                return
            if isinstance(step, Exception):
                raise step
            step()
        self.hung.set()
        self.release.wait(LONG)
        self.shows = 0

    def take(self) -> Shot | None:
        self.taken.append(self.shows)
        return None if self.shows == BROKEN else Shot(np.full((4, 4, 3), self.shows, np.uint8))

    def close(self) -> None:
        self.closed.set()


def test_live_gives_the_newest_picture_and_skips_late_ones() -> None:
    """A consumer that was busy gets the newest picture, and its number tells how many it missed."""
    source = Scripted(10, 11, 12)
    camera = LiveCamera("fake", source, "")
    assert source.hung.wait(LONG)
    frame = next(camera.frames())
    assert (frame.index, frame.image[0, 0, 0]) == (2, 12)
    source.release.set()
    camera.close()


def test_live_gives_every_picture_once() -> None:
    """Pictures that are fetched in time come in order, none twice."""
    step = Event()

    def wait() -> None:
        step.wait(LONG)
        step.clear()

    source = Scripted(0, wait, 1, wait, 2, wait)
    camera = LiveCamera("fake", source, "")
    frames = camera.frames()
    seen = []
    for _ in range(3):
        frame = next(frames)
        seen.append((frame.index, int(frame.image[0, 0, 0])))
        step.set()
    assert seen == [(0, 0), (1, 1), (2, 2)]
    source.release.set()
    camera.close()


def test_live_tells_of_a_pulled_plug() -> None:
    """What the source says when it is lost comes out of frames(), and the device is given back."""
    lost = CameraTrouble("The cable is out.", "Put it in.")
    gone = Event()
    source = Scripted(1, lambda: gone.wait(LONG), lost)
    camera = LiveCamera("fake", source, "")
    frames = camera.frames()
    next(frames)
    gone.set()
    with pytest.raises(CameraTrouble, match="The cable is out"):
        next(frames)
    assert source.closed.wait(LONG)


def test_live_the_last_picture_before_the_end_is_given() -> None:
    """A camera that is lost right after a picture still shows that one."""
    source = Scripted(7, CameraTrouble("The cable is out.", "Put it in."))
    camera = LiveCamera("fake", source, "")
    assert source.closed.wait(LONG)
    frames = camera.frames()
    assert next(frames).image[0, 0, 0] == 7
    with pytest.raises(CameraTrouble, match="The cable is out"):
        next(frames)


def test_live_never_waits_for_ever() -> None:
    """A driver that stops answering is told of after some seconds, with what to do."""
    source = Scripted(1)
    camera = LiveCamera("fake", source, "Plug it in again.", patience=0.02)
    frames = camera.frames()
    next(frames)
    with pytest.raises(CameraTrouble, match=r"fake has given no picture .* Plug it in again"):
        next(frames)
    source.release.set()
    camera.close()


def test_live_refuses_a_camera_without_a_first_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    """A device that opens but shows nothing is not open."""
    monkeypatch.setattr(live, "_CLOSE_TIMEOUT", 0.0)
    source = Scripted()
    with pytest.raises(CameraTrouble, match="no picture"):
        LiveCamera("fake", source, "", opening=0.02)
    source.release.set()
    assert source.closed.wait(LONG)


def test_live_close_ends_frames_from_another_thread() -> None:
    """Somebody who waits for a picture is let go when the camera is closed elsewhere."""
    source = Scripted(1)
    camera = LiveCamera("fake", source, "", patience=LONG)
    got_one = Event()

    def read() -> None:
        for _ in camera.frames():
            got_one.set()

    reader = Thread(target=read)
    reader.start()
    assert got_one.wait(LONG)
    source.release.set()
    camera.close()
    camera.close()
    reader.join(LONG)
    assert not reader.is_alive()
    assert source.closed.is_set()


def test_live_mistakes_of_a_backend_are_not_swallowed() -> None:
    """An error that nobody expected reaches whoever reads the pictures, as it is."""
    gone = Event()
    camera = LiveCamera("fake", Scripted(1, lambda: gone.wait(LONG), ZeroDivisionError("oh")), "")
    frames = camera.frames()
    next(frames)
    gone.set()
    with pytest.raises(ZeroDivisionError, match="oh"):
        next(frames)


def test_live_a_source_that_cannot_be_locked_says_so() -> None:
    """A camera without such settings answers with none, between two of its pictures."""
    source = Scripted(1)
    source.release.set()  # so that picture follows picture
    camera = LiveCamera("fake", source, "")
    assert lock(camera, {}) == {}
    camera.close()


def test_live_a_stuck_camera_is_not_waited_for_to_lock() -> None:
    """A driver that hangs gives a sentence, not a hanging program."""
    source = Scripted(1)
    camera = LiveCamera("fake", source, "Plug it in again.", patience=0.05)
    assert source.hung.wait(LONG)
    with pytest.raises(CameraTrouble, match=r"fake does not answer\. Plug it in again\."):
        lock(camera, {})
    source.release.set()
    camera.close()


def test_live_a_lost_camera_cannot_be_locked() -> None:
    """Locking a camera that is gone tells why it is gone."""
    source = Scripted(1, CameraTrouble("It is gone.", "Plug it in."))
    camera = LiveCamera("fake", source, "")
    assert source.closed.wait(LONG)
    with pytest.raises(CameraTrouble, match=r"It is gone\."):
        lock(camera, {})
    camera.close()


class Holding(Scripted):
    """A source that keeps what it is told, or does not."""

    def __init__(self, *, keeps: bool) -> None:
        super().__init__(1)
        self.keeps = keeps
        self.release.set()

    def lock(self, wanted: Mapping[str, float]) -> dict[str, float]:
        if not self.keeps:
            raise NotKept("It does as it likes.", "Calibrate it again.")
        return dict(wanted)


def test_live_a_camera_that_does_not_keep_what_it_was_told_goes_on() -> None:
    """Whoever locks it is told; the pictures come as before, and another try may succeed."""
    source = Holding(keeps=False)
    camera = LiveCamera("fake", source, "")
    with pytest.raises(NotKept, match="does as it likes"):
        lock(camera, {"gain": 2.0})
    next(camera.frames())
    source.keeps = True
    assert lock(camera, {"gain": 2.0}) == {"gain": 2.0}
    camera.close()


def test_live_a_broken_picture_is_left_out() -> None:
    """A picture that cannot be unpacked is not shown, and its number shows that it is missing."""
    source = Scripted(1, BROKEN, 3)
    camera = LiveCamera("fake", source, "")
    assert source.hung.wait(LONG)
    frame = next(camera.frames())
    assert (frame.index, int(frame.image[0, 0, 0])) == (2, 3)
    source.release.set()
    camera.close()


class Clock:
    """A clock that goes on by a step each time somebody looks at it."""

    def __init__(self, step: float) -> None:
        self.now, self.step = 0.0, step

    def monotonic(self) -> float:
        self.now += self.step
        return self.now


@pytest.mark.parametrize(("rate", "taken"), [(None, 61), (10.0, 21), (30.0, 61), (20.0, 41)])
def test_live_a_slower_pace_unpacks_fewer_pictures(
    monkeypatch: pytest.MonkeyPatch, rate: float | None, taken: int
) -> None:
    """Of 61 pictures in 2 seconds only so many are unpacked; each has the number that it would have had."""
    monkeypatch.setattr(fetching, "time", Clock(1 / 30))
    begin = Event()
    source = Scripted(0, lambda: begin.wait(LONG), *range(1, 62))
    camera = LiveCamera("fake", source, "")
    camera.pace(rate)
    begin.set()
    assert source.hung.wait(LONG)
    assert abs(len(source.taken[1:]) - taken) <= 1
    assert next(camera.frames()).index == source.taken[-1]
    source.release.set()
    camera.close()


class Slowing(Scripted):
    """A source that can make fewer pictures itself."""

    def __init__(self) -> None:
        super().__init__(1)
        self.paces: list[float | None] = []
        self.release.set()

    def pace(self, rate: float | None) -> None:
        self.paces.append(rate)


def test_live_a_device_that_can_make_fewer_pictures_is_told() -> None:
    """Such a device is told each new pace once, in its own thread."""
    source = Slowing()
    camera = LiveCamera("fake", source, "")
    camera.pace(5.0)
    assert lock(camera, {}) == {}  # the thread has gone round
    assert lock(camera, {}) == {}
    assert source.paces == [5.0]
    camera.close()


@pytest.mark.parametrize(
    ("pictures", "rarely", "counts"), [(5, 600.0, False), (5, 0.0, True), (150, 600.0, True)]
)
def test_live_a_camera_that_was_well_and_hangs_is_counted(
    monkeypatch: pytest.MonkeyPatch, pictures: int, rarely: float, *, counts: bool
) -> None:
    """One that was well is held against its driver at once, another later, while that does not answer."""
    monkeypatch.setattr(live, "_CLOSE_TIMEOUT", 0.0)
    monkeypatch.setattr(live, "_NEVER_WORKED_WAIT", rarely)
    source = Scripted(*[1] * pictures)
    camera = LiveCamera("fake", source, "")
    assert source.hung.wait(LONG)
    assert count_seconds_abandoned() == 0
    camera.close()
    assert (count_seconds_abandoned() > 0) == counts
    source.release.set()
    assert source.closed.wait(LONG)
    assert camera._fetching.wait_until_closed(LONG)
    assert count_seconds_abandoned() == 0


class Slow(Scripted):
    """A source that takes until ``ready`` to open; it counts how often it was asked to, and lives on."""

    def __init__(self) -> None:
        super().__init__(1)
        self.ready = Event()
        self.opened = 0
        self.release.set()

    def __call__(self) -> "Slow":
        self.opened += 1
        self.ready.wait(LONG)
        return self


def test_live_a_camera_that_starts_slowly_is_waited_for_and_not_opened_twice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each try says that it is still starting; once it is open the next one has its pictures."""
    monkeypatch.setattr(live, "_CLOSE_TIMEOUT", 0.0)
    source = Slow()
    for _ in range(3):
        with pytest.raises(CameraTrouble, match=r"slow is still starting: .* If none comes: Plug it in\."):
            LiveCamera("slow", source, "Plug it in.", opening=0.02)

    def get_ready() -> None:  # once the next try waits for it, or it would be given back at once
        while held.overdue:
            time.sleep(0.001)
        source.ready.set()

    held = live._holding["slow"]
    Thread(target=get_ready).start()
    camera = LiveCamera("slow", source, "Plug it in.", opening=LONG)
    assert next(camera.frames()).index >= 0
    assert source.opened == 1
    assert not source.closed.is_set()
    camera.close()
    assert source.closed.wait(LONG)


def test_live_a_camera_that_opens_when_nobody_wants_it_any_more_is_given_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The thread that was left to a slow driver gives the camera back when it comes, for anybody to use."""
    monkeypatch.setattr(live, "_CLOSE_TIMEOUT", 0.0)
    source = Slow()
    with pytest.raises(CameraTrouble, match="still starting"):
        LiveCamera("late", source, "", opening=0.02)
    source.ready.set()
    assert source.closed.wait(LONG)
    assert not source.taken


def test_live_a_camera_that_nobody_gave_back_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """While a driver keeps it no second one is opened: that would find it busy. Given back, it is opened."""
    monkeypatch.setattr(live, "_CLOSE_TIMEOUT", 0.0)
    hung, fresh = Scripted(1), Scripted(2)
    LiveCamera("held", hung, "").close()
    opened: list[Scripted] = []

    def again() -> Scripted:
        opened.append(fresh)
        return fresh

    with pytest.raises(CameraTrouble, match=r"held hangs.* Plug it in\. .*start pi-bunco again"):
        LiveCamera("held", again, "Plug it in.", opening=0.02)
    assert not opened
    asked = Thread(target=hung.release.set)
    asked.start()
    camera = LiveCamera("held", again, "", opening=LONG)
    assert hung.closed.is_set()
    assert next(camera.frames()).image[0, 0, 0] == 2
    fresh.release.set()
    camera.close()
    asked.join()


def test_live_two_tries_at_once_open_one_camera(monkeypatch: pytest.MonkeyPatch) -> None:
    """A look that was given up and the one after it never have the same camera open together."""
    monkeypatch.setattr(live, "_CLOSE_TIMEOUT", LONG)
    first = Holding(keeps=True)
    camera = LiveCamera("both", first, "")
    with pytest.raises(CameraTrouble, match="both hangs"):
        LiveCamera("both", Scripted(2), "", opening=0.02)
    next(camera.frames())
    camera.close()


def test_live_a_source_that_can_be_broken_off_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """Closing a camera wakes a source that waits for a picture, where the source knows how."""
    monkeypatch.setattr(live, "_CLOSE_TIMEOUT", LONG)

    class Breakable(Scripted):
        def break_off(self) -> None:
            self.script.append(CameraTrouble("It was broken off.", ""))
            self.release.set()

    source = Breakable(1)
    camera = LiveCamera("breakable", source, "")
    assert source.hung.wait(LONG)
    camera.close()
    assert source.closed.is_set()


def test_live_says_that_all_pictures_come_broken() -> None:
    """A camera that sends broken pictures alone is not called silent: how many came is told."""
    source = Scripted(1, BROKEN, 3, BROKEN, BROKEN)
    camera = LiveCamera("fake", source, "Try another cable.", patience=0.05)
    assert source.hung.wait(LONG)
    frames = camera.frames()
    assert next(frames).index == 2
    with pytest.raises(
        CameraTrouble, match=r"The last 2 pictures of fake arrived broken\. Try another cable\."
    ):
        next(frames)
    assert (camera.broken, count_broken(camera)) == (3, 3)
    source.release.set()
    camera.close()


def test_live_counts_a_picture_that_shows_only_later_that_it_is_broken() -> None:
    """It was given, and is one of the broken ones once somebody has looked at it; the camera goes on."""

    def broken_one() -> Image:
        raise Damaged("it breaks off")

    class Late(Scripted):
        def take(self) -> Shot | None:
            return Shot(PackedPicture(broken_one, (4, 4, 3)), small=np.zeros((4, 4), np.uint8))

    source = Late(1)
    camera = LiveCamera("fake", source, "")
    frame = next(camera.frames())
    assert count_broken(camera) == 0
    assert not frame.intact
    assert count_broken(camera) == 1
    source.release.set()
    camera.close()
