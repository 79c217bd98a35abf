"""Matches the dice that were read with the dice of the label."""

from dataclasses import dataclass
from math import dist

from evaluation.folder import LabelledDie
from pi_bunco.readings import Box, Die

MAX_DISTANCE = 0.6
"""Largest distance between the middles of two boxes of one die, as a share of the larger box's longer side.

A label's box may hold only the pips of the upper face. In an oblique view their middle is not the body's
middle. The middle of the next die is at least a whole edge away.
"""


@dataclass(frozen=True, slots=True)
class Pair:
    """A die that was read, and the die of the label that it matches.

    Attributes
    ----------
    read
        The die that was read; ``None``: the reader missed the die of the label.
    label
        The die of the label; ``None``: the reader invented the die.
    """

    read: Die | None
    label: LabelledDie | None

    @property
    def right(self) -> bool:
        """Whether the value that was read is that of the label."""
        return self.read is not None and self.label is not None and self.read.value == self.label.value


def match(read: tuple[Die, ...], labels: tuple[LabelledDie, ...]) -> tuple[Pair, ...] | None:
    """Match the dice that were read with those of the label.

    If each die of the label has a box, dice are matched by their places, nearest first. If one has no box,
    they are matched by their values as far as these agree, and the others in ascending order. This flatters
    the reader: two dice whose values were swapped count as right.

    Parameters
    ----------
    read
        The dice that were read.
    labels
        The dice of the label.

    Returns
    -------
    tuple of Pair or None
        Each die of either side once. ``None`` if they cannot be matched: the label has no boxes, and
        another number of dice was read.

    Examples
    --------
    >>> die = Die(5, 0.9, (10, 10, 50, 50))
    >>> labels = LabelledDie(5, (20, 20, 44, 44)), LabelledDie(1, (90, 10, 120, 40))
    >>> [pair.right for pair in match((die,), labels)]
    [True, False]
    >>> match((die,), (LabelledDie(5), LabelledDie(1))) is None
    True
    """
    if not read or not labels:
        return (*(Pair(die, None) for die in read), *(Pair(None, label) for label in labels))
    boxes = [label.box for label in labels if label.box is not None]
    if len(boxes) == len(labels):
        return _match_by_place(read, labels, boxes)
    return _match_by_value(read, labels) if len(read) == len(labels) else None


def _match_by_place(
    read: tuple[Die, ...], labels: tuple[LabelledDie, ...], boxes: list[Box]
) -> tuple[Pair, ...]:
    near = sorted(
        (apart, k, m)
        for k, die in enumerate(read)
        for m, box in enumerate(boxes)
        if (apart := _measure_distance(die.box, box)) <= MAX_DISTANCE
    )
    mate: dict[int, int] = {}
    for _, k, m in near:
        if k not in mate and m not in mate.values():
            mate[k] = m
    found = [Pair(die, labels[mate[k]] if k in mate else None) for k, die in enumerate(read)]
    missed = [Pair(None, label) for m, label in enumerate(labels) if m not in mate.values()]
    return (*found, *missed)


def _measure_distance(one: Box, other: Box) -> float:
    """Return the distance between the middles, as a share of the larger box's longer side."""
    side = max(one[2] - one[0], one[3] - one[1], other[2] - other[0], other[3] - other[1], 1e-9)
    return dist(_find_middle(one), _find_middle(other)) / side


def _find_middle(box: Box) -> tuple[float, float]:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def _match_by_value(read: tuple[Die, ...], labels: tuple[LabelledDie, ...]) -> tuple[Pair, ...]:
    left = sorted(labels, key=lambda label: label.value)
    same, rest = [], []
    for die in sorted(read, key=lambda die: die.value):
        label = next((label for label in left if label.value == die.value), None)
        if label is None:
            rest.append(die)
        else:
            left.remove(label)
            same.append(Pair(die, label))
    return (*same, *map(Pair, rest, left))
