"""Polls things that do not number their own changes, such as a camera, and numbers the changes."""

import threading
import time
from collections.abc import Callable
from typing import Generic, TypeVar

View = TypeVar("View")

REST = 0.75  # seconds between two polls, because each may have to examine a picture


class PolledView(Generic[View]):
    """The view of one thing that is polled, for all pages. Any thread may call it.

    Parameters
    ----------
    look
        Returns the current view of the thing.
    rest
        Seconds after a call of ``look`` until the next one.
    clock
        The steady clock, in seconds.

    >>> states = iter(["dark", "dark", "live"])
    >>> polled = PolledView(lambda: next(states), rest=0)
    >>> polled(), polled(), polled()
    ((0, 'dark'), (0, 'dark'), (1, 'live'))
    """

    def __init__(
        self, look: Callable[[], View], rest: float = REST, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._look, self._rest, self._clock = look, rest, clock
        self._newest: tuple[int, View] | None = None
        self._next_poll = 0.0
        self._lock = threading.Lock()

    def __call__(self) -> tuple[int, View]:
        """Return the number of the last change, from 0, and the view of the thing."""
        with self._lock:
            if self._newest is None or self._clock() >= self._next_poll:
                view = self._look()
                number, before = self._newest or (-1, None)
                self._newest = (number + (number < 0 or view != before), view)
                self._next_poll = self._clock() + self._rest
            return self._newest

    def poll_again(self) -> None:
        """Call ``look`` again at the next call, because the thing was changed."""
        with self._lock:
            self._next_poll = 0.0
