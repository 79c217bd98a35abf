"""A party from its settings to its end: opens everything, plays, and closes everything."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from functools import partial

from pi_bunco.access.door import Door, DoorConfig
from pi_bunco.access.file import AccessFile
from pi_bunco.app.address import OwnAddress, collect_own_names
from pi_bunco.app.background import Worker
from pi_bunco.app.camera_desk import open_desk
from pi_bunco.app.doctor.pis import judge_followers
from pi_bunco.app.doctor.secure import judge_secure
from pi_bunco.app.doctor.table_doctor import TableDoctor
from pi_bunco.app.evenings.shelf import SUMMARIZE_SECONDS, EveningShelf
from pi_bunco.app.house_folder import HouseFolder
from pi_bunco.app.page_service import PageService, Pictures
from pi_bunco.app.people.desk import DeletionDesk
from pi_bunco.app.people.retention import LOOK_SECONDS, PhotoRetention
from pi_bunco.app.pis.choice import FollowChoice
from pi_bunco.app.pis.head import HeadOfPis
from pi_bunco.app.played_room import PlayedRoom, open_room
from pi_bunco.app.room_equipment import (
    EquipmentConfig,
    run_equipment,
    start_stations,
    wait_until_open,
)
from pi_bunco.app.secure.pages import SecurePageKeeper
from pi_bunco.app.sound_desk import LOOK_SECONDS as LOOK_SOUND_SECONDS
from pi_bunco.app.sound_desk import SoundKeeper
from pi_bunco.app.sponsor_folder import SponsorFolder
from pi_bunco.app.wifi_device import open_wifi
from pi_bunco.app.wifi_switch import WifiSwitch, open_front_door
from pi_bunco.devices.ports import BellDevice
from pi_bunco.equipment.bell import choose_lamp
from pi_bunco.equipment.button import Button
from pi_bunco.game.lines import HEAD
from pi_bunco.guest_list import ListedGuests
from pi_bunco.machine.memory import TRIM_SECONDS, limit_memory, trim_memory
from pi_bunco.room.live_room import LiveRoom
from pi_bunco.sentences import say
from pi_bunco.settings.config import Settings
from pi_bunco.settings.house import get_house_folder
from pi_bunco.views.devices import BellButton
from pi_bunco.web.application import create_app
from pi_bunco.web.guard import MachineNames
from pi_bunco.web.server import Server, serve
from pi_bunco.web.wire.handover import Handover


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
    handover: Handover | None = None,
) -> Iterator[RunningTable]:
    """Open a table, let it play, and close everything at the end of the ``with``.

    ``show_guests`` is called with the guests of a new game before it begins. ``follow_choice``: lets the host
    choose to follow another Pi. ``start_again``: called when another Pi has become the head. ``handover``:
    the port of the pages, if the welcome has opened it.

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
        played = enter(open_room(settings, show_guests, wait_for_stations, notes))
        room, keeper, photos, tables = played.room, played.keeper, played.photos, played.tables
        door = Door(
            DoorConfig(
                file=AccessFile(settings.state_dir),
                roles=settings.roles,
                mock=settings.mock,
                count_tables=tables.get,
            )
        )
        if door.damage:
            notes.append(str(door.damage))
        button = _connect(played.bell, played.button_state, room, door, notes)
        config = EquipmentConfig(
            settings=settings,
            cameras=played.cameras,
            stations=stations,
            count_shown=played.log.count_camera_throws,
        )
        equipment = enter(run_equipment(config, room))
        more_tables = Worker("more tables", lambda: equipment.add_tables(tables.list_tables()))
        enter(closing(more_tables))
        tables.note_change = more_tables.wake
        desk = enter(closing(open_desk(equipment, tables.list_tables)))
        own_address = OwnAddress(settings)
        names = MachineNames(lambda: collect_own_names(settings))
        secure_pages = enter(closing(SecurePageKeeper(settings)))
        own_wifi = enter(closing(WifiSwitch(open_wifi(settings), lambda: own_address.settings.port)))
        other_pis = enter(closing(HeadOfPis(settings.state_dir, room, own_address.find, start_again)))
        photos.fetch = other_pis.fetch_photo
        shelf = EveningShelf(
            settings.state_dir, lambda: 0 if keeper.finished else keeper.number, played.backups.wake
        )
        shelf.remove_drafts()
        enter(closing(Worker("past evenings", shelf.list_all, SUMMARIZE_SECONDS)))
        app = create_app(
            PageService(
                room,
                Pictures(photos.fetch_path, equipment.fetch_picture, played.kept, equipment.view_camera),
                lambda: keeper.read(lambda book: book.game.sheet),
                get_house_folder(settings.state_dir),
            ),
            calibrators=equipment.calibrators,
            examiner=TableDoctor(
                lambda: equipment.settings,
                room,
                played.bell,
                lambda: button.seconds_pressed,
                equipment.stations,
                judge_pis=lambda: judge_followers(other_pis.list_pis(), other_pis.trouble),
                judge_secure=lambda: judge_secure(secure_pages.view(), secure_pages.find_time()),
            ),
            names=names,
            door=door,
            other_pis=other_pis,
            follow_choice=follow_choice,
            camera_desk=desk,
            people=enter(_delete_what_is_old(settings, played, start_again)),
            own_wifi=own_wifi,
            secure_pages=secure_pages,
            sponsors=SponsorFolder(settings.state_dir),
            sounds=enter(_keep_sounds(settings, room)),
            evenings=shelf,
            house=HouseFolder(settings.state_dir, settings.rules),
        )
        server = enter(
            serve(
                app,
                settings.address,
                settings.port,
                per_address=settings.per_address,
                front_door=open_front_door(names, own_wifi.is_on),
                handover=handover,
            )
        )
        own_address.note_port(server.port)
        secure_pages.begin(server)
        if played.resumed:  # the page of a game that goes on does not wait for OpenCV
            wait_for_stations()
        yield RunningTable(
            server,
            room,
            played.resumed,
            calibrated=HEAD in stations and stations[HEAD].calibrated,
            cameras=played.cameras,
            find_code=lambda: door.wanted_code,
            notes=tuple(notes),
        )


@contextmanager
def _delete_what_is_old(
    settings: Settings, played: PlayedRoom, start_again: Callable[[], None]
) -> Iterator[DeletionDesk]:
    """Delete old photos now and each hour in the ``with``, and return the desk to delete more."""
    folder, keeper, photos = settings.state_dir, played.keeper, played.photos
    retention = PhotoRetention(
        folder, photos, settings.photos_days, lambda: 0 if keeper.finished else keeper.number
    )
    with closing(Worker("old photos", retention.remove_old, LOOK_SECONDS)) as worker:
        worker.wake()
        yield DeletionDesk(folder, photos, played.kept, retention, start_again)


@contextmanager
def _keep_sounds(settings: Settings, room: LiveRoom) -> Iterator[SoundKeeper]:
    """Keep the choice of sounds, and look at the clock for the quiet hours in the ``with``."""
    sounds = SoundKeeper(settings.state_dir, room.send)
    with closing(Worker("quiet hours", sounds.look, LOOK_SOUND_SECONDS)) as worker:
        worker.wake()
        yield sounds


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
