"""The program of a station: it takes messages from one pipe, and sends messages into another."""

import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import structlog

from pi_bunco.devices.camera import is_device, open_camera
from pi_bunco.devices.camera.live import CameraHangs
from pi_bunco.devices.camera.mock import MockCamera
from pi_bunco.devices.ports import Camera
from pi_bunco.errors import Trouble
from pi_bunco.machine.memory import TRIM_SECONDS, limit_memory, trim_memory
from pi_bunco.machine.threads import start_thread
from pi_bunco.messages.codec import MessageTrouble, get_down_codec
from pi_bunco.messages.down import (
    VERSION,
    Begin,
    Calibrate,
    DownMessage,
    Examine,
    Open,
    Pace,
    Show,
    ThrowDice,
    Wanted,
)
from pi_bunco.messages.opening import OpeningTrouble, Setting
from pi_bunco.messages.up import EXPLAINED, CameraHealth, Failed, Hello
from pi_bunco.sentences import say
from pi_bunco.settings.config import MOCK, get_camera_kind
from pi_bunco.settings.plugins import PluginTrouble, find_plugin
from pi_bunco.station.answers import Answers
from pi_bunco.station.calibrator import TableCalibrator
from pi_bunco.station.link import Link
from pi_bunco.station.locked_camera import LockedCamera
from pi_bunco.station.loop import CameraLoop, LoopConfig
from pi_bunco.station.mock_mat import MockMatReporter, read_seed
from pi_bunco.station.port import StationProgram
from pi_bunco.station.pulse import Pulse
from pi_bunco.station.table_reader import LateReader, TableReader, find_calibration
from pi_bunco.vision.open_reader import open_reader
from pi_bunco.vision.watch import Watcher

_log = structlog.get_logger()

_END_SECONDS = 2.0
"""How long a station may take to close its camera after the table's program has ended."""


@contextmanager
def _blame(setting: Setting) -> Iterator[None]:
    """Turn a :class:`Trouble` in the ``with`` into one of this setting."""
    try:
        yield
    except Trouble as trouble:
        raise OpeningTrouble(trouble.text, trouble.remedy, setting) from trouble


def run(inbox: BinaryIO, outbox: BinaryIO) -> int:
    """Open a station as the first messages say, and watch until the pipe ends.

    Returns
    -------
    int
        The exit status: 0 if the other program has ended, else :data:`~pi_bunco.messages.up.EXPLAINED`.
    """
    limit_memory()
    link, codec = Link(outbox), get_down_codec()
    try:
        first = codec.read(inbox)
        if first is None:
            return 0
        settings = _check_first(first)
        if is_device(settings.camera) and (plugin := find_plugin("stations", settings.camera)):
            program: StationProgram = plugin.make(StationProgram, PluginTrouble)
            return program.run(settings, inbox, outbox)
        station = Station(settings, link)
        begin = codec.read(inbox)
    except OpeningTrouble as trouble:
        link.send(Failed(trouble.text, trouble.remedy, trouble.setting))
        return EXPLAINED
    except Trouble as trouble:
        link.send(Failed(trouble.text, trouble.remedy))
        return EXPLAINED
    if not isinstance(begin, Begin):
        return 0
    return station.watch(begin, inbox)


def _check_first(message: DownMessage) -> Open:
    if not isinstance(message, Open) or message.version != VERSION:
        raise MessageTrouble(
            say("The station and the table's program have different versions."),
            say("Install pi-bunco again: sudo bash install.sh"),
        )
    return message


