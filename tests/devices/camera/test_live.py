"""What all live cameras do, with sources that play a script of pictures, errors and waits."""

from collections.abc import Callable, Mapping
from threading import Event, Thread

import numpy as np
import pytest

from pi_bunco.devices.camera import fetching, live
from pi_bunco.devices.camera.live import CameraHangs, LiveCamera
from pi_bunco.devices.camera.source import Shot
from pi_bunco.devices.ports import CameraTrouble, NotKept, count_broken, lock
from pi_bunco.frames import Image
from pi_bunco.pictures import Damaged
from pi_bunco.pictures.packed_picture import PackedPicture

LONG = 30.0  # seconds after which a test counts as hung
BROKEN = 255  # the number of a picture that cannot be unpacked


class Scripted:
    """A source that plays one step of a script in each ``wait``; at the end it hangs until ``release``.

    A step is the grey level of the next picture, an error to raise, or a function to call first.
    """

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


def test_live_returns_the_newest_picture_and_skips_older_ones() -> None:
    """A reader that was busy gets the newest picture; the picture's number counts the missed ones too."""
    source = Scripted(10, 11, 12)
    camera = LiveCamera("fake", source, "")
    assert source.hung.wait(LONG)
    frame = next(camera.frames())
    assert (frame.index, frame.image[0, 0, 0]) == (2, 12)
    source.release.set()
    camera.close()


def test_live_returns_every_picture_once() -> None:
    """Pictures that are fetched in time come in order, none twice."""
    step = Event()

    def wait() -> None:
        step.wait(LONG)
        step.clear()

    source = Scripted(0, wait, 1, wait, 2, wait)
    camera = LiveCamera("fake", source, "")
    frames = camera.frames()
    pictures = []
    for _ in range(3):
        frame = next(frames)
        pictures.append((frame.index, int(frame.image[0, 0, 0])))
        step.set()
    assert pictures == [(0, 0), (1, 1), (2, 2)]
    source.release.set()
    camera.close()


def test_live_reports_a_lost_camera() -> None:
    """If a source raises a CameraTrouble, ``frames()`` raises it and the device is closed."""
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


def test_live_returns_the_last_picture_before_an_error() -> None:
    """If a camera is lost right after a picture, the picture comes before the error."""
    source = Scripted(7, CameraTrouble("The cable is out.", "Put it in."))
    camera = LiveCamera("fake", source, "")
    assert source.closed.wait(LONG)
    frames = camera.frames()
    assert next(frames).image[0, 0, 0] == 7
    with pytest.raises(CameraTrouble, match="The cable is out"):
        next(frames)


def test_live_reports_a_driver_that_hangs() -> None:
    """A driver that stops answering is reported after a limited time, with what to do."""
    source = Scripted(1)
    camera = LiveCamera("fake", source, "Plug it in again.", patience=0.02)
    frames = camera.frames()
    next(frames)
    with pytest.raises(CameraTrouble, match=r"fake has given no picture .* Plug it in again"):
        next(frames)
    source.release.set()
    camera.close()


def test_live_refuses_a_camera_without_a_first_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    """A device that opens but sends no picture is refused and closed."""
    monkeypatch.setattr(live, "_CLOSE_TIMEOUT", 0.0)
    source = Scripted()
    with pytest.raises(CameraTrouble, match="no picture"):
        LiveCamera("fake", source, "", opening=0.02)
    source.release.set()
    assert source.closed.wait(LONG)


def test_live_close_ends_frames_from_another_thread() -> None:
    """A thread that waits for a picture ends when another thread closes the camera."""
    source = Scripted(1)
    camera = LiveCamera("fake", source, "", patience=LONG)
    got_picture = Event()

    def read() -> None:
        for _ in camera.frames():
            got_picture.set()

    reader = Thread(target=read)
    reader.start()
    assert got_picture.wait(LONG)
    source.release.set()
    camera.close()
    camera.close()
    reader.join(LONG)
    assert not reader.is_alive()
    assert source.closed.is_set()


def test_live_unexpected_error_reaches_the_reader() -> None:
    """An unexpected error of a backend reaches the code that reads the pictures, unchanged."""
    gone = Event()
    camera = LiveCamera("fake", Scripted(1, lambda: gone.wait(LONG), ZeroDivisionError("oh")), "")
    frames = camera.frames()
    next(frames)
    gone.set()
    with pytest.raises(ZeroDivisionError, match="oh"):
        next(frames)


def test_live_locks_nothing_without_settings() -> None:
    """Locking a camera without settings returns an empty dictionary."""
    source = Scripted(1)
    source.release.set()  # so that picture follows picture
    camera = LiveCamera("fake", source, "")
    assert lock(camera, {}) == {}
    camera.close()


def test_live_locking_does_not_wait_for_a_hanging_camera() -> None:
    """Locking a camera whose driver hangs raises a CameraTrouble after a limited time."""
    source = Scripted(1)
    camera = LiveCamera("fake", source, "Plug it in again.", patience=0.05)
    assert source.hung.wait(LONG)
    with pytest.raises(CameraTrouble, match=r"fake does not answer\. Plug it in again\."):
        lock(camera, {})
    source.release.set()
    camera.close()


def test_live_locking_a_lost_camera_reports_why_it_is_lost() -> None:
    """Locking a lost camera raises the error with which it was lost."""
    source = Scripted(1, CameraTrouble("It is gone.", "Plug it in."))
    camera = LiveCamera("fake", source, "")
    assert source.closed.wait(LONG)
    with pytest.raises(CameraTrouble, match=r"It is gone\."):
        lock(camera, {})
    camera.close()


