"""How players move after a round, compared with the tables of the rules."""

from collections.abc import Callable
from itertools import product
from random import Random
from string import ascii_uppercase

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pi_bunco.rules import SHEETS, Game, Header, load_sheet
from pi_bunco.rules.seating import DecidedTable, move_players
from pi_bunco.rules.sheets.parts import split_groups

Play = Callable[..., Game]


def make_decided_tables(tables: str, winners: str) -> list[DecidedTable]:
    """Make tables of one-letter names; a table of four plays in teams."""
    return [
        DecidedTable(tuple(names), frozenset(winners) & set(names), len(names) == 4)
        for names in tables.split()
    ]


@pytest.mark.parametrize(
    ("slug", "tables", "winners", "after"),
    [
        # Nobody changes tables, partners change: seat 1 stays, 2 to 3, 3 to 4, 4 to 2.
        ("classic", "ABCD EFGH", "ACFH", "ADBC EHFG"),
        # If the room is one table, it moves as a single table, on every sheet.
        ("casino", "ABCD", "AC", "ADBC"),
        ("houseparty", "ABCD", "BD", "ADBC"),
        ("tournament", "ABCD", "BD", "ADBC"),
        # Losers walk A to B, B to C, C to A; of the winners, the one in the higher seat moves a chair on.
        ("casino", "ABCD EFGH IJKL", "ACFHIK", "AJLC HFBD IEGK"),
        # Six tables are two groups.
        ("casino", "ABCD EFGH IJKL MNOP QRST UVWX", "ACEGIKMOQSUW", "AJLC EBDG IFHK MVXO QNPS URTW"),
        # Winners up, the high table's losers to the lowest, all other losers stay.
        ("houseparty", "ABCD EFGH IJKL", "ACEGIK", "AEGC HFIK LJBD"),
        # Players move through the room, not in groups: the high table's losers go to the lowest table.
        ("houseparty", "ABCD EFGH IJKL MNOP QRST UVWX", "ACEGIKMOQSUW", "AEGC HFIK LJMO PNQS TRUW XVBD"),
        # Winners up, losers down: the middle table gets two new pairs, the pair from above in seats 1 and 2.
        ("tournament", "ABCD EFGH IJKL", "ACEGIK", "AEGC BDIK LJFH"),
        # The sheet of boxed, by number of players.
        ("boxed", "ABC DE", "BD", "BDE AC"),
        ("boxed", "ABCD EF", "BDE", "DBEF AC"),
        ("boxed", "ABCD EFG", "ACF", "AEGC FBD"),
        ("boxed", "ABCD EFGH", "ACEG", "AFHC EBDG"),
        ("boxed", "ABCD EFG HI", "ACEH", "AHIC EBD FG"),
        ("boxed", "ABCD EFGH IJ", "ACEGI", "AIJC EBDG FH"),
        ("boxed", "ABCD EFGH IJK", "ACEGI", "AJKC EBDG IFH"),
        ("boxed", "ABCD EFGH IJKL", "ACEGIK", "AJLC EBDG IFHK"),
        ("boxed", "ABCD EFGH IJKL MNOP", "ACEGIKMO", "ANPC EBDG IFHK MJLO"),
    ],
)
def test_moves(slug: str, tables: str, winners: str, after: str) -> None:
    """All players move to the table and chair that the sheet names."""
    assert move_players(load_sheet(slug), make_decided_tables(tables, winners)) == tuple(
        map(tuple, after.split())
    )


def test_single_players_at_one_table_stay() -> None:
    """In boxed with two to four players nobody moves."""
    for names in ("AB", "ABC"):
        assert move_players(load_sheet("boxed"), make_decided_tables(names, "A")) == (tuple(names),)
    four = [DecidedTable(tuple("ABCD"), frozenset("C"), teams=False)]
    assert move_players(load_sheet("boxed"), four) == (tuple("ABCD"),)


