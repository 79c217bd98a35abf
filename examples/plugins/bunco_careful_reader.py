"""A reader that asks about every three alike, which may score 21 points: ``--reader careful``."""

from dataclasses import replace

from pi_bunco.frames import Image
from pi_bunco.readings import Box, Doubt, Reading, Status
from pi_bunco.vision.best import best_reader
from pi_bunco.vision.reader import Reader, from_above
from pi_bunco.vision.stand import Stand


def careful(_: str) -> Reader:
    """Return the careful reader. It ignores the text after ``careful:``."""
    return CarefulReader(best_reader())


class CarefulReader:
    """Reads like another reader, but doubts three alike.

    Parameters
    ----------
    inner
        The other reader.
    """

    def __init__(self, inner: Reader) -> None:
        self._inner = inner

    def read(self, image: Image, *, dice: int | None = 3, die_size: float | None = None) -> Reading:
        """Read the dice. For three alike the page asks, and proposes these dice as the answer."""
        reading = self._inner.read(image, dice=dice, die_size=die_size)
        if reading.status is Status.READ and len(reading.dice) == 3 and len(set(reading.values)) == 1:
            why = "Three alike: look at the dice."
            return replace(reading, status=Status.DOUBTFUL, doubt=Doubt.UNSURE, reason=why)
        return reading

    def above(self, stand: Stand, within: Box | None = None) -> Reader:
        """Return a reader for a calibrated mat, which is just as careful."""
        return CarefulReader(from_above(self._inner, stand, within))
