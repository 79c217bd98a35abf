"""Judges dice that a camera saw: whether they are logged already, and whether they came before the bell."""

from dataclasses import dataclass
from typing import Literal

from pi_bunco.game.lines import Line
from pi_bunco.readings import Box, Die, Reading, Status, Tumble

MAX_SHIFT = 0.5
"""A die that lies nearer to its logged place than this, in edge lengths, has not moved."""
Verdict = Literal["before", "after", "unclear"]
"""When dice were thrown: before the bell or after it, or nobody can know."""


@dataclass(frozen=True, slots=True)
class Stop:
    """When a table had to stop.

    Attributes
    ----------
    seq
        The number of the event that stopped it.
    at
        When the pages showed it, in seconds on the clock of :func:`time.monotonic`.
    """

    seq: int
    at: float


def is_partly_logged(reading: Reading, last: Line | None) -> bool:
    """Return whether any die still lies at its logged place, so that not all dice were thrown.

    Parameters
    ----------
    reading
        The dice on the mat.
    last
        The table's last line with places of dice, ``None`` before the first.
    """
    return last is not None and any(_is_near(die, box) for die in reading.dice for box in last.boxes)


def _is_near(die: Die, box: Box) -> bool:
    x, y = die.centre
    distance = MAX_SHIFT * max(die.box[2] - die.box[0], die.box[3] - die.box[1])
    x0, y0, x1, y1 = box
    return abs((x0 + x1) / 2 - x) < distance and abs((y0 + y1) / 2 - y) < distance


def is_logged(reading: Reading, last: Line | None) -> bool:
    """Return whether these dice were logged already.

    Two throws practically never come to rest in the same places. So these are the same dice if their places
    and values are the same, or only their places if one of the two readings was doubtful.

    Parameters
    ----------
    reading
        The dice on the mat.
    last
        The table's last line with places of dice, ``None`` before the first.
    """
    if last is None or len(last.boxes) != len(reading.dice):
        return False
    # An answer's dice are in the order of the answer, not of the boxes.
    logged_was_read = last.sighting is None or not last.sighting.reason
    values_count = reading.status is Status.READ and logged_was_read and last.answers is None
    logged = list(zip(last.boxes, last.faces, strict=values_count))
    for die in reading.dice:
        same = (
            (box, face)
            for box, face in logged
            if _is_near(die, box) and (face == die.value or not values_count)
        )
        logged_die = next(same, None)
        if logged_die is None:
            return False
        logged.remove(logged_die)
    return True


def judge_throw(tumble: Tumble | None, stop: Stop | None) -> Verdict:
    """Return whether dice were thrown before their table had to stop.

    Dice count if they had left the hand before the bell. Movement before the bell is not enough, since it may
    have been the hand.

    Parameters
    ----------
    tumble
        When they moved, ``None`` if unknown.
    stop
        When their table had to stop, ``None`` if unknown.

    >>> stop = Stop(9, 100.0)
    >>> [judge_throw(Tumble(*times), stop)
    ...  for times in ((97, 98, 99.5), (98, 99, 101), (99, 100.5, 102), (99, None, 102), (101, 102, 103))]
    ['before', 'before', 'unclear', 'unclear', 'after']
    """
    if tumble is None or stop is None or tumble.began > stop.at:
        return "after"
    left_hand_by = tumble.rested if tumble.fell is None else tumble.fell
    return "before" if left_hand_by <= stop.at else "unclear"
