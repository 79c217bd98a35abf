"""Walking signs: they say what the rules do."""

import random
from collections.abc import Callable

import pytest

from pi_bunco.paper.walking import list_walking_signs
from pi_bunco.rules import SHEETS, Game, load_sheet
from pi_bunco.rules.seating import DecidedTable, move_players


def make_tables(count: int, seats: int = 4) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(f"P{table}.{seat}" for seat in range(seats)) for table in range(count))


@pytest.mark.parametrize(
    ("rules", "says"),
    [
        ("classic", {}),
        ("houseparty", {1: ["Winners stay here", "Losers go to table 3"],
                        2: ["Winners go to table 1", "Losers stay here"],
                        3: ["Winners go to table 2", "Losers stay here"]}),
        ("casino", {1: ["Winners stay here", "Losers go to table 2"],
                    2: ["Winners stay here", "Losers go to table 3"],
                    3: ["Winners stay here", "Losers go to table 1"]}),
        ("tournament", {1: ["Winners stay here", "Losers go to table 2"],
                        2: ["Winners go to table 1", "Losers go to table 3"],
                        3: ["Winners go to table 2", "Losers stay here"]}),
    ],
)  # fmt: skip
def test_signs_of_three_tables(play: Callable[..., Game], rules: str, says: dict[int, list[str]]) -> None:
    """Each table that somebody leaves has a sign; a sheet on which nobody changes tables has none."""
    signs = list_walking_signs(play(rules, tables=make_tables(3)))
    assert {sign.table: [line.text for line in sign.lines] for sign in signs} == says
    assert all(line.leaves == ("go to" in line.text) for sign in signs for line in sign.lines)


def test_both_players_of_a_pair_go_on(play: Callable[..., Game]) -> None:
    """A sheet on which pairs move together has one line for both."""
    signs = list_walking_signs(play("boxed", tables=(("A", "B", "C", "D"), ("E", "F"))))
    assert [[line.text for line in sign.lines] for sign in signs] == [
        ["Winners stay here", "Losers go to table 2"],
        ["Everybody goes to table 1"],
    ]


def test_one_table_has_no_sign(play: Callable[..., Game]) -> None:
    """At a single table nobody walks."""
    assert list_walking_signs(play("casino", tables=make_tables(1))) == ()


@pytest.mark.parametrize("rules", SHEETS)
@pytest.mark.parametrize("count", [2, 3, 7])
def test_signs_agree_with_the_moves(play: Callable[..., Game], rules: str, count: int) -> None:
    """Everybody who follows the signs after a round gets to the table where the rules seat them."""
    tables = make_tables(3 if rules == "boxed" else count)
    signs = {sign.table: sign for sign in list_walking_signs(play(rules, tables=tables))}
    chance = random.Random(f"{rules} {count}")
    winners = [frozenset(seats[chance.randrange(2) :: 2]) for seats in tables]
    decided = [DecidedTable(seats, won, teams=True) for seats, won in zip(tables, winners, strict=True)]
    sits = {
        name: at for at, seats in enumerate(move_players(load_sheet(rules), decided), 1) for name in seats
    }
    for table, seats in enumerate(tables, 1):
        for name in seats:
            line = signs[table].lines[name not in winners[table - 1]].text if table in signs else "stay here"
            assert sits[name] == (table if "stay" in line else int(line.split()[-1]))
