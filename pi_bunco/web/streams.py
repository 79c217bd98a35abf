"""The event streams: what keeps every open page up to date.

A stream is about one topic: a table, or the head table with its results. It sends ``hello`` once (which files
the page should have), ``snapshot`` at once and after each change, ``beat`` while nothing happens, so that a
page knows that it is live, and ``gone`` if its table plays no more. No stream has a thread: one thread waits
for the changes of all topics that some page shows and encodes each once, and the gate's thread
(:mod:`pi_bunco.web.wire.gate`) sends them to all. A page that takes them slowly misses those between, and
gets the newest.
"""

import json
import threading
from collections.abc import Callable
from dataclasses import dataclass

import structlog

from pi_bunco.game.lines import HEAD
from pi_bunco.game.refused import Refused
from pi_bunco.threads import begin
from pi_bunco.views.table import TableView
from pi_bunco.web.port import PagePort

_SLICE = 0.25  # seconds; how long it may take to notice that the server stops, or that a page has come
_AGAIN = 1000  # milliseconds until a page whose stream broke off tries again
_LATER = 4000  # the same for a page that made way for others; it calls itself stale only after six seconds
_log = structlog.get_logger("web")

STREAM = "pi_bunco.stream"
"""Where a request's environment names the :class:`Stream` that its answer goes on as."""
FAREWELL = f"retry: {_LATER}\n\n".encode()
"""What a page is sent that makes way for others."""


@dataclass(frozen=True, slots=True)
class Topic:
    """What a stream is about.

    Attributes
    ----------
    table
        The number of the table.
    whole
        Whether the results come along while a round is played.
    """

    table: int = HEAD
    whole: bool = False


RESULTS = Topic(whole=True)
"""What the page of the results shows."""


class _Feed:
    """What the pages of one topic are sent.

    Attributes
    ----------
    topic
        What they show.
    pages
        How many streams of it are open.
    newest
        The number of the newest change that is known here, and its event.
    """

    def __init__(self, service: PagePort, topic: Topic) -> None:
        self.pages = 0
        self.newest = (-1, b"")
        self._service = service
        self.topic = topic
        self._known = -1  # the change that the gate knows
        self._gone = False
        self._lock = threading.Lock()

    def look(self) -> tuple[int, bytes]:
        """Return how the topic stands now: the change's number, and its event.

        Raises
        ------
        Refused
            If there is no such table now.
        """
        return self._take(*self._service.look(self.topic.table, whole=self.topic.whole))

    def has_news(self) -> bool:
        """Take in how the topic stands now, and tell whether that is new."""
        try:
            self.look()
        except Refused as refused:
            self._end(refused)
        before, self._known = self._known, self.newest[0]
        return self._known > before

    def _take(self, number: int, snapshot: TableView) -> tuple[int, bytes]:
        """Take a change in; all pages get the same event, so it is made once."""
        with self._lock:
            if number > self.newest[0]:
                self.newest = number, _event("snapshot", snapshot.to_json(), number)
                self._gone = False
            return self.newest

    def _end(self, refused: Refused) -> None:
        """Tell the pages, once, that what they show is no longer there."""
        with self._lock:
            if not self._gone:
                number = self.newest[0] + 1
                said = {"error": refused.text, "remedy": refused.remedy}
                self.newest, self._gone = (number, _event("gone", said, number)), True


class Stream:
    """What one open page has been sent.

    Parameters
    ----------
    feed
        Where news come from.
    seen
        The number of the change that it was sent first.
    heartbeat
        Seconds of silence after which a ``beat`` is sent.
    """

    __slots__ = ("_feed", "_heartbeat", "_seen", "_sent")

    def __init__(self, feed: _Feed, seen: int, heartbeat: float) -> None:
        self._feed = feed
        self._seen = seen
        self._heartbeat = heartbeat
        self._sent: float | None = None

    def open(self) -> None:
        """Begin to be kept up to date; only the gate's thread may call it, and :meth:`close`."""
        self._feed.pages += 1

    def close(self) -> None:
        """Be kept up to date no more."""
        self._feed.pages -= 1

    def next(self, now: float) -> bytes | None:
        """Return what the page should be sent at `now` on the steady clock, ``None``: nothing."""
        number, event = self._feed.newest
        if number > self._seen:
            self._seen, self._sent = number, now
            return event
        if self._sent is None:  # it has just been sent how the table stands
            self._sent = now
        if now - self._sent < self._heartbeat:
            return None
        self._sent = now
        return _event("beat", {"change": self._seen})


class Streams:
    """All event streams of one server.

    Parameters
    ----------
    service
        Where changes come from.
    most
        How many may be open at once, those on the machine itself not counted.
    heartbeat
        Seconds of silence after which a ``beat`` is sent.

    Attributes
    ----------
    changed
        Set with each change of what some page shows; the gate clears it.
    """

    def __init__(self, service: PagePort, *, most: int, heartbeat: float) -> None:
        self._service = service
        self.most = most
        self.heartbeat = heartbeat
        self.changed = False
        self._feeds: dict[Topic, _Feed] = {}
        self._closing = threading.Event()
        self._thread: threading.Thread | None = None

    @property
    def open(self) -> int:
        """How many are open."""
        return sum(feed.pages for feed in list(self._feeds.values()))

    def begin(self, topic: Topic, stamp: str) -> tuple[Stream, bytes]:
        """Return a new stream, and what it sends first.

        Raises
        ------
        Refused
            If there is no such table now.
        """
        feed = self._feeds.setdefault(topic, _Feed(self._service, topic))
        seen, event = feed.look()
        hello = f"retry: {_AGAIN}\n".encode() + _event("hello", {"stamp": stamp})
        return Stream(feed, seen, self.heartbeat), hello + event

    def start(self, wake: Callable[[], None]) -> None:
        """Wait for changes from now on.

        Parameters
        ----------
        wake
            Called after each change of what some page shows, in another thread.

        Raises
        ------
        pi_bunco.threads.ThreadTrouble
            If no thread can be started.
        """
        self._closing.clear()
        thread = threading.Thread(target=self._listen, args=(wake,), name="streams", daemon=True)
        begin(thread)
        self._thread = thread

    def close(self) -> None:
        """Wait for changes no more. May be called twice."""
        self._closing.set()
        if self._thread is not None:
            self._thread.join(4 * _SLICE)  # the service comes back in time
            self._thread = None

    def _listen(self, wake: Callable[[], None]) -> None:
        seen = 0
        while not self._closing.is_set():
            seen = self._service.changed(seen, _SLICE) or seen
            shown = [feed for feed in list(self._feeds.values()) if feed.pages]
            shown.sort(key=lambda feed: feed.topic.whole)  # the results, which take longer, come last
            for feed in shown:
                if self._has_news(feed):
                    self.changed = True
                    wake()

    def _has_news(self, feed: _Feed) -> bool:
        """Take in what is new of a topic; what goes wrong with it costs it alone."""
        try:
            return feed.has_news()
        except Exception:  # noqa: BLE001 - the next change is shown
            _log.exception("a change was not streamed")
            return False


def _event(name: str, data: object, number: int | None = None) -> bytes:
    """Return an event, with its number where it has one."""
    which = "" if number is None else f"id: {number}\n"
    return f"{which}event: {name}\ndata: {json.dumps(data, separators=(',', ':'))}\n\n".encode()
