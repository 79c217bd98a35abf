"""Who goes to which table after a round."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pi_bunco.rules.header import Seats
from pi_bunco.rules.seating import seat_alone, seat_teams
from pi_bunco.rules.sheets import Sheet
from pi_bunco.rules.sheets.moves import destination, groups

__all__ = ["Decided", "destination", "groups", "move"]


@dataclass(frozen=True, slots=True)
class Decided:
    """How a table's round came out: who sat there, who of them won, whether in teams."""

    seats: Seats
    winners: frozenset[str]
    teams: bool


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
