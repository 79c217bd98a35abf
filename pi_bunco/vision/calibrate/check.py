"""Compares a reading with where the mat differs from the empty one."""

from math import dist
from typing import NamedTuple

from pi_bunco.frames import Box, Die, Reading, Status
from pi_bunco.vision.calibrate.regions import Clutter, Field, Lying
from pi_bunco.vision.doubts import COVERED, UNCLEAR, Why, miscounted, off_mat, stacked

LIKELY = 0.4
"""From this confidence a die of a reading counts as one."""

_HAND = 2.6
"""A thing larger than so many faces of a die is no die."""

_OVER = 0.3
"""Share of its width by which a die may seem to reach over the rim: its top is seen further out."""

_APART = 0.75
"""The middles of dice that lie flat are an edge apart; what is read is not exact."""


class Checked(NamedTuple):
    """What remains of a reading.

    Attributes
    ----------
    reading
        The reading, doubtful where it does not agree.
    sound
        Whether all that differs from the empty mat is explained by the dice.
    """

    reading: Reading
    sound: bool


def check(reading: Reading, lying: Lying, dice: int | None) -> Checked:
    """Compare a reading with what lies on the mat.

    Parameters
    ----------
    reading
        What was read in the flat picture.
    lying
        What lies there.
    dice
        How many dice there must be; ``None``: any number.
    """
    seen = tuple(die for die in reading.dice if die.confidence >= LIKELY)
    rest = lying.beside(seen)
    there = sum(lying.has(die) for die in seen)
    sound = not rest and there == len(seen)
    if reading.status is Status.EMPTY and sound:
        return Checked(reading, sound)
    why = _lies_badly(seen, rest, lying)
    if why is None and not sound:
        total = there + len(rest)
        why = miscounted(total, dice) if dice is not None and total != dice else UNCLEAR
    return Checked(why.make_reading(reading.dice) if why else reading, sound)


def _lies_badly(seen: tuple[Die, ...], rest: list[Clutter], lying: Lying) -> Why | None:
    """Return which die is covered, off the mat or on another; ``None`` if none is."""
    if any(thing.area > _HAND for thing in rest):
        return COVERED
    for place, die in enumerate(seen):
        if _over(die.box, lying.field) > _OVER * (die.box[2] - die.box[0]):
            return off_mat(place, len(seen))
    for place, die in enumerate(seen):
        others = (other for other in seen if other is not die)
        if any(dist(die.centre, other.centre) < _APART * lying.edge for other in others):
            return stacked(place, len(seen))
    if any(thing.inside < 1 - _OVER for thing in rest):
        return off_mat(len(seen), len(seen) + 1)
    return None


def _over(box: Box, field: Field) -> float:
    """Return by how many pixels a box reaches over the field's rim."""
    return max(field[0] - box[0], field[1] - box[1], box[2] - field[2], box[3] - field[3])
