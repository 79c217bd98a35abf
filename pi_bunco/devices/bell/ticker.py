"""A thread that calls a step function whenever it is due. The bell does everything over time in such steps.

The bell's parts know no thread and no clock. They are called with the time and return when they want to be
called next. So a test with its own :class:`Clockwork` can play an hour in an instant.
"""

import time
from collections.abc import Callable
from threading import Condition, Thread
from typing import Protocol

import structlog

from pi_bunco.machine.threads import start_thread

_RETRY_AFTER = 2.0
"""Seconds until a failed step is tried again."""

_log = structlog.get_logger()

Step = Callable[[float], float | None]
"""Does what is due at a time in seconds; returns when to call it again, ``None``: only after a poke."""


class RunningStep(Protocol):
    """A step that a clockwork calls."""

    def poke(self) -> None:
        """Call the step soon, since there is something new. May be called from any thread."""

    def close(self) -> None:
        """Stop calling it. May be called twice."""


class Clockwork(Protocol):
    """A clock that never jumps and calls steps."""

    def get_time(self) -> float:
        """Return the seconds since a fixed moment in the past."""

    def start(self, name: str, step: Step) -> RunningStep:
        """Call ``step`` now, whenever it is due, and after each poke."""


class ThreadClockwork:
    """The clockwork of a real table: each step has a thread of its own.

    >>> clockwork = ThreadClockwork()
    >>> clockwork.start("nothing", lambda now: None).close()
    """

    def get_time(self) -> float:
        """Return the seconds on a steady clock."""
        return time.monotonic()

    def start(self, name: str, step: Step) -> "Ticker":
        """Start a thread that calls the step."""
        return Ticker(name, step)


class Ticker:
    """One thread that calls one step."""

    def __init__(self, name: str, step: Step) -> None:
        self._step = step
        self._changed = Condition()
        self._poked = False
        self._open = True
        self._thread = Thread(target=self._run, name=name, daemon=True)
        start_thread(self._thread)

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
            except Exception:  # noqa: BLE001 - a pin that fails now may work later, and the game goes on
                if not failed:
                    _log.exception("a part of the bell fails", part=self._thread.name)
                failed, due = True, time.monotonic() + _RETRY_AFTER
            with self._changed:
                rest = None if due is None else max(due - time.monotonic(), 0.0)
                self._changed.wait_for(lambda: self._poked or not self._open, rest)
                self._poked = False
                if not self._open:
                    return
