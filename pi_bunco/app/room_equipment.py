"""The equipment of each table in a room: its station, or mock people who tap, and its calibrator."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from functools import partial

from pi_bunco.devices.board import find_board, read_health
from pi_bunco.devices.camera import check_name
from pi_bunco.devices.camera.cooling import Cooling
from pi_bunco.devices.camera.plan import choose_rate, share_rates
from pi_bunco.equipment.camera_figures import view_camera
from pi_bunco.equipment.camera_station import CameraStation
from pi_bunco.equipment.mock_party import MockGuests, MockParty, Pauses
from pi_bunco.equipment.mock_people import StationMat, run_mock_people
from pi_bunco.equipment.station_calibrator import StationCalibrator
from pi_bunco.equipment.table_client import TableClient
from pi_bunco.game.lines import HEAD
from pi_bunco.game.refused import Refused
from pi_bunco.messages.down import Open, Show
from pi_bunco.messages.opening import OpeningTrouble
from pi_bunco.messages.up import Picture
from pi_bunco.room.shown_room import ShownRoom
from pi_bunco.settings.config import GUESTS, MOCK, NO_CAMERA, NO_DEVICE, Settings, get_camera_kind
from pi_bunco.views.devices import CameraView

_PICTURE_SECONDS = 3.0
"""How long a page waits for a picture."""


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
            if get_camera_kind(camera) != MOCK:
                with settings.add_place(*settings.make_camera_key(table)):
                    check_name(camera)
            station = CameraStation(_make_first(settings, table, camera))
            stations[table] = stack.enter_context(closing(station))
        yield stations


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


@dataclass(frozen=True, slots=True)
class RoomEquipment:
    """The equipment of all tables.

    Attributes
    ----------
    stations, calibrators
        The station and the calibrator of each table with a camera.
    room
        The game.
    cooling
        Watches the board's temperature.
    settings
        The room's settings.
    """

    stations: Mapping[int, CameraStation]
    calibrators: Mapping[int, StationCalibrator]
    room: ShownRoom
    cooling: Cooling
    settings: Settings

    def fetch_picture(self, table: int) -> bytes | None:
        """Return the newest picture of a table's camera as a JPEG, ``None`` if there is none."""
        try:
            picture = self.stations[table].ask(Show, _PICTURE_SECONDS)
        except (KeyError, Refused):
            return None
        return picture.file or None if isinstance(picture, Picture) else None

    def view_camera(self, table: int) -> CameraView:
        """Return the figures of a table's camera.

        Raises
        ------
        Refused
            If there is no such table now.
        """
        status, station = self.room.view(table).camera, self.stations.get(table)
        name = self.settings.get_camera(table)
        return view_camera(status, station.figures if station else None, self.cooling, name)


@contextmanager
def run_equipment(config: EquipmentConfig, room: ShownRoom) -> Iterator[RoomEquipment]:
    """Start the equipment of all tables of this game, and stop it at the end of the ``with``."""
    settings = config.settings
    board = find_board()
    full_rate = choose_rate(board)
    cooling = Cooling(full_rate, read_health)
    # The tables share what the board can process.
    first_rate, other_rate = share_rates(
        board, sum(get_camera_kind(camera) not in NO_DEVICE for camera in config.cameras.values())
    )
    pauses = Pauses().speed_up(settings.speed)
    stations = {table: config.stations[table] for table in config.cameras if table in config.stations}
    with ExitStack() as stack:
        for table, camera in config.cameras.items():
            client, count_shown = TableClient(room, table), partial(config.count_shown, table)
            if camera == GUESTS:
                guests = MockGuests(settings.seed + table - HEAD, pauses.admire)
                stack.enter_context(run_mock_people(guests.choose_command, client))
            elif station := stations.get(table):
                stack.callback(station.close)  # before the room
                share = (first_rate if table == HEAD else other_rate) / full_rate
                station.begin(client, partial(cooling.find_rate, share), count_shown)
                if get_camera_kind(camera) == MOCK:
                    party = MockParty(StationMat(station), pauses, count_shown() - 1)
                    stack.enter_context(run_mock_people(party.choose_command, client))
        calibrators = {table: StationCalibrator(station) for table, station in stations.items()}
        yield RoomEquipment(stations, calibrators, room, cooling, settings)
