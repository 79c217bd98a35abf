"""A far Pi that follows the head: a copy of its log, and the same pages."""

import json
import threading
from collections.abc import Mapping
from contextlib import ExitStack, closing

from pi_bunco.access.door import Door, DoorConfig
from pi_bunco.access.file import AccessFile
from pi_bunco.app.address import OwnAddress, collect_own_names
from pi_bunco.app.background import Worker
from pi_bunco.app.camera_desk import open_desk
from pi_bunco.app.doctor.far_doctor import FarDoctor
from pi_bunco.app.doctor.pis import judge_link
from pi_bunco.app.doctor.secure import judge_secure
from pi_bunco.app.page_service import PageService, Pictures
from pi_bunco.app.pis.choice import FollowChoice
from pi_bunco.app.pis.photos import FetchedPhotos, fetch_from_head
from pi_bunco.app.pis.post import OutboxPost
from pi_bunco.app.pis.spare import Spare, SpareConfig
from pi_bunco.app.room_equipment import (
    EquipmentConfig,
    RoomEquipment,
    run_equipment,
    start_stations,
    wait_until_open,
)
from pi_bunco.app.secure.pages import SecurePageKeeper
from pi_bunco.app.service import StopRequest
from pi_bunco.app.sponsor_folder import SponsorFolder
from pi_bunco.app.wifi_switch import open_front_door
from pi_bunco.equipment.bell import BellFollower, open_table_bell
from pi_bunco.equipment.button import Button
from pi_bunco.errors import Trouble
from pi_bunco.files import bounded
from pi_bunco.game.copy_keeper import CopyKeeper
from pi_bunco.game.item_key import ITEM, find_newest_items
from pi_bunco.link.authority import Identity, find_credentials
from pi_bunco.link.far import FarLink, LinkStatus
from pi_bunco.link.messages import MAX_PHOTO, LinePlace, LogLines, RoomDevices, Roster
from pi_bunco.link.mqtt import MqttCarrier
from pi_bunco.link.outbox_file import OutboxFile
from pi_bunco.link.state import FOLDER, FarState
from pi_bunco.link.topics import Topics
from pi_bunco.room.followed_room import FollowedRoom
from pi_bunco.room.presence import NO_CAMERA, PresenceState
from pi_bunco.settings.chosen_cameras import load_chosen
from pi_bunco.settings.config import Settings
from pi_bunco.settings.house import get_house_folder
from pi_bunco.store import Log, Photos
from pi_bunco.store.deleted import DELETED_LINE
from pi_bunco.views.devices import CameraStatus
from pi_bunco.views.show import DeviceStatus
from pi_bunco.web.application import create_app
from pi_bunco.web.guard import MachineNames
from pi_bunco.web.server import Server, serve

_SEEK_SECONDS = 5.0
"""Seconds between two searches for a new head, and after which the first one begins."""


