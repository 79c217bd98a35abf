"""The link of the head: it sends its log to the far Pis, takes their items, and knows which are there."""

import sqlite3
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

import structlog

from pi_bunco import __version__
from pi_bunco.link.carrier import Carrier
from pi_bunco.link.inbox import Inbox
from pi_bunco.link.messages import (
    AskLines,
    AskPhoto,
    Beat,
    FromHead,
    Here,
    Items,
    LinePlace,
    PhotoFile,
    RoomDevices,
    Roster,
    pack,
    read_from_far,
)
from pi_bunco.link.sender import Sender
from pi_bunco.link.topics import Topics
from pi_bunco.machine.threads import start_thread
from pi_bunco.store.tail import LogTail
from pi_bunco.views.devices import CameraStatus

_log = structlog.get_logger()

BEAT_SECONDS = 1.0
"""Seconds between two beats."""
_ROSTER_SECONDS = 5.0
"""Seconds between two rosters that say the same: a far Pi may have come, or one may have been lost."""
_GONE_SECONDS = 15.0
"""Seconds without a word after which a far Pi is not there any more: it says so every five seconds."""


@dataclass(frozen=True, slots=True)
class FarPi:
    """A far Pi that is there.

    Attributes
    ----------
    name, version
        Its name in the room, and its version of pi-bunco.
    behind
        How many lines of the newest game it lacks; ``None``: it is still at an earlier game.
    has_twin
        Whether two Pis have this name, because somebody has copied a card.
    place
        Its newest line.
    waiting
        How many items are in its outbox.
    cameras
        The state of the camera of each of its tables that has one.
    differs
        Whether it has counted different results from this one.
    address
        The address of its pages, ``""`` if it has none.
    """

    name: str
    version: str
    behind: int | None
    has_twin: bool
    place: LinePlace | None = None
    waiting: int = 0
    cameras: Mapping[int, CameraStatus] = field(default_factory=dict)
    differs: bool = False
    address: str = ""


class LastWord(NamedTuple):
    """What a far Pi has said of itself last: its ``version``, and so many ``seconds`` ago."""

    version: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Desk:
    """What a link asks of the head's program. Each function must return at once.

    Attributes
    ----------
    get_devices
        Returns what the pages show of the devices now.
    get_roster
        Returns who belongs to the room.
    take_items
        Takes items of the Pi with this name. It may ignore them, since they come again.
    notice
        Called when a Pi has said that it is there, and once a second.
    """

    get_devices: Callable[[], RoomDevices]
    get_roster: Callable[[], Roster]
    take_items: Callable[[str, Items], object]
    notice: Callable[[], None]


