"""The Rounds side has each turn's points below the initials of a player."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pi_bunco.paper.tally import MAX_INITIALS, format_rounds_side, make_initials
from pi_bunco.paper.text import PAGE, cell_len
from pi_bunco.rules import Game
from pi_bunco.rules.night import Night

PAIR = (("Laura Lee", "Amy Jones"),)
SHORT = {"Laura Lee": "LL", "Amy Jones": "AJ"}


def test_rounds_side_of_one_table(play: Callable[..., Game]) -> None:
    """Initials atop, each turn's points down the column, the total, who won; then rounds to write on."""
    game = play("boxed", "bell 114 156 234 555 111 bell 223", PAIR)
    assert format_rounds_side(1, 1, game.rounds, 2, SHORT)[:11] == [
        "ROUNDS                                             Set 1, table 1 (head table)",
        "Round 1       Round 2       Round 3",
        "┌─────┬─────┐ ┌─────┬─────┐ ┌─────┬─────┐",
        "│ LL  │ AJ  │ │ LL  │ AJ  │ │     │     │",
        "├─────┼─────┤ ├─────┼─────┤ ├─────┼─────┤",
        "│  3  │ 26  │ │  2  │     │ │     │     │",
        "├─────┼─────┤ ├─────┼─────┤ │     │     │",
        "│  3  │ 26  │ │  2  │  0  │ │     │     │",
        "│  L  │  W  │ └─────┴─────┘ ├─────┼─────┤",
        "└─────┴─────┘               │     │     │",
        "                            └─────┴─────┘",
    ]


def test_rounds_side_of_a_roll_off(play: Callable[..., Game]) -> None:
    """The points of a roll-off stand small under the equal totals."""
    game = play("boxed", "bell end 116 234 116 166 234 555 116", PAIR)
    assert format_rounds_side(1, 1, game.rounds, 2, SHORT)[1:10] == [
        "Round 1  (roll-off) Round 2       Round 3",
        "┌─────┬─────┐       ┌─────┬─────┐ ┌─────┬─────┐",
        "│ LL  │ AJ  │       │     │     │ │     │     │",
        "├─────┼─────┤       ├─────┼─────┤ ├─────┼─────┤",
        "│     │     │       │     │     │ │     │     │",
        "├─────┼─────┤       │     │     │ │     │     │",
        "│  0  │  0  │       │     │     │ │     │     │",
        "│  ₂  │  ₅  │       ├─────┼─────┤ ├─────┼─────┤",
        "│  L  │  W  │       │     │     │ │     │     │",
    ]


@pytest.mark.parametrize("players", [4, 11])
def test_rounds_side_adds_up(party: Callable[..., tuple[Game, Night]], players: int) -> None:
    """Partners' columns add up to their side's total, and each winner has their W."""
    game, _ = party("boxed", players)
    short = make_initials(tuple(game.players))
    for result in game.rounds:
        for table, laid in zip(result.tables, game.header.layout, strict=True):
            lines = format_rounds_side(1, table.table, [result], laid.seats, short)
            assert max(map(cell_len, lines)) <= PAGE
            names, *points, won = _cells(lines, result.round, laid.seats)
            assert names == [short[name] for name in table.seats]
            assert won == ["W" if name in table.winners else "L" for name in table.seats]
            if table.rolloff:
                points.pop()
            totals = points.pop()
            for side in table.sides:
                columns = [seat - 1 for seat in side.seats]
                added = sum(int(row[at] or 0) for row in points for at in columns)
                assert {added, table.scores[side.players[0]]} == {int(totals[at]) for at in columns}


def _cells(lines: list[str], number: int, seats: int) -> list[list[str]]:
    """Cut one round's cells out of a Rounds side on which no other was played."""
    rows = "\n".join(lines[1:]).split("\n\n")[(number - 1) // 3].split("\n")[1:]
    wide = 6 * seats + 1
    start = (number - 1) % 3 * (wide + 1)
    block = [row[start : start + wide] for row in rows]
    return [[cell.strip() for cell in row[1:-1].split("│")] for row in block if row.startswith("│")]


@given(st.lists(st.text(min_size=1, max_size=12), min_size=2, max_size=40, unique=True))
def test_no_two_initials_are_alike(names: list[str]) -> None:
    """Whatever their names, no two players have the same initials, and all fit a column."""
    short = make_initials(names)
    assert list(short) == names
    assert len(set(short.values())) == len(names)
    assert all(0 < len(each) <= MAX_INITIALS for each in short.values())


def test_initials_of_the_sheet() -> None:
    """The sheet's AJ and LL are the first letters of two words."""
    assert make_initials(["Laura Lee", "Amy Jones"]) == {"Laura Lee": "LL", "Amy Jones": "AJ"}


def test_initials_grow_until_they_differ() -> None:
    """Names that begin alike take a further letter; a number tells apart what nothing else does."""
    assert make_initials(["Ann", "Amy", "Bob"]) == {"Ann": "An", "Amy": "Am", "Bob": "B"}
    assert make_initials(["Anna", "Anne", "Bob"]) == {"Anna": "A1", "Anne": "A2", "Bob": "B"}
    assert make_initials(["A1", "Anna", "Anne"]) == {"A1": "A1", "Anna": "A2", "Anne": "A3"}


def test_initials_of_a_hall_of_namesakes() -> None:
    """Players whom no letters tell apart are numbered, each number once."""
    names = [f"Annemarie{'x' * n}" for n in range(500)]
    given = make_initials(names)
    assert list(given.values()) == [f"A{n}" for n in range(1, 501)]
