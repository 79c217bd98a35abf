"""Who goes to which table after a round."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pi_bunco.rules.header import Seats
from pi_bunco.rules.seating import seat_alone, seat_teams
from pi_bunco.rules.sheets import Move, Sheet

GROUP = 3
"""How many tables move among themselves where a sheet moves in groups."""


@dataclass(frozen=True, slots=True)
class Decided:
    """How a table's round came out: who sat there, who of them won, whether in teams."""

    seats: Seats
    winners: frozenset[str]
    teams: bool


def groups(tables: int) -> list[range]:
    """Give the groups of so many tables, counted from 0; tables left over join the last group.

    >>> groups(7)
    [range(0, 3), range(3, 7)]
    >>> groups(2)
    [range(0, 2)]
    """
    count = max(tables // GROUP, 1)
    return [range(g * GROUP, tables if g == count - 1 else (g + 1) * GROUP) for g in range(count)]


def destination(move: Move, table: int, among: range) -> int:
    """Give where a side of ``table`` goes, both counted from 0, among those tables.

    >>> [destination("next", table, range(3)) for table in range(3)]
    [1, 2, 0]
    >>> [destination("top_to_bottom", table, range(3)) for table in range(3)]
    [2, 1, 2]
    """
    first, last = among[0], among[-1]
    match move:
        case "stay":
            return table
        case "up":
            return max(table - 1, first)
        case "down":
            return min(table + 1, last)
        case "next":
            return table + 1 if table < last else first
        case "top_to_bottom":
            return last if table == first else table


def move(sheet: Sheet, tables: Sequence[Decided]) -> tuple[Seats, ...]:
    """Give the seats of the next round.

    >>> from pi_bunco.rules import load_sheet
    >>> move(load_sheet("casino"), [
    ...     Decided(("A", "B", "C", "D"), frozenset("AC"), True),
    ...     Decided(("E", "F", "G", "H"), frozenset("FH"), True),
    ... ])
    (('A', 'E', 'G', 'C'), ('H', 'F', 'B', 'D'))
    """
    stay: list[list[tuple[int, str]]] = [[] for _ in tables]
    come: list[list[str]] = [[] for _ in tables]
    among = groups(len(tables)) if sheet.move_among == "groups" else [range(len(tables))]
    for table, seat, name, to in _ways(sheet, tables, among):
        if to == table:
            stay[to].append((seat, name))
        else:
            come[to].append(name)
    return tuple(
        seat_teams(stay[at], come[at]) if table.teams else seat_alone(stay[at], come[at])
        for at, table in enumerate(tables)
    )


def _ways(
    sheet: Sheet, tables: Sequence[Decided], among: Iterable[range]
) -> Iterable[tuple[int, int, str, int]]:
    """Give for everybody, in the order of tables and seats: table, seat, name, next table."""
    for group in among:
        for at in group:
            table = tables[at]
            together = sheet.pairs_move_together and len(table.seats) == 2  # noqa: PLR2004 - a pair
            winners_move = sheet.losers_move if together else sheet.winners_move
            for seat, name in enumerate(table.seats):
                way = winners_move if name in table.winners else sheet.losers_move
                yield at, seat, name, destination(way, at, group)
