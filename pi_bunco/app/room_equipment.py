"""The equipment of each table in a room: its station, or mock people who tap, and its calibrator."""

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from functools import partial

from pi_bunco.app.calibration_shelf import swap_calibration
from pi_bunco.devices.board import Board, find_board, read_health
from pi_bunco.devices.camera import check_name
from pi_bunco.devices.camera.cooling import Cooling
from pi_bunco.devices.camera.plan import choose_rate, share_rates
from pi_bunco.equipment.camera_figures import view_camera
from pi_bunco.equipment.camera_station import CameraStation, fetch_picture
from pi_bunco.equipment.mock_party import MockGuests, MockParty, Pauses
from pi_bunco.equipment.mock_people import StationMat, run_mock_people
from pi_bunco.equipment.station_calibrator import StationCalibrator
from pi_bunco.equipment.table_client import TableClient
from pi_bunco.game.lines import HEAD
from pi_bunco.messages.down import Open
from pi_bunco.messages.opening import OpeningTrouble
from pi_bunco.room.shown_room import ShownRoom
from pi_bunco.sentences import say
from pi_bunco.settings.config import (
    GUESTS,
    MOCK,
    NO_CAMERA,
    Settings,
    get_camera_kind,
    hide_password,
)
from pi_bunco.views.devices import CameraStatus, CameraView


@contextmanager
def start_stations(settings: Settings) -> Iterator[Mapping[int, CameraStation]]:
    """Start the station of each table with a camera, and close them at the end of the ``with``.

    They load all at once, and no camera is opened yet.

    Raises
    ------
    Trouble
        If a name is no camera, video or folder. The message names the setting.
    """
    stations: dict[int, CameraStation] = {}
    with ExitStack() as stack:
        for table, camera in ({HEAD: settings.camera} | dict(settings.stations)).items():
            if camera in {NO_CAMERA, GUESTS}:
                continue
            _check_camera(settings, table, camera)
            station = CameraStation(_make_first(settings, table, camera))
            stations[table] = stack.enter_context(closing(station))
        yield stations


def check_cameras(settings: Settings) -> None:
    """Check the names of all cameras, without a station (:class:`Trouble` names the setting)."""
    for table, camera in ({HEAD: settings.camera} | dict(settings.stations)).items():
        if camera not in {NO_CAMERA, GUESTS}:
            _check_camera(settings, table, camera)


def _check_camera(settings: Settings, table: int, camera: str) -> None:
    if get_camera_kind(camera) != MOCK:
        with settings.add_place(*settings.make_camera_key(table)):
            check_name(camera)


def wait_until_open(stations: Mapping[int, CameraStation], settings: Settings, notes: list[str]) -> None:
    """Wait until all stations have loaded what they need.

    Parameters
    ----------
    stations
        The stations by table.
    settings
        The room's settings.
    notes
        Receives sentences about readers and calibrations that cannot be used, for the person who starts
        the room.

    Raises
    ------
    Trouble
        If a station cannot be opened. The message names the setting.
    """
    for table, station in stations.items():
        try:
            hello = station.wait_until_open()
        except OpeningTrouble as trouble:
            is_camera = trouble.setting == "camera"
            with settings.add_place(*(settings.make_camera_key(table) if is_camera else (trouble.setting,))):
                raise
        notes += [note for note in hello.notes if note not in notes]


