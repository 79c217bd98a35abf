"""What may still be wrong with dice that were read: one is smeared, or lies otherwise than the rest."""

import numpy as np

from pi_bunco.frames import Image, Reading
from pi_bunco.vision.double.decide import BODY, NEAR
from pi_bunco.vision.double.plane import leaning_odds
from pi_bunco.vision.double.smear import SMEARED, evenness
from pi_bunco.vision.doubts import blurred, leaning
from pi_bunco.vision.learnt.find import Spot
from pi_bunco.vision.learnt.network import Network
from pi_bunco.vision.learnt.slant import slants

LEANS = 1.0
"""From these odds on, as their logarithm, a die is taken to lean..."""
WORTH, TURNS = -1.0, 4
"""... and from these on all are looked at again, in so many turns."""


def recheck(reading: Reading, image: Image, slant: Network | None) -> Reading:
    """Look once more at dice that were read, and doubt them if one is smeared or leans.

    Parameters
    ----------
    reading
        Dice that were read, at least one.
    image
        The picture.
    slant
        The network that says how slanting a die is seen; ``None`` where another one knows whether dice lean.
    """
    spots = [_spot(die.box) for die in reading.dice]
    total = len(spots)
    for place, spot in enumerate(spots):
        if evenness(image, spot) < SMEARED:
            return blurred(place, total).make_reading(reading.dice)
    if slant is None or total == 1:
        return reading
    places = np.array([(spot.x, spot.y) for spot in spots])
    odds = leaning_odds(slants(slant, image, spots), places, max(image.shape))
    if odds.max() > WORTH:
        odds = leaning_odds(slants(slant, image, spots, TURNS), places, max(image.shape))
    worst = int(odds.argmax())
    if odds[worst] < LEANS:
        return reading
    apart = np.hypot(*(places - places[worst]).T)
    near = bool((np.delete(apart, worst) < NEAR * spots[worst].edge).any())
    return leaning(worst, total, on_another=near).make_reading(reading.dice)


def _spot(box: tuple[float, float, float, float]) -> Spot:
    """Return the face in the middle of a die's box."""
    x0, y0, x1, y1 = box
    return Spot((x0 + x1) / 2, (y0 + y1) / 2, (x1 - x0) / BODY, 1.0)
