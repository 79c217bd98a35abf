"""The threads that make answers; who asks much does not keep them from the others."""

import threading
import time
from collections import Counter, deque
from collections.abc import Callable

import structlog

from pi_bunco.threads import begin
from pi_bunco.web.wire.caller import Caller
from pi_bunco.web.wire.connection import Connection

_FAREWELL = 5.0  # seconds; that which has nothing to do ends at once
_log = structlog.get_logger("web")


class Turns:
    """Requests that wait for a worker. Each address has its turn, whatever the others ask.

    Parameters
    ----------
    at_once
        How many requests of one address are worked on at once; the machine itself has no limit.
    """

    def __init__(self, at_once: int) -> None:
        self._at_once = at_once
        self._waiting: dict[Caller, deque[Connection]] = {}  # whose turn is next stands first
        self._working: Counter[Caller] = Counter()

    def put(self, connection: Connection) -> None:
        """Let a request wait."""
        self._waiting.setdefault(connection.caller, deque()).append(connection)

    def take(self) -> Connection | None:
        """Return the next to be worked on, ``None`` if there is none now."""
        may = (one for one in self._waiting if one.exempt or self._working[one] < self._at_once)
        caller = next(may, None)
        if caller is None:
            return None
        waiting = self._waiting.pop(caller)
        connection = waiting.popleft()
        if waiting:
            self._waiting[caller] = waiting  # behind all others
        self._working[caller] += 1
        return connection

    def done(self, connection: Connection) -> None:
        """Note that a request which was taken is answered."""
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
        Who is next.
    work
        Answers the request of a connection.

    Raises
    ------
    pi_bunco.threads.ThreadTrouble
        If they cannot all be started; none is left then.
    """

    def __init__(self, number: int, turns: Turns, work: Callable[[Connection], None]) -> None:
        self._turns = turns
        self._work = work
        self._more = threading.Condition()
        self._closing = False
        self._threads: list[threading.Thread] = []
        try:
            for count in range(1, number + 1):
                thread = threading.Thread(target=self._run, name=f"page worker {count}", daemon=True)
                begin(thread)
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
        """End the threads. May be called twice.

        Parameters
        ----------
        patience
            Seconds to wait for what is being worked on, all together; it is left to itself afterwards.
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
                self._more.wait()
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
