"""The threads that make answers, and a queue that shares them fairly between callers."""

import math
import threading
import time
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass, field

import structlog

from pi_bunco.machine.threads import start_thread
from pi_bunco.web.wire.caller import Caller
from pi_bunco.web.wire.connection import Connection, ConnectionState

_RECHECK = 0.1  # seconds until the queue is checked again for callers who had to wait
_MAX_KNOWN = 1000  # callers; if there are more, those without a recent request are forgotten
_ROUNDING = 1e-6  # seconds
_STOP_TIMEOUT = 5.0  # seconds to wait for the threads to end; one without a request ends at once
_log = structlog.get_logger("web")


@dataclass(slots=True)
class _Queue:
    at_once: float = math.inf
    # Waiting requests by caller. The caller who is next comes first.
    waiting: dict[Caller, deque[Connection]] = field(default_factory=dict)
    working: set[Connection] = field(default_factory=set)


class FairQueue:
    """Requests that wait for a worker. Callers alternate, so one with many requests does not block others.

    Requests of the machine itself and of devices that the host has let in are taken first, then taps, then
    pages of guests. Only a few pages of guests and taps are answered at once. The limits of an address are
    the same for all.

    Parameters
    ----------
    at_once
        Most requests of one address that are answered at once. The machine itself has no such limit.
    a_second
        Most requests of one address that are answered in a second in the long run. The machine itself has no
        such limit.
    burst
        Most requests of one address that are answered without a pause after it has sent few.
    pages_at_once
        Most pages of guests that are answered at once.
    taps_at_once
        Most taps of devices that are not let in that are answered at once.
    clock
        Seconds on a steady clock.
    """

    def __init__(  # noqa: PLR0913 - each a limit of its own
        self,
        at_once: int,
        a_second: float,
        burst: int,
        pages_at_once: float = math.inf,
        taps_at_once: float = math.inf,
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._at_once = at_once
        self._interval = 1 / a_second
        self._ahead = (burst - 1) / a_second
        self._clock = clock
        self._used_until: dict[Caller, float] = {}  # until when each caller has used up their share
        self._priority, self._taps, self._pages = _Queue(), _Queue(taps_at_once), _Queue(pages_at_once)
        self._queues = self._priority, self._taps, self._pages
        self._working: Counter[Caller] = Counter()

    def put(self, connection: Connection) -> None:
        """Add a request."""
        is_tap = connection.request is not None and connection.request.is_tap
        first = connection.has_priority or connection.caller.exempt
        queue = self._priority if first else self._taps if is_tap else self._pages
        queue.waiting.setdefault(connection.caller, deque()).append(connection)

    def take(self) -> Connection | None:
        """Return the next request to work on, ``None`` if there is none now."""
        now = self._clock()
        due = (
            (queue, caller)
            for queue in self._queues
            if len(queue.working) < queue.at_once
            for caller in queue.waiting
            if self._may_take(caller, now)
        )
        queue, caller = next(due, (None, None))
        if queue is None or caller is None:
            return None
        self._used_until[caller] = max(self._used_until.get(caller, now), now) + self._interval
        if len(self._used_until) > _MAX_KNOWN:
            self._used_until = {other: until for other, until in self._used_until.items() if until > now}
        waiting = queue.waiting.pop(caller)
        connection = waiting.popleft()
        if waiting:
            queue.waiting[caller] = waiting  # now this caller comes last
        queue.working.add(connection)
        self._working[caller] += 1
        return connection

    @property
    def held_back(self) -> bool:
        """Whether requests wait. They may become due even if no other request comes or ends."""
        return any(queue.waiting for queue in self._queues)

    def _may_take(self, caller: Caller, now: float) -> bool:
        """Return whether the limits allow a worker to take a request of this caller now."""
        has_time = self._used_until.get(caller, now) - now <= self._ahead + _ROUNDING
        return caller.exempt or (has_time and self._working[caller] < self._at_once)

    def take_out(self, connection: Connection) -> bool:
        """Remove a request, and return whether it was still waiting."""
        caller = connection.caller
        for queue in self._queues:
            waiting = queue.waiting.get(caller)
            if waiting and connection in waiting:
                waiting.remove(connection)
                if not waiting:
                    del queue.waiting[caller]
                return True
        return False

    def finish(self, connection: Connection) -> None:
        """Note that the request of a connection was answered."""
        for queue in self._queues:
            queue.working.discard(connection)
        self._working[connection.caller] -= 1
        if not self._working[connection.caller]:
            del self._working[connection.caller]


class Workers:
    """Threads that work on requests.

    Parameters
    ----------
    number
        How many.
    queue
        The queue with the requests.
    work
        Answers the request of a connection.

    Raises
    ------
    pi_bunco.machine.threads.ThreadTrouble
        If a thread cannot be started. Then the others are ended.
    """

    def __init__(self, number: int, queue: FairQueue, work: Callable[[Connection], None]) -> None:
        self._queue = queue
        self._work = work
        self._condition = threading.Condition()
        self._closing = False
        self._threads: list[threading.Thread] = []
        try:
            for count in range(1, number + 1):
                thread = threading.Thread(target=self._run, name=f"page worker {count}", daemon=True)
                start_thread(thread)
                self._threads.append(thread)
        except BaseException:
            self.close(_STOP_TIMEOUT)
            raise

    def put(self, connection: Connection) -> None:
        """Add the request of a connection, which a worker answers soon."""
        with self._condition:
            self._queue.put(connection)
            self._condition.notify()

    def take_from_queue(self, connection: Connection) -> bool:
        """Return whether a request was still waiting for a worker. Then it is not answered."""
        with self._condition:
            return self._queue.take_out(connection)

    def close(self, timeout: float) -> None:
        """End the threads. It may be called twice.

        Parameters
        ----------
        timeout
            Seconds to wait for the requests that are being answered. After that, their threads go on alone.
        """
        with self._condition:
            self._closing = True
            self._condition.notify_all()
        end = time.monotonic() + timeout
        for thread in self._threads:
            thread.join(max(end - time.monotonic(), 0.0))

    def _wait_for_request(self) -> Connection | None:
        with self._condition:
            while not self._closing:
                if connection := self._queue.take():
                    connection.state = ConnectionState.WORKING
                    return connection
                self._condition.wait(_RECHECK if self._queue.held_back else None)
            return None

    def _run(self) -> None:
        while connection := self._wait_for_request():
            try:
                self._work(connection)
            except Exception:  # noqa: BLE001 - the next request is answered
                _log.exception("a request was not answered")
            finally:
                with self._condition:
                    self._queue.finish(connection)
