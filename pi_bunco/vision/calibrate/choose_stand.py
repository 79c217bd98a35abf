"""Chooses the camera's position under which test throws look as flat dice do.

If the camera looks nearly straight down, the markers do not show its focal length, and so not its height. But
the sides of flat dice that are visible depend on the camera's position, and the reader knows how they must
look.
"""

from collections.abc import Sequence
from dataclasses import replace

from pi_bunco.frames import Image
from pi_bunco.readings import Reading, Status
from pi_bunco.vision.calibrate.calibration import Calibration
from pi_bunco.vision.calibrate.reader import CalibratedReader
from pi_bunco.vision.reader import Reader
from pi_bunco.vision.stand import Stand

_MIN_LEAD = 0.05
"""A less likely position must read better by this much, in certainty for each throw."""


class StandChooser:
    """Reads from the most likely of several positions of the camera, and learns from throws which one it is.

    Parameters
    ----------
    inner
        Reads the flat picture.
    calibration
        The calibrated table.
    stands
        Possible positions, the most likely first. If there are none, the calibration's own is used.
    """

    def __init__(self, inner: Reader, calibration: Calibration, stands: Sequence[Stand]) -> None:
        possible = [replace(calibration, stand=stand) for stand in stands] or [calibration]
        self._readers = [CalibratedReader(inner, each) for each in possible]
        self._certainty = [0.0] * len(possible)
        self._best = self._readers[0]

    @property
    def calibration(self) -> Calibration:
        """The calibration with the chosen position, and with the size of the dice if any were read."""
        return replace(self._best.calibration, die=self._best.edge)

    def read(self, image: Image, *, dice: int | None = 3, die_size: float | None = None) -> Reading:
        """Read from the chosen position, as in :meth:`Reader.read`."""
        return self._best.read(image, dice=dice, die_size=die_size)

    def learn(self, image: Image, dice: int = 3) -> Reading:
        """Read a test throw from each position. Return the reading of the one that read all throws best."""
        readings = [reader.read(image, dice=dice) for reader in self._readers]
        for number, reading in enumerate(readings):
            self._certainty[number] += measure_certainty(reading, dice)
        enough = max(self._certainty) - _MIN_LEAD
        chosen = next(number for number, certainty in enumerate(self._certainty) if certainty >= enough)
        self._best = self._readers[chosen]
        return readings[chosen]


def measure_certainty(reading: Reading, dice: int) -> float:
    """Return how well a throw was read: 1 to 2 if without doubt, else less.

    >>> measure_certainty(Reading(Status.EMPTY), 3)
    0.0
    """
    certain = sorted((die.confidence for die in reading.dice), reverse=True)[:dice]
    if reading.status is Status.READ:
        return 1 + min(certain)
    return sum(certain) / dice