class HeadLink:
    """Sends the log until it is closed.

    Parameters
    ----------
    tail
        Reads the log.
    topics
        The topics of the room.
    name
        The name of this machine.
    term
        The term of this head.
    desk
        What the link asks of the head's program.
    """

    def __init__(self, tail: LogTail, topics: Topics, name: str, term: int, desk: Desk) -> None:
        self._sender = Sender(tail, term)
        self._topics, self._name, self._term = topics, name, term
        self._desk = desk
        self._inbox: Inbox[tuple[str, bytes]] = Inbox()
        self._devices: RoomDevices | None = None
        self._roster: Roster | None = None
        self._beat_at = self._roster_at = 0.0
        self._there: dict[str, tuple[Here, float]] = {}
        self._heard: dict[str, tuple[str, float]] = {}  # version and time, also of those that have gone
        self._runs: dict[str, tuple[str, ...]] = {}  # the last three runs of each far Pi
        self._photos: dict[tuple[str, str], bytes | None] = {}  # that somebody asks for now
        self._photo_came = threading.Condition()
        self._closing = False
        self._carrier: Carrier | None = None
        self._thread = threading.Thread(target=self._run, name="head link", daemon=True)

    def start(self, carrier: Carrier) -> None:
        """Begin to send over this carrier, which calls :meth:`receive`."""
        self._carrier = carrier
        start_thread(self._thread)

    def receive(self, topic: str, payload: bytes) -> None:
        """Take a message. The carrier's thread calls this."""
        self._inbox.put((topic, payload), len(payload))

    def wake(self) -> None:
        """Send what has changed. Any thread may call this."""
        self._inbox.wake()

    def list_there(self) -> tuple[FarPi, ...]:
        """Return the far Pis that are there."""
        now = time.monotonic()
        return tuple(
            FarPi(
                name,
                here.version,
                self._sender.count_missing(here.place),
                _are_twins(self._runs[name]),
                here.place,
                here.waiting,
                here.cameras,
                here.differs,
                here.address,
            )
            for name, (here, at) in sorted(self._there.items())
            if now - at < _GONE_SECONDS
        )

    def find_last_word(self, name: str) -> LastWord | None:
        """Return what a far Pi has said last, ``None`` if nothing has come from it since this link began."""
        if (heard := self._heard.get(name)) is None:
            return None
        version, at = heard
        return LastWord(version, time.monotonic() - at)

    def list_settled(self, game: int, seq: int) -> list[str]:
        """Return the names of the far Pis that have this line of this log, and nothing in their outboxes."""
        return [
            pi.name
            for pi in self.list_there()
            if (place := pi.place)
            and (place.game == game and place.seq >= seq and self._sender.has(place))
            and not (pi.waiting or pi.has_twin)
        ]

    def fetch_photo(self, pi: str, name: str, seconds: float) -> bytes:
        """Ask a far Pi for a photo, and return it as a JPEG file; empty if it does not come in this time."""
        asked = pi, name
        with self._photo_came:
            self._photos[asked] = None
            try:
                self._say(self._topics.to(pi), AskPhoto(term=self._term, name=name))
                self._photo_came.wait_for(lambda: self._photos.get(asked) is not None, seconds)
                return self._photos.get(asked) or b""
            finally:
                self._photos.pop(asked, None)

    def close(self) -> None:
        """Stop."""
        self._closing = True
        self.wake()
        if self._thread.ident is not None:
            self._thread.join()

    def _run(self) -> None:
        while not self._closing:
            item = self._inbox.wait(self._beat_at + BEAT_SECONDS - time.monotonic())
            try:
                if item:
                    self._take(*item)
                if self._inbox.is_empty or self._is_time(time.monotonic()):  # to look for news takes long
                    self._send_new()
            except sqlite3.Error as error:
                _log.warning("the log cannot be read for the far Pis", why=str(error))
            except Exception:  # noqa: BLE001 - the link must survive an error in one message
                _log.exception("a message of a far Pi failed", topic=item and item[0])

    def _send_new(self) -> None:
        """Send new lines, changed devices, and a beat if it is time."""
        for lines in self._sender.list_new():
            self._say(self._topics.all, lines)
        devices, now = self._desk.get_devices(), time.monotonic()
        is_time = self._is_time(now)
        if devices != self._devices or is_time:
            self._devices = devices
            self._say(self._topics.all, devices)
        if is_time:
            self._beat_at = now
            beat = Beat(term=self._term, place=self._sender.place, name=self._name, version=__version__)
            self._say(self._topics.all, beat)
            self._send_roster(now)
            self._desk.notice()  # last, since a full disk may make it fail

    def _is_time(self, now: float) -> bool:
        """Return whether a beat is due."""
        return now - self._beat_at >= BEAT_SECONDS

    def _send_roster(self, now: float) -> None:
        roster = self._desk.get_roster()
        if roster != self._roster or now - self._roster_at >= _ROSTER_SECONDS:
            self._roster, self._roster_at = roster, now
            self._say(self._topics.all, roster)

    def _take(self, topic: str, payload: bytes) -> None:
        pi = self._topics.find_sender(topic)
        if not payload:  # its last will
            self._there.pop(pi, None)
            return
        match read_from_far(payload):
            case Here() as here:
                runs = self._runs.get(pi, ())
                if here.run not in runs[-1:]:
                    self._runs[pi] = (*runs, here.run)[-3:]
                    self._roster = None  # it is sent to a Pi that has just come
                self._there[pi] = here, time.monotonic()
                self._heard[pi] = here.version, time.monotonic()
                self._desk.notice()
            case Items() as items:
                if self._sender.has(items.place):  # otherwise that Pi must first begin a new copy
                    self._desk.take_items(pi, items)
            case PhotoFile() as photo:
                self._take_photo(pi, photo)
            case AskLines(place=place):
                if answer := self._sender.answer(place):
                    self._say(self._topics.to(pi), answer)
            case None:
                _log.warning("a far Pi sent something else than a message", pi=pi)

    def _take_photo(self, pi: str, photo: PhotoFile) -> None:
        with self._photo_came:
            if (pi, photo.name) in self._photos:
                self._photos[pi, photo.name] = photo.file
                self._photo_came.notify_all()

    def _say(self, topic: str, message: FromHead) -> None:
        assert self._carrier is not None  # noqa: S101 - the thread was started with it
        self._carrier.send(topic, pack(message))


def _are_twins(runs: tuple[str, ...]) -> bool:
    """Return whether an earlier run has come back. A Pi that was started again has a new one.

    >>> _are_twins(("a", "b", "a")), _are_twins(("a", "b", "c")), _are_twins(("a",))
    (True, False, False)
    """
    return len(set(runs)) < len(runs)
