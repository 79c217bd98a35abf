"""Who goes to which table after a round."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pi_bunco.rules.header import Seats, is_ghost
from pi_bunco.rules.seating import seat_alone, seat_teams
from pi_bunco.rules.sheets import Sheet
from pi_bunco.rules.sheets.moves import find_destination, split_groups


@dataclass(frozen=True, slots=True)
class DecidedTable:
    """The result of a table's round: who sat there, who won, and whether they played in teams."""

    seats: Seats
    winners: frozenset[str]
    teams: bool


def number_groups(tables: Sequence[Seats]) -> dict[str, int]:
    """Return the number of each player's group, from 1, for these seats.

    >>> number_groups([["A", "B"], ["C", "ghost 1"], ["D"], ["E"], ["F"], ["G"]])
    {'A': 1, 'B': 1, 'C': 1, 'D': 1, 'E': 2, 'F': 2, 'G': 2}
    """
    return {
        name: number
        for number, group in enumerate(split_groups(len(tables)), 1)
        for at in group
        for name in tables[at]
        if not is_ghost(name)
    }


def move_players(sheet: Sheet, tables: Sequence[DecidedTable]) -> tuple[Seats, ...]:
    """Return the seats of the next round.

    >>> from pi_bunco.rules import load_sheet
    >>> move_players(load_sheet("casino"), [
    ...     DecidedTable(("A", "B", "C", "D"), frozenset("AC"), True),
    ...     DecidedTable(("E", "F", "G", "H"), frozenset("FH"), True),
    ... ])
    (('A', 'E', 'G', 'C'), ('H', 'F', 'B', 'D'))
    """
    stay: list[list[tuple[int, str]]] = [[] for _ in tables]
    come: list[list[str]] = [[] for _ in tables]
    among = split_groups(len(tables)) if sheet.move_among == "groups" else [range(len(tables))]
    for table, seat, name, to in _list_moves(sheet, tables, among):
        if to == table:
            stay[to].append((seat, name))
        else:
            come[to].append(name)
    return tuple(
        seat_teams(stay[at], come[at]) if table.teams else seat_alone(stay[at], come[at])
        for at, table in enumerate(tables)
    )


def _list_moves(
    sheet: Sheet, tables: Sequence[DecidedTable], among: Iterable[range]
) -> Iterable[tuple[int, int, str, int]]:
    """Yield table, seat, name and next table for everybody, in the order of tables and seats."""
    for group in among:
        for at in group:
            table = tables[at]
            together = sheet.pairs_move_together and len(table.seats) == 2  # noqa: PLR2004 - a pair
            winners_move = sheet.losers_move if together else sheet.winners_move
            for seat, name in enumerate(table.seats):
                way = winners_move if name in table.winners else sheet.losers_move
                yield at, seat, name, find_destination(way, at, group)
