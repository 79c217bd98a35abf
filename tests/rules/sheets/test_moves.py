"""Ways to move players that fit together."""

from itertools import product
from typing import get_args

import pytest

from pi_bunco.rules import SHEETS, Layout, load_sheet
from pi_bunco.rules.seating import DecidedTable, move_players
from pi_bunco.rules.sheets import Move
from pi_bunco.rules.sheets.parts import find_destination, split_groups
from pi_bunco.rules.sheets.sense import TEAM_ROOMS, MoveKeys, find_move_fault, name_fitting_ways

FITTING = "stay/stay, stay/next, up/down, up/top_to_bottom, down/up, next/stay, top_to_bottom/up"


def parse_room(text: str) -> tuple[Layout, ...]:
    return tuple(map(Layout.parse, text.split()))


@pytest.mark.parametrize(
    ("way", "among", "leads"),
    [
        ("stay", range(4), [0, 1, 2, 3]),
        ("up", range(4), [0, 0, 1, 2]),
        ("down", range(4), [1, 2, 3, 3]),
        ("next", range(4), [1, 2, 3, 0]),
        ("top_to_bottom", range(4), [3, 1, 2, 3]),
        ("up", range(3, 6), [3, 3, 4]),
        ("down", range(3, 6), [4, 5, 5]),
        ("next", range(3, 6), [4, 5, 3]),
        ("top_to_bottom", range(3, 6), [5, 4, 5]),
        ("next", range(1), [0]),
    ],
)
def test_find_destination(way: Move, among: range, leads: list[int]) -> None:
    """Each way leads from each table of a room or group to the right table."""
    assert [find_destination(way, table, among) for table in among] == leads


@pytest.mark.parametrize(
    ("tables", "sizes"), [(1, [1]), (2, [2]), (3, [3]), (4, [4]), (5, [5]), (6, [3, 3]), (8, [3, 5])]
)
def test_groups_of_three(tables: int, sizes: list[int]) -> None:
    """Three tables are a group; left-over tables join the last group; fewer than three are one group."""
    found = split_groups(tables)
    assert [len(group) for group in found] == sizes
    assert [table for group in found for table in group] == list(range(tables))


def test_ways_that_fit_rooms_of_teams() -> None:
    """Two ways fit if each table then has four players, not the same four; all such pairs are listed."""
    assert name_fitting_ways() == FITTING
    for winners, losers in product(get_args(Move), repeat=2):
        fits = f"{winners}/{losers}" in FITTING.split(", ")
        for among in ("room", "groups"):
            ways = MoveKeys(winners, losers, among, pairs_together=False)
            assert (not any(find_move_fault(ways, room) for room in TEAM_ROOMS)) == fits


@pytest.mark.parametrize("slug", SHEETS)
def test_every_printed_sheet_moves_in_every_room(slug: str) -> None:
    """The ways of the printed sheets fit, and moving gives each table as many players as seats."""
    sheet = load_sheet(slug)
    ways = MoveKeys(sheet.winners_move, sheet.losers_move, sheet.move_among, sheet.pairs_move_together)
    for laid in (*TEAM_ROOMS, *filter(None, sheet.layouts)):
        assert find_move_fault(ways, laid) is None
        names = iter("ABCDEFGHIJKLMNOPQRSTUVWX")
        decided = []
        for table in laid:
            seats = tuple(next(names) for _ in range(table.seats))
            winners = frozenset(seats[::2] if table.teams else seats[:1])
            decided.append(DecidedTable(seats, winners, table.teams))
        assert [len(seats) for seats in move_players(sheet, decided)] == [table.seats for table in laid]


STAY_NEXT = MoveKeys("stay", "next", "room", pairs_together=False)
UP = STAY_NEXT._replace(winners="up")
ALL_ON = STAY_NEXT._replace(winners="next")
TOGETHER = STAY_NEXT._replace(pairs_together=True)


@pytest.mark.parametrize(
    ("ways", "laid", "reason"),
    [
        (UP._replace(losers="stay"), "T4", None),
        (UP._replace(losers="stay"), "T4 T4", "with 8 players table 1 would have 4 seats for 6"),
        (STAY_NEXT._replace(losers="down"), "T4 T4", "with 8 players table 1 would have 4 seats for 2"),
        (ALL_ON, "T4 T4", "with 8 players the four of table 1 would go on together and keep their partners"),
        (ALL_ON, "S3 S3", None),
        (STAY_NEXT, "S3 S2", "with 5 players table 1 would have 3 seats for 2"),
        (TOGETHER, "S3 S2", None),
        (TOGETHER, "T4 S3 S2", None),
        (
            TOGETHER._replace(winners="next", losers="stay"),
            "T4 S2",
            "with 6 players table 1 would have 4 seats for 2",
        ),
        (
            UP._replace(losers="down", among="groups"),
            "T4 T4 T4 S3 S3 S3",
            "with 21 players table 4 would have 3 seats for 2",
        ),
        (STAY_NEXT, "T4 T4 T4 S4 S4 S4", "with 24 players table 1 would have 4 seats for 5"),
        (STAY_NEXT._replace(among="groups"), "T4 T4 T4 S4 S4 S4", None),
    ],
)
def test_moves_that_do_not_fit(ways: MoveKeys, laid: str, reason: str | None) -> None:
    """The reason names the number of players, the table, its seats and how many players would come."""
    assert find_move_fault(ways, parse_room(laid)) == reason
