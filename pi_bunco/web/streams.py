"""The event streams that keep every open page up to date.

A stream has one topic, such as a table, the room or the results. Programs get JSON, pages get blocks
(:mod:`pi_bunco.web.blocks`).

It sends these events:

- ``hello`` comes once, with the stamp of the files that the page should have, and the ``age`` (see ``beat``).
- ``snapshot`` (for programs) or ``blocks`` (for pages) comes at once and after each change.
- ``beat`` comes while nothing happens, so that a page knows that it is live. On a Pi that follows another one
  and does not hear it, ``age`` is the number of seconds since then.
- ``gone`` comes when its table no longer plays.

No stream has a thread. One thread waits for changes of all topics with open streams, and encodes each change
once. The gate's thread (:mod:`pi_bunco.web.wire.gate`) sends them. A slow page misses some changes, but gets
the newest.
"""

import json
import secrets
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import structlog

from pi_bunco.access.roles import GUEST, HOST, Role
from pi_bunco.game.lines import HEAD, ROOM
from pi_bunco.game.refused import Refused
from pi_bunco.machine.threads import start_thread
from pi_bunco.sentences import say
from pi_bunco.views.calibration import Calibrator
from pi_bunco.views.room import RoomView
from pi_bunco.views.table import TableView
from pi_bunco.web.blocks import PageBlocks
from pi_bunco.web.page_kind import PageKind
from pi_bunco.web.polling import PolledView
from pi_bunco.web.ports.room import PagePort
from pi_bunco.web.sources import Source, get_results, get_table
from pi_bunco.whole_numbers import parse_whole

_WAIT = 0.25  # seconds until the thread notices that the server stops, or that a page was opened
_CHECK_SECONDS = 1.0  # how often to look whether devices still have their roles
_RETRY_MS = 1000  # milliseconds until a page whose stream was interrupted tries again
_PAUSE = 0.25  # seconds between two events for a guest's page; changes in between come together
_log = structlog.get_logger("web")

STREAM = "pi_bunco.stream"
"""The key in a request's environment for the :class:`Stream` that follows its answer."""
RETRY_LATER = b"retry: 4000\n\n"
"""The last bytes of a stream that is closed for another. Its page tries again after four seconds."""
RUN = secrets.token_hex(3)
"""A prefix for the numbers of changes, because each process of the server numbers them from 0."""


class SnapshotEncoder:
    """Encodes a topic for programs: the whole view each time."""

    event = "snapshot"
    _now = -1, b""

    def update(self, view: TableView | RoomView, number: int) -> None:
        """Set the view that is shown since change ``number``."""
        self._now = number, _encode_json(view.to_json())

    def encode_since(self, known: int) -> tuple[int, bytes]:  # noqa: ARG002 - a program always gets all
        """Return the newest change's number, and as JSON what a program needs that knows change ``known``."""
        return self._now


Encoder = PageBlocks[Any] | SnapshotEncoder
"""Encodes a topic: in blocks for pages, as JSON for programs."""


@dataclass(frozen=True, slots=True)
class Topic:
    """What a stream shows.

    Attributes
    ----------
    source
        Returns it, unless its kind of page polls it.
    table
        The number of the table.
    kind
        The kind of page that shows it; ``None`` for programs.
    role
        What the devices that show it may do there: watch, tap at their table, or everything.
    guest
        The guest whose page it is; ``""``: none.
    language
        The code of its language.
    """

    source: Source = get_table
    table: int = HEAD
    kind: PageKind | None = None
    role: Role = HOST
    guest: str = ""
    language: str = "en"

    @property
    def pause(self) -> float:
        """The least seconds between two events. Pages of guests wait a little, because there may be many."""
        return _PAUSE if self.kind and self.kind.for_many and self.role == GUEST else 0.0


