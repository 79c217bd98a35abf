"""Takes pictures of the mat, finds throws in them, and sends the throws to the table's program."""

import math
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass

import structlog

from pi_bunco.devices.camera.supervise import supervise_camera
from pi_bunco.devices.ports import Camera, Paced, get_key_interval
from pi_bunco.errors import Trouble
from pi_bunco.frames import Frame
from pi_bunco.messages.calibration import Size
from pi_bunco.messages.up import Ages, CameraHealth, Moving, Seen
from pi_bunco.pictures.encode import encode_photo
from pi_bunco.readings import Tumble
from pi_bunco.sentences import say
from pi_bunco.station.link import Link
from pi_bunco.station.speed import SpeedMeter
from pi_bunco.vision.dark import Darkness
from pi_bunco.vision.frozen import FROZEN, Repetition
from pi_bunco.vision.watch import SettledDice, Watcher

_log = structlog.get_logger()

DICE = 3
"""The number of dice to look for while nobody has to throw."""
_CHECK_PAUSE = 1.0
"""Seconds between two checks of how pictures are read. A check takes time, since it decodes a picture."""

_DARK = CameraHealth(
    "trouble",
    say("It is too dark to read the dice."),
    say("Switch on a lamp near the table; until then enter the dice by tapping."),
)
_FROZEN = CameraHealth("trouble", FROZEN.text, FROZEN.remedy)


@dataclass(frozen=True, slots=True, eq=False)
class LoopConfig:
    """The parts and functions that a loop uses.

    Attributes
    ----------
    open_camera
        Opens the camera, and opens it again after a live camera was lost.
    make_watcher
        Makes a new watcher, which finds throws, each time the camera is opened.
    link
        Leads to the table's program.
    describe_reading
        Returns how a picture is read, for the page, such as ``calibrated``, or ``""``.
    mock
        Whether this is a mock camera, whose pictures may repeat.
    """

    open_camera: Callable[[], Camera]
    make_watcher: Callable[[], Watcher]
    link: Link
    describe_reading: Callable[[Frame], str] = lambda _: ""
    mock: bool = False


