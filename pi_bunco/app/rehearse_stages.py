"""How long the stages of a calibrated read take: those of the reader inside, and what is done round it."""

import time

from pi_bunco.frames import Box, Image, Reading
from pi_bunco.vision.evaluate.timing import stages_of
from pi_bunco.vision.reader import Reader, from_above
from pi_bunco.vision.stand import Stand

MAT = "mat"
"""The stage that is not the inner reader's: the flat picture and its difference from the empty mat."""


class Staged:
    """A reader that adds up what each stage of it takes, until it is told to begin again.

    Parameters
    ----------
    inner
        Who reads.
    """

    def __init__(self, inner: Reader) -> None:
        self._inner = inner
        self._spent: dict[str, float] = {}

    def above(self, stand: Stand, within: Box | None = None) -> "Staged":
        """Return the same for a flat picture; both add to one sum."""
        other = Staged(from_above(self._inner, stand, within))
        other._spent = self._spent
        return other

    def read(self, image: Image, *, dice: int | None = 3, die_size: float | None = None) -> Reading:
        """Read as the inner one does."""
        start = time.perf_counter()
        reading = self._inner.read(image, dice=dice, die_size=die_size)
        whole = 1000 * (time.perf_counter() - start)
        for stage, ms in (stages_of(self._inner) or {"read": whole}).items():
            self._spent[stage] = self._spent.get(stage, 0.0) + ms
        return reading

    def begin(self) -> None:
        """Forget what was read so far."""
        self._spent.clear()

    def of(self, whole: float) -> dict[str, float]:
        """Return the stages of a read that took `whole` milliseconds; what is left over is the mat's."""
        return {MAT: max(whole - sum(self._spent.values()), 0.0)} | self._spent
