"""The threads that make answers. Somebody who asks a lot does not keep them from the others."""

import threading
import time
from collections import Counter, deque
from collections.abc import Callable

import structlog

from pi_bunco.threads import start_thread
from pi_bunco.web.wire.caller import Caller
from pi_bunco.web.wire.connection import Connection

_LOOK = 0.1  # seconds between two looks for callers who may have an answer again
_KNOWN = 1000  # addresses; with more, those that ask little are forgotten
_ROUNDING = 1e-6  # seconds
_FAREWELL = 5.0  # seconds; a worker without a request ends at once
_log = structlog.get_logger("web")


_Turns = dict[Caller, deque[Connection]]
"""Waiting requests by caller. The caller whose turn is next comes first."""


class FairQueue:
    """Requests that wait for a worker. Each address gets its turn, however much others ask.

    Requests of devices that the host has let in are taken before those of guests. The limits of an address
    count for both.

    Parameters
    ----------
    at_once
        Most requests of one address that are worked on at once. The machine itself has no such limit.
    a_second
        Most requests in a second that one address may have answered in the long run, likewise.
    burst
        Most requests that it may have answered at once after it has asked little.
    clock
        Seconds on a steady clock.
    """

    def __init__(
        self, at_once: int, a_second: float, burst: int, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._at_once = at_once
        self._pause = 1 / a_second
        self._ahead = (burst - 1) / a_second
        self._clock = clock
        self._paid: dict[Caller, float] = {}  # until when each address has used up its share
        self._first: _Turns = {}
        self._guests: _Turns = {}
        self._working: Counter[Caller] = Counter()

    def put(self, connection: Connection) -> None:
        """Add a request."""
        turns = self._first if connection.first else self._guests
        turns.setdefault(connection.caller, deque()).append(connection)

    def take(self) -> Connection | None:
        """Return the next request to work on, ``None`` if there is none now."""
        now = self._clock()
        both = ((turns, one) for turns in (self._first, self._guests) for one in turns)
        turns, caller = next(((turns, one) for turns, one in both if self._may(one, now)), (None, None))
        if turns is None or caller is None:
            return None
        self._paid[caller] = max(self._paid.get(caller, now), now) + self._pause
        if len(self._paid) > _KNOWN:
            self._paid = {one: until for one, until in self._paid.items() if until > now}
        waiting = turns.pop(caller)
        connection = waiting.popleft()
        if waiting:
            turns[caller] = waiting  # behind all others
        self._working[caller] += 1
        return connection

    @property
    def held_back(self) -> bool:
        """Whether some requests may be taken later although nothing happens until then."""
        return bool(self._first or self._guests)

    def _may(self, caller: Caller, now: float) -> bool:
        if caller.exempt:
            return True
        has_time = self._paid.get(caller, now) - now <= self._ahead + _ROUNDING
        return has_time and self._working[caller] < self._at_once

    def done(self, connection: Connection) -> None:
        """Note that a request was answered."""
        self._working[connection.caller] -= 1
        if not self._working[connection.caller]:
            del self._working[connection.caller]


class Workers:
    """Threads that work on requests.

    Parameters
    ----------
    number
        How many.
    turns
        Decides who is next.
    work
        Answers the request of a connection.

    Raises
    ------
    pi_bunco.threads.ThreadTrouble
        If not all of them can be started. Then none is left running.
    """

    def __init__(self, number: int, turns: FairQueue, work: Callable[[Connection], None]) -> None:
        self._turns = turns
        self._work = work
        self._more = threading.Condition()
        self._closing = False
        self._threads: list[threading.Thread] = []
        try:
            for count in range(1, number + 1):
                thread = threading.Thread(target=self._run, name=f"page worker {count}", daemon=True)
                start_thread(thread)
                self._threads.append(thread)
        except BaseException:
            self.close(_FAREWELL)
            raise

    def put(self, connection: Connection) -> None:
        """Have a connection's request answered soon."""
        with self._more:
            self._turns.put(connection)
            self._more.notify()

    def close(self, patience: float) -> None:
        """End the threads. It may be called twice.

        Parameters
        ----------
        patience
            Seconds to wait for all requests that are being worked on. Afterwards they are left alone.
        """
        with self._more:
            self._closing = True
            self._more.notify_all()
        end = time.monotonic() + patience
        for thread in self._threads:
            thread.join(max(end - time.monotonic(), 0.0))

    def _next(self) -> Connection | None:
        with self._more:
            while not self._closing:
                if connection := self._turns.take():
                    return connection
                self._more.wait(_LOOK if self._turns.held_back else None)
            return None

    def _run(self) -> None:
        while connection := self._next():
            try:
                self._work(connection)
            except Exception:  # noqa: BLE001 - the next request is answered
                _log.exception("a request was not answered")
            finally:
                with self._more:
                    self._turns.done(connection)
