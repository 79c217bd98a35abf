"""Decides from beliefs which candidates are dice, and whether the reader must ask about them."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pi_bunco.readings import Box, Die, Reading, Status
from pi_bunco.vision.double.belief import Belief
from pi_bunco.vision.double.candidates import NAMES, Candidates
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
from pi_bunco.vision.learnt.find import Spot

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
asks, even if the pips are clear."""
MIN_CONFIRMED = 0.05
"""The pips confirm a value if its probabilities by the network and by the pips have at least this product."""
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


class _FoundDie(NamedTuple):
    """A candidate that is a die.

    It has the index of the candidate, its box, its values by the network and by the pips, and the belief in
    the former.
    """

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
    found = sorted(
        (
            _FoundDie(
                int(k),
                _make_box(candidates, int(k), BOX_EDGES),
                candidates.value[k],
                candidates.other[k],
                float(shows[k]),
            )
            for k in np.flatnonzero(dice_there)
        ),
        key=lambda die: (die.box[0] + die.box[2], die.box[1]),
    )
    dice_found = tuple(Die(die.value, die.belief, die.box) for die in found)
    why = _find_doubt(found, candidates, belief, dice, shape) or _find_rival(found, candidates, shows)
    if why is None and (
        _has_unread(found, candidates, there >= UNREAD_BELIEF) or _has_unlike_sizes(found, candidates)
    ):
        why = UNCLEAR
    return why.make_reading(dice_found) if why else Reading(Status.READ, dice_found)


def make_spot(box: Box) -> Spot:
    """Return the face in the middle of a die's box, in pixels of the picture.

    >>> make_spot((100, 100, 148, 148))
    Spot(x=124.0, y=124.0, edge=40.0, heat=1.0)
    """
    x0, y0, x1, y1 = box
    return Spot((x0 + x1) / 2, (y0 + y1) / 2, (x1 - x0) / BOX_EDGES, 1.0)


def _find_doubt(
    found: list[_FoundDie], candidates: Candidates, belief: Belief, dice: int | None, shape: tuple[int, ...]
) -> DoubtReason | None:
    """Return why the reader must ask about the dice; ``None`` if it need not."""
    bad = _find_bad_die(found, candidates, shape)
    if bad is not None:
        return bad
    total = len(found)
    if dice is not None and total != dice:
        return doubt_count(total, dice)
    for place, die in enumerate(found):
        if _is_cut(_make_box(candidates, die.number, FACE_EDGES), shape):
            return doubt_cut(place, total)
        confirmed = candidates.features[die.number, NAMES.index("both")] >= MIN_CONFIRMED
        min_lead = MIN_LEAD if confirmed else max(MIN_LEAD, belief.alone)
        if die.belief < belief.sure or candidates.lead[die.number] < min_lead:
            if die.other != die.value:
                return doubt_two_values(place, total, die.value, die.other)
            return doubt_value(place, total, die.value)
    return None


def _find_bad_die(
    found: list[_FoundDie], candidates: Candidates, shape: tuple[int, ...]
) -> DoubtReason | None:
    """Return the doubt about the first die that leans, is stacked, cut or covered; ``None`` if none is."""
    total = len(found)
    for place, die in enumerate(found):
        near = _has_neighbour(found, candidates, die.number)
        if candidates.leans[die.number] > LEANING_CHANCE:
            return doubt_leaning(place, total, on_another=near)
        if candidates.hidden[die.number] > HIDDEN_CHANCE:
            if _is_cut(_make_box(candidates, die.number, FACE_EDGES), shape):
                return doubt_cut(place, total)
            return doubt_stacked(place, total) if near else COVERED
    return None


def _find_rival(found: list[_FoundDie], candidates: Candidates, shows: Floats) -> DoubtReason | None:
    """Return the doubt about the first die whose upper face may be another one, as in a slanted view."""
    taken = {die.number for die in found}
    rivals = [int(k) for k in np.flatnonzero(shows >= RIVAL_BELIEF) if int(k) not in taken]
    for place, die in enumerate(found):
        if any(
            candidates.value[k] != die.value and _measure_distance(candidates, k, die.number) < RIVAL_EDGES
            for k in rivals
        ):
            return doubt_two_faces(place, len(found))
    return None


def _has_unread(found: list[_FoundDie], candidates: Candidates, there: NDArray[np.bool_]) -> bool:
    """Return whether one of the candidates in the mask `there` is away from all dice that were found."""
    taken = [die.number for die in found]
    return any(
        all(_measure_distance(candidates, int(k), number) > OWN_EDGES for number in taken)
        for k in np.flatnonzero(there)
    )


def _has_unlike_sizes(found: list[_FoundDie], candidates: Candidates) -> bool:
    """Return whether two dice differ too much in size, so that one must be a pip or another object."""
    edges = [candidates.spots[die.number].edge for die in found]
    return max(edges) > MAX_SIZE_RATIO * min(edges)


def _measure_distance(candidates: Candidates, one: int, other: int) -> float:
    """Return the distance between two candidates, in edges of the larger."""
    a, b = candidates.spots[one], candidates.spots[other]
    return float(np.hypot(a.x - b.x, a.y - b.y)) / max(a.edge, b.edge)


def _has_neighbour(found: list[_FoundDie], candidates: Candidates, number: int) -> bool:
    """Return whether another die is near this one."""
    spot = candidates.spots[number]
    others = [candidates.spots[die.number] for die in found if die.number != number]
    return any(np.hypot(other.x - spot.x, other.y - spot.y) < NEAR_EDGES * spot.edge for other in others)


def _make_box(candidates: Candidates, number: int, edges: float) -> Box:
    """Return the square box around a candidate that is `edges` of its edges wide."""
    spot = candidates.spots[number]
    half = edges * spot.edge / 2
    return spot.x - half, spot.y - half, spot.x + half, spot.y + half


def _is_cut(box: Box, shape: tuple[int, ...]) -> bool:
    """Return whether part of a box is outside a picture of that shape."""
    return box[0] < 0 or box[1] < 0 or box[2] > shape[1] or box[3] > shape[0]
