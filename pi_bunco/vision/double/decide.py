"""Decides from beliefs which candidates are dice, and what must be asked."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pi_bunco.frames import Box, Die, Reading, Status
from pi_bunco.vision.double.belief import Belief
from pi_bunco.vision.double.candidates import Candidates
from pi_bunco.vision.doubts import (
    COVERED,
    UNCLEAR,
    DoubtReason,
    doubt_count,
    doubt_cut,
    doubt_leaning,
    doubt_stacked,
    doubt_two_faces,
    doubt_two_values,
    doubt_value,
)
from pi_bunco.vision.geometry.planes import Floats

THERE = 0.5
"""From this belief on, there is a die, whether it can be read or not."""
SURELY = 0.8
"""From this belief on, an unreadable die beside those that were read raises doubt."""
FAINT = 0.1
"""If the belief in every value is below this, nothing is a die."""
LEANS, HIDDEN = 0.5, 0.5
"""Above these probabilities of the network, a die leans, or is partly hidden."""
LEAD = 3.0
"""If the network's value has a lead of less than this over the next, the reader asks. However clear the pips
are, the network must have read the value, too."""
NEAR = 1.35
"""Dice whose middles are nearer than this, in edges, may lean on one another or be stacked."""
RIVAL = 0.3
"""From this belief on, another face of the same die (see :data:`SAME`) may be the upper one."""
SAME = 1.2
"""Faces with different values may be of the same die if their middles are nearer than this, in edges."""
OWN = 0.9
"""A face nearer than this, in edges, belongs to the same die: the middles of dice that touch are 1 apart."""
BODY = 1.2
"""Width of the box around a die over that of its upper face, the mean over all turns."""
SIZES = 2.1
"""Dice of one table differ in apparent size by at most this factor, however near one is."""
FACE = 0.8
"""The middle part of a face that must be in the picture; it contains all pips."""


class _Seen(NamedTuple):
    """A die as it is reported."""

    number: int
    box: Box
    value: int
    other: int
    belief: float


def decide(some: Candidates, belief: Belief, dice: int | None, shape: tuple[int, ...]) -> Reading:
    """Return the reading, or a doubtful one with its reason.

    Parameters
    ----------
    some
        The candidates.
    belief
        Computes how much to believe them.
    dice
        How many dice there must be; ``None``: any number.
    shape
        The shape of the picture.
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
            _Seen(int(k), _make_box(some, int(k), BODY), some.value[k], some.other[k], float(shows[k]))
            for k in np.flatnonzero(dice_there)
        ),
        key=lambda one: (one.box[0] + one.box[2], one.box[1]),
    )
    dice_seen = tuple(Die(one.value, one.belief, one.box) for one in seen)
    why = _find_doubt(seen, some, belief, dice, shape) or _find_rival(seen, some, shows)
    if why is None and (_has_unread(seen, some, there >= SURELY) or _has_unlike_sizes(seen, some)):
        why = UNCLEAR
    return why.make_reading(dice_seen) if why else Reading(Status.READ, dice_seen)


def _find_doubt(
    seen: list[_Seen], some: Candidates, belief: Belief, dice: int | None, shape: tuple[int, ...]
) -> DoubtReason | None:
    """Return why the reader must ask about the dice; ``None``: it need not."""
    bad = _find_bad_die(seen, some, shape)
    if bad is not None:
        return bad
    total = len(seen)
    if dice is not None and total != dice:
        return doubt_count(total, dice)
    for place, one in enumerate(seen):
        if _is_cut(_make_box(some, one.number, FACE), shape):
            return doubt_cut(place, total)
        if one.belief < belief.sure or some.lead[one.number] < LEAD:
            if one.other != one.value:
                return doubt_two_values(place, total, one.value, one.other)
            return doubt_value(place, total, one.value)
    return None


def _find_bad_die(seen: list[_Seen], some: Candidates, shape: tuple[int, ...]) -> DoubtReason | None:
    """Return the doubt about the first die that leans, is stacked, cut or covered; ``None``: none is."""
    total = len(seen)
    for place, one in enumerate(seen):
        near = _has_neighbour(seen, some, one.number)
        if some.leans[one.number] > LEANS:
            return doubt_leaning(place, total, on_another=near)
        if some.hidden[one.number] > HIDDEN:
            if _is_cut(_make_box(some, one.number, FACE), shape):
                return doubt_cut(place, total)
            return doubt_stacked(place, total) if near else COVERED
    return None


def _find_rival(seen: list[_Seen], some: Candidates, shows: Floats) -> DoubtReason | None:
    """Return the doubt about the first die whose upper face may be another one, as in a slanted view."""
    taken = {one.number for one in seen}
    rivals = [int(k) for k in np.flatnonzero(shows >= RIVAL) if int(k) not in taken]
    for place, one in enumerate(seen):
        if any(some.value[k] != one.value and _measure_distance(some, k, one.number) < SAME for k in rivals):
            return doubt_two_faces(place, len(seen))
    return None


def _has_unread(seen: list[_Seen], some: Candidates, there: NDArray[np.bool_]) -> bool:
    """Return whether there is a die that is none of those seen."""
    taken = [one.number for one in seen]
    return any(
        all(_measure_distance(some, int(k), one) > OWN for one in taken) for k in np.flatnonzero(there)
    )


def _has_unlike_sizes(seen: list[_Seen], some: Candidates) -> bool:
    """Return whether two dice differ too much in size, so that one must be a pip or another object."""
    edges = [some.spots[one.number].edge for one in seen]
    return max(edges) > SIZES * min(edges)


def _measure_distance(some: Candidates, one: int, other: int) -> float:
    """Return the distance between two candidates, in edges of the larger."""
    a, b = some.spots[one], some.spots[other]
    return float(np.hypot(a.x - b.x, a.y - b.y)) / max(a.edge, b.edge)


def _has_neighbour(seen: list[_Seen], some: Candidates, number: int) -> bool:
    """Return whether another die is near this one."""
    mine = some.spots[number]
    return any(
        one.number != number
        and np.hypot(some.spots[one.number].x - mine.x, some.spots[one.number].y - mine.y) < NEAR * mine.edge
        for one in seen
    )


def _make_box(some: Candidates, number: int, wide: float) -> Box:
    """Return a square box around a candidate."""
    spot = some.spots[number]
    half = wide * spot.edge / 2
    return spot.x - half, spot.y - half, spot.x + half, spot.y + half


def _is_cut(box: Box, shape: tuple[int, ...]) -> bool:
    """Return whether a box reaches out of a picture of that shape."""
    return box[0] < 0 or box[1] < 0 or box[2] > shape[1] or box[3] > shape[0]
