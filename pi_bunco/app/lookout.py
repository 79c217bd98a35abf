"""The lookout: pictures come in, settled throws go to the table. It outlives every fault of its camera."""

import threading
import time
from collections.abc import Callable, Iterator

import cv2
import structlog

from pi_bunco.devices.camera.supervise import supervised
from pi_bunco.devices.ports import Camera
from pi_bunco.errors import Trouble
from pi_bunco.frames import Frame
from pi_bunco.table import snapshot as s
from pi_bunco.table.commands import Seen
from pi_bunco.table.desk import Desk
from pi_bunco.vision.watch import Settled, Watcher

_log = structlog.get_logger()

DICE = 3
"""How many dice to look for while nobody is to throw: that many are thrown most."""


class Lookout:
    """Looks at the mat in a thread of its own.

    Parameters
    ----------
    open_camera
        Opens the camera; called again when a live one was lost.
    make_watcher
        Makes what finds throws; a fresh one for each time the camera is opened.
    desk
        Where the throws go.
    how
        Says how a picture is read, for the page: ``calibrated``, say; ``""``: nothing to say.
    mock
        Whether the page is to say that this is the mock table.
    """

    def __init__(
        self,
        open_camera: Callable[[], Camera],
        make_watcher: Callable[[], Watcher],
        desk: Desk,
        *,
        how: Callable[[Frame], str] = lambda _: "",
        mock: bool,
    ) -> None:
        self._open = open_camera
        self._make_watcher = make_watcher
        self._desk = desk
        self._mock = mock
        self._how = how
        self._camera: Camera | None = None
        self._aside: Callable[[Frame], None] | None = None
        self._newest: Frame | None = None
        self._lost = False
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="lookout", daemon=True)

    def start(self) -> None:
        """Begin to look."""
        self._thread.start()

    def close(self) -> None:
        """Stop looking and give the camera back."""
        self._stopping.set()
        self._thread.join(timeout=5.0)

    @property
    def newest(self) -> Frame | None:
        """The newest picture, ``None`` before the first."""
        return self._newest

    @property
    def camera(self) -> Camera | None:
        """The camera that was opened last, ``None`` before the first."""
        return self._camera

    def turn_aside(self, see: Callable[[Frame], None] | None) -> None:
        """Show each picture to `see` too, and count no throws meanwhile; ``None``: play on.

        What lies there afterwards was seen to be thrown, so nobody asks about it.
        """
        self._aside = see

    def picture(self) -> bytes | None:
        """Give the newest picture as a JPEG, ``None`` before the first."""
        frame = self._newest
        return cv2.imencode(".jpg", frame.image)[1].tobytes() if frame else None

    def _run(self) -> None:
        try:
            for camera, frames in supervised(self._open, self._report, self._stopping):
                self._look(camera, frames)
        except Exception as error:  # noqa: BLE001 - the game goes on by taps
            _log.exception("the lookout stopped")
            self._report(
                Trouble(f"The camera's pictures cannot be looked at: {error!r}.", "Enter dice by tapping.")
            )

    def _look(self, camera: Camera, frames: Iterator[Frame]) -> None:
        watcher = self._make_watcher()
        self._camera = camera
        said = None
        for frame in frames if camera.live else self._from_the_first_bell(frames):
            self._newest = frame
            says = self._how(frame)
            if says != said:
                said = says
                self._tell("live", f"{camera.name} live{says and f', {says}'}")
            watcher.dice = self._desk.snapshot().dice or DICE
            self._pass_on(watcher.see(frame))
            if self._aside:
                self._aside(frame)
        if not camera.live and not self._lost:
            self._pass_on(watcher.finish())
            self._tell("none", f"{camera.name} is over")

    def _pass_on(self, throws: list[Settled]) -> None:
        for settled in throws if self._aside is None else ():
            self._desk.tell(Seen(settled.reading, settled.frame, at_start=settled.at_start))

    def _from_the_first_bell(self, frames: Iterator[Frame]) -> Iterator[Frame]:
        """Hold a recording on its first picture until a round begins, then let it run at its own pace."""
        first = next(frames, None)
        if first is None:
            return
        index, pause = 0, 1 / 30
        while self._desk.snapshot().phase == "ready" and not self._stopping.is_set():
            yield Frame(first.image, index, time.monotonic())
            index += 1
            time.sleep(pause)
        for frame in frames:
            if self._stopping.is_set():
                return
            yield Frame(frame.image, index + frame.index, time.monotonic())
            time.sleep(pause)

    def _report(self, trouble: Trouble) -> None:
        self._lost = True
        self._tell("trouble", str(trouble))

    def _tell(self, status: s.CameraStatus, says: str) -> None:
        self._desk.tell(s.Camera(status, says, self._mock))
