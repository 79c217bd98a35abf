"""A party from its settings to its end: opens everything, plays, and closes everything."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from functools import partial

from pi_bunco.access.door import Door, DoorConfig
from pi_bunco.access.file import AccessFile
from pi_bunco.app.address import OwnAddress, collect_own_names
from pi_bunco.app.background import Backups, Worker
from pi_bunco.app.doctor.pis import judge_followers
from pi_bunco.app.doctor.table_doctor import TableDoctor
from pi_bunco.app.page_service import PageService, Pictures
from pi_bunco.app.pis.choice import FollowChoice
from pi_bunco.app.pis.head import HeadOfPis
from pi_bunco.app.pis.photos import FetchedPhotos
from pi_bunco.app.room_equipment import (
    EquipmentConfig,
    run_equipment,
    start_stations,
    wait_until_open,
)
from pi_bunco.app.service import Watchdog
from pi_bunco.app.timekeeper import Timekeeper
from pi_bunco.chance.odds import NextRaces
from pi_bunco.devices.ports import BellDevice
from pi_bunco.equipment.bell import choose_lamp, make_listener, open_table_bell
from pi_bunco.equipment.button import Button
from pi_bunco.equipment.cameras import assign_cameras
from pi_bunco.game.commands import NewGame
from pi_bunco.game.keeper import Keeper
from pi_bunco.game.lines import HEAD
from pi_bunco.guest_list import ListedGuests
from pi_bunco.link.state import leads_copy
from pi_bunco.machine.memory import TRIM_SECONDS, limit_memory, trim_memory
from pi_bunco.room.live_room import LiveRoom
from pi_bunco.room.shown_room import HeadNews
from pi_bunco.rules import SHEETS
from pi_bunco.rules.words import join_names
from pi_bunco.sentences import say
from pi_bunco.settings.config import GUESTS, MOCK, NO_CAMERA, Settings, get_camera_kind, hide_password
from pi_bunco.settings.house import find_sheet, get_house_folder
from pi_bunco.store import KeptThrows, Log
from pi_bunco.views.devices import BellButton, CameraStatus
from pi_bunco.web.application import create_app
from pi_bunco.web.guard import MachineNames
from pi_bunco.web.server import Server, serve


@dataclass(frozen=True, slots=True)
class RunningTable:
    """A running table, or a room of several.

    Attributes
    ----------
    server, room
        The page's server and the game's writer.
    resumed
        Whether it continues a game.
    calibrated
        Whether table 1 has a calibration.
    cameras
        The camera of each table.
    find_code
        Returns the secret that makes a device the host's while it is wanted; ``None``: it is not. It may
        become wanted at any time, as when somebody begins a room of several tables.
    notes
        Sentences for the person who started it.
    """

    server: Server
    room: LiveRoom
    resumed: bool
    calibrated: bool
    cameras: Mapping[int, str]
    find_code: Callable[[], str | None]
    notes: tuple[str, ...]


@contextmanager
def play(
    settings: Settings,
    show_guests: Callable[[ListedGuests], object] = lambda _: None,
    follow_choice: FollowChoice | None = None,
    start_again: Callable[[], None] = lambda: None,
) -> Iterator[RunningTable]:
    """Open a table, let it play, and close everything at the end of the ``with``.

    ``show_guests`` is called with the guests of a new game before it begins. ``follow_choice``: lets the host
    choose to follow another Pi. ``start_again``: called when another Pi has become the head.

    If a live camera cannot be opened, the page shows it, and the game goes on by taps until another try
    succeeds. If a bell's pins cannot be used, the page shows it and rings instead.

    Raises
    ------
    Trouble
        If the log, the port or a file camera cannot be opened, or there is no such bell or board.
    """
    limit_memory()
    notes: list[str] = []
    with ExitStack() as stack:
        enter = stack.enter_context
        enter(closing(Worker("memory", trim_memory, TRIM_SECONDS)))
        stations = enter(start_stations(settings))  # first: OpenCV takes as long as all the rest
        wait_for_stations = partial(wait_until_open, stations, settings, notes)
        log = enter(Log(settings.state_dir))
        photos = FetchedPhotos(settings.state_dir)
        kept = KeptThrows(settings.state_dir, settings.keep_megabytes) if settings.keep else None
        keeper = Keeper(log, photos, kept=kept)
        resumed = _resume_or_begin(keeper, settings, show_guests, wait_for_stations)
        notes += map(str, filter(None, (log.warning, keeper.explain_lost_photos())))
        cameras = _choose_cameras(settings, len(keeper.tables), notes, resumed=resumed)
        with settings.add_place("bell"):
            bell, button_state = open_table_bell(settings.bell_used)
        enter(closing(bell))
        oddsmaker = Worker("oddsmaker", lambda: keeper.read(lambda book: NextRaces.of(book.played)).prepare())
        enter(closing(oddsmaker))
        oddsmaker.wake()
        watchdog = Watchdog()
        backups = Backups(
            settings.state_dir, lambda: keeper.read(lambda book: (log.game, book.game.set, book.over))
        )
        enter(closing(backups))
        table_count = _TableCount(keeper)
        ring = make_listener(bell, oddsmaker.wake)

        def listen(news: HeadNews) -> None:
            ring(news)
            backups.back_up_finished_set()
            table_count.update()

        room = LiveRoom(
            keeper,
            {table: _make_status(camera) for table, camera in cameras.items()},
            listen,
            watchdog.make_beat("writer"),
            warning=log.warning,
        )
        stack.callback(room.close)
        room.choose_countdown(settings.countdown)
        enter(closing(Timekeeper(room)))
        door = Door(
            DoorConfig(
                file=AccessFile(settings.state_dir),
                roles=settings.roles,
                mock=settings.mock,
                count_tables=lambda: table_count.tables,
            )
        )
        if door.damage:
            notes.append(str(door.damage))
        button = _connect(bell, button_state, room, door, notes)
        config = EquipmentConfig(
            settings=settings, cameras=cameras, stations=stations, count_shown=log.count_camera_throws
        )
        equipment = enter(run_equipment(config, room))
        own_address = OwnAddress(settings)
        other_pis = enter(closing(HeadOfPis(settings.state_dir, room, own_address.find, start_again)))
        photos.fetch = other_pis.fetch_photo
        app = create_app(
            PageService(
                room,
                Pictures(photos.fetch_path, equipment.fetch_picture, kept, equipment.view_camera),
                lambda: keeper.read(lambda book: book.game.sheet),
                get_house_folder(settings.state_dir),
            ),
            calibrators=equipment.calibrators,
            examiner=TableDoctor(
                settings,
                room,
                bell,
                lambda: button.seconds_pressed,
                equipment.stations,
                judge_pis=lambda: judge_followers(other_pis.list_pis(), other_pis.trouble),
            ),
            names=MachineNames(lambda: collect_own_names(settings)),
            door=door,
            other_pis=other_pis,
            follow_choice=follow_choice,
        )
        server = enter(serve(app, settings.address, settings.port, per_address=settings.per_address))
        own_address.note_port(server.port)
        if resumed:  # the page of a game that goes on does not wait for OpenCV
            wait_for_stations()
        yield RunningTable(
            server,
            room,
            resumed,
            calibrated=HEAD in stations and stations[HEAD].calibrated,
            cameras=cameras,
            find_code=lambda: door.wanted_code,
            notes=tuple(notes),
        )


def _resume_or_begin(
    keeper: Keeper,
    settings: Settings,
    show_guests: Callable[[ListedGuests], object],
    wait_for_stations: Callable[[], object],
) -> bool:
    """Continue the current game or start one from the settings; return whether one continues.

    A wrong setting of a station is reported before a game begins. A Pi that has become the head goes on with
    the room's game, also if that is over: its own settings begin none there.
    """
    if (keeper.number and leads_copy(settings.state_dir)) or not (keeper.finished or settings.new):
        return True
    wait_for_stations()
    with settings.add_place("rules"):
        sheet = find_sheet(settings.rules, get_house_folder(settings.state_dir))
    own_sheet = None if sheet.slug in SHEETS else sheet
    guests = settings.guests
    show_guests(guests)
    keeper.handle(
        NewGame(sheet.slug, guests.names, sets=settings.sets, sheet=own_sheet, tables=guests.tables)
    )
    return False


def _choose_cameras(settings: Settings, tables: int, notes: list[str], *, resumed: bool) -> Mapping[int, str]:
    """Return the camera of each table, without the stations of tables that a continued game lacks."""
    stations = settings.stations
    used = {table: camera for table, camera in stations.items() if table <= tables or not resumed}
    if missing := [str(table) for table in stations if table not in used]:
        notes.append(
            say(
                "Not in this game, so without a station until a new one: table {tables}.",
                tables=join_names(missing),
            )
        )
    return assign_cameras(settings.camera, used, tables, settings.find_place)


class _TableCount:
    """The number of tables. Each request needs it, and must not wait for an event that is being logged."""

    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper
        self.update()

    def update(self) -> None:
        """Count the tables again, after seats have changed or another game has begun."""
        # In a semi-final at one table, a room still counts all its tables.
        self.tables = self._keeper.read(lambda book: max(len(book.played.tables), len(book.game.tables)))


def _connect(
    bell: BellDevice, button_state: BellButton, room: LiveRoom, door: Door, notes: list[str]
) -> Button:
    """Connect the bell to the room: its button, its lamp and its faults."""
    button = Button(bell, room, forget=door.reset)
    bell.on_press(button)
    bell.light(choose_lamp(room.view()))
    if button_state.text:
        notes.append(say("{text} {remedy}", text=button_state.text, remedy=button_state.remedy))
        room.send(button_state)
    return button


def _make_status(camera: str) -> CameraStatus:
    """Return what the page says about a table's camera before its first picture."""
    kind = get_camera_kind(camera)
    if kind in (NO_CAMERA, GUESTS):
        return CameraStatus("none", say("no camera"), mock=kind == GUESTS)
    return CameraStatus("starting", say("{camera} starting", camera=hide_password(camera)), mock=kind == MOCK)