class Lockable(Scripted):
    """A source with settings that it keeps, or does not keep."""

    def __init__(self, *, keeps: bool) -> None:
        super().__init__(1)
        self.keeps = keeps
        self.release.set()

    def lock(self, wanted: Mapping[str, float]) -> dict[str, float]:
        if not self.keeps:
            raise NotKept("It does as it likes.", "Calibrate it again.")
        return dict(wanted)


def test_live_goes_on_if_a_camera_does_not_keep_its_settings() -> None:
    """If a camera does not keep a setting, ``lock`` raises. Pictures still come, and another try may work."""
    source = Lockable(keeps=False)
    camera = LiveCamera("fake", source, "")
    with pytest.raises(NotKept, match="does as it likes"):
        lock(camera, {"gain": 2.0})
    next(camera.frames())
    source.keeps = True
    assert lock(camera, {"gain": 2.0}) == {"gain": 2.0}
    camera.close()


def test_live_skips_a_broken_picture() -> None:
    """A picture that cannot be unpacked is skipped; the numbers of later pictures count it."""
    source = Scripted(1, BROKEN, 3)
    camera = LiveCamera("fake", source, "")
    assert source.hung.wait(LONG)
    frame = next(camera.frames())
    assert (frame.index, int(frame.image[0, 0, 0])) == (2, 3)
    source.release.set()
    camera.close()


class Clock:
    """A clock that moves on by a step each time it is read."""

    def __init__(self, step: float) -> None:
        self.now, self.step = 0.0, step

    def monotonic(self) -> float:
        self.now += self.step
        return self.now


@pytest.mark.parametrize(("rate", "taken"), [(None, 61), (10.0, 21), (30.0, 61), (20.0, 41)])
def test_live_slower_pace_unpacks_fewer_pictures(
    monkeypatch: pytest.MonkeyPatch, rate: float | None, taken: int
) -> None:
    """Of 61 pictures in 2 seconds only ``taken`` are unpacked, and each keeps its number."""
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
    """A source that can take fewer pictures itself."""

    def __init__(self) -> None:
        super().__init__(1)
        self.paces: list[float | None] = []
        self.release.set()

    def pace(self, rate: float | None) -> None:
        self.paces.append(rate)


def test_live_passes_a_new_pace_to_the_device() -> None:
    """A device that can take fewer pictures gets each new pace once."""
    source = Slowing()
    camera = LiveCamera("fake", source, "")
    camera.pace(5.0)
    assert lock(camera, {}) == {}  # the thread has gone round
    assert lock(camera, {}) == {}
    assert source.paces == [5.0]
    camera.close()


def test_live_hangs_if_its_driver_still_has_the_camera(monkeypatch: pytest.MonkeyPatch) -> None:
    """A driver that does not answer after ``close`` hangs until it answers; a closed camera does not."""
    monkeypatch.setattr(live, "_CLOSE_TIMEOUT", 0.0)
    source = Scripted(1)
    camera = LiveCamera("fake", source, "")
    assert source.hung.wait(LONG)
    camera.close()
    assert camera.hangs
    source.release.set()
    assert source.closed.wait(LONG)
    assert camera._fetching.wait_until_closed(LONG)
    assert not camera.hangs


class Slow(Scripted):
    """A source that opens when ``ready`` is set; it counts how often it is opened."""

    def __init__(self) -> None:
        super().__init__(1)
        self.ready, self.open = Event(), Event()
        self.opened = 0
        self.release.set()

    def __call__(self) -> "Slow":
        self.opened += 1
        self.ready.wait(LONG)
        self.open.set()
        return self


def test_live_camera_that_does_not_open_hangs(monkeypatch: pytest.MonkeyPatch) -> None:
    """If a driver neither opens its camera nor answers, only another process can open it."""
    monkeypatch.setattr(live, "_CLOSE_TIMEOUT", 0.0)
    source = Slow()
    with pytest.raises(CameraHangs, match=r"slow is still starting: .* If none comes: Plug it in\."):
        LiveCamera("slow", source, "Plug it in.", opening=0.02)
    source.ready.set()
    assert source.closed.wait(LONG)  # it is closed when the driver answers after all
    assert not source.taken


def test_live_close_breaks_off_a_waiting_source(monkeypatch: pytest.MonkeyPatch) -> None:
    """Closing a camera calls ``break_off`` of a source that has it, so that the source stops waiting."""
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


def test_live_reports_that_all_pictures_arrive_broken() -> None:
    """If only broken pictures arrive, the error states their number instead of calling the camera silent."""
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


def test_live_counts_a_picture_that_proves_broken_later() -> None:
    """A picture that proves broken only when it is unpacked counts as broken from then on."""

    def fail_to_unpack() -> Image:
        raise Damaged("it breaks off")

    class Late(Scripted):
        def take(self) -> Shot | None:
            return Shot(PackedPicture(fail_to_unpack, (4, 4, 3)), small=np.zeros((4, 4), np.uint8))

    source = Late(1)
    camera = LiveCamera("fake", source, "")
    frame = next(camera.frames())
    assert count_broken(camera) == 0
    assert not frame.intact
    assert count_broken(camera) == 1
    source.release.set()
    camera.close()
