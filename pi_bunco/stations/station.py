"""One station: opens and closes what a table has, a camera, a mock table, or mock guests who tap."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

import structlog

from pi_bunco.config import GUESTS, MOCK, NO_CAMERA, kind_of
from pi_bunco.devices.camera import open_camera
from pi_bunco.devices.ports import Camera
from pi_bunco.errors import Trouble
from pi_bunco.game.commands import Command, DiceSettled
from pi_bunco.game.refused import Refused
from pi_bunco.limits import SEED
from pi_bunco.rules.quoting import clip_text
from pi_bunco.sentences import say
from pi_bunco.stations.locked_camera import LockedCamera
from pi_bunco.stations.loop import LoopConfig
from pi_bunco.stations.mock_party import MockGuests, MockParty, Pauses
from pi_bunco.stations.supervisor import CameraSupervisor
from pi_bunco.stations.table_reader import TableReader
from pi_bunco.threads import begin
from pi_bunco.views import table as s
from pi_bunco.views.devices import CameraStatus, DiceMoving
from pi_bunco.views.live import LiveRoom
from pi_bunco.views.table import TableView
from pi_bunco.vision.watch import Watcher
from pi_bunco.whole_numbers import parse_whole


@dataclass(frozen=True, slots=True)
class TableClient:
    """The room, as one ``table`` has it."""

    room: LiveRoom
    table: int

    def view(self) -> s.TableView:
        """Return what the page of the table shows; at a table that does not play now nobody throws."""
        try:
            return self.room.view(self.table)
        except Refused:
            return replace(self.room.view(), table=self.table, dice=0, phase="over", doubt=None)

    def tell(self, said: DiceSettled | CameraStatus | DiceMoving) -> None:
        """Send what the camera saw, or how it does, and go on."""
        self.room.tell(replace(said, table=self.table) if isinstance(said, DiceSettled) else said, self.table)

    def ask(self, command: Command) -> s.TableView:
        """Do a command; see :meth:`GameWriter.ask`."""
        return self.room.ask(command)


_log = structlog.get_logger()

GLANCE = 0.1
"""Seconds between two looks of mock guests."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StationConfig:
    """What a station is opened with.

    Attributes
    ----------
    camera
        The camera that is asked for, as the settings have it.
    reader
        Returns who reads its pictures, called only where there is a camera. No other station may use that
        one, for a reader is one thread's.
    recording
        A file camera, which was opened before anything else; ``None`` for others.
    beater
        Returns what the loop's thread calls each second; called only where there is a camera.
    rate
        Says how many pictures a second may be looked at; ``None``: all of them.
    seed, speed
        What mock dice begin from, and how much faster than people mock guests are.
    seen
        How many throws the mock camera has shown before.
    """

    camera: str
    reader: Callable[[], TableReader]
    recording: Camera | None = None
    beater: Callable[[], Callable[[], None]] = lambda: lambda: None
    rate: Callable[[], float | None] = lambda: None
    seed: int = 1
    speed: float = 1.0
    seen: int = 0


@dataclass(frozen=True, slots=True)
class Station:
    """An open station.

    Attributes
    ----------
    supervisor
        Who looks at its pictures, ``None`` without a camera.
    locked
        Who opens its camera as it was calibrated; ``None`` without a real camera.
    reader
        Who reads its pictures, ``None`` without a camera.
    """

    supervisor: CameraSupervisor | None = None
    locked: LockedCamera | None = None
    reader: TableReader | None = None

    def start(self) -> None:
        """Begin to look."""
        if self.supervisor:
            self.supervisor.start()


@contextmanager
def open_station(gear: StationConfig, at: TableClient) -> Iterator[Station]:
    """Open a station; no picture is looked at before it is started.

    Raises
    ------
    Trouble
        If the number of a mock camera's dice is none.
    """
    kind = kind_of(gear.camera)
    if kind == NO_CAMERA:
        yield Station()
    elif kind == GUESTS:
        guests = MockGuests(gear.seed, Pauses().at(gear.speed).admire)
        with _sitting(guests.look, at):
            yield Station()
    elif kind == MOCK:
        reader = gear.reader()
        with _mock_table(gear, reader, at) as supervisor:
            yield Station(supervisor, reader=reader)
    else:
        recording = gear.recording
        reader = gear.reader()
        locked = LockedCamera(
            (lambda: recording) if recording else (lambda: open_camera(gear.camera)), reader
        )
        with _looking(locked, reader, gear, at) as supervisor:
            yield Station(supervisor, locked, reader)


@contextmanager
def _looking(
    camera: Callable[[], Camera],
    reader: TableReader,
    gear: StationConfig,
    at: TableClient,
    *,
    mock: bool = False,
) -> Iterator[CameraSupervisor]:
    config = LoopConfig(
        camera,
        lambda: Watcher(reader),
        at,
        how=lambda frame: reader.says(frame.image),
        rate=gear.rate,
        mock=mock,
    )
    supervisor = CameraSupervisor(config, gear.beater())
    try:
        yield supervisor
    finally:
        supervisor.close()


@contextmanager
def _mock_table(gear: StationConfig, reader: TableReader, at: TableClient) -> Iterator[CameraSupervisor]:
    """Go on with the throw after those that were ``seen``; its predecessor's dice lie on the mat."""
    from pi_bunco.devices.camera.mock import MockCamera  # noqa: PLC0415 - no table with a camera needs it

    mat = MockCamera(_seed(gear), first=gear.seen)
    party = MockParty(mat, Pauses().at(gear.speed), gear.seen - 1)
    with _sitting(party.look, at), _looking(lambda: mat, reader, gear, at, mock=True) as supervisor:
        yield supervisor


@contextmanager
def _sitting(look: Callable[[TableView, float], Command | None], at: TableClient) -> Iterator[None]:
    """Let mock people sit at a table, who look at its page and tap."""
    stopping = threading.Event()

    def sit() -> None:
        while not stopping.wait(GLANCE):
            command = look(at.view(), time.monotonic())
            if command:
                try:
                    at.ask(command)
                except (Trouble, TimeoutError) as why:  # a guest was faster, or the disk is slow
                    _log.info("a mock guest was refused", command=type(command).__name__, why=repr(why))

    thread = threading.Thread(target=sit, name="mock party", daemon=True)
    begin(thread)
    try:
        yield
    finally:
        stopping.set()
        thread.join()


def _seed(gear: StationConfig) -> int:
    text = gear.camera.partition(":")[2]
    seed = parse_whole(text, 0, SEED) if text else gear.seed
    if seed is None:
        raise Trouble(
            say("The mock camera takes the number of its dice, not “{name}”.", name=clip_text(text)),
            say("Name it mock, or mock:7 with any number up to {most}.", most=SEED),
        )
    return seed
