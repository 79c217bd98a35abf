"""The link of a far Pi: it follows the head's log, reports how far it has come, and empties its outbox."""

import secrets
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Protocol

import structlog

from pi_bunco import __version__
from pi_bunco.errors import Trouble
from pi_bunco.link.carrier import Carrier
from pi_bunco.link.follower import SILENCE, Action, Follower, Keep, SetAside
from pi_bunco.link.inbox import Inbox
from pi_bunco.link.messages import (
    AskPhoto,
    Beat,
    Here,
    LinePlace,
    LogLines,
    PhotoFile,
    RoomDevices,
    Roster,
    pack,
    read_from_head,
)
from pi_bunco.link.outbox_file import OutboxFile
from pi_bunco.link.topics import Topics
from pi_bunco.machine.threads import start_thread
from pi_bunco.store.chain import Broken
from pi_bunco.views.devices import CameraStatus

_log = structlog.get_logger()

_TICK = 0.25
"""Seconds between two looks at the clock."""
_NEWS_SECONDS = 0.2
"""Seconds after which a far Pi may say again how far it has come: lines often come one after the other."""
_HERE_SECONDS = 5.0
"""Seconds after which a far Pi says again that it is there."""


class Copy(Protocol):
    """The copy of the head's log, and the pages that show it. One thread calls all methods."""

    @property
    def place(self) -> LinePlace | None:
        """The newest line, ``None`` without one."""

    @property
    def differs(self) -> bool:
        """Whether this Pi has counted different results from the head."""

    def keep(self, lines: LogLines) -> None:
        """Write lines to the copy, and show them.

        Raises
        ------
        Broken
            If they do not follow.
        Trouble
            If the disk does not take them, or this version cannot read them.
        """

    def show_devices(self, devices: RoomDevices) -> None:
        """Show the devices of the head."""

    def list_cameras(self) -> Mapping[int, CameraStatus]:
        """Return the state of the camera of each table of this Pi."""

    def read_photo(self, name: str) -> bytes:
        """Return the photo with this name as a JPEG file; empty if there is none."""

    def show_link(self, status: "LinkStatus") -> None:
        """Show whether the head is heard. Called about four times a second, and after each message."""

    def set_aside(self) -> None:
        """Note that the copy does not belong to the head's log."""

    def keep_roster(self, roster: Roster) -> None:
        """Write down who belongs to the room. It may come again and again."""

    def find_address(self) -> str:
        """Return the address of the pages of this Pi; without a network, the one on the Pi itself."""


@dataclass(frozen=True, slots=True)
class LinkStatus:
    """What a far Pi knows of its head.

    Attributes
    ----------
    head
        What the head said of itself last, ``None`` before its first beat.
    silent
        For how many seconds nothing has come from it; 0 while it is heard.
    behind
        Whether the head is known to have more of the log.
    trouble
        Why lines are not taken, ``None`` if they are.
    term
        The newest term of a message. The head's first beat may come later.
    """

    head: Beat | None
    silent: float
    behind: bool
    trouble: Trouble | None
    term: int = 0


class FarLink:
    """Follows the head until it is closed.

    Parameters
    ----------
    copy
        The copy and its pages.
    topics
        The topics of the room.
    pi
        The name that the head has given this Pi.
    outbox
        What the head must get from this Pi.
    term
        The newest term that this Pi has ever heard.
    """

    def __init__(self, copy: Copy, topics: Topics, pi: str, outbox: OutboxFile, term: int = 0) -> None:
        self._copy, self._topics, self._pi, self._outbox = copy, topics, pi, outbox
        self._inbox: Inbox[bytes] = Inbox()
        self._follower = Follower(copy.place, time.monotonic(), term)
        self._trouble: Trouble | None = None
        self._said_here = 0.0
        self._has_come_further = False
        self._said_cameras: dict[int, CameraStatus] = {}
        self._run_name = secrets.token_hex(4)
        self._closing = False
        self._carrier: Carrier | None = None
        self._thread = threading.Thread(target=self._run, name="far link", daemon=True)

    def start(self, carrier: Carrier) -> None:
        """Begin to follow over this carrier, which calls :meth:`receive` and :meth:`notice`."""
        self._carrier = carrier
        start_thread(self._thread)

    def receive(self, topic: str, payload: bytes) -> None:  # noqa: ARG002 - as the carrier calls it
        """Take a message. The carrier's thread calls this."""
        self._inbox.put(payload, len(payload))

    def notice(self, connected: bool) -> None:  # noqa: FBT001 - as the carrier calls it
        """Note that the carrier has connected: the head must hear at once that this Pi is there."""
        if connected:
            self._said_here = 0.0

    def wake(self) -> None:
        """Send what is new in the outbox. Any thread may call this."""
        self._inbox.wake()

    def close(self) -> None:
        """Stop."""
        self._closing = True
        self.wake()
        if self._thread.ident is not None:
            self._thread.join()

    def _run(self) -> None:
        while not self._closing:
            try:
                self._take(self._inbox.wait(_TICK))
            except Exception:  # noqa: BLE001 - the link must survive an error in one message
                _log.exception("a message of the head failed")

    def _take(self, payload: bytes | None) -> None:
        now = time.monotonic()
        message = read_from_head(payload) if payload else None
        actions = self._follower.take(message, now) if message else self._follower.check(now)
        for action in actions:
            self._do(action)
        if message and message.term >= self._follower.term:
            match message:
                case RoomDevices():
                    self._copy.show_devices(message)
                case Roster():
                    self._copy.keep_roster(message)
                case AskPhoto(name=name):
                    self._send(pack(PhotoFile(name=name, file=self._copy.read_photo(name))))
        if items := self._outbox.make_message():
            self._send(pack(replace(items, place=self._copy.place)))
        has_news = self._has_come_further or self._copy.list_cameras() != self._said_cameras
        if now - self._said_here >= (_NEWS_SECONDS if has_news else _HERE_SECONDS):
            self._say_here(now)
        silence = self._follower.measure_silence(now)
        self._copy.show_link(
            LinkStatus(
                self._follower.head,
                silence if silence > SILENCE else 0.0,
                self._follower.behind,
                self._trouble,
                self._follower.term,
            )
        )

    def _do(self, action: Action) -> None:
        match action:
            case Keep(lines):
                self._keep(lines)
            case SetAside():
                self._copy.set_aside()
                self._closing = True
            case _:
                self._send(pack(action))

    def _keep(self, lines: LogLines) -> None:
        try:
            self._copy.keep(lines)
            self._trouble = None
        except Broken as broken:
            _log.warning("lines of the head do not follow", why=str(broken))
        except Trouble as trouble:
            self._trouble = trouble
        if self._copy.place != self._follower.place:
            self._follower.keep(self._copy.place)
            self._has_come_further = True

    def _say_here(self, now: float) -> None:
        self._said_here, self._said_cameras = now, dict(self._copy.list_cameras())
        self._has_come_further = False
        self._send(
            pack(
                Here(
                    version=__version__,
                    run=self._run_name,
                    place=self._follower.place,
                    waiting=len(self._outbox.waiting),
                    cameras=self._said_cameras,
                    differs=self._copy.differs,
                    address=self._copy.find_address(),
                )
            )
        )

    def _send(self, payload: bytes) -> None:
        assert self._carrier is not None  # noqa: S101 - the thread was started with it
        self._carrier.send(self._topics.up(self._pi), payload)
