"""From beliefs to a reading: which candidates are dice, and what must be asked."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pi_bunco.frames import Box, Die, Reading, Status
from pi_bunco.vision.double.belief import Belief
from pi_bunco.vision.double.candidates import Candidates
from pi_bunco.vision.doubts import (
    COVERED,
    UNCLEAR,
    Why,
    cut,
    either,
    leaning,
    miscounted,
    stacked,
    two_faces,
    unsure,
)
from pi_bunco.vision.geometry.planes import Floats

THERE = 0.5
"""From this belief on, a die lies there, whether it can be read or not."""
SURELY = 0.8
"""Report an unreadable die beside the read ones from this belief on."""
FAINT = 0.1
"""If no value is believed more than this, nothing is a die."""
LEANS, HIDDEN = 0.5, 0.5
"""From these probabilities of the network on, a die leans, or is partly hidden."""
LEAD = 3.0
"""A value that the network thinks less than so many times likelier than the next is asked about: however
clear the pips are, both must have read it."""
NEAR = 1.35
"""Dice whose middles are nearer than this, in edges, may lean or lie on one another."""
RIVAL = 0.3
"""From this belief on, another face of the same die may be the upper one..."""
SAME = 1.2
"""... if their middles are nearer than this, in edges, and they show different values."""
OWN = 0.9
"""A face nearer than this, in edges, is one of the same die: two that touch are an edge apart."""
BODY = 1.2
"""How much wider than its upper face the box around a die is, on the mean of all turns."""
SIZES = 2.1
"""Dice of one table do not seem more than so many times as large as one another, however near one is."""
FACE = 0.8
"""The middle part of a face that must lie in the picture for it to be read: all pips are in it."""


class _Seen(NamedTuple):
    """A die as it is reported."""

    number: int
    box: Box
    value: int
    other: int
    belief: float


def decide(some: Candidates, belief: Belief, dice: int | None, shape: tuple[int, ...]) -> Reading:
    """Say what lies there, or why somebody must look.

    Parameters
    ----------
    some
        The candidates.
    belief
        How far to believe them.
    dice
        How many there must be; ``None``: any number.
    shape
        The picture's.
    """
    shows, there = belief.shows(some.features), belief.there(some.features)
    bad = (there >= THERE) & ((some.leans > LEANS) | (some.hidden > HIDDEN))
    dice_there = bad | (shows >= belief.extra)
    if not dice_there.any():
        if shows.max() < FAINT:
            return Reading(Status.EMPTY)
        dice_there = shows == shows.max()
    seen = sorted(
        (
            _Seen(int(k), _box(some, int(k), BODY), some.value[k], some.other[k], float(shows[k]))
            for k in np.flatnonzero(dice_there)
        ),
        key=lambda one: (one.box[0] + one.box[2], one.box[1]),
    )
    dice_seen = tuple(Die(one.value, one.belief, one.box) for one in seen)
    why = _why(seen, some, belief, dice, shape) or _rivalled(seen, some, shows)
    if why is None and (_unread(seen, some, there >= SURELY) or _unlike(seen, some)):
        why = UNCLEAR
    return why.make_reading(dice_seen) if why else Reading(Status.READ, dice_seen)


def _why(
    seen: list[_Seen], some: Candidates, belief: Belief, dice: int | None, shape: tuple[int, ...]
) -> Why | None:
    """Say why the dice seen must be asked about; ``None`` if they need not be."""
    bad = _lying_badly(seen, some, shape)
    if bad is not None:
        return bad
    total = len(seen)
    if dice is not None and total != dice:
        return miscounted(total, dice)
    for place, one in enumerate(seen):
        if _cut(_box(some, one.number, FACE), shape):
            return cut(place, total)
        if one.belief < belief.sure or some.lead[one.number] < LEAD:
            if one.other != one.value:
                return either(place, total, one.value, one.other)
            return unsure(place, total, one.value)
    return None


def _lying_badly(seen: list[_Seen], some: Candidates, shape: tuple[int, ...]) -> Why | None:
    """Report the first die that leans, lies on another, is cut or covered."""
    total = len(seen)
    for place, one in enumerate(seen):
        near = _near(seen, some, one.number)
        if some.leans[one.number] > LEANS:
            return leaning(place, total, on_another=near)
        if some.hidden[one.number] > HIDDEN:
            if _cut(_box(some, one.number, FACE), shape):
                return cut(place, total)
            return stacked(place, total) if near else COVERED
    return None


def _rivalled(seen: list[_Seen], some: Candidates, shows: Floats) -> Why | None:
    """Report the first die whose upper face may be another one: seen at a slant, they look alike."""
    taken = {one.number for one in seen}
    rivals = [int(k) for k in np.flatnonzero(shows >= RIVAL) if int(k) not in taken]
    for place, one in enumerate(seen):
        if any(some.value[k] != one.value and _apart(some, k, one.number) < SAME for k in rivals):
            return two_faces(place, len(seen))
    return None


def _unread(seen: list[_Seen], some: Candidates, there: NDArray[np.bool_]) -> bool:
    """Return whether a die lies at a place that belongs to none of those seen."""
    taken = [one.number for one in seen]
    return any(all(_apart(some, int(k), one) > OWN for one in taken) for k in np.flatnonzero(there))


def _unlike(seen: list[_Seen], some: Candidates) -> bool:
    """Return whether two of those seen cannot be dice of one table, so that one is a pip or a thing."""
    edges = [some.spots[one.number].edge for one in seen]
    return max(edges) > SIZES * min(edges)


def _apart(some: Candidates, one: int, other: int) -> float:
    """Return how far apart two candidates are, in edges of the larger."""
    a, b = some.spots[one], some.spots[other]
    return float(np.hypot(a.x - b.x, a.y - b.y)) / max(a.edge, b.edge)


def _near(seen: list[_Seen], some: Candidates, number: int) -> bool:
    """Return whether another die lies at this one."""
    mine = some.spots[number]
    return any(
        one.number != number
        and np.hypot(some.spots[one.number].x - mine.x, some.spots[one.number].y - mine.y) < NEAR * mine.edge
        for one in seen
    )


def _box(some: Candidates, number: int, wide: float) -> Box:
    """Return a square box around a candidate."""
    spot = some.spots[number]
    half = wide * spot.edge / 2
    return spot.x - half, spot.y - half, spot.x + half, spot.y + half


def _cut(box: Box, shape: tuple[int, ...]) -> bool:
    """Return whether a box reaches out of a picture of that shape."""
    return box[0] < 0 or box[1] < 0 or box[2] > shape[1] or box[3] > shape[0]
