"""The marks on a tally are those of the printed sheet's example."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from pi_bunco.paper.marks import GAME, write_marks
from pi_bunco.rules import Correct, Game, replay
from pi_bunco.rules.sheets import parse_sheet

EXAMPLE = "bell 114 156 234 122 136 225 555 236 111"
_SMALL = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")


def test_tally_of_the_sheets_example(play: Callable[..., Game]) -> None:
    """The example's tally has 3, a small 5 and 8 for US; 2, a small 21 and GAME! for THEM."""
    (table,) = play("classic", EXAMPLE).rounds[0].tables
    assert write_marks(table) == (("3", "₅ 8"), ("2", "₂₁ GAME!"))


def test_tally_while_the_round_is_played(play: Callable[..., Game]) -> None:
    """The points of an unfinished turn are on the tally, and nobody has won."""
    (table,) = play("classic", "bell 114 155").rounds[0].tables
    assert write_marks(table) == (("3",), ())


def test_tally_of_round_with_one_throw(play: Callable[..., Game]) -> None:
    """If the first throw wins the round, its points stand small before GAME!."""
    (table,) = play("classic", "bell 111").rounds[0].tables
    assert write_marks(table) == (("₂₁ GAME!",), ())


def test_tally_of_winner_without_last_points(play: Callable[..., Game]) -> None:
    """If others had the last points, GAME! stands after the winners' total."""
    (table,) = play("classic", "bell 116 166 234 166 235 end").rounds[0].tables
    assert write_marks(table) == (("3", GAME), ("1",))


def test_tally_of_rolloff(play: Callable[..., Game]) -> None:
    """The points of a roll-off are separate from the score, and decide the game."""
    (table,) = play("classic", "bell end 116 234 234 234 166 116 234").rounds[0].tables
    assert table.rolloff
    assert table.scores["Ann"] == 0
    assert write_marks(table) == (("roll-off 2",), ("roll-off 3", GAME))


def test_tally_of_die_off(party: Callable[..., tuple[Game, object]]) -> None:
    """A die-off has no points, only its name and the winner."""
    game, _ = party("tournament", 12)
    rolled = [table for result in game.rounds for table in result.tables if table.rolloff]
    assert rolled
    for table in rolled:
        for side, words in zip(table.sides, write_marks(table), strict=True):
            end = ("roll-off", GAME) if side.players[0] in table.winners else ("roll-off",)
            assert words[-len(end) :] == end


def test_tally_of_snake_eyes(play: Callable[..., Game]) -> None:
    """Points of a turn that snake eyes lose are not on the tally."""
    sheet = parse_sheet('slug = "ours"\ntitle = "Ours"\nparent = "classic"\nsnake_eyes = true').sheet
    game = play(sheet, "bell 111 bell 223 114 224 345")
    assert write_marks(game.rounds[1].tables[0]) == ((), ("2",))


def test_tally_of_three_ones(play: Callable[..., Game]) -> None:
    """Three 1s that take points are a mark with the new total, and later points begin again."""
    sheet = parse_sheet('slug = "ours"\ntitle = "Ours"\nparent = "classic"\nthree_ones_wipe = true').sheet
    game = play(sheet, "bell 111 bell 223 345 225 345 111 111 224 345 end")
    assert write_marks(game.rounds[1].tables[0]) == (("2", "1-1-1 0", "₂ GAME!"), ("2", "1-1-1 0"))


def test_tally_of_corrected_throw(play: Callable[..., Game]) -> None:
    """A corrected throw has the points of its corrected dice."""
    game = play("classic", "bell 114 156 234")
    game.push(Correct(2, (2, 2, 2)))
    assert write_marks(game.rounds[0].tables[0]) == (("6",), ())


@pytest.mark.parametrize(
    ("slug", "players"), [("classic", 10), ("casino", 13), ("houseparty", 12), ("tournament", 12)]
)
def test_tally_adds_up(party: Callable[..., tuple[Game, object]], slug: str, players: int) -> None:
    """The points add up to the score, the last total is the score, and only winners have GAME!."""
    game, _ = party(slug, players)
    for result in game.rounds:
        for table in result.tables:
            for side, words in zip(table.sides, write_marks(table), strict=True):
                score = table.scores[side.players[0]]
                text = " ".join(words)
                points = re.sub(r"roll-off( \d+)?", "", text)
                small = [int(word.translate(_SMALL)) for word in re.findall("[₀-₉]+", points)]
                plain = [int(word) for word in re.findall("[0-9]+", points)]
                assert sum(small) + (plain[0] if plain else 0) == score
                if GAME not in text:
                    assert (plain[-1] if plain else 0) == score
                assert (GAME in text) == (side.players[0] in table.winners)


def test_tally_where_two_win() -> None:
    """Both winners write GAME!, and only who was tied for the second place has points of the roll-off."""
    record = Path(__file__).parents[1] / "rules" / "two_win.jsonl"
    game, _ = replay(record.read_bytes().split(b"\n"))
    assert game is not None
    assert write_marks(game.rounds[0].tables[0]) == (
        ("2", "GAME!"),
        ("1", "roll-off 0"),
        ("1", "roll-off 1", "GAME!"),
        (),
    )
