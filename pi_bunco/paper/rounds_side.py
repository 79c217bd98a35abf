"""The Rounds side of a score sheet: a column for each player, with their points one below the other."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count, zip_longest

from pi_bunco.paper.text import PAGE, align_ends, center, draw_box, make_printable, place_beside
from pi_bunco.paper.turns import count_rolloff_points, list_turns, write_small
from pi_bunco.rules import RoundResult, TableResult
from pi_bunco.rules.play import ROUNDS

LONGEST = 4
"""Most letters in initials, because their column is narrow."""


def make_initials(names: Sequence[str]) -> Mapping[str, str]:
    """Return initials for everybody, all different and as short as possible, with a number if needed.

    >>> make_initials(["Laura Lee", "Ann", "Amy", "Bob", "player 12", "player 13"])
    {'Laura Lee': 'LL', 'Ann': 'An', 'Amy': 'Am', 'Bob': 'B', 'player 12': 'P12', 'player 13': 'P13'}
    >>> make_initials(["Annemarie", "Annemieke"])
    {'Annemarie': 'A1', 'Annemieke': 'A2'}
    """
    initials: dict[str, str] = {}
    rest = list(names)
    for length in range(1, LONGEST):
        tried = {name: _shorten(name, length) for name in rest}
        times = Counter([*tried.values(), *initials.values()])
        initials |= {
            name: short for name, short in tried.items() if times[short] == 1 and len(short) <= LONGEST
        }
        rest = [name for name in rest if name not in initials]
    taken = set(initials.values())
    numbers: dict[str, Iterator[int]] = {}
    for name in rest:
        letter = _shorten(name, 1)[:1]
        shorts = (f"{letter}{number}" for number in numbers.setdefault(letter, count(1)))
        initials[name] = next(short for short in shorts if short not in taken)
    return {name: initials[name] for name in names}


def _shorten(name: str, length: int) -> str:
    """Return ``length`` letters of a name's first word, one of each other word, and whole numbers."""
    words = make_printable(name).split() or ["?"]
    first, others = words[0], words[1:]
    return (
        first[:1].upper()
        + first[1:length]
        + "".join(word if word.isdecimal() else word[:1].upper() for word in others)
    )


_COLUMN = 5
_EMPTY = 3
"""Lines to write on in a round that nobody has played yet."""


def format_rounds_side(
    set_: int, number: int, rounds: Iterable[RoundResult], seats: int, initials: Mapping[str, str]
) -> list[str]:
    """Return the Rounds side of one table in one set, three rounds in a row.

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
    tables = {result.round: result.tables[number - 1] for result in rounds if result.set == set_}
    head = " (head table)" if number == 1 else ""
    blocks = [
        _draw_round(target, tables[target], initials) if target in tables else _draw_empty(target, seats)
        for target in range(1, ROUNDS + 1)
    ]
    return [
        align_ends("ROUNDS", f"Set {set_}, table {number}{head}", PAGE),
        *place_beside(blocks, " ", most=3),
    ]


def _draw_empty(target: int, seats: int) -> list[str]:
    rows = [[" " * _COLUMN] * seats] * (_EMPTY + 2)
    return [f"Round {target}", *draw_box(rows, [_COLUMN] * seats, [0, _EMPTY])]


def _draw_round(target: int, table: TableResult, initials: Mapping[str, str]) -> list[str]:
    columns: dict[str, list[str]] = {name: [] for name in table.seats}
    for turn in list_turns(table):
        if turn.gained:
            columns[turn.thrower].append(str(turn.gained))
    rows = [[initials.get(name, "gh") for name in table.seats]]
    rows += map(list, zip_longest(*columns.values(), fillvalue=""))
    if len(rows) == 1:
        rows.append([""] * len(columns))
    rows.append([str(table.scores[name]) for name in table.seats])
    under = [0, len(rows) - 2]
    if points := count_rolloff_points(table):
        side_of = {name: at for at, side in enumerate(table.sides) for name in side.players}
        rows.append([write_small(points[side_of[name]]) for name in table.seats])
    if table.winners:
        rows.append(["W" if name in table.winners else "L" for name in table.seats])
    rolled = "  (roll-off)" if table.rolloff else ""
    rolled += "  (on paper)" if table.tally is not None else ""
    cells = [[center(cell, _COLUMN) for cell in row] for row in rows]
    return [f"Round {target}{rolled}", *draw_box(cells, [_COLUMN] * len(columns), under)]
