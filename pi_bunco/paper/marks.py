"""What a scorekeeper writes on a table tally: the marks under each side."""

from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from pi_bunco.rules import TableResult
from pi_bunco.sentences import say

GAME = say("GAME!")
"""The word that the winners' side writes at the end."""
WIPED = "1-1-1 0"
"""What a side writes after three 1s that took its points: the dice, and its new total."""
_SMALL_DIGITS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def write_marks(table: TableResult) -> tuple[tuple[str, ...], ...]:
    """Return the marks under each side of a table, word by word, as in the sheet's example.

    The first points are written as they are. Later points are written small, with the new total beside them.
    If the side's last points win the table, "GAME!" replaces the total. A side that loses all points has a
    mark, and begins again. A table that counted on paper has only its scores.
    """
    marks: list[list[str]] = [[] for _ in table.sides]
    if table.tally is not None:
        marks = [[say("{score} on paper", score=score)] for score in table.tally[1].scores]
    totals = [0] * len(table.sides)
    last_to_score = None
    for turn in _list_turns(table):
        if turn.wiped and totals[turn.side]:
            totals[turn.side] = 0
            marks[turn.side].append(WIPED)
        elif turn.gained:
            before = f"{_write_small(turn.gained)} " if totals[turn.side] else ""
            totals[turn.side] += turn.gained
            marks[turn.side].append(f"{before}{totals[turn.side]}")
            last_to_score = turn.side
    if table.rolloff:
        _mark_rolloff(table, marks)
    for side, playing in enumerate(table.sides):
        if playing.players[0] in table.winners:
            if side == last_to_score and not table.rolloff:
                gained = marks[side].pop().removesuffix(str(totals[side]))
                points = gained.rstrip() or _write_small(totals[side])
                marks[side].append(say("{points} {game}", points=points, game=GAME))
            else:
                marks[side].append(GAME)
    return tuple(map(tuple, marks))


def _mark_rolloff(table: TableResult, marks: list[list[str]]) -> None:
    """Write the roll-off under each side: its points if it was tied, or only that there were die-offs."""
    rolloff_points = _count_rolloff_points(table)
    tied_at = {table.scores[thrown.thrower] for thrown in table.throws if thrown.rolloff}
    for side, words in enumerate(marks):
        if rolloff_points is None:
            words.append(say("roll-off"))
        elif table.scores[table.sides[side].players[0]] in tied_at:
            words.append(say("roll-off {points}", points=rolloff_points[side]))


class _Turn(NamedTuple):
    """One turn: who threw, the place of their ``side`` at the table, and the points that it ``gained``.

    ``wiped``: three 1s ended it and took all points of the side.
    """

    thrower: str
    side: int
    gained: int
    wiped: bool


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
        last = throws[-1].score.kind
        gained = 0 if last in ("snake_eyes", "wipe") else sum(thrown.score.points for thrown in throws)
        yield _Turn(throws[0].thrower, throws[0].side, gained, wiped=last == "wipe")


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
