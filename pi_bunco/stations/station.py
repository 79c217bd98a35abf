"""Opens a table's station: a camera, a mock table, or mock guests who tap."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import structlog

from pi_bunco.config import GUESTS, MOCK, NO_CAMERA, get_camera_kind
from pi_bunco.devices.camera import open_camera
from pi_bunco.devices.ports import Camera, CameraTrouble, NotKept, lock
from pi_bunco.errors import Trouble
from pi_bunco.game.commands import Command
from pi_bunco.limits import SEED
from pi_bunco.rules.quoting import clip_text
from pi_bunco.sentences import say
from pi_bunco.stations.loop import LoopConfig, TableClient
from pi_bunco.stations.mock_party import MockGuests, MockParty, Pauses
from pi_bunco.stations.supervisor import CameraSupervisor
from pi_bunco.stations.table_reader import TableReader
from pi_bunco.threads import start_thread
from pi_bunco.views.table import TableView
from pi_bunco.vision.calibrate.calibration import Calibration
from pi_bunco.vision.watch import Watcher
from pi_bunco.whole_numbers import parse_whole

_log = structlog.get_logger()

LOOK_PAUSE = 0.1
"""Seconds between two looks of mock people."""


class LockedCamera:
    """Opens a camera and locks it to the settings of the current calibration.

    A camera that does not keep the settings is still used, and its page shows a warning. The reader compares
    each picture with the calibrated mat anyway, and doubts a picture that does not fit.

    Parameters
    ----------
    open_
        Opens the camera.
    reader
        Holds the calibration.
    """

    def __init__(self, open_: Callable[[], Camera], reader: TableReader) -> None:
        self._open, self._reader = open_, reader
        self._not_kept: tuple[Calibration, NotKept] | None = None

    @property
    def trouble(self) -> Trouble | None:
        """What the camera did not keep, or why no calibration is used; ``None`` if all is well."""
        if self._not_kept and self._not_kept[0] is self._reader.calibration:
            return self._not_kept[1]
        return self._reader.trouble

    def __call__(self) -> Camera:
        """Open the camera.

        Raises
        ------
        CameraTrouble
            If it cannot be opened, or does not answer.
        """
        camera = self._open()
        calibration = self._reader.calibration
        self._not_kept = None
        if calibration and calibration.locked:
            try:
                lock(camera, calibration.locked)
            except NotKept as trouble:
                _log.warning("the camera does not keep its calibration", why=str(trouble))
                self._not_kept = calibration, trouble
            except CameraTrouble:
                camera.close()
                raise
        return camera


@dataclass(frozen=True, slots=True, kw_only=True)
class StationConfig:
    """The settings and functions that a station is opened with.

    Attributes
    ----------
    camera
        The camera from the settings.
    make_reader
        Makes the reader of its pictures. Called only if there is a camera. Stations cannot share a reader,
        since only one thread may use it.
    recording
        The camera that plays a recording, opened before anything else; ``None`` for other cameras.
    make_beat
        Makes the function that the supervisor calls each second. Called only if there is a camera.
    get_rate
        Returns how many pictures a second may be processed, ``None`` if there is no limit.
    seed, speed
        The seed of mock dice, and how much faster than people mock guests are.
    throws_shown
        The number of throws that the mock camera has shown before.
    """

    camera: str
    make_reader: Callable[[], TableReader]
    recording: Camera | None = None
    make_beat: Callable[[], Callable[[], None]] = lambda: lambda: None
    get_rate: Callable[[], float | None] = lambda: None
    seed: int = 1
    speed: float = 1.0
    throws_shown: int = 0


@dataclass(frozen=True, slots=True)
class Station:
    """An open station.

    Attributes
    ----------
    supervisor
        Watches its pictures, ``None`` without a camera.
    locked
        Opens its camera with the calibrated settings, ``None`` without a real camera.
    reader
        Reads its pictures, ``None`` without a camera.
    """

    supervisor: CameraSupervisor | None = None
    locked: LockedCamera | None = None
    reader: TableReader | None = None

    def start(self) -> None:
        """Start watching."""
        if self.supervisor:
            self.supervisor.start()


@contextmanager
def open_station(config: StationConfig, client: TableClient) -> Iterator[Station]:
    """Open a station. It processes no picture before it is started.

    Raises
    ------
    Trouble
        If the seed of a mock camera is not a number.
    """
    kind = get_camera_kind(config.camera)
    if kind == NO_CAMERA:
        yield Station()
    elif kind == GUESTS:
        guests = MockGuests(config.seed, Pauses().speed_up(config.speed).admire)
        with _run_mock_people(guests.look, client):
            yield Station()
    elif kind == MOCK:
        reader = config.make_reader()
        with _run_mock_table(config, reader, client) as supervisor:
            yield Station(supervisor, reader=reader)
    else:
        reader = config.make_reader()
        locked = LockedCamera(lambda: config.recording or open_camera(config.camera), reader)
        with _watch_camera(locked, reader, config, client) as supervisor:
            yield Station(supervisor, locked, reader)


@contextmanager
def _watch_camera(
    camera: Callable[[], Camera],
    reader: TableReader,
    config: StationConfig,
    client: TableClient,
    *,
    mock: bool = False,
) -> Iterator[CameraSupervisor]:
    loop_config = LoopConfig(
        camera,
        lambda: Watcher(reader),
        client,
        describe_reading=lambda frame: reader.describe_reading(frame.image),
        get_rate=config.get_rate,
        mock=mock,
    )
    supervisor = CameraSupervisor(loop_config, config.make_beat())
    try:
        yield supervisor
    finally:
        supervisor.close()


@contextmanager
def _run_mock_table(
    config: StationConfig, reader: TableReader, client: TableClient
) -> Iterator[CameraSupervisor]:
    """Run a mock table. It continues after the throws shown before; the last of them lies on the mat."""
    from pi_bunco.devices.camera.mock import MockCamera  # noqa: PLC0415 - no table with a camera needs it

    mat = MockCamera(_choose_seed(config), first=config.throws_shown)
    party = MockParty(mat, Pauses().speed_up(config.speed), config.throws_shown - 1)
    with (
        _run_mock_people(party.look, client),
        _watch_camera(lambda: mat, reader, config, client, mock=True) as supervisor,
    ):
        yield supervisor


@contextmanager
def _run_mock_people(
    look: Callable[[TableView, float], Command | None], client: TableClient
) -> Iterator[None]:
    """Run mock people who look at a table's page and tap."""
    stopping = threading.Event()

    def look_and_tap() -> None:
        while not stopping.wait(LOOK_PAUSE):
            command = look(client.view(), time.monotonic())
            if command:
                try:
                    client.room.ask(command)
                except (Trouble, TimeoutError) as why:  # a guest was faster, or the disk is slow
                    _log.info("a mock guest was refused", command=type(command).__name__, why=repr(why))

    thread = threading.Thread(target=look_and_tap, name="mock party", daemon=True)
    start_thread(thread)
    try:
        yield
    finally:
        stopping.set()
        thread.join()


def _choose_seed(config: StationConfig) -> int:
    text = config.camera.partition(":")[2]
    seed = parse_whole(text, 0, SEED) if text else config.seed
    if seed is None:
        raise Trouble(
            say("The mock camera takes the number of its dice, not “{name}”.", name=clip_text(text)),
            say("Name it mock, or mock:7 with any number up to {most}.", most=SEED),
        )
    return seed
