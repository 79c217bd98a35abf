"""Takes fewer pictures before the board gets too hot, when the firmware would slow everything down."""

import time
from collections.abc import Callable

from pi_bunco.devices.board import Health

_STEPS = ((75.0, 1 / 2), (79.0, 1 / 4))
"""From so many degrees Celsius on, so many of the pictures. From 80 on the firmware slows the processor.

Source: Raspberry Pi documentation, "Frequency management and thermal control".
"""

_COOLED = 5.0
"""Degrees below a step at which it ends, so that it is not gone up and down all the time."""

_EVERY = 5.0
"""Seconds between two looks at the temperature; a board needs minutes to get hot."""


def share(temperature: float | None, before: float) -> float:
    """Return which share of the pictures a board can bear.

    Parameters
    ----------
    temperature
        Of its processor, in degrees Celsius; ``None``: not known.
    before
        What was said last, 0 to 1.

    Returns
    -------
    float
        1, 1/2 or 1/4.

    >>> share(62.0, 1.0), share(76.0, 1.0), share(72.0, 0.5), share(69.9, 0.5), share(80.0, 0.5)
    (1.0, 0.5, 0.5, 1.0, 0.25)
    """
    if temperature is None:
        return 1.0
    limits = [part for degrees, part in _STEPS if temperature >= degrees - (_COOLED if before <= part else 0)]
    return min(limits, default=1.0)


class Cooling:
    """Watches the temperature of the board.

    Parameters
    ----------
    rate
        Pictures a second while it is cool.
    health
        Reads how the board does.
    clock
        Seconds on a steady clock.

    Attributes
    ----------
    share
        How many of the pictures are taken now, 0 to 1.
    health
        How the board did when it was last looked at.
    """

    def __init__(
        self, rate: float, health: Callable[[], Health], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._rate, self._read, self._clock = rate, health, clock
        self.share = 1.0
        self.health = health()
        self._next = clock() + _EVERY

    def rate(self) -> float:
        """Return how many pictures a second may be taken now; looks at the temperature now and then."""
        if self._clock() >= self._next:
            self._next = self._clock() + _EVERY
            self.health = self._read()
            self.share = share(self.health.temperature, self.share)
        return self._rate * self.share
