"""The two papers of a table's scorekeeper: the table tally, and the Rounds side of a score sheet."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count, groupby, zip_longest
from typing import NamedTuple

from pi_bunco.paper.text import (
    PAGE,
    align_ends,
    align_left,
    center,
    draw_box,
    join_partners,
    make_printable,
    place_beside,
)
from pi_bunco.rules import RoundResult, TableResult
from pi_bunco.rules.play import ROUNDS

GAME = "GAME!"
"""The word that the winners' side writes at the end."""

MAX_INITIALS = 4
"""Most letters in initials, because their column is narrow."""

_ROUND = 6
_SIDE = (PAGE - _ROUND - 4) // 2
_WIDTHS = (_ROUND, _SIDE, _SIDE)
"""The columns of a tally, in cells."""
_COLUMN = 5
"""The column of a player on the Rounds side, in cells."""
_EMPTY_LINES = 3
"""Lines to write on in a round of the Rounds side that nobody has played yet."""
_SMALL_DIGITS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def format_tally(set_: int, number: int, rounds: Iterable[RoundResult]) -> list[str]:
    """Return the tally of one table in one set, with a row for each round.

    Rounds that are not played are empty.

    Parameters
    ----------
    set_, number
        The set and the table, both from 1.
    rounds
        The game's rounds. Those of other sets are ignored.

    Returns
    -------
    Lines of :data:`~pi_bunco.paper.text.PAGE` cells.
    """
    tables = _find_tables(set_, number, rounds)
    rows = [[center("Round", _ROUND), center('"US"', _SIDE), center('"THEM"', _SIDE)]]
    ruled = [0]  # the rows with a line under them
    for target in range(1, ROUNDS + 1):
        rows += _make_row(target, tables.get(target))
        ruled.append(len(rows) - 1)
    return [_write_title("B * U * N * C * O   TABLE TALLY", set_, number), *draw_box(rows, _WIDTHS, ruled)]


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


def format_rounds_side(
    set_: int, number: int, rounds: Iterable[RoundResult], seats: int, initials: Mapping[str, str]
) -> list[str]:
    """Return the Rounds side of one table in one set: a column for each player, three rounds in a row.

    Rounds that are not played are empty.

    Parameters
    ----------
    set_, number
        The set and the table, both from 1.
    rounds
        The game's rounds. Those of other sets are ignored.
    seats
        How many players sit at the table.
    initials
        The initials of each player, for the heads of the columns.

    Returns
    -------
    Lines of at most :data:`~pi_bunco.paper.text.PAGE` cells.
    """
    tables = _find_tables(set_, number, rounds)
    empty = draw_box([[" " * _COLUMN] * seats] * (_EMPTY_LINES + 2), [_COLUMN] * seats, [0, _EMPTY_LINES])
    blocks = [
        _draw_round(target, tables[target], initials) if target in tables else [f"Round {target}", *empty]
        for target in range(1, ROUNDS + 1)
    ]
    return [_write_title("ROUNDS", set_, number), *place_beside(blocks, " ", most=3)]


def make_initials(names: Sequence[str]) -> Mapping[str, str]:
    """Return initials for everybody, all different and as short as possible, with a number if needed.

    >>> make_initials(["Laura Lee", "Ann", "Amy", "Bob", "player 12", "player 13"])
    {'Laura Lee': 'LL', 'Ann': 'An', 'Amy': 'Am', 'Bob': 'B', 'player 12': 'P12', 'player 13': 'P13'}
    >>> make_initials(["Annemarie", "Annemieke"])
    {'Annemarie': 'A1', 'Annemieke': 'A2'}
    """
    initials: dict[str, str] = {}
    remaining = list(names)
    for length in range(1, MAX_INITIALS):
        tried = {name: _shorten(name, length) for name in remaining}
        times = Counter([*tried.values(), *initials.values()])
        initials |= {
            name: short for name, short in tried.items() if times[short] == 1 and len(short) <= MAX_INITIALS
        }
        remaining = [name for name in remaining if name not in initials]
    taken = set(initials.values())
    numbers: dict[str, Iterator[int]] = {}
    for name in remaining:
        letter = _shorten(name, 1)[:1]
        shorts = (f"{letter}{number}" for number in numbers.setdefault(letter, count(1)))
        initials[name] = next(short for short in shorts if short not in taken)
    return {name: initials[name] for name in names}


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


def _find_tables(set_: int, number: int, rounds: Iterable[RoundResult]) -> dict[int, TableResult]:
    """Return the results of a table in the rounds of a set, by the number of the round."""
    return {result.round: result.tables[number - 1] for result in rounds if result.set == set_}


def _write_title(title: str, set_: int, number: int) -> str:
    head = " (head table)" if number == 1 else ""
    return align_ends(title, f"Set {set_}, table {number}{head}", PAGE)


def _make_row(target: int, table: TableResult | None) -> list[list[str]]:
    """Return the lines of one round of a tally: the players and their side's score, and the marks."""
    if table is None:
        return [[center(str(target), _ROUND), *[" " * _SIDE] * 2], [" " * width for width in _WIDTHS]]
    heads = []
    for side in table.sides:
        score = str(table.scores[side.players[0]])
        heads.append(align_ends(join_partners(side.players, _SIDE - len(score) - 3), score, _SIDE - 2))
    columns = [_fold(words) for words in write_marks(table)]
    return [
        [center(str(target), _ROUND), *(f" {head} " for head in heads)],
        *(
            [" " * _ROUND, *(align_left(f" {cell}", _SIDE) for cell in cells)]
            for cells in zip_longest(*columns, fillvalue="")
        ),
    ]


def _fold(words: Iterable[str]) -> list[str]:
    """Put the words into lines. A small number stays beside its total."""
    lines = [""]
    for word in words:
        longer = f"{lines[-1]} {word}".lstrip()
        if len(longer) > _SIDE - 2:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def _draw_round(target: int, table: TableResult, initials: Mapping[str, str]) -> list[str]:
    """Draw a round of the Rounds side: each player's points one below the other, and their total."""
    columns: dict[str, list[str]] = {name: [] for name in table.seats}
    for turn in _list_turns(table):
        if turn.gained:
            columns[turn.thrower].append(str(turn.gained))
    rows = [[initials.get(name, "gh") for name in table.seats]]
    rows += map(list, zip_longest(*columns.values(), fillvalue=""))
    if len(rows) == 1:
        rows.append([""] * len(columns))
    rows.append([str(table.scores[name]) for name in table.seats])
    ruled = [0, len(rows) - 2]
    if points := _count_rolloff_points(table):
        side_of = {name: at for at, side in enumerate(table.sides) for name in side.players}
        rows.append([_write_small(points[side_of[name]]) for name in table.seats])
    if table.winners:
        rows.append(["W" if name in table.winners else "L" for name in table.seats])
    rolled = "  (roll-off)" if table.rolloff else ""
    on_paper = "  (on paper)" if table.tally is not None else ""
    cells = [[center(cell, _COLUMN) for cell in row] for row in rows]
    return [f"Round {target}{rolled}{on_paper}", *draw_box(cells, [_COLUMN] * len(columns), ruled)]


def _shorten(name: str, length: int) -> str:
    """Return ``length`` letters of a name's first word, one of each other word, and whole numbers."""
    first, *others = make_printable(name).split() or ["?"]
    ends = (word if word.isdecimal() else word[:1].upper() for word in others)
    return first[:1].upper() + first[1:length] + "".join(ends)
