"""The thread that takes pictures of the mat, finds throws in them, and sends the throws to the table."""

import math
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace

import structlog

from pi_bunco.devices.camera.supervise import HEALTHY, supervise_camera
from pi_bunco.devices.ports import Camera, Paced, get_key_interval
from pi_bunco.errors import Trouble
from pi_bunco.frames import Frame
from pi_bunco.game.commands import DiceSettled
from pi_bunco.game.refused import Refused
from pi_bunco.sentences import say
from pi_bunco.stations.speed import SpeedMeter
from pi_bunco.stations.work import WorkMeter
from pi_bunco.threads import start_thread
from pi_bunco.views.devices import CameraStatus, CameraStatusName, DiceMotion
from pi_bunco.views.live import LiveRoom
from pi_bunco.views.table import TableView
from pi_bunco.vision.dark import Darkness
from pi_bunco.vision.frozen import FROZEN, Repetition
from pi_bunco.vision.watch import SettledDice, Watcher

_log = structlog.get_logger()

DICE = 3
"""The number of dice to look for while nobody has to throw."""
MAX_LOOK = 300.0
"""Seconds after which a look at one picture that still works counts as hanging: it never ends."""
_CHECK_PAUSE = 1.0
"""Seconds between two checks of how pictures are read. A check takes time, since it decodes a picture."""

_StatusWords = tuple[CameraStatusName, str, str]
"""The camera's status, a sentence about it, and what to do."""

_DARK: _StatusWords = (
    "trouble",
    say("It is too dark to read the dice."),
    say("Switch on a lamp near the table; until then enter the dice by tapping."),
)
_FROZEN: _StatusWords = ("trouble", FROZEN.text, FROZEN.remedy)


@dataclass(frozen=True, slots=True)
class TableClient:
    """The room as one ``table`` sees it."""

    room: LiveRoom
    table: int

    def view(self) -> TableView:
        """Return what the table's page shows; nobody throws at a table that does not play now."""
        try:
            return self.room.view(self.table)
        except Refused:
            return replace(self.room.view(), table=self.table, dice=0, phase="over", doubt=None)

    def send(self, event: DiceSettled | CameraStatus | DiceMotion) -> None:
        """Send what the camera saw, or its state, without waiting."""
        self.room.send(
            replace(event, table=self.table) if isinstance(event, DiceSettled) else event, self.table
        )


@dataclass(frozen=True, slots=True, eq=False)
class LoopConfig:
    """The parts and functions that a loop uses.

    Attributes
    ----------
    open_camera
        Opens the camera, and opens it again after a live camera was lost.
    make_watcher
        Makes a new watcher, which finds throws, each time the camera is opened.
    table
        Receives the throws.
    describe_reading
        Returns how a picture is read, for the page, such as ``calibrated``, or ``""``.
    get_rate
        Returns how many pictures a second may be processed, ``None`` if there is no limit.
    mock
        Whether the page should say that this is the mock table.
    """

    open_camera: Callable[[], Camera]
    make_watcher: Callable[[], Watcher]
    table: TableClient
    describe_reading: Callable[[Frame], str] = lambda _: ""
    get_rate: Callable[[], float | None] = lambda: None
    mock: bool = False


