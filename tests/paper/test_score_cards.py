"""A player's score card: what they record, in the layout of their sheet."""

from collections.abc import Callable, Mapping

import pytest

from pi_bunco.paper.entries import Entry, list_entries
from pi_bunco.paper.score_cards import WIDTH, CardContent, format_card, format_master_sheet, write_strokes
from pi_bunco.paper.text import cell_len
from pi_bunco.rules import Game, load_sheet
from pi_bunco.rules.night import Night

EXAMPLE = "bell 114 156 234 122 136 225 555 236 111"


def list_card(game: Game, name: str, verified: Mapping[tuple[str, int, int], int] | None = None) -> list[str]:
    entries = list_entries(game.rounds, game.header.players)[name]
    return format_card(game.sheet, CardContent(name, 1, game.header.sets, entries, verified or {}))


def test_classic_card(play: Callable[..., Game]) -> None:
    """The card of classic has counts at the top, a line for each round and set, and a B for a bunco."""
    assert list_card(play("classic", EXAMPLE), "Di") == [
        "             SCORE CARD              ",
        "NAME Di______________________________",
        "No#Buncos _1 No#Wins _1 No#Losses _0",
        "1 _W_B__ 1 ______ 1 ______ 1 ______",
        "2 ______ 2 ______ 2 ______ 2 ______",
        "3 ______ 3 ______ 3 ______ 3 ______",
        "4 ______ 4 ______ 4 ______ 4 ______",
        "5 ______ 5 ______ 5 ______ 5 ______",
        "6 ______ 6 ______ 6 ______ 6 ______",
    ]


def test_classic_card_of_the_partner_has_no_bunco(play: Callable[..., Game]) -> None:
    """Only the player who threw the bunco records it; a loser has an L."""
    game = play("classic", EXAMPLE)
    assert list_card(game, "Bob")[3].startswith("1 _W____ ")
    assert list_card(game, "Ann")[2:4] == [
        "No#Buncos _0 No#Wins _0 No#Losses _1",
        "1 _L____ 1 ______ 1 ______ 1 ______",
    ]


def test_card_of_many_sets_goes_on_below(play: Callable[..., Game]) -> None:
    """More sets than fit side by side follow below, each row with its sets."""
    lines = list_card(play("classic", EXAMPLE, sets=9), "Di")
    assert [line.strip() for line in lines if "Set" in line] == ["Sets 1 to 4", "Sets 5 to 8", "Set 9"]
    assert len(lines) == 3 + 3 * 7


def test_casino_card(play: Callable[..., Game]) -> None:
    """The card of casino has name and team, a box for each round, strokes for buncos and minis, and ticks."""
    game = play("casino", "bell 114 234 555 234 111 222 333 234")
    verified = {("win", 1, 1): 1, ("mini", 1, 1): 1}
    assert list_card(game, "Cy", verified=verified) == [
        "          BUNCO SCORE CARD           ",
        "NAME Cy________________ TEAM NUMBER 1",
        "┌─────┬─────┬─────┬─────┬─────┬─────┐",
        "│  1  │  2  │  3  │  4  │  5  │  6  │",
        "├─────┼─────┼─────┼─────┼─────┼─────┤",
        "│ W✓  │     │     │     │     │     │",
        "└─────┴─────┴─────┴─────┴─────┴─────┘",
        "┌────────────┬──────────────────┬───┐",
        "│ BUNCO      │ |                │ 1 │",
        "├────────────┼──────────────────┼───┤",
        "│ MINI BUNCO │ || ✓             │ 2 │",
        "├────────────┼──────────────────┼───┤",
        "│ WINS       │ |                │ 1 │",
        "└────────────┴──────────────────┴───┘",
    ]


def test_houseparty_card(play: Callable[..., Game]) -> None:
    """The score sheet: W or L, buncos and score of each round; only decided ones count overall."""
    game = play("houseparty", "bell 114 156 234 111 234 bell 223")
    lines = list_card(game, "Bob")
    assert lines[2:7] == [
        "┌───────┬───────┬────────┬──────────┐",
        "│ Round │  W/L  │ Buncos │  Score   │",
        "├───────┼───────┼────────┼──────────┤",
        "│   1   │   W   │   1    │    21    │",
        "│   2   │       │        │    2     │",
    ]
    assert lines[-2:] == [
        "Wins _1  Losses _0  Total Buncos _1",
        "OVERALL SCORE _____________________21",
    ]


