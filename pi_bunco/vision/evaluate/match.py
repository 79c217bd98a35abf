"""Which die that was read is which of those that lie there."""

from dataclasses import dataclass
from math import dist

from pi_bunco.frames import Box, Die
from pi_bunco.vision.evaluate.folder import Marked

REACH = 0.6
"""How far the middles of two boxes of one die may lie apart, as a share of the larger one's longer side.

A label's box may hold no more than the pips of the upper face, whose middle in an oblique view lies off
the body's; the next die's middle is at least a whole edge away.
"""


@dataclass(frozen=True, slots=True)
class Pair:
    """A die that was read beside the one that lies there.

    Attributes
    ----------
    read
        What was read; ``None``: the die was missed.
    lies
        What lies there; ``None``: the die was invented.
    """

    read: Die | None
    lies: Marked | None

    @property
    def right(self) -> bool:
        """Whether it was read as it lies there."""
        return self.read is not None and self.lies is not None and self.read.value == self.lies.value


def match(read: tuple[Die, ...], lies: tuple[Marked, ...]) -> tuple[Pair, ...] | None:
    """Match the dice that were read with those of the label.

    By their places, nearest first, where each die of the label has a box. Where one has none, by their
    values as far as these agree and the others in ascending order, which flatters the reader: two dice
    whose values were taken for each other's count as right.

    Parameters
    ----------
    read, lies
        The dice.

    Returns
    -------
    tuple of Pair or None
        Each die of either side once. ``None`` where they cannot be matched: a label without boxes, and
        another number of dice.

    Examples
    --------
    >>> die = Die(5, 0.9, (10, 10, 50, 50))
    >>> [pair.right for pair in match((die,), (Marked(5, (20, 20, 44, 44)), Marked(1, (90, 10, 120, 40))))]
    [True, False]
    >>> match((die,), (Marked(5), Marked(1))) is None
    True
    """
    if not read or not lies:
        return (*(Pair(die, None) for die in read), *(Pair(None, mark) for mark in lies))
    boxes = [mark.box for mark in lies if mark.box is not None]
    if len(boxes) == len(lies):
        return _by_place(read, lies, boxes)
    return _by_value(read, lies) if len(read) == len(lies) else None


def _by_place(read: tuple[Die, ...], lies: tuple[Marked, ...], boxes: list[Box]) -> tuple[Pair, ...]:
    near = sorted(
        (apart, k, m)
        for k, die in enumerate(read)
        for m, box in enumerate(boxes)
        if (apart := _apart(die.box, box)) <= REACH
    )
    mate: dict[int, int] = {}
    for _, k, m in near:
        if k not in mate and m not in mate.values():
            mate[k] = m
    found = [Pair(die, lies[mate[k]] if k in mate else None) for k, die in enumerate(read)]
    missed = [Pair(None, mark) for m, mark in enumerate(lies) if m not in mate.values()]
    return (*found, *missed)


def _apart(one: Box, other: Box) -> float:
    """Return how far the middles are apart, as a share of the larger box's longer side."""
    side = max(one[2] - one[0], one[3] - one[1], other[2] - other[0], other[3] - other[1], 1e-9)
    return dist(_middle(one), _middle(other)) / side


def _middle(box: Box) -> tuple[float, float]:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def _by_value(read: tuple[Die, ...], lies: tuple[Marked, ...]) -> tuple[Pair, ...]:
    left = sorted(lies, key=lambda mark: mark.value)
    same, rest = [], []
    for die in sorted(read, key=lambda die: die.value):
        mark = next((mark for mark in left if mark.value == die.value), None)
        if mark is None:
            rest.append(die)
        else:
            left.remove(mark)
            same.append(Pair(die, mark))
    return (*same, *map(Pair, rest, left))
