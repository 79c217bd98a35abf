"""The equipment of each table in a room: its station and its calibrator."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field

from pi_bunco.config import NO_DEVICE, Settings, get_camera_kind
from pi_bunco.devices.board import Board, find_board, read_health
from pi_bunco.devices.camera.cooling import Cooling
from pi_bunco.devices.camera.plan import choose_rate, share_rates
from pi_bunco.devices.ports import Camera
from pi_bunco.game.lines import HEAD
from pi_bunco.stations.calibrator import TableCalibrator
from pi_bunco.stations.camera_figures import view_camera
from pi_bunco.stations.loop import TableClient
from pi_bunco.stations.station import Station, StationConfig, open_station
from pi_bunco.stations.table_reader import LateReader, TableReader
from pi_bunco.views.devices import CameraView
from pi_bunco.views.live import LiveRoom
from pi_bunco.vision.calibrate.file import name_file
from pi_bunco.vision.reader import Reader


@dataclass(frozen=True, slots=True, kw_only=True)
class EquipmentConfig:
    """The settings and functions that open a room's equipment.

    Attributes
    ----------
    settings
        The room's settings.
    cameras
        The camera of each table from the settings, table 1 first.
    recordings
        The cameras that play recordings, which were opened before anything else.
    make_reader
        Makes the reader of a table's pictures, called once for each table with a camera.
    make_plain_reader
        Makes a reader without a calibration, to calibrate with.
    make_beat
        Returns the function that the thread of that name must call each second to show that it still runs.
    count_shown
        Returns the number of throws that a table has had in this game.
    """

    settings: Settings
    cameras: Mapping[int, str]
    recordings: Mapping[int, Camera]
    make_reader: Callable[[int], TableReader]
    make_plain_reader: Callable[[], Reader]
    make_beat: Callable[[str], Callable[[], None]]
    count_shown: Callable[[int], int]

    def make_station_config(self, table: int, get_rate: Callable[[], float | None]) -> StationConfig:
        """Return the settings of a table's station; `get_rate` returns the limit of pictures a second."""
        return StationConfig(
            camera=self.cameras[table],
            make_reader=lambda: self.make_reader(table),
            recording=self.recordings.get(table),
            make_beat=lambda: self.make_beat(f"supervisor of table {table}"),
            get_rate=get_rate,
            seed=self.settings.seed + table - HEAD,
            speed=self.settings.speed,
            throws_shown=self.count_shown(table),
        )


@dataclass(frozen=True, slots=True)
class TableEquipment:
    """One table's station and its calibrator, ``None`` without a camera."""

    station: Station = field(default_factory=Station)
    calibrator: TableCalibrator | None = None


@dataclass(frozen=True, slots=True)
class RoomEquipment:
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

    tables: Mapping[int, TableEquipment]
    room: LiveRoom
    cooling: Cooling

    @property
    def stations(self) -> Mapping[int, Station]:
        """The station of each table."""
        return {table: equipment.station for table, equipment in self.tables.items()}

    @property
    def calibrators(self) -> Mapping[int, TableCalibrator]:
        """The calibrator of each table that has a camera."""
        return {
            table: equipment.calibrator for table, equipment in self.tables.items() if equipment.calibrator
        }

    def start(self) -> None:
        """Start watching each table."""
        for equipment in self.tables.values():
            equipment.station.start()

    def encode_picture(self, table: int) -> bytes | None:
        """Return the newest picture of a table's camera as a JPEG, ``None`` if there is none."""
        supervisor = self._find_equipment(table).station.supervisor
        return supervisor.encode_picture() if supervisor else None

    def view_camera(self, table: int) -> CameraView:
        """Return the figures of a table's camera.

        Raises
        ------
        pi_bunco.game.refused.Refused
            If there is no such table now.
        """
        camera, station = self.room.view(table).camera, self._find_equipment(table).station
        return view_camera(camera, station.supervisor, self.cooling, station.locked)

    def _find_equipment(self, table: int) -> TableEquipment:
        """Return a table's equipment, which is empty for a table added later."""
        return self.tables.get(table, TableEquipment())


@contextmanager
def open_equipment(config: EquipmentConfig, room: LiveRoom) -> Iterator[RoomEquipment]:
    """Open the equipment of all tables, and close it at the end of the ``with``.

    Raises
    ------
    Trouble
        If a station cannot be opened. The message names the setting.
    """
    board = find_board()
    cooling = Cooling(choose_rate(board), read_health)
    make_get_rate = _share_rates(board, cooling, config.cameras)
    tables: dict[int, TableEquipment] = {}
    with ExitStack() as stack:
        for table in config.cameras:
            with config.settings.add_place(*config.settings.make_camera_key(table)):
                client = TableClient(room, table)
                station = stack.enter_context(
                    open_station(config.make_station_config(table, make_get_rate(table)), client)
                )
            tables[table] = TableEquipment(station, _make_calibrator(config, table, station))
        yield RoomEquipment(tables, room, cooling)


def _make_calibrator(config: EquipmentConfig, table: int, station: Station) -> TableCalibrator | None:
    """Return the calibrator of a table, ``None`` without a camera. Each table has its own file."""
    if station.supervisor is None or station.reader is None:
        return None
    settings = config.settings
    named = settings.calibration if table == HEAD else None
    path = named or settings.state_dir / name_file(table)
    # A separate reader, since pages calibrate in their threads while the station's reads in another.
    return TableCalibrator(station.supervisor, LateReader(config.make_plain_reader), station.reader, path)


def _share_rates(
    board: Board, cooling: Cooling, cameras: Mapping[int, str]
) -> Callable[[int], Callable[[], float]]:
    """Return the function that makes a table's `get_rate`, so that the board can process all tables."""
    camera_count = sum(get_camera_kind(camera) not in NO_DEVICE for camera in cameras.values())
    first, others = share_rates(board, camera_count)
    full = choose_rate(board)

    def make_get_rate(table: int) -> Callable[[], float]:
        share = first if table == HEAD else others
        return lambda: cooling.find_rate() * share / full

    return make_get_rate
