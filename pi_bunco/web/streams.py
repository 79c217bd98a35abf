"""The event streams that keep every open page up to date.

A stream has one topic: a table, the room, or the results. Programs get it as JSON, pages get it in blocks
(:mod:`pi_bunco.web.blocks`).

It sends these events. ``hello`` comes once, with the files that the page should have. ``snapshot`` (for
programs) or ``blocks`` (for pages) comes at once and after each change. ``beat`` comes while nothing happens,
so that a page knows that it is live. ``gone`` comes when its table no longer plays.

No stream has a thread. One thread waits for changes of all topics that somebody watches and encodes each
change once. The gate's thread (:mod:`pi_bunco.web.wire.gate`) sends them. A slow page misses the changes in
between, and gets the newest.
"""

import json
import secrets
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, Protocol

import structlog

from pi_bunco.game.lines import HEAD
from pi_bunco.game.refused import Refused
from pi_bunco.threads import start_thread
from pi_bunco.views.host import HostView
from pi_bunco.views.room import RoomView
from pi_bunco.views.table import TableView
from pi_bunco.web.glances import Glances
from pi_bunco.web.port import PagePort
from pi_bunco.whole_numbers import parse_whole

_SLICE = 0.25  # seconds in which the thread notices that the server stops, or that a page was opened
_AGAIN = 1000  # milliseconds until a page whose stream was interrupted tries again
_PAUSE = 0.25  # seconds between two events for a guest's page; changes in between come together
_LATER = 4000  # milliseconds until a page that made way tries again; after six seconds it is out of date
_log = structlog.get_logger("web")

STREAM = "pi_bunco.stream"
"""The key in a request's environment for the :class:`Stream` that its answer continues as."""
FAREWELL = f"retry: {_LATER}\n\n".encode()
"""The last thing that a page is sent when it makes way for others."""
RUN = secrets.token_hex(3)
"""Precedes the numbers of changes. Numbers from a process that has ended mean nothing to the next one."""


class Encoder(Protocol):
    """Encodes a topic: as JSON for programs, in blocks for pages."""

    @property
    def event(self) -> str:
        """The name of its events."""

    def take(self, view: Any, number: int) -> None:
        """Take what is shown since change ``number``."""

    def since(self, seen: int) -> bytes:
        """Return as JSON what somebody needs who knows change ``seen``; -1: none."""


class Snapshots:
    """Encodes a topic for programs: all of it, each time."""

    event = "snapshot"

    def __init__(self) -> None:
        self._newest = b""

    def take(self, view: TableView | RoomView, number: int) -> None:  # noqa: ARG002 - always whole
        """Take what is shown now."""
        self._newest = _compact(view.to_json())

    def since(self, seen: int) -> bytes:  # noqa: ARG002 - always whole
        """Return all of it."""
        return self._newest


PageRole = Literal["guest", "table", "host"]
About = Literal["table", "results", "room", "host", "camera", "calibrate"]
Looks = Mapping[About, Callable[[int], Any]]
"""Functions that look at things without change numbers, by the number of the table."""


@dataclass(frozen=True, slots=True)
class Topic:
    """What a stream shows.

    Attributes
    ----------
    page
        The kind of page that shows it; ``""`` for programs.
    about
        ``table``: one table. ``results``: the results of all tables. ``room``, ``host``: the room.
        ``camera``, ``calibrate``: a table's camera or calibration.
    table
        The number of the table.
    role
        What the devices that show it may do: watch, tap at their table, or everything.
    guest
        The guest whose own page it is; ``""``: nobody's.
    language
        The code of its language.
    """

    about: About = "table"
    table: int = HEAD
    page: str = ""
    role: PageRole = "host"
    guest: str = ""
    language: str = "en"

    @property
    def pause(self) -> float:
        """The fewest seconds between two events. The pages of a hundred guests may wait a little."""
        return _PAUSE if self.role == "guest" and self.page in {"me", "table", "results"} else 0.0

    def look(self, service: PagePort) -> tuple[int, TableView | RoomView | HostView]:
        """Return the number of the topic's last change, and its state since then.

        Raises
        ------
        Refused
            If there is no such table now.
        """
        if self.about == "room":
            return service.look_at_room()
        if self.about == "host":
            return service.look_at_host()
        return service.look(self.table, with_results=self.about == "results")


