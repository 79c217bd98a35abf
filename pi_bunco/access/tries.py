"""How often a secret may be tried. Who guesses waits longer and longer, but never for good."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

FREE = 3
"""Wrong tries before the first wait."""
FIRST_WAIT, LONGEST_WAIT = 2.0, 60.0
"""Seconds of the first wait, which doubles with each wrong try, and of the longest one."""
FORGOTTEN = 900.0
"""Seconds after its last wait until wrong tries are forgotten."""
MOST = 64
"""So many who tried are remembered, each for themselves; further ones wait together."""
_OTHERS = ""


@dataclass(frozen=True, slots=True)
class _Tried:
    times: int
    until: float


class Tries:
    """Counts tries by who makes them. May be used by several threads.

    A try counts as wrong as it begins, so that several at once are not more than one after another.

    Parameters
    ----------
    clock
        Seconds on a steady clock.

    >>> tries = Tries(clock=lambda: 0.0)
    >>> [tries.take("10.0.0.7") for _ in range(5)]
    [0.0, 0.0, 0.0, 2.0, 2.0]
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._tried: dict[str, _Tried] = {}
        self._lock = threading.Lock()

    def take(self, who: str) -> float:
        """Count a try and return 0.0 where it may be made now, else return the seconds to wait."""
        now = self._clock()
        with self._lock:
            key = self._key(who, now)
            tried = self._tried.get(key, _Tried(0, now))
            if tried.until > now:
                return tried.until - now
            times = tried.times + 1
            self._tried[key] = _Tried(times, now + _wait(times))
            return 0.0

    def note_success(self, who: str) -> None:
        """Note that the last try was right: what was wrong before is forgotten."""
        with self._lock:
            self._tried.pop(who, None)

    def __len__(self) -> int:
        """Return how many who tried are remembered."""
        return len(self._tried)

    def _key(self, who: str, now: float) -> str:
        if who not in self._tried and len(self._tried) >= MOST:
            self._tried = {one: at for one, at in self._tried.items() if at.until + FORGOTTEN > now}
            if len(self._tried) >= MOST:
                return _OTHERS
        tried = self._tried.get(who)
        if tried and tried.until + FORGOTTEN <= now:
            del self._tried[who]
        return who


def _wait(times: int) -> float:
    """Return how long to wait after so many wrong tries, in seconds.

    >>> [_wait(times) for times in (1, 2, 3, 4, 5, 99999)]
    [0.0, 0.0, 2.0, 4.0, 8.0, 60.0]
    """
    if times < FREE:
        return 0.0
    return min(FIRST_WAIT * 2.0 ** min(times - FREE, 10), LONGEST_WAIT)
