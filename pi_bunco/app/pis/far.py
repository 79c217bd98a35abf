"""A far Pi that follows the head: a copy of its log, and the same pages."""

import threading
from contextlib import ExitStack, closing
from urllib.parse import urlsplit

from pi_bunco.access.door import Door, DoorConfig
from pi_bunco.access.file import AccessFile
from pi_bunco.app.address import collect_own_names
from pi_bunco.app.doctor.far_doctor import FarDoctor
from pi_bunco.app.doctor.pis import judge_link
from pi_bunco.app.page_service import PageService, Pictures
from pi_bunco.app.pis.photos import HeadPhotos
from pi_bunco.errors import Trouble
from pi_bunco.game.copy_keeper import CopyKeeper
from pi_bunco.link.authority import Identity
from pi_bunco.link.carrier import Credentials
from pi_bunco.link.far import FarLink, LinkStatus
from pi_bunco.link.messages import LinePlace, LogLines, RoomDevices
from pi_bunco.link.mqtt import MqttCarrier
from pi_bunco.link.state import FarState
from pi_bunco.link.topics import Topics
from pi_bunco.room.followed_room import FollowedRoom
from pi_bunco.room.presence import NO_CAMERA, PresenceState
from pi_bunco.settings.config import Settings
from pi_bunco.settings.house import get_house_folder
from pi_bunco.store import Log, Photos
from pi_bunco.views.devices import CameraView
from pi_bunco.views.show import DeviceStatus
from pi_bunco.web.application import create_app
from pi_bunco.web.guard import MachineNames
from pi_bunco.web.server import Server, serve


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
    """

    def __init__(self, log: Log, keeper: CopyKeeper, room: FollowedRoom) -> None:
        self._log, self._keeper, self._room = log, keeper, room
        self.begun, self.aside = threading.Event(), threading.Event()
        self.status = LinkStatus(None, 0.0, behind=False, trouble=None)
        if keeper.has_game:
            self.begun.set()

    @property
    def trouble(self) -> Trouble | None:
        """Why the newest game cannot be shown, ``None`` if it can."""
        return self._keeper.unreadable

    @property
    def place(self) -> LinePlace | None:
        """The newest line of the copy."""
        head = self._log.head
        return LinePlace(head.game, head.seq, head.seal.hex()) if head else None

    def keep(self, lines: LogLines) -> None:
        """Write lines to the copy, and show them."""
        effect = self._keeper.take(lines.game, lines.seq, lines.lines, bytes.fromhex(lines.seal))
        self.begun.set()
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
            )
            state = PresenceState(shared, devices.cameras, devices.moving)
            self._room.show_devices(state, devices.banners, devices.countdown)

    def show_link(self, status: LinkStatus) -> None:
        """Show whether the head is heard."""
        self.status = status
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
        Its settings. Of them only the state directory, the page's address and the names count.
    identity
        What it got when it joined.
    far
        Where its head is.

    Raises
    ------
    Trouble
        If the copy or the port cannot be opened.
    """

    def __init__(self, settings: Settings, identity: Identity, far: FarState) -> None:
        self._settings = settings
        with ExitStack() as opened:
            self._log = opened.enter_context(Log(settings.state_dir))
            keeper = CopyKeeper(self._log, Photos(settings.state_dir))
            self._room = FollowedRoom(keeper, far.head)
            self.copy = FollowedCopy(self._log, keeper, self._room)
            self._keeper = keeper
            topics = Topics(identity.room)
            link = FarLink(self.copy, topics, identity.name)
            opened.callback(link.close)
            carrier = MqttCarrier(
                urlsplit(far.head).hostname or "",
                far.port,
                Credentials(identity.path, identity.path, identity.path),
                topics=(topics.all, topics.to(identity.name)),
                will=(topics.up(identity.name), b""),
                receive=link.receive,
                notice=link.notice,
            )
            opened.enter_context(closing(carrier))
            link.start(carrier)
            self._resources = opened.pop_all()

    def serve(self) -> Server:
        """Serve the pages; the copy must have begun."""
        settings = self._settings
        head = self._room.head
        photos = HeadPhotos(settings.state_dir, head, lambda: not self.copy.status.silent)
        no_camera = CameraView("none", NO_CAMERA.says)
        service = PageService(
            self._room,
            Pictures(photos, lambda _: None, None, lambda _: no_camera),
            lambda: self._keeper.read(lambda book: book.game.sheet),
            get_house_folder(settings.state_dir),
        )
        door = Door(
            DoorConfig(
                file=AccessFile(settings.state_dir),
                roles="on",
                mock=False,
                count_tables=lambda: len(self._keeper.tables),
            )
        )
        app = create_app(
            service,
            examiner=FarDoctor(settings, lambda: judge_link(self.copy.status, head)),
            names=MachineNames(lambda: collect_own_names(settings)),
            door=door,
        )
        server = serve(app, settings.address, settings.port, per_address=settings.per_address)
        self._resources.callback(server.stop)
        return server

    def close(self) -> None:
        """Stop the pages and the link."""
        self._resources.close()