def test_tournament_card(play: Callable[..., Game]) -> None:
    """The tournament's individual score sheet has three sets and is named so."""
    lines = list_card(play("tournament", EXAMPLE), "Di")
    assert lines[0].strip() == "INDIVIDUAL SCORE SHEET"
    assert lines[3] == "1 _W_B_____ 1 _________ 1 _________"


@pytest.mark.parametrize("slug", ["classic", "casino", "houseparty", "tournament"])
def test_blank_card_has_nothing_but_the_name(play: Callable[..., Game], slug: str) -> None:
    """A card before the game has room for all results, and only the printed numbers."""
    text = "".join(list_card(play(slug), "Ann")).replace("NAME Ann", "").replace("TEAM NUMBER 1", "")
    assert "0" not in text
    assert "W_" not in text
    assert {"123456"} == {"".join(sorted(set(text) & set("0123456789")))}


@pytest.mark.parametrize(
    ("slug", "players"), [("classic", 10), ("casino", 13), ("houseparty", 12), ("tournament", 12)]
)
def test_cards_agree_with_the_game(
    party: Callable[..., tuple[Game, object]], slug: str, players: int
) -> None:
    """The entries of each player add up to their wins, losses, buncos, minis and points."""
    game, _ = party(slug, players)
    for name, entries in list_entries(game.rounds, game.header.players).items():
        card = game.players[name]
        assert [sum(entry.won is won for entry in entries) for won in (True, False)] == [
            card.wins,
            card.losses,
        ]
        assert sum(entry.buncos for entry in entries) == card.buncos
        assert sum(entry.minis for entry in entries) == card.minis
        assert sum(entry.score for entry in entries) == card.points
        lines = list_card(game, name)
        assert {cell_len(line) <= WIDTH for line in lines} == {True}
        text = "\n".join(lines)
        if "minis" in game.sheet.card:
            assert (lines[5].count("W"), lines[5].count("L")) == (card.wins, card.losses)
            assert f" {write_strokes(card.minis)} " in text
        elif "points" in game.sheet.card:
            assert (text.count("   W   "), text.count("   L   ")) == (card.wins, card.losses)
            assert lines[-1].endswith(f"_{card.points}")
        else:
            assert (text.count("_W_"), text.count("_L_")) == (card.wins, card.losses)
            assert sum(line.count("B") for line in lines[3:]) == card.buncos


def test_long_name_is_cut() -> None:
    """A name that is longer than its line ends in dots."""
    (named,) = format_card(load_sheet("casino"), CardContent("Bartholomew Featherstonehaugh", 12, 1, (), {}))[
        1:2
    ]
    assert named == "NAME Bartholomew Feat… TEAM NUMBER 12"


def test_master_sheet(play: Callable[..., Game]) -> None:
    """Each player has a row with a W for each win, a B for each true bunco, and both totals."""
    game = play("boxed", "bell 114 156 234 111 bell 223 234 222", (("Laura Lee", "Amy Jones"),))
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
    """More than three buncos in a round, at a table that others end, are shown as a number."""
    rows = format_master_sheet(1, {"Ann": (Entry(1, 1, won=False, score=84, buncos=4, minis=0),)})
    assert "│  B4  │" in rows[4]


def test_master_sheet_marks_winner_of_set(party: Callable[..., tuple[Game, Night]]) -> None:
    """A star marks the winner of the set, and a line under the sheet gives the reason."""
    game, night = party("boxed", 11)
    (result,) = night.sets
    lines = format_master_sheet(1, list_entries(game.rounds, tuple(game.players)), result)
    (starred,) = (line for line in lines[:-1] if "★" in line)
    assert starred.split("★")[0].strip("│ ") == result.winners[0]
    assert lines[-1].startswith(
        f"★ {result.winners[0]} wins the set: {result.cards[result.winners[0]].wins} win"
    )