class Feed:
    """The events of one topic.

    Attributes
    ----------
    topic
        The topic.
    pages
        How many streams of it are open.
    newest
        The number of the newest change that is known here.
    """

    def __init__(
        self,
        look: Callable[[], tuple[int, Any]],
        topic: Topic,
        encoder: Encoder,
        speak: Callable[[str], str] = str,
    ) -> None:
        self.pages = 0
        self.newest = -1
        self.topic = topic
        self.encoder = encoder
        self._look = look
        self._speak = speak
        self._known = -1  # the change that the gate knows
        self._gone = b""
        self._lock = threading.Lock()

    def look(self) -> int:
        """Read the state of the topic, and return the number of its last change.

        Raises
        ------
        Refused
            If there is no such table now.
        """
        number, view = self._look()
        with self._lock:  # all pages get the same event, so it is made once
            if number > self.newest:
                self.encoder.take(view, number)
                self.newest, self._gone = number, b""
            return self.newest

    def has_news(self) -> bool:
        """Read the state of the topic, and return whether it is new."""
        try:
            self.look()
        except Refused as refused:
            self._end(refused)
        before, self._known = self._known, self.newest
        return self._known > before

    def since(self, seen: int) -> bytes:
        """Return the event for a page that knows change ``seen``; -1: none."""
        gone = self._gone
        if gone:
            return gone
        return _event(self.encoder.event, self.encoder.since(seen), f"{RUN}.{self.newest}")

    def _end(self, refused: Refused) -> None:
        """Send the pages once that what they show has gone."""
        with self._lock:
            if not self._gone:
                self.newest += 1
                said = {"error": self._speak(refused.text), "remedy": self._speak(refused.remedy)}
                self._gone = _event("gone", _compact(said), f"{RUN}.{self.newest}")


class Stream:
    """What one open page has been sent.

    Parameters
    ----------
    feed
        The source of the events.
    seen
        The number of the change that the page was sent first.
    heartbeat
        Seconds of silence after which a ``beat`` is sent.
    """

    __slots__ = ("_feed", "_heartbeat", "_pause", "_seen", "_sent")

    def __init__(self, feed: Feed, seen: int, heartbeat: float) -> None:
        self._feed = feed
        self._seen = seen
        self._heartbeat = heartbeat
        self._pause = feed.topic.pause
        self._sent: float | None = None

    def open(self) -> None:
        """Start to receive events. Only the gate's thread may call this and :meth:`close`."""
        self._feed.pages += 1

    def close(self) -> None:
        """Stop receiving events."""
        self._feed.pages -= 1

    def next(self, now: float) -> bytes | None:
        """Return what to send the page at `now` on the steady clock, ``None``: nothing."""
        number = self._feed.newest
        if number > self._seen and (self._sent is None or now - self._sent >= self._pause):
            event = self._feed.since(self._seen)
            self._seen, self._sent = number, now
            return event
        if self._sent is None:  # the page has just been sent the current state
            self._sent = now
        if now - self._sent < self._heartbeat:
            return None
        self._sent = now
        return _event("beat", _compact({"change": self._seen}))


