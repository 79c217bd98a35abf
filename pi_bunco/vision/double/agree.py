"""Whether all the dice were seen: the whole picture's pips may show one that the networks missed."""

import numpy as np

from pi_bunco.frames import Die, Reading, Status
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
    >>> one, other = Die(3, 0.99, (100, 100, 140, 140)), Die(5, 0.8, (300, 100, 340, 140))
    >>> mine, whole = Reading(Status.READ, (one,)), Reading(Status.READ, (one, other))
    >>> agree(mine, mine).status, agree(mine, whole).status
    (<Status.READ: 'read'>, <Status.DOUBTFUL: 'doubtful'>)
    """
    if mine.status is Status.EMPTY:
        return mine if whole.status is Status.EMPTY else UNCLEAR.make_reading(whole.dice)
    for one in whole.dice:
        if one.confidence >= PIPS and all(_apart(one, die) > OWN for die in mine.dice):
            return UNCLEAR.make_reading(mine.dice)
    return mine


def seen_size(reading: Reading) -> float | None:
    """Return the edge of a reading's dice in pixels, the median; ``None`` if there are none.

    >>> seen_size(Reading(Status.READ, (Die(3, 0.99, (100, 100, 148, 148)),)))
    40.0
    """
    edges = [die.box[2] - die.box[0] for die in reading.dice]
    return float(np.median(edges)) / BODY if edges else None


def _apart(one: Die, other: Die) -> float:
    """Return how far apart the middles of two dice are, in edges of the larger."""
    widest = max(die.box[2] - die.box[0] for die in (one, other))
    return float(np.hypot(*np.subtract(one.centre, other.centre))) * BODY / widest
