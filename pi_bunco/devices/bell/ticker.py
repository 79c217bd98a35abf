"""A thread that calls a step whenever it is due. Everything that the bell does over time is made of steps.

The bell's parts know no thread and no clock: they get the time and return when they want to be called
next. So tests play an hour in no time, with a :class:`Clockwork` of their own.
"""

import time
from collections.abc import Callable
from threading import Condition, Thread
from typing import Protocol

import structlog

from pi_bunco.threads import begin

_AGAIN = 2.0
"""Seconds until a step that failed is tried again."""

_log = structlog.get_logger()

Step = Callable[[float], float | None]
"""Does what is due at a time in seconds; returns when to call it again, ``None``: not before a poke."""


class Running(Protocol):
    """A step that is being called."""

    def poke(self) -> None:
        """Call the step soon, from any thread: there is something new."""

    def close(self) -> None:
        """Stop calling it. May be called twice."""


class Clockwork(Protocol):
    """A clock that never jumps, which calls steps."""

    def now(self) -> float:
        """Return the seconds since some moment in the past."""

    def start(self, name: str, step: Step) -> Running:
        """Call ``step`` now, whenever it is due, and after each poke."""


class Threads:
    """The clockwork of a real table: each step has a thread of its own.

    >>> clockwork = Threads()
    >>> clockwork.start("nothing", lambda now: None).close()
    """

    def now(self) -> float:
        """Return the seconds since the machine was switched on, or so."""
        return time.monotonic()

    def start(self, name: str, step: Step) -> "Ticker":
        """Begin a thread."""
        return Ticker(name, step)


class Ticker:
    """One thread that calls one step."""

    def __init__(self, name: str, step: Step) -> None:
        self._step = step
        self._changed = Condition()
        self._poked = False
        self._open = True
        self._thread = Thread(target=self._run, name=name, daemon=True)
        begin(self._thread)

    def poke(self) -> None:
        """Call the step soon."""
        with self._changed:
            self._poked = True
            self._changed.notify()

    def close(self) -> None:
        """End the thread and wait for it. May be called twice."""
        with self._changed:
            self._open = False
            self._changed.notify()
        self._thread.join()

    def _run(self) -> None:
        failed = False
        while True:
            due: float | None
            try:
                due = self._step(time.monotonic())
                failed = False
            except Exception:  # noqa: BLE001 - a pin that fails now may not fail later, and the game goes on
                if not failed:
                    _log.exception("a part of the bell fails", part=self._thread.name)
                failed, due = True, time.monotonic() + _AGAIN
            with self._changed:
                rest = None if due is None else max(due - time.monotonic(), 0.0)
                self._changed.wait_for(lambda: self._poked or not self._open, rest)
                self._poked = False
                if not self._open:
                    return
