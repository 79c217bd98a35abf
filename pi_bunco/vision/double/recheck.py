"""What may still be wrong with dice that were read: one moved while the picture was taken."""

from pi_bunco.frames import Box, Image, Reading
from pi_bunco.vision.double.decide import BODY
from pi_bunco.vision.double.smear import SMEARED, evenness
from pi_bunco.vision.doubts import blurred
from pi_bunco.vision.learnt.find import Spot


def recheck(reading: Reading, image: Image) -> Reading:
    """Look once more at dice that were read, and doubt them if one is smeared.

    Parameters
    ----------
    reading
        Dice that were read, at least one.
    image
        The picture.
    """
    for place, die in enumerate(reading.dice):
        if evenness(image, _spot(die.box)) < SMEARED:
            return blurred(place, len(reading.dice)).make_reading(reading.dice)
    return reading


def _spot(box: Box) -> Spot:
    """Return the face in the middle of a die's box."""
    x0, y0, x1, y1 = box
    return Spot((x0 + x1) / 2, (y0 + y1) / 2, (x1 - x0) / BODY, 1.0)
