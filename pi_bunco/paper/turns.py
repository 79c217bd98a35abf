"""The turns of a table's round, as a scorekeeper writes them."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from pi_bunco.rules import TableResult

_SMALL = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn: who threw, the place of their ``side`` at the table, and the points that it ``gained``."""

    thrower: str
    side: int
    gained: int


def list_turns(table: TableResult, *, rolloff: bool = False) -> Iterator[Turn]:
    """Yield the turns of a table's round or of its roll-off, oldest first.

    Turns without points are included.
    """
    number = 0
    numbered = []
    for thrown in table.throws:
        if thrown.rolloff == rolloff:
            numbered.append((number, thrown))
            number += thrown.ends_turn
    for _, turn in groupby(numbered, key=lambda pair: pair[0]):
        throws = [thrown for _, thrown in turn]
        lost = throws[-1].score.kind == "snake_eyes"
        gained = 0 if lost else sum(thrown.score.points for thrown in throws)
        yield Turn(throws[0].thrower, throws[0].side, gained)


def count_rolloff_points(table: TableResult) -> tuple[int, ...] | None:
    """Return each side's points in the roll-off, ``None`` if there was none or only a die-off."""
    if not any(thrown.rolloff for thrown in table.throws):
        return None
    points = [0] * len(table.sides)
    for turn in list_turns(table, rolloff=True):
        points[turn.side] += turn.gained
    return tuple(points)


def write_small(number: int) -> str:
    """Write a number in small digits, as a scorekeeper writes points that are added.

    >>> write_small(21)
    '₂₁'
    """
    return str(number).translate(_SMALL)
