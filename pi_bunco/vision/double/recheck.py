"""Checks dice once more after they were read: one may have moved while the picture was taken."""

from pi_bunco.frames import Box, Image, Reading
from pi_bunco.vision.double.decide import BOX_EDGES
from pi_bunco.vision.double.smear import MIN_EVENNESS, measure_evenness
from pi_bunco.vision.doubts import doubt_blurred
from pi_bunco.vision.learnt.find import Spot


def recheck(reading: Reading, image: Image) -> Reading:
    """Return a reading, or a doubtful one if one of its dice is smeared.

    Parameters
    ----------
    reading
        A reading without doubt, with at least one die.
    image
        The picture.
    """
    for place, die in enumerate(reading.dice):
        if measure_evenness(image, _make_spot(die.box)) < MIN_EVENNESS:
            return doubt_blurred(place, len(reading.dice)).make_reading(reading.dice)
    return reading


def _make_spot(box: Box) -> Spot:
    """Return the face in the middle of a die's box."""
    x0, y0, x1, y1 = box
    return Spot((x0 + x1) / 2, (y0 + y1) / 2, (x1 - x0) / BOX_EDGES, 1.0)
