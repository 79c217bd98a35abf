"""Takes fewer pictures before the board gets so hot that the firmware slows everything down."""

import time
from collections.abc import Callable

from pi_bunco.devices.board import Health

_WARM_SHARES = ((75.0, 1 / 2), (79.0, 1 / 4))
"""Temperatures in degrees Celsius, and the share of the pictures that is taken from there on.

From 80 degrees on the firmware slows the processor. Source: Raspberry Pi documentation, "Frequency management
and thermal control".
"""

_COOLED_BY = 5.0
"""A share applies until the board is cooler by this many degrees. Otherwise the rate would keep changing."""

_READ_EVERY = 5.0
"""Seconds between two readings of the temperature; a board needs minutes to get hot."""


def choose_share(temperature: float | None, before: float) -> float:
    """Return the share of the pictures that a board can process without getting too hot.

    Parameters
    ----------
    temperature
        Of its processor, in degrees Celsius; ``None``: unknown.
    before
        The share that was chosen last, 0 to 1.

    Returns
    -------
    float
        1, 1/2 or 1/4.

    >>> [choose_share(*now) for now in ((62.0, 1.0), (76.0, 1.0), (72.0, 0.5), (69.9, 0.5), (80.0, 0.5))]
    [1.0, 0.5, 0.5, 1.0, 0.25]
    """
    if temperature is None:
        return 1.0
    shares = [
        share
        for degrees, share in _WARM_SHARES
        if temperature >= degrees - (_COOLED_BY if before <= share else 0)
    ]
    return min(shares, default=1.0)


class Cooling:
    """Watches the temperature of the board.

    Parameters
    ----------
    rate
        Pictures a second while it is cool.
    read_health
        Reads the state of the board.
    clock
        Seconds on a steady clock.

    Attributes
    ----------
    share
        The share of the pictures that is taken now, 0 to 1.
    health
        The last reading.
    """

    def __init__(
        self, rate: float, read_health: Callable[[], Health], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._rate, self._read_health, self._clock = rate, read_health, clock
        self.share = 1.0
        self.health = read_health()
        self._next_reading = clock() + _READ_EVERY

    def find_rate(self, share: float = 1.0) -> float:
        """Return how many pictures a second a camera may take now that has this share of the board.

        This reads the temperature every few seconds.
        """
        if self._clock() >= self._next_reading:
            self._next_reading = self._clock() + _READ_EVERY
            self.health = self._read_health()
            self.share = choose_share(self.health.temperature, self.share)
        return self._rate * self.share * share
