"""Checks whether the networks missed a die: the pips of the whole picture may show one more."""

import numpy as np

from pi_bunco.readings import Die, Reading, Status
from pi_bunco.vision.double.decide import BOX_EDGES, OWN_EDGES
from pi_bunco.vision.doubts import UNCLEAR

MIN_CONFIDENCE = 0.3
"""From this confidence on, pips that are away from all dice that were found may belong to one more die."""


def doubt_missed(reading: Reading, by_pips: Reading) -> Reading:
    """Return the reading, or a doubtful one if the whole picture's pips show a die where it has none.

    Parameters
    ----------
    reading
        The reading of the places that the networks found, by both methods; read or empty.
    by_pips
        The reading by the pips of the whole picture, with any number of dice.

    Examples
    --------
    >>> one, other = Die(3, 0.99, (100, 100, 140, 140)), Die(5, 0.8, (300, 100, 340, 140))
    >>> reading, by_pips = Reading(Status.READ, (one,)), Reading(Status.READ, (one, other))
    >>> doubt_missed(reading, reading).status, doubt_missed(reading, by_pips).status
    (<Status.READ: 'read'>, <Status.DOUBTFUL: 'doubtful'>)
    """
    if reading.status is Status.EMPTY:
        return reading if by_pips.status is Status.EMPTY else UNCLEAR.make_reading(by_pips.dice)
    for extra in by_pips.dice:
        if extra.confidence >= MIN_CONFIDENCE and all(
            measure_distance(extra, die) > OWN_EDGES for die in reading.dice
        ):
            return UNCLEAR.make_reading(reading.dice)
    return reading


def measure_die_size(reading: Reading) -> float | None:
    """Return the median edge of a reading's dice in pixels; ``None`` if it has no dice.

    >>> measure_die_size(Reading(Status.READ, (Die(3, 0.99, (100, 100, 148, 148)),)))
    40.0
    """
    edges = [die.box[2] - die.box[0] for die in reading.dice]
    return float(np.median(edges)) / BOX_EDGES if edges else None


def measure_distance(one: Die, other: Die) -> float:
    """Return the distance between the middles of two dice, in edges of the larger.

    >>> measure_distance(Die(3, 0.9, (0, 0, 48, 48)), Die(5, 0.9, (80, 0, 128, 48)))
    2.0
    """
    widest = max(die.box[2] - die.box[0] for die in (one, other))
    return float(np.hypot(*np.subtract(one.centre, other.centre))) * BOX_EDGES / widest