class Station:
    """A camera, its reader, and what else watches one mat.

    Parameters
    ----------
    settings
        The first message.
    link
        Leads to the table's program.

    Raises
    ------
    Trouble
        If the camera's name, a recording, the reader or a required calibration cannot be used.
    """

    def __init__(self, settings: Open, link: Link) -> None:
        self._settings, self._link = settings, link
        notes: list[str] = []
        with _blame("calibration"):
            calibration, trouble = find_calibration(Path(settings.calibration), required=settings.required)
        if trouble:
            notes.append(
                say(
                    "{text} {remedy} Until then table {table} plays without it.",
                    text=trouble.text,
                    remedy=trouble.remedy,
                    table=settings.table,
                )
            )
        with _blame("reader"):
            self._reader = TableReader(open_reader(settings.reader, notes.append), calibration, trouble)
        self._seed = read_seed(settings) if get_camera_kind(settings.camera) == MOCK else None
        self._recording: Camera | None = None
        # The start reports a plug-in that cannot be loaded, and a recording that cannot be read.
        if is_device(settings.camera):
            find_plugin("cameras", settings.camera)
        elif self._seed is None:
            self._recording = open_camera(settings.camera)
        link.send(Hello(calibrated=calibration is not None, notes=tuple(notes)))

    def watch(self, begin: Begin, inbox: BinaryIO) -> int:
        """Open the camera and watch until the pipe ends, or until only another process can go on.

        Returns
        -------
        int
            The exit status.
        """
        locked: LockedCamera | None = None
        mat: MockMatReporter | None = None
        if self._seed is None:
            locked = LockedCamera(lambda: self._recording or open_camera(self._settings.camera), self._reader)
            open_: Callable[[], Camera] = locked
        else:
            mock = MockCamera(self._seed, first=begin.shown)
            mat = MockMatReporter(mock, self._link)
            open_ = lambda: mock  # noqa: E731 - shorter than a function
        loop = self._make_loop(open_, mock=mat is not None)
        # The steps of a calibration are taken in another thread, so they need a reader of their own.
        calibrator = TableCalibrator(
            loop,
            LateReader(lambda: open_reader(self._settings.reader)),
            self._reader,
            Path(self._settings.calibration),
        )
        answers = Answers(self._link, loop, calibrator, self._settings, locked, self._reader)
        for name, work in (
            ("messages", lambda: _follow(inbox, Receiver(self._link, loop, answers, mat))),
            ("memory", _trim_memory),
        ):
            start_thread(threading.Thread(target=work, name=name, daemon=True))
        with closing(Pulse(self._link, loop, locked, self._reader)), closing(answers):
            return self._run(loop)

    def _make_loop(self, open_: Callable[[], Camera], *, mock: bool) -> CameraLoop:
        return CameraLoop(
            LoopConfig(
                open_,
                lambda: Watcher(self._reader),
                self._link,
                describe_reading=lambda frame: self._reader.describe_reading(frame.image),
                mock=mock,
            )
        )

    def _run(self, loop: CameraLoop) -> int:
        try:
            loop.run()
        except CameraHangs as trouble:
            _log.error("the camera's driver hangs", why=str(trouble))
            self._link.send(CameraHealth("trouble", trouble.text, trouble.remedy))
            return EXPLAINED
        except BrokenPipeError:
            return 0  # the table's program has ended
        except Exception as error:  # noqa: BLE001 - the game goes on by taps
            _log.exception("looking failed")
            self._link.send(
                CameraHealth(
                    "trouble",
                    say("The camera's pictures cannot be processed: {fault}.", fault=repr(error)),
                    say("Enter dice by tapping."),
                )
            )
            return EXPLAINED
        loop.stopped.wait()  # a recording is over, but its last picture can still be shown
        return 0


@dataclass(frozen=True, slots=True)
class Receiver:
    """Takes the messages of the table's program.

    Attributes
    ----------
    link
        Holds what is wanted.
    loop
        Watches the mat.
    answers
        Answers questions.
    mat
        The mat of a mock camera, ``None`` for another camera.
    """

    link: Link
    loop: CameraLoop
    answers: Answers
    mat: MockMatReporter | None

    def take(self, message: DownMessage) -> None:
        """Take a message."""
        match message:
            case Wanted():
                self.link.wanted = message
            case Pace():
                self.link.rate = message.rate
            case ThrowDice():
                if self.mat:
                    self.mat.throw(message.dice)
            case Show() | Examine() | Calibrate():
                self.answers.ask(message)
            case Open() | Begin():
                pass  # these came first


def _follow(inbox: BinaryIO, receiver: Receiver) -> None:
    """Take messages until the pipe ends, then end the station, even if its camera hangs."""
    try:
        while message := get_down_codec().read(inbox):
            receiver.take(message)
    except Exception:  # noqa: BLE001 - whatever it is, the station ends and is started again
        _log.exception("a station cannot take its messages")
    finally:
        receiver.loop.stop()
        time.sleep(_END_SECONDS)
        os._exit(0)


def _trim_memory() -> None:
    while True:
        time.sleep(TRIM_SECONDS)
        trim_memory()
