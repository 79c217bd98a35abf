"""What a scorekeeper writes on a table tally: the marks under each side."""

from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from pi_bunco.rules import TableResult

GAME = "GAME!"
"""The word that the winners' side writes at the end."""
_SMALL_DIGITS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def write_marks(table: TableResult) -> tuple[tuple[str, ...], ...]:
    """Return the marks under each side of a table, word by word, as in the sheet's example.

    The first points are written as they are. Later points are written small, with the new total beside them.
    If the side's last points win the table, "GAME!" replaces the total. A table that counted on paper has
    only its scores.
    """
    marks: list[list[str]] = [[] for _ in table.sides]
    if table.tally is not None:
        marks = [[f"{score} on paper"] for score in table.tally[1].scores]
    totals = [0] * len(table.sides)
    last_to_score = None
    for turn in _list_turns(table):
        if turn.gained:
            before = f"{_write_small(turn.gained)} " if totals[turn.side] else ""
            totals[turn.side] += turn.gained
            marks[turn.side].append(f"{before}{totals[turn.side]}")
            last_to_score = turn.side
    if table.rolloff:
        rolloff_points = _count_rolloff_points(table)
        for side, words in enumerate(marks):
            words.append("roll-off" if rolloff_points is None else f"roll-off {rolloff_points[side]}")
    for side, playing in enumerate(table.sides):
        if table.winners and table.winners[0] in playing.players:
            if side == last_to_score and not table.rolloff:
                gained = marks[side].pop().removesuffix(str(totals[side]))
                marks[side].append(f"{gained or _write_small(totals[side]) + ' '}{GAME}")
            else:
                marks[side].append(GAME)
    return tuple(map(tuple, marks))


class _Turn(NamedTuple):
    """One turn: who threw, the place of their ``side`` at the table, and the points that it ``gained``."""

    thrower: str
    side: int
    gained: int


def _list_turns(table: TableResult, *, rolloff: bool = False) -> Iterator[_Turn]:
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
        yield _Turn(throws[0].thrower, throws[0].side, gained)


def _count_rolloff_points(table: TableResult) -> list[int] | None:
    """Return each side's points in the roll-off, ``None`` if there was none or only a die-off."""
    if not any(thrown.rolloff for thrown in table.throws):
        return None
    points = [0] * len(table.sides)
    for turn in _list_turns(table, rolloff=True):
        points[turn.side] += turn.gained
    return points


def _write_small(number: int) -> str:
    """Write a number in small digits, as a scorekeeper writes points that are added.

    >>> _write_small(21)
    '₂₁'
    """
    return str(number).translate(_SMALL_DIGITS)