class CameraLoop:
    """A thread that watches the mat of one table.

    Parameters
    ----------
    config
        The parts and functions that it uses.
    get_receiver
        Returns the function that receives each picture while throws do not count, ``None`` if they count.

    Attributes
    ----------
    newest
        The newest picture, ``None`` before the first.
    camera
        The camera that was opened last, ``None`` before the first.
    speed_meter
        Measures how fast the pictures are processed.
    failed
        Whether it ended because of an error.
    frozen
        Whether the camera repeats one picture.
    """

    def __init__(
        self, config: LoopConfig, get_receiver: Callable[[], Callable[[Frame], None] | None]
    ) -> None:
        self._config = config
        self._get_receiver = get_receiver
        self.newest: Frame | None = None
        self.camera: Camera | None = None
        self.speed_meter = SpeedMeter()
        self.failed = False
        self.frozen = False
        self._rate_limit: float | None = None
        self._reading_words, self._next_check = "", -math.inf
        self._lost = False
        self._logged_trouble = ""
        self._moving = False
        self._last_sign_of_life = time.monotonic()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="looking", daemon=True)
        start_thread(self._thread)
        self._work, self._last_work = WorkMeter(self._thread), self._last_sign_of_life

    def measure_silence(self) -> float:
        """Return the seconds since the last sign of life, 0 after the thread has ended.

        Signs of life are a picture, news of the camera and, for a look that takes long on a slow board, work.
        """
        if not self._thread.is_alive():
            return 0.0
        now = time.monotonic()
        if self._work.has_worked():
            self._last_work = min(now, self._last_sign_of_life + MAX_LOOK)
        return now - max(self._last_sign_of_life, self._last_work)

    @property
    def healthy(self) -> bool:
        """Whether the camera works: enough of its pictures have been processed."""
        return self.newest is not None and self.newest.index >= HEALTHY

    @property
    def replaceable(self) -> bool:
        """Whether another loop may replace it. A recording cannot start again in the middle of a game."""
        return self.camera is None or self.camera.live

    def stop(self, patience: float) -> None:
        """End the thread and close the camera. Wait `patience` seconds at most for a thread that hangs."""
        self._stopping.set()
        self._thread.join(timeout=patience)
        if self._thread.is_alive() and self.camera is not None:
            self.camera.close()

    def _run(self) -> None:
        try:
            with closing(supervise_camera(self._open_camera, self._report, self._stopping)) as cameras:
                for camera, frames in cameras:
                    self._watch_camera(camera, frames)
        except Exception as error:  # noqa: BLE001 - the game goes on by taps
            _log.exception("looking failed")
            self._report(
                Trouble(
                    say("The camera's pictures cannot be processed: {fault}.", fault=repr(error)),
                    say("Enter dice by tapping."),
                )
            )
            self.failed = True

    def _make_watcher(self, camera: Camera) -> Watcher:
        watcher = self._config.make_watcher()
        watcher.live = camera.live
        return watcher

    def _open_camera(self) -> Camera:
        self._last_sign_of_life = time.monotonic()
        return self._config.open_camera()

    def _watch_camera(self, camera: Camera, frames: Iterator[Frame]) -> None:
        watcher, darkness = self._make_watcher(camera), Darkness()
        repetition = Repetition(get_key_interval(camera))
        self.camera, self.speed_meter, self._rate_limit = camera, SpeedMeter(), None
        last_words: _StatusWords | None = None
        for frame in frames if camera.live else self._wait_for_first_bell(frames):
            self._last_sign_of_life = time.monotonic()
            self.newest = frame
            self._limit_rate(camera)
            dark = camera.live and darkness.see(frame)
            # Only the pictures of a sensor must differ.
            self.frozen = camera.live and not self._config.mock and repetition.see(frame)
            words = _DARK if dark else _FROZEN if self.frozen else self._describe_live(camera, frame)
            if words != last_words:
                if last_words == _DARK:
                    watcher = self._make_watcher(camera)  # people may have tapped in the dice that lie there
                last_words, self._logged_trouble = words, ""
                self._send_status(*words)
            if self.frozen:
                watcher.lose_sight(frame.taken - repetition.since)
            elif not dark:
                wanted = self._config.table.view().dice
                watcher.dice = wanted or DICE
                self._send_throws(watcher.see(frame))
                self._report_motion(moving=not wanted and watcher.moving)
            if receive := self._get_receiver():
                receive(frame)
            took = (now := time.monotonic()) - self._last_sign_of_life
            self.speed_meter.note(frame, now, took)
            watcher.note_busy(took)
        if not camera.live and not self._lost:
            self._send_throws(watcher.finish())
            self._send_status("none", f"{camera.name} is over")

    def _send_throws(self, throws: list[SettledDice]) -> None:
        """Send throws to the table, unless throws do not count now."""
        if self._get_receiver() is None and not self._stopping.is_set():
            for settled in throws:
                self._config.table.send(
                    DiceSettled(
                        settled.reading,
                        settled.frame,
                        at_start=settled.at_start,
                        tumble=settled.tumble,
                        seen=self._config.table.view().here.moment,
                    )
                )

    def _report_motion(self, *, moving: bool) -> None:
        """Report movement while nobody has to throw, so that the page can ask people to wait."""
        if moving != self._moving:
            self._moving = moving
            self._config.table.send(DiceMotion(moving))

    def _wait_for_first_bell(self, frames: Iterator[Frame]) -> Iterator[Frame]:
        """Repeat the first picture of a recording until a round begins, then play the recording."""
        first = next(frames, None)
        if first is None:
            return
        index, pause = 0, 1 / 30
        while self._config.table.view().phase == "ready" and not self._stopping.is_set():
            yield Frame(first.image, index, time.monotonic())
            index += 1
            time.sleep(pause)
        for frame in frames:
            if self._stopping.is_set():
                return
            yield Frame(frame.image, index + frame.index, time.monotonic())
            time.sleep(pause)

    def _describe_live(self, camera: Camera, frame: Frame) -> _StatusWords:
        if frame.taken >= self._next_check and frame.intact:
            self._reading_words = self._config.describe_reading(frame)
            self._next_check = frame.taken + _CHECK_PAUSE
        if not self._reading_words:
            return "live", say("{camera} live", camera=camera.name), ""
        return "live", say("{camera} live, {how}", camera=camera.name, how=self._reading_words), ""

    def _limit_rate(self, camera: Camera) -> None:
        """Limit the camera to as many pictures as the board can process."""
        if isinstance(camera, Paced) and (rate := self._config.get_rate()) != self._rate_limit:
            camera.pace(rate)
            self._rate_limit = rate

    def _report(self, trouble: Trouble) -> None:
        self._last_sign_of_life = time.monotonic()
        self._lost = True
        if trouble.text != self._logged_trouble:  # logged once, not at each new try
            self._logged_trouble = trouble.text
            _log.warning("no pictures", why=str(trouble))
        self._send_status("trouble", trouble.text, trouble.remedy)

    def _send_status(self, status: CameraStatusName, text: str, remedy: str = "") -> None:
        if status != "live":
            self._report_motion(moving=False)
        if not self._stopping.is_set():
            self._config.table.send(CameraStatus(status, text, self._config.mock, remedy))
