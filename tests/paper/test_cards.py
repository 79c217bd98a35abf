"""All papers of a game: which players have a card, in which layout, and what the tallies contain."""

import re
from collections.abc import Callable
from dataclasses import replace

import pytest

from pi_bunco.paper.cards import format_cards
from pi_bunco.paper.text import PAGE, cell_len
from pi_bunco.rules import SHEETS, Correct, Game, Header, Missed, Void, load_sheet
from pi_bunco.rules.night import Night, read_night
from pi_bunco.rules.sheets import parse_sheet

EXAMPLE = "bell 114 156 234 122 136 225 555 236 111"
PARTIES = [
    ("classic", 10),
    ("casino", 13),
    ("houseparty", 12),
    ("tournament", 14),
    ("boxed", 4),
    ("boxed", 11),
]


def list_lines(game: Game) -> list[str]:
    return format_cards(game, read_night(game))


def test_paper_of_the_sheets_example(play: Callable[..., Game]) -> None:
    """The example's game of one set prints four cards and the head table's tally."""
    lines = list_lines(play("classic", EXAMPLE, sets=1))
    assert lines[:16] == [
        "                                   Classic",
        "",
        "             SCORE CARD               ┊              SCORE CARD",
        "NAME Ann_____________________________ ┊ NAME Bob_____________________________",
        "No#Buncos _0 No#Wins _0 No#Losses _1  ┊ No#Buncos _0 No#Wins _1 No#Losses _0",
        "1 _L______________                    ┊ 1 _W______________",
        "2 ________________                    ┊ 2 ________________",
        "3 ________________                    ┊ 3 ________________",
        "4 ________________                    ┊ 4 ________________",
        "5 ________________                    ┊ 5 ________________",
        "6 ________________                    ┊ 6 ________________",
        "╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌┼╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌",
        "             SCORE CARD               ┊              SCORE CARD",
        "NAME Cy______________________________ ┊ NAME Di______________________________",
        "No#Buncos _0 No#Wins _0 No#Losses _1  ┊ No#Buncos _1 No#Wins _1 No#Losses _0",
        "1 _L______________                    ┊ 1 _W_B____________",
    ]
    assert lines[21:28] == [
        "",
        "B * U * N * C * O   TABLE TALLY                    Set 1, table 1 (head table)",
        "┌──────┬──────────────────────────────────┬──────────────────────────────────┐",
        '│Round │               "US"               │              "THEM"              │',
        "├──────┼──────────────────────────────────┼──────────────────────────────────┤",
        "│  1   │ Ann & Cy                       8 │ Bob & Di                      23 │",
        "│      │ 3 ₅ 8                            │ 2 ₂₁ GAME!                       │",
    ]


@pytest.mark.parametrize(("slug", "players"), PARTIES)
def test_paper_fits_its_page_and_names_everybody(
    party: Callable[..., tuple[Game, Night]], slug: str, players: int
) -> None:
    """No line is too wide or ends in spaces; each player has a card or row, and a ghost has none."""
    game, night = party(slug, players)
    lines = format_cards(game, night)
    assert max(map(cell_len, lines)) <= PAGE
    assert [line for line in lines if line != line.rstrip()] == []
    text = "\n".join(lines).split("Semi-final")[0]
    named = re.findall(r"NAME ([^_┊\n]+?)_", text) or re.findall(r"(?m)^│ (Player \d+) ", text)
    assert sorted(named) == sorted(game.players) * (game.header.sets if game.sheet.master_sheet else 1)


def test_semi_final_has_its_papers(party: Callable[..., tuple[Game, Night]]) -> None:
    """The papers of the semi-final follow, with a card for each semi-finalist."""
    game, night = party("tournament", 14)
    assert night.finals
    text = "\n".join(format_cards(game, night)).split("Semi-final")[1]
    named = re.findall(r"NAME ([^_┊\n]+?)_", text)
    assert sorted(named) == sorted(place.player for place in night.finals.semi_finalists)
    assert text.count("TABLE TALLY") == 1


def test_confirmed_claims_are_ticked(party: Callable[..., tuple[Game, Night]]) -> None:
    """Each confirmed bunco, mini and win has a tick, and a line explains the tick."""
    game, night = party("casino", 13)
    text = "\n".join(format_cards(game, night))
    assert text.count("✓") == len(night.claims) + 1
    assert "✓ Staff have confirmed it." in text
    assert "✓" not in "\n".join(format_cards(game, replace(night, unconfirmed=night.claims)))


@pytest.mark.parametrize("parent", SHEETS)
def test_house_sheet_has_its_parents_layout(play: Callable[..., Game], parent: str) -> None:
    """A house sheet is printed like its parent, except for its name."""
    ours = parse_sheet(f'slug = "ours"\ntitle = "Ours"\nparent = "{parent}"\nbunco = 30').sheet
    of_parent = list_lines(play(load_sheet(parent).slug))
    assert list_lines(play(ours))[1:] == of_parent[1:]
    assert list_lines(play(ours))[0].strip() == "Ours"


def test_corrections_count_on_paper(play: Callable[..., Game]) -> None:
    """A game with corrections is printed like one in which the dice had shown these values from the start."""
    game = play("classic", "bell 114 156 113 234 122 136", sets=1)
    game.push(Correct(2, (1, 1, 1)))  # the first throw was a bunco: the round was over
    assert list_lines(game)[4].startswith("No#Buncos _1 No#Wins _1 ")
    game.push(Void(8))
    game.push(Void(4))
    game.push(Missed(3, 1, (1, 1, 2)))
    expected = play("classic", "bell 114 156 112 234 122 136", sets=1)
    assert list_lines(game) == list_lines(expected)


def test_paper_before_the_first_bell(play: Callable[..., Game]) -> None:
    """Before the first bell each player has an empty card, and each table an empty tally."""
    lines = list_lines(play("casino", tables=(("Ann", "Bob", "Cy", "Di"), ("Eve", "Fay", "Gil", "ghost 1"))))
    assert sum(line.count("NAME") for line in lines) == 7
    assert sum("TABLE TALLY" in line for line in lines) == 2


def test_tables_of_single_players_have_columns(play: Callable[..., Game]) -> None:
    """A table of single players has a column for each player, and no US and THEM."""
    text = 'slug = "ours"\ntitle = "Ours"\nparent = "classic"\n[layouts]\n3 = ["S3"]\n4 = ["T4"]'
    game = play(parse_sheet(text).sheet, "bell 114", tables=(("Ann", "Bob", "Cy"),))
    assert any("│  A  │  B  │  C  │" in line for line in list_lines(game))
    assert not any("THEM" in line for line in list_lines(game))


def test_cards_of_huge_number_of_sets(play: Callable[..., Game]) -> None:
    """With a huge number of sets the cards have lines only for the sets that have begun."""
    game = play("classic", "bell 111", sets=10**24)
    lines = list_lines(game)
    assert "The cards have the sets that have begun, of more than 99." in lines
    assert len(lines) < 100
    assert any("Sets 97 to 99" in line for line in list_lines(play("classic", "bell 111", sets=99)))


def test_very_long_names(play: Callable[..., Game]) -> None:
    """A very long name is cut to the width of the page."""
    game = play("classic", "bell 111")
    game_of_long_names = Game(
        Header.parse(game.header.to_dict() | {"tables": [["A" * 100_000, "B" * 100_000, "C", "D"]]})
    )
    for event in game.events:
        game_of_long_names.push(event)
    assert max(map(len, list_lines(game_of_long_names))) <= PAGE
