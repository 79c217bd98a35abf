"""Keeps a camera running: reports a pulled plug, and opens the camera again when it is back."""

from collections.abc import Callable, Generator, Iterator
from threading import Event

from pi_bunco.devices.camera.live import CameraHangs, LiveCamera
from pi_bunco.devices.ports import Camera, CameraTrouble
from pi_bunco.frames import Frame

FIRST_PAUSE, LONGEST_PAUSE = 1.0, 15.0
"""Seconds before the first new attempt, and the longest pause; each pause is twice the one before."""

HEALTHY = 100
"""After this many pictures a camera works again: the pause after a later fault is the first one again."""


def supervise_camera(
    open_camera: Callable[[], Camera], report: Callable[[CameraTrouble], None], stopping: Event
) -> Generator[tuple[Camera, Iterator[Frame]]]:
    """Open a camera, and open it again whenever it is lost, until ``stopping`` is set.

    A recording (a camera that is not live) is opened only once, whether it ends or is damaged.

    Parameters
    ----------
    open_camera
        Opens the camera; called again after each error, with pauses of 1, 2, 4, 8, 15, 15, … seconds.
    report
        Called with each error, from the thread that iterates.
    stopping
        Ends everything: the pictures after the next one, a pause immediately.

    Raises
    ------
    CameraHangs
        If the camera's driver does not answer, so that this process cannot open it again.

    Yields
    ------
    Camera, iterator of Frame
        The camera each time it is open, and its pictures until it is lost. The camera is closed before the
        next pair.

    >>> from pi_bunco.devices.camera.source import Shot
    >>> import numpy as np
    >>> class Lamp:
    ...     def wait(self):
    ...         pass
    ...     def take(self):
    ...         return Shot(np.full((2, 2, 3), 255, np.uint8))
    ...     def close(self):
    ...         print("given back")
    >>> stopping = Event()
    >>> for camera, frames in supervise_camera(lambda: LiveCamera("lamp", Lamp, ""), print, stopping):
    ...     for frame in frames:
    ...         stopping.set()
    given back
    """
    pause = FIRST_PAUSE
    while not stopping.is_set():
        try:
            camera = open_camera()
        except CameraHangs:
            raise
        except CameraTrouble as trouble:
            report(trouble)
        else:
            pictures = _Pictures(camera, report, stopping)
            try:
                yield camera, iter(pictures)
            finally:
                camera.close()
            if not (camera.live and pictures.trouble):
                return
            if isinstance(camera, LiveCamera) and camera.hangs:
                raise CameraHangs(pictures.trouble.text, pictures.trouble.remedy)
            if pictures.count >= HEALTHY:
                pause = FIRST_PAUSE
        stopping.wait(pause)
        pause = min(2 * pause, LONGEST_PAUSE)


class _Pictures:
    """Iterates over the pictures of a camera until it is lost, and counts them."""

    def __init__(self, camera: Camera, report: Callable[[CameraTrouble], None], stopping: Event) -> None:
        self._camera = camera
        self._report = report
        self._stopping = stopping
        self.count = 0
        self.trouble: CameraTrouble | None = None

    def __iter__(self) -> Iterator[Frame]:
        try:
            for frame in self._camera.frames():
                self.count += 1
                yield frame
                if self._stopping.is_set():
                    return
        except CameraTrouble as trouble:
            self.trouble = trouble
            self._report(trouble)
