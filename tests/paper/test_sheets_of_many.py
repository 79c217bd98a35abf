"""What one scorekeeper writes for many: the Rounds side and the Master Score Sheet."""

from collections.abc import Callable

import pytest

from pi_bunco.paper.entries import Entry, list_entries
from pi_bunco.paper.master import format_master_sheet
from pi_bunco.paper.rounds_side import format_rounds_side, make_initials
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


def test_master_sheet(play: Callable[..., Game]) -> None:
    """A row a player: W where they won, B for each true bunco, and both totals."""
    game = play("boxed", "bell 114 156 234 111 bell 223 234 222", PAIR)
    assert format_master_sheet(1, list_entries(game.rounds, ("Laura Lee", "Amy Jones"))) == [
        "MASTER SCORE SHEET                                                       Set 1",
        "┌──────────────────────┬──────┬──────┬──────┬──────┬──────┬──────┬─────┬─────┐",
        "│ Name                 │  1   │  2   │  3   │  4   │  5   │  6   │  W  │  B  │",
        "├──────────────────────┼──────┼──────┼──────┼──────┼──────┼──────┼─────┼─────┤",
        "│ Laura Lee            │      │  WB  │      │      │      │      │   1 │   1 │",
        "│ Amy Jones            │  WB  │      │      │      │      │      │   1 │   1 │",
        "└──────────────────────┴──────┴──────┴──────┴──────┴──────┴──────┴─────┴─────┘",
    ]


def test_master_sheet_counts_many_buncos() -> None:
    """A player at a table that others end can throw more than three buncos in a round; they are counted."""
    rows = format_master_sheet(1, {"Ann": (Entry(1, 1, won=False, score=84, buncos=4, minis=0),)})
    assert "│  B4  │" in rows[4]


def test_master_sheet_stars_who_won_the_set(party: Callable[..., tuple[Game, Night]]) -> None:
    """A star stands beside who has won the set, and a line under the sheet says by what."""
    game, night = party("boxed", 11)
    (result,) = night.sets
    lines = format_master_sheet(1, list_entries(game.rounds, tuple(game.players)), result)
    (starred,) = (line for line in lines[:-1] if "★" in line)
    assert starred.split("★")[0].strip("│ ") == result.winners[0]
    assert lines[-1].startswith(
        f"★ {result.winners[0]} wins the set: {result.cards[result.winners[0]].wins} win"
    )
