"""All the paper of a game: who has a card, which layout it is, what the tables have."""

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


def of(game: Game) -> list[str]:
    return format_cards(game, read_night(game))


def test_paper_of_the_sheets_example(play: Callable[..., Game]) -> None:
    """The example's game of one set, as a host prints it: four cards, and the head table's tally."""
    lines = of(play("classic", EXAMPLE, sets=1))
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
    """No line is wider than the page or ends in spaces; each player has a card or row, a ghost has none."""
    game, night = party(slug, players)
    lines = format_cards(game, night)
    assert max(map(cell_len, lines)) <= PAGE
    assert [line for line in lines if line != line.rstrip()] == []
    text = "\n".join(lines).split("Semi-final")[0]
    named = re.findall(r"NAME ([^_┊\n]+?)_", text) or re.findall(r"(?m)^│ (Player \d+) ", text)
    assert sorted(named) == sorted(game.players) * (game.header.sets if game.sheet.master_sheet else 1)


def test_semi_final_has_paper_of_its_own(party: Callable[..., tuple[Game, Night]]) -> None:
    """After the tournament's paper comes that of its semi-final, with a card for each semi-finalist."""
    game, night = party("tournament", 14)
    assert night.finals
    text = "\n".join(format_cards(game, night)).split("Semi-final")[1]
    named = re.findall(r"NAME ([^_┊\n]+?)_", text)
    assert sorted(named) == sorted(place.player for place in night.finals.semi_finalists)
    assert text.count("TABLE TALLY") == 1


def test_what_staff_confirmed_is_ticked(party: Callable[..., tuple[Game, Night]]) -> None:
    """Every bunco, mini and win that staff have confirmed has a tick, and a line says what that means."""
    game, night = party("casino", 13)
    text = "\n".join(format_cards(game, night))
    assert text.count("✓") == len(night.claims) + 1
    assert "✓ Staff have confirmed it." in text
    assert "✓" not in "\n".join(format_cards(game, replace(night, unconfirmed=night.claims)))


@pytest.mark.parametrize("parent", SHEETS)
def test_house_sheet_has_its_parents_layout(play: Callable[..., Game], parent: str) -> None:
    """A house's own sheet prints as the sheet it comes from, but for its name."""
    ours = parse_sheet(f'slug = "ours"\ntitle = "Ours"\nparent = "{parent}"\nbunco = 30').sheet
    printed = of(play(load_sheet(parent).slug))
    assert of(play(ours))[1:] == printed[1:]
    assert of(play(ours))[0].strip() == "Ours"


def test_corrections_count_on_paper(play: Callable[..., Game]) -> None:
    """A game with corrections prints as one in which it was thrown so from the start."""
    game = play("classic", "bell 114 156 113 234 122 136", sets=1)
    game.push(Correct(2, (1, 1, 1)))  # the first throw was a bunco: the round was over
    assert of(game)[4].startswith("No#Buncos _1 No#Wins _1 ")
    game.push(Void(8))
    game.push(Void(4))
    game.push(Missed(3, 1, (1, 1, 2)))
    straight = play("classic", "bell 114 156 112 234 122 136", sets=1)
    assert of(game) == of(straight)


def test_paper_before_the_first_bell(play: Callable[..., Game]) -> None:
    """A host prints blank paper: a card each, and an empty tally for each table."""
    lines = of(play("casino", tables=(("Ann", "Bob", "Cy", "Di"), ("Eve", "Fay", "Gil", "ghost 1"))))
    assert sum(line.count("NAME") for line in lines) == 7
    assert sum("TABLE TALLY" in line for line in lines) == 2


def test_tables_of_single_players_have_columns(play: Callable[..., Game]) -> None:
    """Where a table of another sheet has single players, it has a column each and no US and THEM."""
    text = 'slug = "ours"\ntitle = "Ours"\nparent = "classic"\n[layouts]\n3 = ["S3"]\n4 = ["T4"]'
    game = play(parse_sheet(text).sheet, "bell 114", tables=(("Ann", "Bob", "Cy"),))
    assert any("│  A  │  B  │  C  │" in line for line in of(game))
    assert not any("THEM" in line for line in of(game))


def test_cards_of_a_game_of_countless_sets(play: Callable[..., Game]) -> None:
    """Cards have lines for the sets that have begun, where nobody could print those of all."""
    game = play("classic", "bell 111", sets=10**24)
    lines = of(game)
    assert "The cards have the sets that have begun, of more than 99." in lines
    assert len(lines) < 100
    assert any("Sets 97 to 99" in line for line in of(play("classic", "bell 111", sets=99)))


def test_names_of_a_hundred_thousand_letters(play: Callable[..., Game]) -> None:
    """A name takes no more room on the tables' papers than there is, however long it is."""
    game = play("classic", "bell 111")
    long = Game(Header.parse(game.header.to_dict() | {"tables": [["A" * 100_000, "B" * 100_000, "C", "D"]]}))
    for event in game.events:
        long.push(event)
    assert max(map(len, of(long))) <= PAGE
