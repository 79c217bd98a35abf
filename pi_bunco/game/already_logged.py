"""Finds whether dice on the mat are those that were logged last."""

from pi_bunco.frames import Box, Die, Reading, Status
from pi_bunco.game.lines import Line

MAX_SHIFT = 0.5
"""A die that lies nearer to its logged place than this, in edge lengths, has not moved."""


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
    read = last.sighting is None or not last.sighting.reason
    sure = reading.status is Status.READ and read and last.answers is None
    logged = list(zip(last.boxes, last.faces, strict=sure))
    for die in reading.dice:
        same = (place for place in logged if _is_near(die, place[0]) and (place[1] == die.value or not sure))
        place = next(same, None)
        if place is None:
            return False
        logged.remove(place)
    return True