class Streams:
    """All event streams of one server.

    Parameters
    ----------
    service
        The source of the changes.
    most
        Most streams at once, not counting those on the machine itself.
    heartbeat
        Seconds of silence after which a ``beat`` is sent.
    pages
        For each kind of page, a function that makes the encoder of a topic.
    looks
        Functions that look at things without change numbers.
    make_translator
        Returns a function that translates a text into the language with a code.

    Attributes
    ----------
    changed
        Set after each change of something that a page shows. The gate clears it.
    """

    def __init__(  # noqa: PLR0913 - each of another kind
        self,
        service: PagePort,
        *,
        most: int,
        heartbeat: float,
        pages: Mapping[str, Callable[[Topic], Encoder]] | None = None,
        looks: Looks | None = None,
        make_translator: Callable[[str], Callable[[str], str]] = lambda _: str,
    ) -> None:
        self._service = service
        self._pages = pages or {}
        self._looks = looks or {}
        self._speaker = make_translator
        self._glances: dict[tuple[About, int], Glances[Any]] = {}
        self.most = most
        self.heartbeat = heartbeat
        self.changed = False
        self._feeds: dict[Topic, Feed] = {}
        self._closing = threading.Event()
        self._thread: threading.Thread | None = None

    @property
    def open(self) -> int:
        """How many streams are open."""
        return sum(feed.pages for feed in list(self._feeds.values()))

    def feed(self, topic: Topic) -> Feed:
        """Return the feed of a topic. It is made on the first request."""
        found = self._feeds.get(topic)
        if found is None:
            encoder = self._pages[topic.page](topic) if topic.page else Snapshots()
            found = self._feeds.setdefault(
                topic, Feed(self._look(topic), topic, encoder, self._speaker(topic.language))
            )
        return found

    def forget(self, about: About, table: int) -> None:
        """Look again at something without change numbers, because something was done to it."""
        glances = self._glances.get((about, table))
        if glances is not None:
            glances.forget()

    def _look(self, topic: Topic) -> Callable[[], tuple[int, Any]]:
        look = self._looks.get(topic.about)
        if look is None:
            return partial(topic.look, self._service)
        return self._glances.setdefault((topic.about, topic.table), Glances(partial(look, topic.table)))

    def begin(self, topic: Topic, stamp: str, known: str = "") -> tuple[Stream, bytes]:
        """Return a new stream, and the first bytes that it sends.

        Parameters
        ----------
        topic
            What it shows.
        stamp
            Identifies the files that its page should have.
        known
            The ``id`` of the last event that the page knows; ``""``: none.

        Raises
        ------
        Refused
            If there is no such table now.
        """
        feed = self.feed(topic)
        seen = feed.look()
        hello = f"retry: {_AGAIN}\n".encode() + _event("hello", _compact({"stamp": stamp}))
        run, _, number = known.partition(".")
        knows = parse_whole(number, 0, seen) if run == RUN else None
        return Stream(feed, seen, self.heartbeat), hello + feed.since(-1 if knows is None else knows)

    def start(self, wake: Callable[[], None]) -> None:
        """Start to wait for changes.

        Parameters
        ----------
        wake
            Called in another thread after each change of something that a page shows.

        Raises
        ------
        pi_bunco.threads.ThreadTrouble
            If no thread can be started.
        """
        self._closing.clear()
        thread = threading.Thread(target=self._listen, args=(wake,), name="streams", daemon=True)
        start_thread(thread)
        self._thread = thread

    def close(self) -> None:
        """Stop waiting for changes. It may be called twice."""
        self._closing.set()
        if self._thread is not None:
            self._thread.join(4 * _SLICE)  # the service returns in time
            self._thread = None

    def _listen(self, wake: Callable[[], None]) -> None:
        seen = 0
        while not self._closing.is_set():
            seen = self._service.changed(seen, _SLICE) or seen
            shown = [feed for feed in list(self._feeds.values()) if feed.pages]
            shown.sort(
                key=lambda feed: feed.topic.about == "results"
            )  # the results take longer, so they come last
            for feed in shown:
                if self._has_news(feed):
                    self.changed = True
                    wake()

    def _has_news(self, feed: Feed) -> bool:
        """Read what is new about a topic. If that fails, only this topic misses a change."""
        try:
            return feed.has_news()
        except Exception:  # noqa: BLE001 - the next change is shown
            _log.exception("a change was not streamed")
            return False


def _compact(data: object) -> bytes:
    return json.dumps(data, separators=(",", ":")).encode()


def _event(name: str, data: bytes, number: str = "") -> bytes:
    """Return an event, with an id if it has one."""
    which = f"id: {number}\n" if number else ""
    return f"{which}event: {name}\ndata: ".encode() + data + b"\n\n"
