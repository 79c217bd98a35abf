"""Compares a reading with where the mat differs from the empty mat."""

from math import dist
from typing import NamedTuple

from pi_bunco.readings import Box, Die, Reading, Status
from pi_bunco.vision.calibrate.regions import Clutter, Field, MatContents
from pi_bunco.vision.doubts import (
    COVERED,
    UNCLEAR,
    DoubtReason,
    doubt_count,
    doubt_cut,
    doubt_off_mat,
    doubt_stacked,
)
from pi_bunco.vision.stand import Stand

MIN_CONFIDENCE = 0.4
"""From this confidence on, a die of a reading counts as a die."""

_MAX_DIE_FACES = 2.6
"""An object that covers more than this many faces of a die is a hand or a sleeve."""

_MAX_OVERHANG = 0.15
"""The base of a die may seem to reach over the rim by this share of its box, which is 1.2 edges wide."""

_MIN_INSIDE = 0.7
"""If less than this share of an object that was not read is inside the field, it is a die off the mat."""

_MIN_DISTANCE = 0.75
"""Minimum distance between the middles of two flat dice, in edges of a die. True dice cannot
be nearer than 1; the rest allows for inexact readings."""


_PIPS_SHARE = 2 / 3
"""Width of the part of a die's box that contains all pips: 0.8 of the 1.2 edges."""


class CheckedReading(NamedTuple):
    """A reading after the check.

    Attributes
    ----------
    reading
        The reading; doubtful if it does not agree with the mat.
    sound
        Whether the dice explain everything that differs from the empty mat.
    """

    reading: Reading
    sound: bool


def check(reading: Reading, contents: MatContents, stand: Stand, dice: int | None) -> CheckedReading:
    """Compare a reading with what is on the mat.

    Parameters
    ----------
    reading
        The reading of the flat picture.
    contents
        What is on the mat.
    stand
        The camera's position.
    dice
        How many dice there must be; ``None``: any number.
    """
    dice_read = tuple(die for die in reading.dice if die.confidence >= MIN_CONFIDENCE)
    rest = contents.find_clutter(dice_read, stand)
    there = sum(contents.differs_at(die) for die in dice_read)
    sound = not rest and there == len(dice_read)
    if reading.status is Status.EMPTY and sound:
        return CheckedReading(reading, sound)
    why = _find_bad_die(dice_read, rest, contents, stand)
    if why is None and not sound:
        total = there + len(rest)
        why = doubt_count(total, dice) if dice is not None and total != dice else UNCLEAR
    return CheckedReading(why.make_reading(reading.dice) if why else reading, sound)


def doubt_cut_dice(reading: Reading, shape: tuple[int, ...]) -> Reading:
    """Return the reading, or a doubtful one if the border of the camera's picture cuts pips off.

    A die at the rim of the field may reach out of the picture. The flat picture repeats the outermost pixels
    there, so it does not show this.

    Parameters
    ----------
    reading
        The reading; boxes are in pixels of the camera's picture.
    shape
        The shape of that picture.

    Examples
    --------
    >>> die = Die(6, 0.99, (585, 100, 645, 160))
    >>> doubt_cut_dice(Reading(Status.READ, (die,)), (480, 640)).status
    <Status.READ: 'read'>
    >>> doubt_cut_dice(Reading(Status.READ, (die,)), (480, 630)).reason
    'The die is not wholly in the picture: throw again.'
    """
    if reading.status is Status.READ:
        for place, die in enumerate(reading.dice):
            (x, y), (x0, y0, x1, y1) = die.centre, die.box
            across, down = _PIPS_SHARE * (x1 - x0) / 2, _PIPS_SHARE * (y1 - y0) / 2
            if min(x - across, y - down) < 0 or x + across > shape[1] or y + down > shape[0]:
                return doubt_cut(place, len(reading.dice)).make_reading(reading.dice)
    return reading


def _find_bad_die(
    dice: tuple[Die, ...], rest: list[Clutter], contents: MatContents, stand: Stand
) -> DoubtReason | None:
    """Return the doubt about the first die that is covered, off the mat or stacked; ``None`` if none is."""
    if any(thing.area > _MAX_DIE_FACES for thing in rest):
        return COVERED
    for place, die in enumerate(dice):
        base = stand.lower(die.box, contents.edge)
        if _measure_overhang(base, contents.field) > _MAX_OVERHANG * (die.box[2] - die.box[0]):
            return doubt_off_mat(place, len(dice))
    for place, die in enumerate(dice):
        others = (other for other in dice if other is not die)
        if any(dist(die.centre, other.centre) < _MIN_DISTANCE * contents.edge for other in others):
            return doubt_stacked(place, len(dice))
    if any(thing.inside < _MIN_INSIDE for thing in rest):
        return doubt_off_mat(len(dice), len(dice) + 1)
    return None


def _measure_overhang(box: Box, field: Field) -> float:
    """Return by how many pixels a box reaches over the field's rim."""
    return max(field[0] - box[0], field[1] - box[1], box[2] - field[2], box[3] - field[3])
