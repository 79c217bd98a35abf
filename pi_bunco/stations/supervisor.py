"""Supervises a table's loop, and replaces a loop that hangs or fails."""

import threading
import time
from collections.abc import Callable

import cv2
import structlog

from pi_bunco.devices.camera.live import count_seconds_abandoned
from pi_bunco.devices.camera.supervise import FIRST_PAUSE, LONGEST_PAUSE
from pi_bunco.devices.ports import Camera
from pi_bunco.frames import Frame
from pi_bunco.sentences import say
from pi_bunco.stations.loop import CameraLoop, LoopConfig
from pi_bunco.stations.speed import Speed
from pi_bunco.threads import ThreadTrouble, start_thread
from pi_bunco.views.devices import CameraStatus

_log = structlog.get_logger()

CHECK_PAUSE = 1.0
"""Seconds between two checks of the loop."""
MAX_SILENCE = 30.0
"""Seconds without a sign of life after which a loop counts as hanging. Work on a picture is one.

A camera that opens slowly, or is tried again after a pause, gives a sign at least every 20 seconds."""
MAX_HANGING = 3
"""The most hanging loops in one process.

With one more, the supervisor stops feeding the watchdog, since only a new process gets rid of them. The game
continues in the new process."""
MAX_HANG = 20.0
"""Seconds for which a camera may hang in its driver.

After that only a new process can open it again, so the supervisor stops feeding the watchdog. It does not do
so for a camera that never worked, since restarts would never end."""
_END_WAIT = 5.0
"""Seconds that a loop has to end by itself."""


class CameraSupervisor:
    """Keeps one loop running, from a separate thread that never waits for a camera or a picture.

    Parameters
    ----------
    config
        The parts and functions that each loop uses.
    beat
        Called each second, with or without a camera.
    """

    def __init__(self, config: LoopConfig, beat: Callable[[], None] = lambda: None) -> None:
        self._config = config
        self._beat = beat
        self._receiver: Callable[[Frame], None] | None = None
        self._loop: CameraLoop | None = None
        self._newest: Frame | None = None
        self._hanging = 0
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="supervisor", daemon=True)

    def start(self) -> None:
        """Start watching.

        Raises
        ------
        pi_bunco.threads.ThreadTrouble
            If no thread can be started. Then :meth:`close` cleans up.
        """
        self._loop = CameraLoop(self._config, lambda: self._receiver)
        start_thread(self._thread)

    def close(self) -> None:
        """Stop watching and close the camera, if it was started."""
        self._stopping.set()
        if self._loop:
            if self._thread.ident is not None:  # it may have failed to start
                self._thread.join(timeout=_END_WAIT)
            self._loop.stop(_END_WAIT)

    @property
    def newest(self) -> Frame | None:
        """The newest picture, ``None`` before the first."""
        if self._loop and self._loop.newest:
            self._newest = self._loop.newest
        return self._newest

    @property
    def frozen(self) -> bool:
        """Whether the camera repeats one picture."""
        return self._loop is not None and self._loop.frozen

    @property
    def camera(self) -> Camera | None:
        """The camera that was opened last, ``None`` before the first."""
        return self._loop.camera if self._loop else None

    def measure_speed(self) -> Speed | None:
        """Return how fast pictures are processed now, ``None`` if none come."""
        return self._loop.speed_meter.measure(time.monotonic()) if self._loop else None

    def divert_frames(self, receive: Callable[[Frame], None] | None) -> None:
        """Pass each picture to `receive` too, and count no throws meanwhile; ``None`` ends this.

        The loop still watches the dice meanwhile, so the page does not ask about them later.
        """
        self._receiver = receive

    def encode_picture(self) -> bytes | None:
        """Return the newest picture as a JPEG, ``None`` before the first one or if it is broken."""
        frame = self.newest
        return cv2.imencode(".jpg", frame.image)[1].tobytes() if frame and frame.intact else None

    def _run(self) -> None:
        pause = FIRST_PAUSE
        while self._wait_for_check(CHECK_PAUSE):
            loop = self._loop
            assert loop is not None  # noqa: S101 - start() makes it
            hangs = loop.measure_silence() > MAX_SILENCE
            if not loop.replaceable or not (hangs or loop.failed):
                continue
            if hangs:
                self._hanging += 1
                self._report_hanging()
            loop.stop(0)
            pause = FIRST_PAUSE if loop.healthy else min(2 * pause, LONGEST_PAUSE)
            if self._hanging > MAX_HANGING or not self._wait_for_check(pause):
                return
            try:
                self._loop = CameraLoop(self._config, lambda: self._receiver)
            except ThreadTrouble as trouble:  # the next check tries again
                _log.warning("nobody can look", why=str(trouble))

    def _wait_for_check(self, seconds: float) -> bool:
        """Wait for the next check and call the beat meanwhile; return whether to go on."""
        end = time.monotonic() + seconds
        while not self._stopping.is_set() and (left := end - time.monotonic()) > 0:
            if count_seconds_abandoned() < MAX_HANG:
                self._beat()
            self._stopping.wait(min(left, CHECK_PAUSE))
        return not self._stopping.is_set()

    def _report_hanging(self) -> None:
        _log.error("looking hangs", seconds=MAX_SILENCE, hanging=self._hanging)
        self._config.table.send(
            CameraStatus(
                "trouble",
                say(
                    "Nobody has looked at the camera's pictures for {seconds} seconds.",
                    seconds=round(MAX_SILENCE),
                ),
                self._config.mock,
                say("Enter dice by tapping until the camera is back."),
            )
        )