def test_groups() -> None:
    """Groups have three tables; left-over tables join the last group; fewer than three are one group."""
    assert [[len(group) for group in split_groups(n)] for n in range(1, 10)] == [
        [1], [2], [3], [4], [5], [3, 3], [3, 4], [3, 5], [3, 3, 3],
    ]  # fmt: skip


def test_player_left_of_winner_starts(play: Play) -> None:
    """At a single table of boxed the player left of the last round's winner throws first."""
    game = play("boxed", "bell 234 111", tables="ABC")
    assert game.rounds[0].tables[0].winners == ("B",)
    game = play("boxed", "bell 234 111 bell", tables="ABC")
    assert game.tables[0].holder == "C"
    game = play("boxed", "bell 234 234 111 bell", tables="ABC")
    assert game.tables[0].holder == "A"


@pytest.mark.parametrize(
    ("slug", "players"),
    [(slug, 4 * tables) for slug in SHEETS for tables in range(1, 9)]
    + [("boxed", players) for players in (5, 6, 7, 9, 10, 11)],
)
def test_nobody_keeps_partner_in_any_outcome(slug: str, players: int) -> None:
    """For each way in which up to eight tables can end, on every sheet, all players get a new partner."""
    sheet = load_sheet(slug)
    layout = sheet.find_layouts(players, players // 4)
    assert layout is not None
    names = iter(range(players))
    seats = tuple(tuple(f"P{next(names)}" for _ in range(table.seats)) for table in layout)
    teams = tuple(table.teams for table in layout)
    before = list_pairs(seats, teams)
    may_win = [
        (table[0::2], table[1::2]) if team else [(name,) for name in table]
        for table, team in zip(seats, teams, strict=True)
    ]
    for winners in product(*may_win):
        tables = [
            DecidedTable(table, frozenset(won), team)
            for table, won, team in zip(seats, winners, teams, strict=True)
        ]
        after = move_players(sheet, tables)
        assert not before & list_pairs(after, teams)
        assert sorted(name for table in after for name in table) == sorted(n for t in seats for n in t)


NAMES = [a + b for a in ascii_uppercase for b in ascii_uppercase]


def list_pairs(seats: tuple[tuple[str, ...], ...], layout: tuple[bool, ...]) -> set[frozenset[str]]:
    """Return all partners."""
    pairs = set()
    for names, teams in zip(seats, layout, strict=True):
        if teams:
            pairs |= {frozenset(names[0::2]), frozenset(names[1::2])}
    return pairs


def choose_winners(names: tuple[str, ...], team: bool, luck: Random) -> frozenset[str]:  # noqa: FBT001 - a fact
    """Choose the winners of a table by chance."""
    return frozenset(luck.choice((names[0::2], names[1::2])) if team else (luck.choice(names),))


@given(slug=st.sampled_from(SHEETS), players=st.integers(2, 110), luck=st.randoms(use_true_random=False))
def test_everybody_sits_once_and_nobody_keeps_partner(slug: str, players: int, luck: Random) -> None:
    """Round after round, each of 2 to 110 players has one seat and a new partner."""
    sheet = load_sheet(slug)
    layout = sheet.find_layouts(players, -(-players // 4))
    assert layout is not None
    names = iter(NAMES[:players] + [f"ghost {n}" for n in range(4)])
    seats = tuple(tuple(next(names) for _ in range(table.seats)) for table in layout)
    everybody = {name for table in seats for name in table}
    header = Header.parse({"record": "bunco/1", "rules": slug, "tables": [list(table) for table in seats]})
    assert header.layout == layout
    teams = tuple(table.teams for table in layout)
    for _ in range(7):
        before = list_pairs(seats, teams)
        tables = [
            DecidedTable(table, choose_winners(table, team, luck), team)
            for table, team in zip(seats, teams, strict=True)
        ]
        seats = move_players(sheet, tables)
        assert sorted(name for table in seats for name in table) == sorted(everybody)
        assert [len(table) for table in seats] == [table.seats for table in layout]
        assert not before & list_pairs(seats, teams)
