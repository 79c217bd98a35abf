"""Makes what takes seconds, such as papers, once for all who ask, while no worker waits for it.

A :class:`SlowWork` makes one thing at a time in its own thread. A request for it first ends without an
answer. The gate keeps its connection, and asks a worker again when the thing is made
(:meth:`pi_bunco.web.wire.connection_handler.ConnectionHandler.wait`).
"""

import threading
from collections import OrderedDict, deque
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any, TypeVar

from flask import Response, request

from pi_bunco.errors import Trouble
from pi_bunco.machine.threads import start_thread
from pi_bunco.sentences import say

Made = TypeVar("Made")

PARK = "pi_bunco.park"
"""The key in a request's environment for the function that keeps its connection until a future is done."""
WAITED = "pi_bunco.waited"
"""The key for the future that the request has waited for."""
_MAX_KEPT = 4  # things that were made last
_MAX_WAITING = 6  # things that guests have asked for and that are not begun
_MAX_URGENT = 30  # the same for things that are made before those


class TooManyJobs(Trouble):
    """So many things wait that another one would take too long."""


class Parked(Exception):
    """The request has no answer yet. Its connection waits, and asks again."""


@dataclass(slots=True, eq=False)
class _Job:
    key: Hashable
    make: Callable[[], Any]
    future: "Future[Any]" = field(default_factory=Future)


class SlowWork:
    """Makes one thing at a time, keeps what was made last, and shares it between all who ask for it.

    Parameters
    ----------
    name
        The name of its thread, which runs only while there is something to make.

    >>> papers = SlowWork("papers")
    >>> papers.request("tallies", lambda: "a PDF", is_current=lambda _: False).result()
    'a PDF'
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._lock = threading.Lock()
        self._urgent: deque[_Job] = deque()
        self._waiting: deque[_Job] = deque()
        self._making: _Job | None = None
        self._kept: OrderedDict[Hashable, Future[Any]] = OrderedDict()
        self._runs = False

    def request(
        self,
        key: Hashable,
        make: Callable[[], Made],
        is_current: Callable[[Made], bool],
        *,
        urgent: bool = False,
        join: bool = False,
    ) -> "Future[Made]":
        """Return the future of a thing.

        Parameters
        ----------
        key
            Identifies the thing.
        make
            Makes it, in the thread of this.
        is_current
            Returns whether a thing that was made earlier can still be used.
        urgent
            Whether it is made before things that are not, although as many of those wait as may.
        join
            Whether a thing can be used whose making has already begun.

        Raises
        ------
        TooManyJobs
            If too many things wait.
        pi_bunco.machine.threads.ThreadTrouble
            If the system starts no thread.
        """
        kept = self._kept.get(key)
        if kept is not None and is_current(kept.result()):
            return kept
        with self._lock:
            if join and self._making and self._making.key == key:
                return self._making.future
            if job := next((job for job in (*self._urgent, *self._waiting) if job.key == key), None):
                if urgent and job in self._waiting:
                    self._waiting.remove(job)
                    self._urgent.append(job)
                return job.future
            queue, most = (self._urgent, _MAX_URGENT) if urgent else (self._waiting, _MAX_WAITING)
            if len(queue) >= most:
                raise TooManyJobs(
                    say("Many others are asking for papers or checks at this moment."),
                    say("Ask again in a moment."),
                )
            new = _Job(key, make)
            if not self._runs:
                start_thread(threading.Thread(target=self._run, name=self._name, daemon=True))
                self._runs = True
            queue.append(new)
            return new.future

    def _take(self) -> _Job | None:
        with self._lock:
            queue = self._urgent or self._waiting
            self._making = queue.popleft() if queue else None
            self._runs = self._making is not None
            return self._making

    def _run(self) -> None:
        while job := self._take():
            try:
                made = job.make()
            except BaseException as error:  # noqa: BLE001 - those who wait get it
                job.future.set_exception(error)
                continue
            job.future.set_result(made)
            self._kept[job.key] = job.future
            self._kept.move_to_end(job.key)
            if len(self._kept) > _MAX_KEPT:
                self._kept.popitem(last=False)


def wait_for(  # noqa: PLR0913 - those of SlowWork.request, and what makes it
    slow_work: SlowWork,
    key: Hashable,
    make: Callable[[], Made],
    is_current: Callable[[Made], bool],
    *,
    urgent: bool = False,
    join: bool = False,
) -> Made:
    """Return a thing that takes seconds to make.

    Only a view that changes nothing may call this, because it may run twice.

    Parameters and errors are those of :meth:`SlowWork.request`, and the errors of `make`.

    Raises
    ------
    Parked
        If it is not made yet. Then this view is called again.
    """
    waited: Future[Made] | None = request.environ.get(WAITED)
    if waited is None:
        waited = slow_work.request(key, make, is_current, urgent=urgent, join=join)
        park = request.environ.get(PARK)  # without a gate, as in a test, this thread waits
        if park and not waited.done():
            park(waited)
            raise Parked
    return waited.result()


def answer_parked(_: Parked) -> Response:
    """Return an answer that is never sent."""
    return Response(status=503)
