"""A table's camera: its station runs in a process that is started again whenever it ends."""

import threading
import time
from collections.abc import Callable
from itertools import count
from queue import Empty, SimpleQueue
from typing import Protocol

import structlog

from pi_bunco.devices.camera import is_device
from pi_bunco.equipment.station_process import StationProcess
from pi_bunco.errors import Trouble
from pi_bunco.game.refused import Refused
from pi_bunco.machine.threads import ThreadTrouble, start_thread
from pi_bunco.messages.down import VERSION, Begin, Open, Pace, Question, Show, ThrowDice, Wanted
from pi_bunco.messages.opening import OpeningTrouble
from pi_bunco.messages.up import (
    EXPLAINED,
    Answer,
    CameraHealth,
    Failed,
    Figures,
    Hello,
    MockMat,
    Moving,
    Picture,
    RefusedStep,
    Seen,
    UpMessage,
)
from pi_bunco.sentences import say
from pi_bunco.settings.config import MOCK, get_camera_kind
from pi_bunco.views.devices import CameraStatus, DiceMotion

_log = structlog.get_logger()

FIRST_PAUSE, LONGEST_PAUSE = 0.5, 15.0
"""Seconds before the first new start, and the longest pause; each pause is twice the one before."""
_HEALTHY = 10.0
"""After so many seconds a station has run well: the pause after its end is the first one again."""
_CHECK_PAUSE = 0.25
"""Seconds between two checks of the station."""
_SHOWN_SILENCE = 1.5
"""Seconds without a message after which the page says that nothing is heard."""
_PICTURE_SECONDS = 3.0
"""How long a page waits for a picture."""
_OPEN_SECONDS = 60.0
"""How long a station may take to load its reader on a slow board."""

_TAP = say("Enter dice by tapping until the camera is back.")
_ENDED = CameraHealth(
    "trouble", say("The program that watches this camera has ended. It starts again."), _TAP
)
_OTHER_VERSION = Failed(
    say("The program that watches this camera has another version."),
    say("Install pi-bunco again, and a plug-in that fits this version."),
)
_SILENT = CameraHealth("trouble", say("The program that watches this camera sends nothing."), _TAP)


class StationClient(Protocol):
    """The receiver of what a station sees, and what it waits for.

    Attributes
    ----------
    table
        The number of the table; 0: none.
    """

    @property
    def table(self) -> int: ...  # noqa: D102 - above

    def find_wanted(self) -> Wanted:
        """Return what the table waits for."""

    def wait_for_change(self, known: int, seconds: float) -> int:
        """Wait for a change after change number ``known``, and return the newest number."""

    def send(self, news: Seen | CameraStatus | DiceMotion) -> None:
        """Take what the camera saw, or its state, without waiting."""


