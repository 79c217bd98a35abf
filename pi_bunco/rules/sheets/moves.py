"""Moves between tables: groups of tables, the destination of each move, and which moves fit together."""

from collections.abc import Sequence
from itertools import product
from typing import Literal, NamedTuple, get_args

from pi_bunco.rules.sheets.parts import Layout, Move

GROUP = 3
"""The number of tables in a group, on a sheet on which players move within groups."""


def split_groups(tables: int) -> list[range]:
    """Split this number of tables, counted from 0, into groups; tables left over join the last group.

    >>> split_groups(7)
    [range(0, 3), range(3, 7)]
    >>> split_groups(2)
    [range(0, 2)]
    """
    count = max(tables // GROUP, 1)
    return [range(g * GROUP, tables if g == count - 1 else (g + 1) * GROUP) for g in range(count)]


def find_destination(move: Move, table: int, among: range) -> int:
    """Return the table that a side of ``table`` moves to, both counted from 0, among these tables.

    >>> [find_destination("next", table, range(3)) for table in range(3)]
    [1, 2, 0]
    >>> [find_destination("top_to_bottom", table, range(3)) for table in range(3)]
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


class Ways(NamedTuple):
    """The keys of a sheet about moves."""

    winners: Move
    losers: Move
    among: Literal["room", "groups"] = "room"
    pairs_together: bool = False


TEAM_ROOMS = tuple((Layout(4, teams=True),) * tables for tables in range(1, 7))
"""Rooms of teams with every kind of table: first, last and in between, in groups of up to five."""


def find_move_fault(ways: Ways, room: Sequence[Layout]) -> str | None:
    """Return why the players of a room cannot move in these ways, ``None`` if they can.

    >>> find_move_fault(Ways("up", "stay"), TEAM_ROOMS[1])
    'with 8 players table 1 would have 4 seats for 6'
    >>> find_move_fault(Ways("up", "down"), TEAM_ROOMS[1]) is None
    True
    """
    players = sum(table.seats for table in room)
    among = split_groups(len(room)) if ways.among == "groups" else [range(len(room))]
    reasons = (
        f"with {players} players {reason}" for group in among if (reason := _find_misfit(ways, room, group))
    )
    return next(reasons, None)


def _find_misfit(ways: Ways, room: Sequence[Layout], group: range) -> str | None:
    come = dict.fromkeys(group, 0)
    for at in group:
        table = room[at]
        together = ways.pairs_together and table.seats == 2  # noqa: PLR2004 - a pair
        winners_to = find_destination(ways.losers if together else ways.winners, at, group)
        losers_to = find_destination(ways.losers, at, group)
        if table.teams and winners_to == losers_to != at:
            return f"the four of table {at + 1} would go on together and keep their partners"
        winners = 2 if table.teams else 1
        come[winners_to] += winners
        come[losers_to] += table.seats - winners
    for at, players in come.items():
        if players != room[at].seats:
            return f"table {at + 1} would have {room[at].seats} seats for {players}"
    return None


def name_fitting_ways() -> str:
    """Return the ways that fit every room of teams, as words; the winners' move comes first.

    >>> name_fitting_ways()
    'stay/stay, stay/next, up/down, up/top_to_bottom, down/up, next/stay, top_to_bottom/up'
    """
    every = [Ways(winners, losers) for winners, losers in product(get_args(Move), repeat=2)]
    return ", ".join(
        f"{ways.winners}/{ways.losers}"
        for ways in every
        if not any(find_move_fault(ways, room) for room in TEAM_ROOMS)
    )
