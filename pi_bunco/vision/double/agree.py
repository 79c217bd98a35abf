"""Whether all the dice were seen: the whole picture's pips may show one that the networks missed."""

import numpy as np

from pi_bunco.frames import Box, Reading, Status
from pi_bunco.vision.double.decide import BODY, OWN
from pi_bunco.vision.doubts import UNCLEAR

PIPS = 0.3
"""From this confidence on, pips beside all dice that were seen may be those of one more."""


def agree(mine: Reading, whole: Reading) -> Reading:
    """Doubt a reading if the whole picture's pips show a die where it has none.

    Parameters
    ----------
    mine
        What both readers made of the places that the networks found; read or empty.
    whole
        What the pips of the whole picture say, with any number of dice.

    Examples
    --------
    >>> from pi_bunco.frames import Die
    >>> one, other = Die(3, 0.99, (100, 100, 140, 140)), Die(5, 0.8, (300, 100, 340, 140))
    >>> mine, whole = Reading(Status.READ, (one,)), Reading(Status.READ, (one, other))
    >>> agree(mine, mine).status, agree(mine, whole).status
    (<Status.READ: 'read'>, <Status.DOUBTFUL: 'doubtful'>)
    """
    if mine.status is Status.EMPTY:
        return mine if whole.status is Status.EMPTY else UNCLEAR.make_reading(whole.dice)
    for one in whole.dice:
        if one.confidence >= PIPS and all(_apart(one.box, die.box) > OWN for die in mine.dice):
            return UNCLEAR.make_reading(mine.dice)
    return mine


def seen_size(reading: Reading) -> float | None:
    """Return the edge of the dice of a reading, in pixels: the median; ``None`` if there are none."""
    edges = [die.box[2] - die.box[0] for die in reading.dice]
    return float(np.median(edges)) / BODY if edges else None


def _apart(one: Box, other: Box) -> float:
    """Return how far apart the middles of two dice are, in edges of the larger."""
    (x0, y0, x1, y1), (u0, v0, u1, v1) = one, other
    off = np.hypot(x0 + x1 - u0 - u1, y0 + y1 - v0 - v1) / 2
    return float(off) * BODY / max(x1 - x0, u1 - u0)
