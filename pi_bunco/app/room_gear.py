"""The equipment of each table in a room: its station and its calibrator."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field

from pi_bunco.config import NO_DEVICE, Settings, kind_of
from pi_bunco.devices.board import Board, find_board, read_health
from pi_bunco.devices.camera.cooling import Cooling
from pi_bunco.devices.camera.plan import choose_rate, share_rates
from pi_bunco.devices.ports import Camera
from pi_bunco.game.lines import HEAD
from pi_bunco.stations.calibrator import TableCalibrator
from pi_bunco.stations.camera_figures import view_camera
from pi_bunco.stations.station import Station, StationConfig, TableClient, open_station
from pi_bunco.stations.table_reader import LateReader, TableReader
from pi_bunco.views.devices import CameraView
from pi_bunco.views.live import LiveRoom
from pi_bunco.vision.calibrate.file import name_file
from pi_bunco.vision.reader import Reader


@dataclass(frozen=True, slots=True, kw_only=True)
class GearConfig:
    """The settings and functions that a room's equipment is opened with.

    Attributes
    ----------
    settings
        The room's settings.
    cameras
        The camera of each table from the settings, table 1 first.
    recordings
        The file cameras, which were opened before anything else.
    reader
        Makes the reader of a table's pictures, called once for each table with a camera.
    plain
        Makes a reader without a calibration, to calibrate with.
    beater
        Returns the function that a thread of that name calls each second.
    seen
        Returns the number of throws that a table has had in this game.
    """

    settings: Settings
    cameras: Mapping[int, str]
    recordings: Mapping[int, Camera]
    reader: Callable[[int], TableReader]
    plain: Callable[[], Reader]
    beater: Callable[[str], Callable[[], None]]
    seen: Callable[[int], int]

    def of(self, table: int, rate: Callable[[], float | None]) -> StationConfig:
        """Return the settings of a table's station; `rate` returns how many pictures may be processed."""
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
    """One table's station and its calibrator, ``None`` without a camera."""

    station: Station = field(default_factory=Station)
    calibrator: TableCalibrator | None = None


@dataclass(frozen=True, slots=True)
class RoomGear:
    """The equipment of all tables.

    Attributes
    ----------
    tables
        The equipment of each table that existed at the start.
    room
        The game.
    cooling
        Watches the board's temperature.
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
        """Start watching each table."""
        for gear in self.tables.values():
            gear.station.start()

    def picture(self, table: int) -> bytes | None:
        """Return the newest picture of a table's camera as a JPEG, ``None`` if there is none."""
        supervisor = self._of(table).station.supervisor
        return supervisor.picture() if supervisor else None

    def sight(self, table: int) -> CameraView:
        """Return the figures of a table's camera.

        Raises
        ------
        pi_bunco.game.refused.Refused
            If there is no such table now.
        """
        camera, station = self.room.view(table).camera, self._of(table).station
        return view_camera(camera, station.supervisor, self.cooling, station.locked)

    def _of(self, table: int) -> TableGear:
        """Return a table's equipment, which is empty for a table added later."""
        return self.tables.get(table, TableGear())


@contextmanager
def open_gear(config: GearConfig, room: LiveRoom) -> Iterator[RoomGear]:
    """Open the equipment of all tables, and close it at the end of the ``with``.

    Raises
    ------
    Trouble
        If a station cannot be opened. The message names the setting.
    """
    on = find_board()
    cooling = Cooling(choose_rate(on), read_health)
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
    """Return the calibrator of a table, ``None`` without a camera. Each table has its own file."""
    if station.supervisor is None or station.reader is None:
        return None
    settings = config.settings
    named = settings.calibration if table == HEAD else None
    path = named or settings.state_dir / name_file(table)
    # A separate reader, since pages calibrate in their threads while the station's reads in another.
    return TableCalibrator(station.supervisor, LateReader(config.plain), station.reader, path)


def _rates(on: Board, cooling: Cooling, cameras: Mapping[int, str]) -> Callable[[int], Callable[[], float]]:
    """Return a function for the number of pictures a second that the board can process for a table."""
    real = sum(kind_of(camera) not in NO_DEVICE for camera in cameras.values())
    first, others = share_rates(on, real)
    full = choose_rate(on)

    def of(table: int) -> Callable[[], float]:
        mine = first if table == HEAD else others
        return lambda: cooling.rate() * mine / full

    return of