@dataclass(slots=True, eq=False)
class Feed:
    """The events of one topic.

    Attributes
    ----------
    look
        Returns the number of the topic's last change, and its view since then.
    topic
        The topic.
    encoder
        Encodes the view.
    translate
        Translates a sentence into the topic's language.
    open_streams
        Its streams that are open.
    newest
        The number of the newest change that was read.
    """

    look: Callable[[], tuple[int, Any]]
    topic: Topic
    encoder: Encoder
    translate: Callable[[str], str] = str
    open_streams: "set[Stream]" = field(default_factory=set)
    newest: int = -1
    _reported: int = -1  # the number of the last change that has_news reported
    _gone: tuple[int, bytes] | None = None
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def refresh(self) -> int:
        """Read the view of the topic, and return the number of its last change.

        Raises
        ------
        Refused
            If there is no such table now.
        """
        number, view = self.look()
        with self._lock:  # all pages get the same event, so it is encoded once
            if number > self.newest:
                self.encoder.update(view, number)
                self.newest, self._gone = number, None
            return self.newest

    def refresh_or_go(self) -> int:
        """Read the view of the topic, and return the number of its last change.

        If there is no such table now, that is the last change, and ``gone`` is its event.
        """
        try:
            return self.refresh()
        except Refused as refused:
            with self._lock:
                if not self._gone:
                    self.newest += 1
                    reason = {
                        "error": self.translate(refused.text),
                        "remedy": self.translate(refused.remedy),
                    }
                    event = _encode_event("gone", _encode_json(reason), f"{RUN}.{self.newest}")
                    self._gone = self.newest, event
                return self.newest

    def has_news(self) -> bool:
        """Read the view of the topic, and return whether it has changed since the last call."""
        self.refresh_or_go()
        before, self._reported = self._reported, self.newest
        return self._reported > before

    def encode_since(self, known: int) -> tuple[int, bytes]:
        """Return the newest change's number, and the event for a page that knows ``known``; -1: none."""
        if gone := self._gone:
            return gone
        number, data = self.encoder.encode_since(known)
        return number, _encode_event(self.encoder.event, data, f"{RUN}.{number}")


@dataclass(slots=True, eq=False)
class Stream:
    """The event stream of one open page or program.

    Attributes
    ----------
    feed
        The source of the events.
    sent
        The number of the newest change that it has sent.
    heartbeat
        Seconds of silence after which a ``beat`` is sent.
    may_stay
        Returns whether its device still has the role of its topic.
    measure_age
        Returns for how many seconds the pages may be out of date.
    """

    feed: Feed
    sent: int
    heartbeat: float
    may_stay: Callable[[], bool] = lambda: True
    measure_age: Callable[[], float] = lambda: 0.0
    _sent_at: float | None = None  # the time on the steady clock
    _last_event: bytes | None = None  # once its device has lost its role

    def open(self) -> None:
        """Start to receive events. Only the gate's thread may call this and :meth:`close`."""
        self.feed.open_streams.add(self)

    def close(self) -> None:
        """Stop receiving events."""
        self.feed.open_streams.discard(self)

    def end_without_role(self) -> bool:
        """Return whether its device has lost its role just now. Then only ``gone`` is sent."""
        if self._last_event is not None or self.may_stay():
            return False
        reason = {
            "error": self.feed.translate(say("This device may no longer show this page.")),
            "remedy": self.feed.translate(say("Load the page again.")),
        }
        self._last_event = _encode_event("gone", _encode_json(reason))
        return True

    def take_event(self, now: float) -> bytes | None:
        """Return the event to send at `now` on the steady clock, ``None`` if there is none."""
        if self._last_event is not None:
            event, self._last_event = self._last_event, b""
            return event or None
        if self.feed.newest > self.sent and (
            self._sent_at is None or now - self._sent_at >= self.feed.topic.pause
        ):
            self.sent, event = self.feed.encode_since(self.sent)
            self._sent_at = now
            return event
        if self._sent_at is None:  # the first event was sent just now
            self._sent_at = now
        if now - self._sent_at < self.heartbeat:
            return None
        self._sent_at = now
        return _encode_event("beat", _encode_json({"change": self.sent, "age": round(self.measure_age())}))