class FollowedCopy:
    """The copy of the head's log with its pages; implements :class:`pi_bunco.link.far.Copy`.

    Attributes
    ----------
    begun
        Set when the copy has a game, which pages can show.
    aside
        Set when the copy does not belong to the head's log.
    status
        What is known of the head.
    photos
        The photos of this Pi, and those of the head.
    """

    def __init__(
        self,
        log: Log,
        keeper: CopyKeeper,
        room: FollowedRoom,
        post: OutboxPost,
        spare: Spare,
    ) -> None:
        self._log, self._keeper, self._room = log, keeper, room
        self._post, self._spare, self.photos = post, spare, post.photos
        self.photos.fetch = self._fetch_photo
        self.begun, self.aside = threading.Event(), threading.Event()
        self.status = LinkStatus(None, 0.0, behind=False, trouble=None)
        # The program may have ended just after it had written lines, or after another copy was set aside.
        post.outbox.reopen()
        post.outbox.follow(find_newest_items(log.list_lines_with(ITEM)))
        post.find_photos(log.list_lines_with(ITEM))
        if keeper.has_game:
            self.begun.set()

    @property
    def trouble(self) -> Trouble | None:
        """Why the newest game cannot be shown, ``None`` if it can."""
        return self._keeper.unreadable

    @property
    def place(self) -> LinePlace | None:
        """The newest line of the copy."""
        return LinePlace.find(self._log.head)

    @property
    def differs(self) -> bool:
        """Whether this Pi has counted different results from the head."""
        return self._keeper.differs

    def keep(self, lines: LogLines) -> None:
        """Write lines to the copy, and show them."""
        try:
            effect = self._keeper.take(lines.game, lines.seq, lines.lines, bytes.fromhex(lines.seal))
        finally:
            if self.place == lines.last:  # also if this version cannot read them, they are there
                self._post.outbox.follow(find_newest_items(map(json.loads, lines.lines)))
        if lines.lines == (DELETED_LINE,):  # the head has another game after it
            return
        self.begun.set()
        first = max(lines.seq, 1)
        self._post.name_photos(self._keeper.read(lambda book: book.get_lines_from(first)))
        self._room.show_lines(effect)

    def show_devices(self, devices: RoomDevices) -> None:
        """Show the devices of the head."""
        if self.begun.is_set():
            shared = DeviceStatus(
                NO_CAMERA,
                minutes_left=devices.minutes_left,
                bell_in=devices.bell_in,
                break_left=devices.break_left,
                button=devices.button,
                sound=devices.sound,
            )
            state = PresenceState(shared, devices.cameras, devices.moving)
            self._room.show_devices(state, devices.banners, devices.countdown)

    def list_cameras(self) -> Mapping[int, CameraStatus]:
        """Return the state of the camera of each table of this Pi."""
        return self._room.list_cameras()

    def read_photo(self, name: str) -> bytes:
        """Return the photo with this name as a JPEG file; empty if there is none."""
        path = self.photos.find_path(name)
        try:
            return bounded.read(path, MAX_PHOTO) if path else b""
        except OSError:
            return b""

    def keep_roster(self, roster: Roster) -> None:
        """Write down who belongs to the room."""
        self._spare.keep_roster(roster)

    def find_address(self) -> str:
        """Return the address of the pages of this Pi."""
        return self._spare.find_address()

    def _fetch_photo(self, name: str) -> bytes:
        return b"" if self.status.silent else fetch_from_head(self._room.head, name)

    def show_link(self, status: LinkStatus) -> None:
        """Show whether the head is heard."""
        self.status = status
        self._spare.note_link(status)
        if self.begun.is_set():
            self._room.show_link(status.silent, status.trouble)

    def set_aside(self) -> None:
        """Note that the copy does not belong to the head's log."""
        self.aside.set()


