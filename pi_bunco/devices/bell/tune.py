"""Plays patterns on a buzzer or a lamp. The code is pure: its caller passes the time."""

from collections.abc import Callable, Iterator
from itertools import chain, cycle

from pi_bunco.devices.bell.patterns import Pattern

CUT_PAUSE = 0.15
"""Seconds of silence after a beep that was cut off, so that it does not sound like part of the next
pattern."""


class Tune:
    """Plays one pattern at a time, once or for ever. A new pattern cuts off the old one.

    No beep is skipped, however late a step comes: the beep starts later and keeps its length.

    Parameters
    ----------
    switch
        Sets the frequency in hertz, 0 for silence; a lamp is lit at any other value.

    >>> from pi_bunco.devices.bell.patterns import Beep
    >>> tune = Tune(lambda hz: print(f"{hz:g} Hz"))
    >>> tune.play((Beep(0.5, 0.25, 1000),))
    >>> tune.step(7.0)
    1000 Hz
    7.5
    >>> tune.step(7.5)
    0 Hz
    7.75
    >>> tune.step(7.75)
    """

    def __init__(self, switch: Callable[[float], None]) -> None:
        self._switch = switch
        self._next: tuple[Pattern, bool] | None = None
        self._switches: Iterator[tuple[float, float]] = iter(())
        self._sounds = False
        self._due: float | None = None

    def play(self, pattern: Pattern, *, repeat: bool = False) -> None:
        """Begin a pattern at the next step, once or for ever. May be called from any thread."""
        self._next = (pattern, repeat)

    def step(self, at: float) -> float | None:
        """Do the switching that is due; return when to call again, ``None``: after the next :meth:`play`."""
        new, self._next = self._next, None
        if new:
            cut = [(0.0, CUT_PAUSE)] if self._sounds else []
            self._switches = chain(cut, _list_switches(*new))
        elif self._due is None or at < self._due:
            return self._due
        level, seconds = next(self._switches, (0.0, None))
        if self._sounds or level:
            self._switch(level)
        self._sounds = level > 0
        self._due = None if seconds is None else at + seconds
        return self._due


def _list_switches(pattern: Pattern, repeat: bool) -> Iterator[tuple[float, float]]:  # noqa: FBT001 - see play
    """Yield each frequency and the seconds that it lasts."""
    for beep in cycle(pattern) if repeat else pattern:
        yield beep.hz, beep.on
        if beep.off or not repeat:
            yield 0.0, beep.off