class CameraStation:
    """Keeps a table's station running, and speaks with it.

    Parameters
    ----------
    first
        The message that opens the station, each time it starts.

    Attributes
    ----------
    figures
        The newest figures of the camera.
    mat
        The mat of a mock camera, ``None`` if it is unknown.
    calibrated
        Whether it reads with a calibration since it was opened.
    health
        The state of the camera, as the station or its end tells it.
    """

    def __init__(self, first: Open) -> None:
        self._first = first
        self.figures = Figures()
        self.mat: MockMat | None = None
        self.calibrated = False
        self._mock = get_camera_kind(first.camera) == MOCK
        self._restarts = self._mock or is_device(first.camera)
        self.health = self._shown = CameraHealth("starting", "")
        self._first_news: SimpleQueue[Hello | Failed] = SimpleQueue()
        self._ids = count(1)
        self._answers: dict[int, SimpleQueue[Answer | None]] = {}
        self._client: StationClient | None = None
        self._thread: threading.Thread | None = None
        self._stopping = threading.Event()
        self._process = StationProcess(first, self._receive, self._end)

    @property
    def pid(self) -> int:
        """The number of the process that runs now."""
        return self._process.pid

    def wait_until_open(self) -> Hello:
        """Wait until the station is open for the first time, and return what it says. Call this once.

        Raises
        ------
        OpeningTrouble
            If it cannot be opened.
        """
        try:
            news = self._first_news.get(timeout=_OPEN_SECONDS)
        except Empty:
            return Hello(calibrated=False)  # a very slow board; the page says what happens
        if isinstance(news, Failed):
            raise OpeningTrouble(news.text, news.remedy, news.setting)
        return news

    def begin(
        self, client: StationClient, get_rate: Callable[[], float], count_shown: Callable[[], int]
    ) -> None:
        """Let the station watch, and start it again from now on whenever it ends.

        Parameters
        ----------
        client
            Takes what the station sees, such as the room.
        get_rate
            Returns how many pictures a second may be processed.
        count_shown
            Returns how many throws a mock camera has shown in this game.
        """
        self._client = client
        self._process.begin(Begin(count_shown()))
        self._thread = threading.Thread(
            target=self._run, args=(client, get_rate, count_shown), name="stations", daemon=True
        )
        start_thread(self._thread)

    def close(self) -> None:
        """End the station."""
        self._stopping.set()
        if self._thread and self._thread.ident is not None:  # it may have failed to start
            self._thread.join()
        self._process.close()

    def throw(self, dice: int) -> None:
        """Make a mock camera throw so many dice."""
        self._process.send(ThrowDice(dice))

    def ask(self, make_question: Callable[[int], Question], seconds: float) -> Answer:
        """Ask the station, and return its answer.

        Parameters
        ----------
        make_question
            Makes the question with a number.
        seconds
            How long to wait.

        Raises
        ------
        Refused
            If it refuses, or no answer comes in time.
        Trouble
            If something is damaged, such as the disk.
        """
        number, answers = next(self._ids), SimpleQueue[Answer | None]()
        self._answers[number] = answers
        try:
            self._process.send(make_question(number))
            answer = answers.get(timeout=seconds)
        except Empty:
            answer = None
        finally:
            del self._answers[number]
        if answer is None:
            raise Refused(
                say("The camera does not answer."), say("See what is wrong with it, and try again.")
            )
        if isinstance(answer, RefusedStep):
            raise (Trouble if answer.broken else Refused)(answer.text, answer.remedy)
        return answer

    def _run(
        self, client: StationClient, get_rate: Callable[[], float], count_shown: Callable[[], int]
    ) -> None:
        pause = FIRST_PAUSE
        while True:
            began = time.monotonic()
            self._accompany(self._process, client, get_rate)
            if self._stopping.is_set() or not self._restarts:
                return
            pause = FIRST_PAUSE if time.monotonic() - began > _HEALTHY else min(2 * pause, LONGEST_PAUSE)
            if self._stopping.wait(pause):
                return
            try:
                self._process = StationProcess(self._first, self._receive, self._end)
            except (OSError, ThreadTrouble) as error:  # the old process stays, so the next round tries again
                _log.warning("a station cannot be started", table=client.table, why=str(error))
            else:
                self._process.begin(Begin(count_shown()))

    def _accompany(
        self, process: StationProcess, client: StationClient, get_rate: Callable[[], float]
    ) -> None:
        """Tell a process what the table waits for, and end it if it hangs, until it has ended."""
        wanted: Wanted | None = None
        rate, change = 0.0, 0
        while not (process.ended.is_set() or self._stopping.is_set()):
            if (now_wanted := client.find_wanted()) != wanted:
                process.send(wanted := now_wanted)
            if (now_rate := get_rate()) != rate:
                process.send(Pace(rate := now_rate))
            if process.hangs():
                _log.error("a station hangs", table=client.table, seconds=process.measure_silence())
                process.kill()
            elif process.measure_silence() > _SHOWN_SILENCE and process.said_hello:
                self._show(_SILENT)
            change = client.wait_for_change(change, _CHECK_PAUSE)

    def _receive(self, message: UpMessage) -> None:
        """Receive a message of the process."""
        match message:
            case Seen():
                self._send(message)
            case Moving():
                self._send(DiceMotion(message.moving))
            case Figures():
                self.figures = message
            case MockMat():
                self.mat = message
            case Hello(version=version) if version != VERSION:
                self._fail(_OTHER_VERSION)
                self._process.kill()
            case Hello():
                self.calibrated = message.calibrated
                self._first_news.put(message)
            case Failed():
                self._fail(message)
            case CameraHealth():
                self.health = message
            case _:
                if answers := self._answers.get(message.id):
                    answers.put(message)
        self._show(self.health)

    def _fail(self, failed: Failed) -> None:
        self._first_news.put(failed)
        self.health = CameraHealth("trouble", failed.text, failed.remedy)

    def _end(self, why: Trouble | None, status: int | None) -> None:
        """Note that the process has ended, and why."""
        if why:
            self.health = CameraHealth("trouble", why.text, why.remedy)
        elif status != EXPLAINED:
            self.health = _ENDED
        self._first_news.put(Failed(self.health.text, self.health.remedy))
        self.figures, self.mat = Figures(), None
        for answers in tuple(self._answers.values()):
            answers.put(None)
        if not self._stopping.is_set():
            self._send(DiceMotion(moving=False))
            self._show(self.health)

    def _show(self, health: CameraHealth) -> None:
        if health != self._shown:
            self._shown = health
            self._send(CameraStatus(health.status, health.text, self._mock, health.remedy))

    def _send(self, news: Seen | CameraStatus | DiceMotion) -> None:
        if self._client:
            self._client.send(news)


def fetch_picture(station: CameraStation) -> bytes | None:
    """Return the newest picture of a station as a JPEG, ``None`` if there is none."""
    try:
        picture = station.ask(Show, _PICTURE_SECONDS)
    except Refused:
        return None
    return picture.file or None if isinstance(picture, Picture) else None