class CameraLoop:
    """Watches the mat of one table, in the thread that calls :meth:`run`.

    Parameters
    ----------
    config
        The parts and functions that it uses.

    Attributes
    ----------
    newest
        The newest picture, ``None`` before the first.
    camera
        The camera that was opened last, ``None`` before the first.
    speed_meter
        Measures how fast the pictures are processed.
    frozen
        Whether the camera repeats one picture.
    health
        The last state of the camera that was sent.
    stopped
        Set by :meth:`stop`.
    receive
        Receives each picture while throws do not count, ``None`` if they count. The loop still watches the
        dice meanwhile, so it does not report them later.
    """

    def __init__(self, config: LoopConfig) -> None:
        self._config, self._link = config, config.link
        self.newest: Frame | None = None
        self.camera: Camera | None = None
        self.speed_meter = SpeedMeter()
        self.frozen = False
        self.receive: Callable[[Frame], None] | None = None
        self._rate_limit: float | None = None
        self._reading_words, self._next_check = "", -math.inf
        self._lost = self._over = False
        self._logged_trouble = ""
        self._moving = False
        self._last_sign_of_life = time.monotonic()
        self.health = CameraHealth("starting", "")
        self.stopped = threading.Event()

    @property
    def size(self) -> Size | None:
        """Width and height of the newest picture, ``None`` before the first."""
        return (self.newest.shape[1], self.newest.shape[0]) if self.newest else None

    def measure_silence(self) -> float:
        """Return the seconds since the last picture, or the last news of the camera."""
        return 0.0 if self._over else time.monotonic() - self._last_sign_of_life

    def stop(self) -> None:
        """End :meth:`run` after the next picture."""
        self.stopped.set()

    def run(self) -> None:
        """Watch until the camera's pictures end or somebody calls :meth:`stop`.

        Raises
        ------
        pi_bunco.devices.camera.live.CameraHangs
            If the camera's driver does not answer.
        """
        with closing(supervise_camera(self._config.open_camera, self._report, self.stopped)) as cameras:
            for camera, frames in cameras:
                self._watch_camera(camera, frames)
        self._over = True

    def _make_watcher(self, camera: Camera) -> Watcher:
        watcher = self._config.make_watcher()
        watcher.live = camera.live
        return watcher

    def _watch_camera(self, camera: Camera, frames: Iterator[Frame]) -> None:
        watcher, darkness = self._make_watcher(camera), Darkness()
        repetition = Repetition(get_key_interval(camera))
        self.camera, self.speed_meter, self._rate_limit = camera, SpeedMeter(), None
        last_words: CameraHealth | None = None
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
                self._send_health(words)
            if self.frozen:
                watcher.lose_sight(frame.taken - repetition.since)
            elif not dark:
                wanted = self._link.wanted.dice
                watcher.dice = wanted or DICE
                self._send_throws(watcher.see(frame))
                self._report_motion(moving=not wanted and watcher.moving)
            if receive := self.receive:
                receive(frame)
            took = (now := time.monotonic()) - self._last_sign_of_life
            self.speed_meter.note(frame, now, took)
            watcher.note_busy(took)
        if not camera.live and not self._lost:
            self._send_throws(watcher.finish())
            self._send_health(CameraHealth("none", say("{camera} is over", camera=camera.name)))

    def _send_throws(self, throws: list[SettledDice]) -> None:
        """Send throws, unless throws do not count now."""
        for settled in throws if self.receive is None and not self.stopped.is_set() else ():
            frame, moment = settled.frame, self._link.wanted.moment
            photo = encode_photo(frame.image)
            height, width = frame.shape[:2]
            now = time.monotonic()
            self._link.send(
                Seen(
                    reading=settled.reading,
                    moment=moment,
                    at_start=settled.at_start,
                    tumble=_measure_ages(settled.tumble, now) if settled.tumble else None,
                    age=1000 * (now - frame.taken),
                    index=frame.index,
                    size=(width, height),
                    file=photo,
                )
            )

    def _report_motion(self, *, moving: bool) -> None:
        """Report movement while nobody has to throw, so that the page can ask people to wait."""
        if moving != self._moving:
            self._moving = moving
            self._link.send(Moving(moving))

    def _wait_for_first_bell(self, frames: Iterator[Frame]) -> Iterator[Frame]:
        """Repeat the first picture of a recording until a round begins, then play the recording."""
        first = next(frames, None)
        if first is None:
            return
        index, pause = 0, 1 / 30
        while not self._link.wanted.begun and not self.stopped.is_set():
            yield Frame(first.image, index, time.monotonic())
            index += 1
            time.sleep(pause)
        for frame in frames:
            if self.stopped.is_set():
                return
            yield Frame(frame.image, index + frame.index, time.monotonic())
            time.sleep(pause)

    def _describe_live(self, camera: Camera, frame: Frame) -> CameraHealth:
        if frame.taken >= self._next_check and frame.intact:
            self._reading_words = self._config.describe_reading(frame)
            self._next_check = frame.taken + _CHECK_PAUSE
        if not self._reading_words:
            return CameraHealth("live", say("{camera} live", camera=camera.name))
        return CameraHealth("live", say("{camera} live, {how}", camera=camera.name, how=self._reading_words))

    def _limit_rate(self, camera: Camera) -> None:
        """Limit the camera to as many pictures as the board can process."""
        if isinstance(camera, Paced) and (rate := self._link.rate) != self._rate_limit:
            camera.pace(rate)
            self._rate_limit = rate

    def _report(self, trouble: Trouble) -> None:
        self._lost = True
        if trouble.text != self._logged_trouble:  # logged once, not at each new try
            self._logged_trouble = trouble.text
            _log.warning("no pictures", why=str(trouble))
        self._send_health(CameraHealth("trouble", trouble.text, trouble.remedy))

    def _send_health(self, health: CameraHealth) -> None:
        if health.status != "live":
            self._report_motion(moving=False)
        self._last_sign_of_life = time.monotonic()
        if not self.stopped.is_set():
            self.health = health
            self._link.send(health)


def _measure_ages(tumble: Tumble, now: float) -> Ages:
    """Return how many milliseconds ago the times of a throw were."""
    fell = None if tumble.fell is None else 1000 * (now - tumble.fell)
    return Ages(1000 * (now - tumble.began), fell, 1000 * (now - tumble.rested))
