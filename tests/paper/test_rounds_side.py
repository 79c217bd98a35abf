"""The Rounds side of a tally: each turn's points below the initials of its player."""

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
    """A round has the initials, each turn's points, the total and the winner; later rounds are empty."""
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


def test_rounds_side_of_rolloff(play: Callable[..., Game]) -> None:
    """The points of a roll-off stand in small digits under the equal totals."""
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
    """The columns of partners add up to the total of their side, and each winner has a W."""
    game, _ = party("boxed", players)
    initials = make_initials(tuple(game.players))
    for result in game.rounds:
        for table, laid in zip(result.tables, game.header.layout, strict=True):
            lines = format_rounds_side(1, table.table, [result], laid.seats, initials)
            assert max(map(cell_len, lines)) <= PAGE
            names, *points, won = cut_cells(lines, result.round, laid.seats)
            assert names == [initials[name] for name in table.seats]
            assert won == ["W" if name in table.winners else "L" for name in table.seats]
            if table.rolloff:
                points.pop()
            totals = points.pop()
            for side in table.sides:
                columns = [seat - 1 for seat in side.seats]
                added = sum(int(row[at] or 0) for row in points for at in columns)
                assert {added, table.scores[side.players[0]]} == {int(totals[at]) for at in columns}


def cut_cells(lines: list[str], number: int, seats: int) -> list[list[str]]:
    """Return the cells of one round from a Rounds side with no other played round."""
    rows = "\n".join(lines[1:]).split("\n\n")[(number - 1) // 3].split("\n")[1:]
    wide = 6 * seats + 1
    start = (number - 1) % 3 * (wide + 1)
    block = [row[start : start + wide] for row in rows]
    return [[cell.strip() for cell in row[1:-1].split("│")] for row in block if row.startswith("│")]


@given(st.lists(st.text(min_size=1, max_size=12), min_size=2, max_size=40, unique=True))
def test_no_two_initials_are_alike(names: list[str]) -> None:
    """No two players have the same initials, with any names, and all initials fit a column."""
    initials = make_initials(names)
    assert list(initials) == names
    assert len(set(initials.values())) == len(names)
    assert all(0 < len(each) <= MAX_INITIALS for each in initials.values())


def test_initials_of_the_sheet() -> None:
    """As on the printed sheet, the initials are the first letters of two words."""
    assert make_initials(["Laura Lee", "Amy Jones"]) == {"Laura Lee": "LL", "Amy Jones": "AJ"}


def test_initials_grow_until_they_differ() -> None:
    """Names that begin alike get another letter, or a number if letters do not help."""
    assert make_initials(["Ann", "Amy", "Bob"]) == {"Ann": "An", "Amy": "Am", "Bob": "B"}
    assert make_initials(["Anna", "Anne", "Bob"]) == {"Anna": "A1", "Anne": "A2", "Bob": "B"}
    assert make_initials(["A1", "Anna", "Anne"]) == {"A1": "A1", "Anna": "A2", "Anne": "A3"}


def test_initials_of_many_similar_names() -> None:
    """500 players with similar names get a number each."""
    names = [f"Annemarie{'x' * n}" for n in range(500)]
    initials = make_initials(names)
    assert list(initials.values()) == [f"A{n}" for n in range(1, 501)]
