"""Polls things that do not number their own changes, such as a camera, and numbers the changes."""

import threading
import time
from collections.abc import Callable
from typing import Generic, TypeVar

View = TypeVar("View")

REST = 0.75  # seconds between two polls; to look at a picture costs more than to look at a game


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

    >>> seen = iter(["dark", "dark", "live"])
    >>> polled = PolledView(lambda: next(seen), rest=0)
    >>> polled(), polled(), polled()
    ((0, 'dark'), (0, 'dark'), (1, 'live'))
    """

    def __init__(
        self, look: Callable[[], View], rest: float = REST, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._look, self._rest, self._clock = look, rest, clock
        self._seen: tuple[int, View] | None = None
        self._until = 0.0
        self._lock = threading.Lock()

    def __call__(self) -> tuple[int, View]:
        """Return the number of the last change, from 0, and the view of the thing."""
        with self._lock:
            if self._seen is None or self._clock() >= self._until:
                view = self._look()
                number, before = self._seen or (-1, None)
                self._seen = (number + (number < 0 or view != before), view)
                self._until = self._clock() + self._rest
            return self._seen

    def poll_again(self) -> None:
        """Call ``look`` again at the next call, because the thing was changed."""
        with self._lock:
            self._until = 0.0
