"""What each table of a room plays with: its station, and who calibrates that."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field

from pi_bunco.config import NO_DEVICE, Settings, kind_of
from pi_bunco.devices.board import Board, board, health
from pi_bunco.devices.camera.cooling import Cooling
from pi_bunco.devices.camera.plan import full_rate, rates
from pi_bunco.devices.ports import Camera
from pi_bunco.game.lines import HEAD
from pi_bunco.stations.calibrator import TableCalibrator
from pi_bunco.stations.camera_figures import view_camera
from pi_bunco.stations.station import Station, StationConfig, TableClient, open_station
from pi_bunco.stations.table_reader import LateReader, TableReader
from pi_bunco.views.devices import CameraView
from pi_bunco.views.live import LiveRoom
from pi_bunco.vision.calibrate.file import file_of
from pi_bunco.vision.reader import Reader


@dataclass(frozen=True, slots=True, kw_only=True)
class GearConfig:
    """What the gear of a room is opened with.

    Attributes
    ----------
    settings
        The room's.
    cameras
        The camera of each table, as the settings have it, table 1 first.
    recordings
        Those that are files, which were opened before anything else.
    reader
        Returns who reads a table's pictures; called once for each table with a camera.
    plain
        Makes a reader that knows no mat, to calibrate with.
    beater
        Returns what a thread of that name calls each second.
    seen
        Returns how many throws a table has had in this game.
    """

    settings: Settings
    cameras: Mapping[int, str]
    recordings: Mapping[int, Camera]
    reader: Callable[[int], TableReader]
    plain: Callable[[], Reader]
    beater: Callable[[str], Callable[[], None]]
    seen: Callable[[int], int]

    def of(self, table: int, rate: Callable[[], float | None]) -> StationConfig:
        """Return what a table's station is opened with; `rate` says how many pictures may be looked at."""
        return StationConfig(
            camera=self.cameras[table],
            reader=lambda: self.reader(table),
            recording=self.recordings.get(table),
            beater=lambda: self.beater(f"supervisor of table {table}"),
            rate=rate,
            seed=self.settings.seed + table - HEAD,
            speed=self.settings.speed,
            seen=self.seen(table),
        )


@dataclass(frozen=True, slots=True)
class TableGear:
    """What one table has: its station, and who calibrates it; ``None`` without a camera."""

    station: Station = field(default_factory=Station)
    calibrator: TableCalibrator | None = None


@dataclass(frozen=True, slots=True)
class RoomGear:
    """What the tables have.

    Attributes
    ----------
    tables
        The gear of each table that was there at the start.
    room
        The game.
    cooling
        Watches the board.
    """

    tables: Mapping[int, TableGear]
    room: LiveRoom
    cooling: Cooling

    @property
    def stations(self) -> Mapping[int, Station]:
        """The station of each table."""
        return {table: gear.station for table, gear in self.tables.items()}

    @property
    def calibrators(self) -> Mapping[int, TableCalibrator]:
        """The calibrator of each table that has a camera."""
        return {table: gear.calibrator for table, gear in self.tables.items() if gear.calibrator}

    def start(self) -> None:
        """Begin to look at each table."""
        for gear in self.tables.values():
            gear.station.start()

    def picture(self, table: int) -> bytes | None:
        """Return the newest picture of a table's camera as a JPEG, ``None`` if there is none."""
        supervisor = self._of(table).station.supervisor
        return supervisor.picture() if supervisor else None

    def sight(self, table: int) -> CameraView:
        """Return how a table's camera does.

        Raises
        ------
        pi_bunco.game.refused.Refused
            If there is no such table now.
        """
        camera, station = self.room.view(table).camera, self._of(table).station
        return view_camera(camera, station.supervisor, self.cooling, station.locked)

    def _of(self, table: int) -> TableGear:
        """Return what a table has; nothing at one that came later."""
        return self.tables.get(table, TableGear())


@contextmanager
def open_gear(config: GearConfig, room: LiveRoom) -> Iterator[RoomGear]:
    """Open what all tables have, and close it at the end of the ``with``.

    Raises
    ------
    Trouble
        If a station cannot be opened; it names the setting.
    """
    on = board()
    cooling = Cooling(full_rate(on), health)
    rate_of = _rates(on, cooling, config.cameras)
    tables: dict[int, TableGear] = {}
    with ExitStack() as stack:
        for table in config.cameras:
            with config.settings.naming(*config.settings.key_of(table)):
                client = TableClient(room, table)
                station = stack.enter_context(open_station(config.of(table, rate_of(table)), client))
            tables[table] = TableGear(station, _calibrator(config, table, station))
        yield RoomGear(tables, room, cooling)


def _calibrator(config: GearConfig, table: int, station: Station) -> TableCalibrator | None:
    """Return the calibrator of a table, ``None`` without a camera; each table has a file of its own."""
    if station.supervisor is None or station.reader is None:
        return None
    settings = config.settings
    named = settings.calibration if table == HEAD else None
    path = named or settings.state_dir / file_of(table)
    # A reader of its own: pages calibrate in their threads while the station's reads in another.
    return TableCalibrator(station.supervisor, LateReader(config.plain), station.reader, path)


def _rates(on: Board, cooling: Cooling, cameras: Mapping[int, str]) -> Callable[[int], Callable[[], float]]:
    """Return a function that returns, for a table, how many pictures a second the board can bear now."""
    real = sum(kind_of(camera) not in NO_DEVICE for camera in cameras.values())
    first, others = rates(on, real)
    full = full_rate(on)

    def of(table: int) -> Callable[[], float]:
        mine = first if table == HEAD else others
        return lambda: cooling.rate() * mine / full

    return of