class Streams:
    """All event streams of one server.

    Parameters
    ----------
    service
        The room, whose changes are streamed.
    most
        Most streams at once, not counting those on the machine itself.
    heartbeat
        Seconds of silence after which a ``beat`` is sent.
    calibrators
        The calibrator of each table that has a camera.
    make_blocks
        Returns the blocks of the pages with a topic.
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
        calibrators: Mapping[int, Calibrator] | None = None,
        make_blocks: Callable[[Topic], Encoder] = lambda _: SnapshotEncoder(),
        make_translator: Callable[[str], Callable[[str], str]] = lambda _: str,
    ) -> None:
        self._service = service
        self._calibrators = calibrators or {}
        self._make_blocks = make_blocks
        self._make_translator = make_translator
        self._polled: dict[tuple[PageKind, int], PolledView[Any]] = {}
        self.most = most
        self.heartbeat = heartbeat
        self.changed = False
        self._feeds: dict[Topic, Feed] = {}
        self._closing = threading.Event()
        self._thread: threading.Thread | None = None

    @property
    def open_count(self) -> int:
        """How many streams are open."""
        return sum(len(feed.open_streams) for feed in list(self._feeds.values()))

    def find_feed(self, topic: Topic) -> Feed:
        """Return the feed of a topic. The first call makes it."""
        feed = self._feeds.get(topic)
        if feed is None:
            encoder = self._make_blocks(topic) if topic.kind else SnapshotEncoder()
            new = Feed(self._find_source(topic), topic, encoder, self._make_translator(topic.language))
            feed = self._feeds.setdefault(topic, new)
        return feed

    def _find_source(self, topic: Topic) -> Callable[[], tuple[int, Any]]:
        """Return the function that returns a topic's view, with the number of its last change."""
        if topic.kind and topic.kind.poll:
            polled = PolledView(partial(topic.kind.poll, self._service, self._calibrators, topic.table))
            return self._polled.setdefault((topic.kind, topic.table), polled)
        return partial(topic.source, self._service, topic.table)

    def poll_again(self, kind: PageKind, table: int) -> None:
        """Poll what a kind of page shows again at the next read, because it was changed."""
        if polled := self._polled.get((kind, table)):
            polled.poll_again()

    def begin_stream(
        self, topic: Topic, stamp: str, known: str = "", may_stay: Callable[[], bool] = lambda: True
    ) -> tuple[Stream, bytes]:
        """Return a new stream, and the first bytes that it sends.

        Parameters
        ----------
        topic
            What it shows.
        stamp
            Identifies the files that its page should have.
        known
            The ``id`` of the last event that the page knows; ``""``: none.
        may_stay
            Returns whether its device still has the role of the topic.

        Raises
        ------
        Refused
            If a program asks for a table that does not exist now. A page gets ``gone``, because its table may
            have gone while its device was asleep.
        """
        feed, is_of_table = self.find_feed(topic), topic.kind is not None and topic.kind.of_table
        measure_age = partial(self._service.measure_age, topic.table if is_of_table else ROOM)
        newest = feed.refresh_or_go() if topic.kind else feed.refresh()
        hello = _encode_event("hello", _encode_json({"stamp": stamp, "age": round(measure_age())}))
        run, _, number = known.partition(".")
        last = parse_whole(number, 0, newest) if run == RUN else None
        sent, event = feed.encode_since(-1 if last is None else last)
        retry = f"retry: {_RETRY_MS}\n".encode()
        return Stream(feed, sent, self.heartbeat, may_stay, measure_age), retry + hello + event

    def start(self, wake: Callable[[], None]) -> None:
        """Start to wait for changes.

        Parameters
        ----------
        wake
            Called in another thread after each change of something that a page shows.

        Raises
        ------
        pi_bunco.machine.threads.ThreadTrouble
            If no thread can be started.
        """
        self._closing.clear()
        thread = threading.Thread(target=self._watch_changes, args=(wake,), name="streams", daemon=True)
        start_thread(thread)
        self._thread = thread

    def close(self) -> None:
        """Stop waiting for changes. It may be called twice."""
        self._closing.set()
        if self._thread is not None:
            self._thread.join(4 * _WAIT)  # the service returns in time

    def _watch_changes(self, wake: Callable[[], None]) -> None:
        newest = 0
        checked_at = time.monotonic()
        while not self._closing.is_set():
            newest = self._service.wait_for_change(newest, _WAIT) or newest
            if time.monotonic() - checked_at >= _CHECK_SECONDS:
                checked_at = time.monotonic()
                try:
                    if self._end_without_roles():
                        self.changed = True
                        wake()
                except Exception:  # noqa: BLE001 - pages need their changes all the same
                    _log.exception("roles could not be looked at")
            open_feeds = [feed for feed in list(self._feeds.values()) if feed.open_streams]
            # The results take longest, so they come last.
            for feed in sorted(open_feeds, key=lambda feed: feed.topic.source is get_results):
                try:
                    if feed.has_news():
                        self.changed = True
                        wake()
                except Exception:  # noqa: BLE001 - only this topic misses a change, until the next one
                    _log.exception("a change was not streamed")

    def _end_without_roles(self) -> bool:
        """End the streams of devices that have lost their role; return whether there was one."""
        streams = [stream for feed in list(self._feeds.values()) for stream in list(feed.open_streams)]
        return bool([stream for stream in streams if stream.end_without_role()])  # each is asked


def _encode_json(data: object) -> bytes:
    return json.dumps(data, separators=(",", ":")).encode()


def _encode_event(name: str, data: bytes, number: str = "") -> bytes:
    """Return an event, with an id if it has one."""
    id_line = f"id: {number}\n" if number else ""
    return f"{id_line}event: {name}\ndata: ".encode() + data + b"\n\n"