def _make_first(settings: Settings, table: int, camera: str) -> Open:
    return Open(
        camera=camera,
        table=table,
        reader=settings.reader,
        calibration=str(settings.find_calibration(table)),
        required=settings.names_calibration(table),
        seed=settings.seed + table - HEAD,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class EquipmentConfig:
    """The settings and functions that start a room's equipment.

    Attributes
    ----------
    settings
        The room's settings.
    cameras
        The camera of each table in this game, table 1 first.
    stations
        The open stations.
    count_shown
        Returns the number of throws that a table has had in this game.
    """

    settings: Settings
    cameras: Mapping[int, str]
    stations: Mapping[int, CameraStation]
    count_shown: Callable[[int], int]


class RoomEquipment:
    """The equipment of all tables. Any thread may use it.

    Parameters
    ----------
    config
        The settings and functions.
    room
        The game.
    cooling
        Watches the board's temperature.
    board
        The board.

    Attributes
    ----------
    stations, calibrators
        The station and the calibrator of each table with a camera. Both change when a camera does.
    settings
        The room's settings, with the cameras that the tables have now.
    """

    def __init__(self, config: EquipmentConfig, room: ShownRoom, cooling: Cooling, board: Board) -> None:
        self.settings = config.settings
        self.stations = dict(config.stations)
        self.calibrators = {table: StationCalibrator(station) for table, station in self.stations.items()}
        self._config, self._room, self._cooling, self._board = config, room, cooling, board
        self._lock = threading.Lock()
        self._running: dict[int, ExitStack] = {}
        self._cameras = 0
        for table, camera in config.cameras.items():
            self._start(table, camera)

    def change_cameras(self, cameras: Mapping[int, str]) -> None:
        """Let tables have other cameras from now on; the game goes on meanwhile.

        A camera that cannot be opened now is opened when it can be. Its table's page shows what is wrong.

        Parameters
        ----------
        cameras
            The new camera of each of these tables. Other tables keep theirs.

        Raises
        ------
        OSError
            If the disk does not take the calibrations to set aside. These tables have no camera then.
        """
        with self._lock:
            old = {table: self.settings.get_camera(table) for table in cameras}
            changed = {table: camera for table, camera in cameras.items() if camera != old[table]}
            for table in changed:  # first, since a camera may only be open once
                self._stop(table)
            self.settings = self.settings.give_cameras(
                {HEAD: self.settings.camera, **self.settings.stations, **changed}
            )
            for table, camera in changed.items():
                swap_calibration(self.settings.state_dir, table, old[table], camera)
                if camera not in {NO_CAMERA, GUESTS}:
                    station = CameraStation(_make_first(self.settings, table, camera))
                    self.stations[table] = station
                    self.calibrators[table] = StationCalibrator(station)
                self._room.send(make_status(camera), table)
                self._start(table, camera)

    def add_tables(self, tables: Iterable[int]) -> None:
        """Start the equipment of these tables, unless it runs: a new game may have more tables."""
        with self._lock:
            for table in tables:
                if table not in self._running:
                    camera = self.settings.get_camera(table)
                    self._room.send(make_status(camera), table)
                    self._start(table, camera)

    def fetch_picture(self, table: int) -> bytes | None:
        """Return the newest picture of a table's camera as a JPEG, ``None`` if there is none."""
        station = self.stations.get(table)
        return fetch_picture(station) if station else None

    def view_camera(self, table: int) -> CameraView:
        """Return the figures of a table's camera.

        Raises
        ------
        Refused
            If there is no such table now.
        """
        status, station = self._room.view(table).camera, self.stations.get(table)
        name = self.settings.get_camera(table)
        return view_camera(status, station.figures if station else None, self._cooling, name)

    def close(self) -> None:
        """Stop all equipment."""
        with self._lock:
            for table in tuple(self._running):
                self._stop(table)

    def _start(self, table: int, camera: str) -> None:
        """Start a table's station and its mock people."""
        config, pauses = self._config, Pauses().speed_up(self.settings.speed)
        client, count_shown = TableClient(self._room, table), partial(config.count_shown, table)
        with ExitStack() as stack:
            if camera == GUESTS:
                guests = MockGuests(self.settings.seed + table - HEAD, pauses.admire)
                stack.enter_context(run_mock_people(guests.choose_command, client))
            elif station := self.stations.get(table):
                stack.callback(station.close)
                if get_camera_kind(camera) != MOCK:
                    self._cameras += 1
                    stack.callback(self._count_less)
                station.begin(client, partial(self._find_rate, table), count_shown)
                if get_camera_kind(camera) == MOCK:
                    party = MockParty(StationMat(station), pauses, count_shown() - 1)
                    stack.enter_context(run_mock_people(party.choose_command, client))
            self._running[table] = stack.pop_all()

    def _stop(self, table: int) -> None:
        self.calibrators.pop(table, None)
        if stack := self._running.pop(table, None):
            stack.close()
        if station := self.stations.pop(table, None):
            station.close()  # one of a table that does not play has not begun

    def _count_less(self) -> None:
        self._cameras -= 1

    def _find_rate(self, table: int) -> float:
        """Return how many pictures a second a table's camera may deliver: the tables share the board."""
        first_rate, other_rate = share_rates(self._board, self._cameras)
        share = (first_rate if table == HEAD else other_rate) / choose_rate(self._board)
        return self._cooling.find_rate(share)


def make_status(camera: str) -> CameraStatus:
    """Return what the page says about a table's camera before its first picture."""
    kind = get_camera_kind(camera)
    if kind in (NO_CAMERA, GUESTS):
        return CameraStatus("none", say("no camera"), mock=kind == GUESTS)
    return CameraStatus("starting", say("{camera} starting", camera=hide_password(camera)), mock=kind == MOCK)


@contextmanager
def run_equipment(config: EquipmentConfig, room: ShownRoom) -> Iterator[RoomEquipment]:
    """Start the equipment of all tables of this game, and stop it at the end of the ``with``."""
    board = find_board()
    cooling = Cooling(choose_rate(board), read_health)
    with closing(RoomEquipment(config, room, cooling, board)) as equipment:
        yield equipment