class FollowingPi:
    """A far Pi that follows, from its start to its end.

    Parameters
    ----------
    settings
        Its settings: the state directory, the page's address, names, cameras, reader and bell.
    identity
        What it got when it joined.
    far
        Where its head is.
    stop
        Asks the program to start again.
    choice
        Lets the host stop following on a page; ``None``: it was started to follow.

    Attributes
    ----------
    copy
        The copy of the head's log.
    room
        The room that its pages show.
    new_head
        Where another Pi has become the head, ``None`` if none is known.

    Raises
    ------
    Trouble
        If the copy or the port cannot be opened.
    """

    def __init__(
        self,
        settings: Settings,
        identity: Identity,
        far: FarState,
        stop: StopRequest,
        choice: FollowChoice | None = None,
    ) -> None:
        self._settings, self._choice = settings, choice
        self._tables: tuple[int, ...] = ()  # those whose cameras run
        self.new_head: FarState | None = None
        self._door: Door | None = None
        folder = settings.state_dir / FOLDER
        with ExitStack() as opened:
            self._log = opened.enter_context(Log(settings.state_dir))
            keeper = CopyKeeper(self._log, Photos(settings.state_dir))
            outbox = opened.enter_context(closing(OutboxFile(folder, pi=identity.name)))
            photos = FetchedPhotos(settings.state_dir)
            post = OutboxPost(identity.name, outbox, folder, keeper, photos)
            log = self._log
            self.spare = Spare(
                SpareConfig(
                    folder=folder,
                    identity=identity,
                    get_place=lambda: LinePlace.find(log.head),
                    find_address=OwnAddress(settings).find,
                    start_again=stop.ask_for_restart,
                ),
                far,
            )
            with settings.add_place("bell"):
                bell, button_state = open_table_bell(settings.bell_used)
            opened.callback(bell.close)
            self.room = FollowedRoom(keeper, far.head, post, BellFollower(bell))
            self.copy = FollowedCopy(self._log, keeper, self.room, post, self.spare)
            self._keeper, self._bell, self._button_state = keeper, bell, button_state
            topics = Topics(identity.room)
            link = FarLink(self.copy, topics, identity.name, outbox, far.term)
            post.wake = link.wake
            opened.callback(link.close)
            carrier = MqttCarrier(
                far.host,
                far.port,
                find_credentials(folder, identity),
                far.name,
                topics=(topics.all, topics.to(identity.name)),
                will=(topics.up(identity.name), b""),
                receive=link.receive,
                notice=link.notice,
            )
            opened.enter_context(closing(carrier))
            link.start(carrier)
            opened.enter_context(closing(Worker("head search", self._seek, _SEEK_SECONDS)))
            self._resources = opened.pop_all()

    def serve(self) -> Server:
        """Serve the pages; the copy must have begun."""
        settings = self._settings
        self._tables = self.room.list_own_tables()
        head = self.room.head
        equipment = self._run_equipment()
        desk = self._resources.enter_context(closing(open_desk(equipment, lambda: self._tables)))
        service = PageService(
            self.room,
            Pictures(self.copy.photos.fetch_path, equipment.fetch_picture, None, equipment.view_camera),
            lambda: self._keeper.read(lambda book: book.game.sheet),
            get_house_folder(settings.state_dir),
        )
        door = self._door = Door(
            DoorConfig(
                file=AccessFile(settings.state_dir),
                roles="on",
                mock=False,
                count_tables=lambda: len(self._keeper.tables),
            )
        )
        button = Button(self._bell, self.room, forget=door.reset)
        self._bell.on_press(button)
        if self._button_state.text:
            self.room.send(self._button_state)
        names = MachineNames(lambda: collect_own_names(settings))
        secure_pages = self._resources.enter_context(closing(SecurePageKeeper(settings)))
        app = create_app(
            service,
            calibrators=equipment.calibrators,
            examiner=FarDoctor(
                lambda: equipment.settings,
                equipment.stations,
                lambda: judge_link(self.copy.status, head),
                lambda: judge_secure(secure_pages.view(), secure_pages.find_time()),
            ),
            names=names,
            door=door,
            follow_choice=self._choice,
            spare=self.spare,
            camera_desk=desk,
            secure_pages=secure_pages,
            sponsors=SponsorFolder(settings.state_dir),
        )
        server = serve(
            app,
            settings.address,
            settings.port,
            per_address=settings.per_address,
            front_door=open_front_door(names, lambda: False),  # the head has the room's Wi-Fi
        )
        self._resources.callback(server.stop)
        secure_pages.begin(server)
        return server

    def _seek(self) -> None:
        """Look for a new head while none is heard."""
        if self.spare.silence > _SEEK_SECONDS:
            self.new_head = self.spare.find_new_head()

    def find_code(self) -> str | None:
        """Return the secret that makes a device the host's while it is wanted; ``None``: it is not."""
        return self._door.wanted_code if self._door else None

    def is_elsewhere(self) -> bool:
        """Return whether the copy cannot go on: it is of another log, or another Pi is the head."""
        return self.copy.aside.is_set() or self.new_head is not None

    def has_other_tables(self) -> bool:
        """Return whether the head has given this Pi other tables than those whose cameras run."""
        return self.copy.begun.is_set() and self._tables != self.room.list_own_tables()

    def _run_equipment(self) -> RoomEquipment:
        """Start the cameras of this Pi's tables: the camera of table 1 in its settings looks at the first."""
        by_settings = dict(zip(self._tables, self._settings.list_cameras(), strict=False))
        chosen = load_chosen(self._settings.state_dir).cameras
        cameras = by_settings | {table: chosen[table] for table in self._tables if table in chosen}
        settings = self._settings.give_cameras(cameras)
        stations = self._resources.enter_context(start_stations(settings))
        notes: list[str] = []
        wait_until_open(stations, settings, notes)
        config = EquipmentConfig(
            settings=settings, cameras=cameras, stations=stations, count_shown=self._log.count_camera_throws
        )
        return self._resources.enter_context(run_equipment(config, self.room))

    def close(self) -> None:
        """Stop the pages, the equipment and the link."""
        self._resources.close()
