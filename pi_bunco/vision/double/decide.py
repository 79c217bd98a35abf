"""Decides from beliefs which candidates are dice, and whether the reader must ask about them."""

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

DIE_BELIEF = 0.5
"""From this belief on there is a die, whether it can be read or not."""
UNREAD_BELIEF = 0.8
"""From this belief on, another die beside those that were read causes doubt."""
MIN_BELIEF = 0.1
"""If the belief in every value is below this, the mat is empty."""
LEANING_CHANCE, HIDDEN_CHANCE = 0.5, 0.5
"""Above these probabilities of the network, a die leans, or is partly hidden."""
MIN_LEAD = 3.0
"""If the network's probability of the value is less than this many times that of the next one, the reader
asks. However clear the pips are, the network must read the value too."""
NEAR_EDGES = 1.35
"""Dice whose middles are nearer than this, in edges, may lean on each other or be stacked."""
RIVAL_BELIEF = 0.3
"""From this belief on, another face of the same die may be the upper one (see :data:`RIVAL_EDGES`)."""
RIVAL_EDGES = 1.2
"""Faces with different values may belong to one die if their middles are nearer than this, in edges."""
OWN_EDGES = 0.9
"""A face nearer than this, in edges, belongs to the same die, since dice that touch are 1 apart."""
BOX_EDGES = 1.2
"""Width of the box around a die, in edges of its upper face: the mean over all directions of its edges."""
MAX_SIZE_RATIO = 2.1
"""Dice on one table differ in apparent size by at most this factor, however near the camera one is."""
FACE_EDGES = 0.8
"""Width of the part of a face that must be in the picture, in edges. It contains all pips."""


class _SeenDie(NamedTuple):
    """A candidate that is a die: its number, its box, its values by the network and the pips, the belief."""

    number: int
    box: Box
    value: int
    other: int
    belief: float


def decide(candidates: Candidates, belief: Belief, dice: int | None, shape: tuple[int, ...]) -> Reading:
    """Return the reading, or a doubtful one with its reason.

    Parameters
    ----------
    candidates
        The places where dice may be, at least one.
    belief
        Computes how much to believe each of them.
    dice
        How many dice there must be; ``None``: any number.
    shape
        The shape of the picture.
    """
    shows, there = belief.shows(candidates.features), belief.there(candidates.features)
    unreadable = (there >= DIE_BELIEF) & (
        (candidates.leans > LEANING_CHANCE) | (candidates.hidden > HIDDEN_CHANCE)
    )
    dice_there = unreadable | (shows >= belief.extra)
    if not dice_there.any():
        if shows.max() < MIN_BELIEF:
            return Reading(Status.EMPTY)
        dice_there = shows == shows.max()
    seen = sorted(
        (
            _SeenDie(
                int(k),
                _make_box(candidates, int(k), BOX_EDGES),
                candidates.value[k],
                candidates.other[k],
                float(shows[k]),
            )
            for k in np.flatnonzero(dice_there)
        ),
        key=lambda one: (one.box[0] + one.box[2], one.box[1]),
    )
    dice_seen = tuple(Die(one.value, one.belief, one.box) for one in seen)
    why = _find_doubt(seen, candidates, belief, dice, shape) or _find_rival(seen, candidates, shows)
    if why is None and (
        _has_unread(seen, candidates, there >= UNREAD_BELIEF) or _has_unlike_sizes(seen, candidates)
    ):
        why = UNCLEAR
    return why.make_reading(dice_seen) if why else Reading(Status.READ, dice_seen)


def _find_doubt(
    seen: list[_SeenDie], candidates: Candidates, belief: Belief, dice: int | None, shape: tuple[int, ...]
) -> DoubtReason | None:
    """Return why the reader must ask about the dice; ``None``: it need not."""
    bad = _find_bad_die(seen, candidates, shape)
    if bad is not None:
        return bad
    total = len(seen)
    if dice is not None and total != dice:
        return doubt_count(total, dice)
    for place, one in enumerate(seen):
        if _is_cut(_make_box(candidates, one.number, FACE_EDGES), shape):
            return doubt_cut(place, total)
        if one.belief < belief.sure or candidates.lead[one.number] < MIN_LEAD:
            if one.other != one.value:
                return doubt_two_values(place, total, one.value, one.other)
            return doubt_value(place, total, one.value)
    return None


def _find_bad_die(seen: list[_SeenDie], candidates: Candidates, shape: tuple[int, ...]) -> DoubtReason | None:
    """Return the doubt about the first die that leans, is stacked, cut or covered; ``None``: none is."""
    total = len(seen)
    for place, one in enumerate(seen):
        near = _has_neighbour(seen, candidates, one.number)
        if candidates.leans[one.number] > LEANING_CHANCE:
            return doubt_leaning(place, total, on_another=near)
        if candidates.hidden[one.number] > HIDDEN_CHANCE:
            if _is_cut(_make_box(candidates, one.number, FACE_EDGES), shape):
                return doubt_cut(place, total)
            return doubt_stacked(place, total) if near else COVERED
    return None


def _find_rival(seen: list[_SeenDie], candidates: Candidates, shows: Floats) -> DoubtReason | None:
    """Return the doubt about the first die whose upper face may be another one, as in a slanted view."""
    taken = {one.number for one in seen}
    rivals = [int(k) for k in np.flatnonzero(shows >= RIVAL_BELIEF) if int(k) not in taken]
    for place, one in enumerate(seen):
        if any(
            candidates.value[k] != one.value and _measure_distance(candidates, k, one.number) < RIVAL_EDGES
            for k in rivals
        ):
            return doubt_two_faces(place, len(seen))
    return None


def _has_unread(seen: list[_SeenDie], candidates: Candidates, there: NDArray[np.bool_]) -> bool:
    """Return whether there is a die besides those seen."""
    taken = [one.number for one in seen]
    return any(
        all(_measure_distance(candidates, int(k), one) > OWN_EDGES for one in taken)
        for k in np.flatnonzero(there)
    )


def _has_unlike_sizes(seen: list[_SeenDie], candidates: Candidates) -> bool:
    """Return whether two dice differ too much in size, so that one must be a pip or another object."""
    edges = [candidates.spots[one.number].edge for one in seen]
    return max(edges) > MAX_SIZE_RATIO * min(edges)


def _measure_distance(candidates: Candidates, one: int, other: int) -> float:
    """Return the distance between two candidates, in edges of the larger."""
    a, b = candidates.spots[one], candidates.spots[other]
    return float(np.hypot(a.x - b.x, a.y - b.y)) / max(a.edge, b.edge)


def _has_neighbour(seen: list[_SeenDie], candidates: Candidates, number: int) -> bool:
    """Return whether another die is near this one."""
    mine, others = candidates.spots[number], [one.number for one in seen if one.number != number]
    spots = [candidates.spots[other] for other in others]
    return any(np.hypot(spot.x - mine.x, spot.y - mine.y) < NEAR_EDGES * mine.edge for spot in spots)


def _make_box(candidates: Candidates, number: int, edges: float) -> Box:
    """Return a square box around a candidate, so many edges wide."""
    spot = candidates.spots[number]
    half = edges * spot.edge / 2
    return spot.x - half, spot.y - half, spot.x + half, spot.y + half


def _is_cut(box: Box, shape: tuple[int, ...]) -> bool:
    """Return whether part of a box is outside a picture of that shape."""
    return box[0] < 0 or box[1] < 0 or box[2] > shape[1] or box[3] > shape[0]
