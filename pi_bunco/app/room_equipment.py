"""The equipment of each table in a room: its reader, its station and its calibrator."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

import structlog

from pi_bunco.config import NO_CAMERA, NO_DEVICE, Settings, get_camera_kind
from pi_bunco.devices.board import find_board, read_health
from pi_bunco.devices.camera.cooling import Cooling
from pi_bunco.devices.camera.plan import choose_rate, share_rates
from pi_bunco.devices.ports import Camera
from pi_bunco.game.lines import HEAD
from pi_bunco.sentences import say
from pi_bunco.stations.calibrator import TableCalibrator
from pi_bunco.stations.camera_figures import view_camera
from pi_bunco.stations.loop import TableClient
from pi_bunco.stations.station import Station, StationConfig, open_station
from pi_bunco.stations.table_reader import LateReader, TableReader, find_calibration
from pi_bunco.views.devices import CameraView
from pi_bunco.views.live import LiveRoom
from pi_bunco.vision.calibrate.file import name_file
from pi_bunco.vision.open_reader import open_reader
from pi_bunco.vision.reader import Reader

_log = structlog.get_logger()


class Readers:
    """Makes the readers of a room, each with the calibration of its table's mat.

    Each table has its own reader, since only one thread may use a reader.

    Parameters
    ----------
    settings
        The settings of the room.
    notes
        Receives sentences about readers and calibrations that cannot be used, for the person who starts
        the room.

    Attributes
    ----------
    head
        The head table's reader.

    Raises
    ------
    pi_bunco.vision.calibrate.file.CalibrationTrouble
        If the calibration that the settings name cannot be used.
    Trouble
        If the reader that the settings name is missing or cannot be used.
    """

    def __init__(self, settings: Settings, notes: list[str]) -> None:
        self._settings, self._notes = settings, notes
        self.head = self._make(HEAD, self.make_plain(notes.append))

    def make_plain(self, note: Callable[[str], object] = _log.warning) -> Reader:
        """Return a new reader without a calibration; `note` receives what is wrong with it."""
        with self._settings.add_place("reader"):
            return open_reader(self._settings.reader, note)

    def make_for_table(self, table: int) -> TableReader:
        """Return the reader of a table, a new one for each table after the first."""
        return self.head if table == HEAD else self._make(table, self.make_plain())

    def _make(self, table: int, plain: Reader) -> TableReader:
        """Return a reader with a table's calibration. If that cannot be used, note why."""
        named = self._settings.calibration if table == HEAD else None
        with self._settings.add_place("calibration"):
            # Only a calibration that the settings name stops the room; trouble with another is noted.
            calibration, trouble = find_calibration(named, self._settings.state_dir, table)
        if trouble:
            self._notes.append(
                say(
                    "{text} {remedy} Until then table {table} plays without it.",
                    text=trouble.text,
                    remedy=trouble.remedy,
                    table=table,
                )
            )
        return TableReader(plain, calibration, trouble)


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
    readers
        Makes the readers of the tables.
    make_beat
        Returns the function that the thread of that name must call each second to show that it still runs.
    count_shown
        Returns the number of throws that a table has had in this game.
    """

    settings: Settings
    cameras: Mapping[int, str]
    recordings: Mapping[int, Camera]
    readers: Readers
    make_beat: Callable[[str], Callable[[], None]]
    count_shown: Callable[[int], int]

    def make_station_config(self, table: int, cooling: Cooling, share: float) -> StationConfig:
        """Return the settings of a table's station; `share` is its part of the rate that `cooling` allows."""
        return StationConfig(
            camera=self.cameras[table],
            make_reader=lambda: self.readers.make_for_table(table),
            recording=self.recordings.get(table),
            make_beat=lambda: self.make_beat(f"supervisor of table {table}"),
            get_rate=lambda: cooling.find_rate() * share,
            seed=self.settings.seed + table - HEAD,
            speed=self.settings.speed,
            throws_shown=self.count_shown(table),
        )


@dataclass(frozen=True, slots=True)
class RoomEquipment:
    """The equipment of all tables.

    Attributes
    ----------
    stations, calibrators
        The station of each table that existed at the start, and the calibrator of each one with a camera.
    room
        The game.
    cooling
        Watches the board's temperature.
    cameras
        The name of each table's camera in the settings.
    """

    stations: Mapping[int, Station]
    calibrators: Mapping[int, TableCalibrator]
    room: LiveRoom
    cooling: Cooling
    cameras: Mapping[int, str]

    def start(self) -> None:
        """Start watching each table."""
        for station in self.stations.values():
            station.start()

    def encode_picture(self, table: int) -> bytes | None:
        """Return the newest picture of a table's camera as a JPEG, ``None`` if there is none."""
        supervisor = self._find_station(table).supervisor
        return supervisor.encode_picture() if supervisor else None

    def view_camera(self, table: int) -> CameraView:
        """Return the figures of a table's camera.

        Raises
        ------
        pi_bunco.game.refused.Refused
            If there is no such table now.
        """
        station = self._find_station(table)
        name = self.cameras.get(table, NO_CAMERA)
        return view_camera(
            self.room.view(table).camera, station.supervisor, self.cooling, station.locked, name
        )

    def _find_station(self, table: int) -> Station:
        """Return a table's station, which has no camera if the table was added later."""
        return self.stations.get(table, Station())


@contextmanager
def open_equipment(config: EquipmentConfig, room: LiveRoom) -> Iterator[RoomEquipment]:
    """Open the equipment of all tables, and close it at the end of the ``with``.

    Raises
    ------
    Trouble
        If a station cannot be opened. The message names the setting.
    """
    board = find_board()
    full_rate = choose_rate(board)
    cooling = Cooling(full_rate, read_health)
    # The tables share what the board can process.
    first_rate, other_rate = share_rates(
        board, sum(get_camera_kind(camera) not in NO_DEVICE for camera in config.cameras.values())
    )
    stations: dict[int, Station] = {}
    calibrators: dict[int, TableCalibrator] = {}
    with ExitStack() as stack:
        for table in config.cameras:
            share = (first_rate if table == HEAD else other_rate) / full_rate
            station_config = config.make_station_config(table, cooling, share)
            with config.settings.add_place(*config.settings.make_camera_key(table)):
                station = stack.enter_context(open_station(station_config, TableClient(room, table)))
            stations[table] = station
            if station.supervisor is not None and station.reader is not None:
                named = config.settings.calibration if table == HEAD else None
                calibrators[table] = TableCalibrator(
                    station.supervisor,
                    # Pages calibrate in their own threads, so they need a reader of their own.
                    LateReader(config.readers.make_plain),
                    station.reader,
                    named or config.settings.state_dir / name_file(table),
                )
        yield RoomEquipment(stations, calibrators, room, cooling, config.cameras)
