"""Cameras that are lost and found, by a script; no test waits."""

from collections.abc import Iterator
from threading import Event

import numpy as np

from pi_bunco.devices.camera.supervise import HEALTHY, supervise_camera
from pi_bunco.devices.ports import CameraTrouble
from pi_bunco.frames import Frame

PULLED = CameraTrouble("The plug is out.", "Put it in.")


class FakeCamera:
    """Returns so many pictures, then is lost, or ends if not ``lost``."""

    name = "fake"

    def __init__(self, pictures: int, *, lost: bool = True, live: bool = True) -> None:
        self.pictures, self.lost, self.live = pictures, lost, live
        self.closed = 0

    def frames(self) -> Iterator[Frame]:
        for index in range(self.pictures):
            yield Frame(np.zeros((2, 2, 3), np.uint8), index, 0.0)
        if self.lost:
            raise PULLED

    def close(self) -> None:
        self.closed += 1


class Stopping(Event):
    """Records each pause instead of waiting, and is set after ``limit`` of them."""

    def __init__(self, limit: int) -> None:
        super().__init__()
        self.limit = limit
        self.pauses: list[float | None] = []

    def wait(self, timeout: float | None = None) -> bool:
        self.pauses.append(timeout)
        if len(self.pauses) >= self.limit:
            self.set()
        return self.is_set()


def play(script: list[FakeCamera | CameraTrouble], stopping: Stopping) -> tuple[int, list[CameraTrouble]]:
    """Open the cameras of a script in turn; return the number of pictures and the reported troubles."""
    troubles: list[CameraTrouble] = []
    steps = iter(script)

    def open_camera() -> FakeCamera:
        step = next(steps)
        if isinstance(step, CameraTrouble):
            raise step
        return step

    pictures = sum(
        len(list(frames)) for _, frames in supervise_camera(open_camera, troubles.append, stopping)
    )
    return pictures, troubles


def test_supervise_opens_again_after_a_pulled_plug() -> None:
    """A lost live camera is opened again; each trouble is reported and each camera closed once."""
    first, second = FakeCamera(3), FakeCamera(5)
    pictures, troubles = play([first, PULLED, second], stopping := Stopping(3))
    assert pictures == 8
    assert troubles == [PULLED] * 3
    assert (first.closed, second.closed) == (1, 1)
    assert stopping.pauses == [1.0, 2.0, 4.0]


def test_supervise_waits_longer_each_time_up_to_a_limit() -> None:
    """A camera that stays lost is tried again after 1, 2, 4, 8 and then every 15 seconds."""
    play([PULLED] * 7, stopping := Stopping(7))
    assert stopping.pauses == [1.0, 2.0, 4.0, 8.0, 15.0, 15.0, 15.0]


def test_supervise_only_a_healthy_camera_shortens_the_pause() -> None:
    """After a camera that worked for long the pause is 1 second; after one that failed early it doubles."""
    play([FakeCamera(1), FakeCamera(1), FakeCamera(HEALTHY), FakeCamera(1)], stopping := Stopping(4))
    assert stopping.pauses == [1.0, 2.0, 1.0, 2.0]


def test_supervise_does_not_restart_a_recording() -> None:
    """A recording that ends or breaks off is not opened again; only the break is reported."""
    for lost in (False, True):
        film = FakeCamera(4, lost=lost, live=False)
        pictures, troubles = play([film], stopping := Stopping(1))
        assert (pictures, len(troubles), film.closed, stopping.pauses) == (4, int(lost), 1, [])


def test_supervise_stops_between_pictures() -> None:
    """Once ``stopping`` is set, no further picture comes and the camera is closed."""
    camera, stopping = FakeCamera(100), Event()
    pictures = 0
    for _, frames in supervise_camera(lambda: camera, lambda _: None, stopping):
        for _ in frames:
            pictures += 1
            stopping.set()
    assert (pictures, camera.closed) == (1, 1)


def test_supervise_closes_the_camera_if_its_reader_stops() -> None:
    """If the code that reads the pictures stops early, the camera is closed."""
    camera = FakeCamera(100)
    pairs = supervise_camera(lambda: camera, lambda _: None, Event())
    next(pairs)
    pairs.close()
    assert camera.closed == 1
