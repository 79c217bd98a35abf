"""A player's card has what they have to write down, in the layout of their sheet."""

from collections.abc import Callable, Mapping

import pytest

from pi_bunco.paper.entries import Entry, list_entries
from pi_bunco.paper.score_cards import WIDTH, CardContent, format_card, format_master_sheet, write_strokes
from pi_bunco.paper.text import cell_len
from pi_bunco.rules import Game, load_sheet
from pi_bunco.rules.night import Night

EXAMPLE = "bell 114 156 234 122 136 225 555 236 111"


def of(game: Game, name: str, verified: Mapping[tuple[str, int, int], int] | None = None) -> list[str]:
    mine = list_entries(game.rounds, game.header.players)[name]
    return format_card(game.sheet, CardContent(name, 1, game.header.sets, mine, verified or {}))


def test_classic_card(play: Callable[..., Game]) -> None:
    """The catalogue sheet: counts atop, a line for each round and set, a B where the bunco was."""
    assert of(play("classic", EXAMPLE), "Di") == [
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
    """Only who threw it records the bunco; a loser has an L."""
    game = play("classic", EXAMPLE)
    assert of(game, "Bob")[3].startswith("1 _W____ ")
    assert of(game, "Ann")[2:4] == [
        "No#Buncos _0 No#Wins _0 No#Losses _1",
        "1 _L____ 1 ______ 1 ______ 1 ______",
    ]


def test_card_of_many_sets_goes_on_below(play: Callable[..., Game]) -> None:
    """More sets than stand side by side have lines of their own, named by their sets."""
    lines = of(play("classic", EXAMPLE, sets=9), "Di")
    assert [line.strip() for line in lines if "Set" in line] == ["Sets 1 to 4", "Sets 5 to 8", "Set 9"]
    assert len(lines) == 3 + 3 * 7


def test_casino_card(play: Callable[..., Game]) -> None:
    """The event sheet: name and team, a box a round, strokes for buncos and minis, ticks by staff."""
    game = play("casino", "bell 114 234 555 234 111 222 333 234")
    verified = {("win", 1, 1): 1, ("mini", 1, 1): 1}
    assert of(game, "Cy", verified=verified) == [
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
    lines = of(game, "Bob")
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
    lines = of(play("tournament", EXAMPLE), "Di")
    assert lines[0].strip() == "INDIVIDUAL SCORE SHEET"
    assert lines[3] == "1 _W_B_____ 1 _________ 1 _________"


@pytest.mark.parametrize("slug", ["classic", "casino", "houseparty", "tournament"])
def test_blank_card_has_nothing_but_the_name(play: Callable[..., Game], slug: str) -> None:
    """A card for a game that has not begun has room for everything and no number but those printed."""
    text = "".join(of(play(slug), "Ann")).replace("NAME Ann", "").replace("TEAM NUMBER 1", "")
    assert "0" not in text
    assert "W_" not in text
    assert {"123456"} == {"".join(sorted(set(text) & set("0123456789")))}


@pytest.mark.parametrize(
    ("slug", "players"), [("classic", 10), ("casino", 13), ("houseparty", 12), ("tournament", 12)]
)
def test_cards_agree_with_the_game(
    party: Callable[..., tuple[Game, object]], slug: str, players: int
) -> None:
    """What stands on the card of each player adds up to their wins, losses, buncos, minis and points."""
    game, _ = party(slug, players)
    for name, mine in list_entries(game.rounds, game.header.players).items():
        stands = game.players[name]
        assert [sum(entry.won is won for entry in mine) for won in (True, False)] == [
            stands.wins,
            stands.losses,
        ]
        assert sum(entry.buncos for entry in mine) == stands.buncos
        assert sum(entry.minis for entry in mine) == stands.minis
        assert sum(entry.score for entry in mine) == stands.points
        lines = of(game, name)
        assert {cell_len(line) <= WIDTH for line in lines} == {True}
        text = "\n".join(lines)
        if "minis" in game.sheet.card:
            assert (lines[5].count("W"), lines[5].count("L")) == (stands.wins, stands.losses)
            assert f" {write_strokes(stands.minis)} " in text
        elif "points" in game.sheet.card:
            assert (text.count("   W   "), text.count("   L   ")) == (stands.wins, stands.losses)
            assert lines[-1].endswith(f"_{stands.points}")
        else:
            assert (text.count("_W_"), text.count("_L_")) == (stands.wins, stands.losses)
            assert sum(line.count("B") for line in lines[3:]) == stands.buncos


def test_long_name_is_cut() -> None:
    """A name longer than its line ends in dots."""
    (named,) = format_card(load_sheet("casino"), CardContent("Bartholomew Featherstonehaugh", 12, 1, (), {}))[
        1:2
    ]
    assert named == "NAME Bartholomew Feat… TEAM NUMBER 12"


def test_master_sheet(play: Callable[..., Game]) -> None:
    """A row a player: W where they won, B for each true bunco, and both totals."""
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
