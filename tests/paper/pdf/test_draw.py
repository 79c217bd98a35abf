"""Papers as PDF: they have all names and numbers, and explain letters that no font has."""

import re
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import get_args

import pytest
from pypdf import PdfReader

from pi_bunco.errors import Trouble
from pi_bunco.paper.drawing_process import draw_in_process
from pi_bunco.paper.pdf import draw, fonts, leaves
from pi_bunco.paper.pdf_kinds import Heading, PaperKind, PaperSize
from pi_bunco.rules import SHEETS, Game, Other
from pi_bunco.rules.night import Night
from tests.at_night import leave_to_night
from tests.fonts import PRINTED
from tests.web.made_up import Greek

pytestmark = PRINTED

EXAMPLE = "bell 114 156 234 122 136 225 555 236 111"


def read_pages(pdf: bytes) -> list[str]:
    return [page.extract_text() for page in PdfReader(BytesIO(pdf)).pages]


def make_room(tables: int) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(f"Guest{4 * table + seat:03}" for seat in range(1, 5)) for table in range(tables))


@pytest.mark.parametrize("kind", ["score-cards", "tallies", "results", "place-cards"])
@pytest.mark.parametrize("rules", leave_to_night(SHEETS, ("classic",)))
def test_full_room_is_on_each_paper(play: Callable[..., Game], rules: str, kind: PaperKind) -> None:
    """Each of a hundred guests at 25 tables has a card, a seat on a tally and a line in the results."""
    tables = make_room(25)
    text = "\n".join(read_pages(draw(kind, play(rules, "bell 156", tables), Heading())))
    assert [name for table in tables for name in table if name not in text] == []


def test_smallest_game(play: Callable[..., Game]) -> None:
    """Two players have their cards on one page, with a line for each round."""
    [page] = read_pages(draw("score-cards", play("boxed", tables=(("Ann", "Bob"),)), Heading()))
    assert page.count("Name") == page.count("Wins ____") == 2


def test_imported_game_with_endless_sets(play: Callable[..., Game]) -> None:
    """A game of a billion sets, which a record may have, has cards for the set that has begun."""
    pages = read_pages(draw("score-cards", play("classic", "bell 156", sets=10**9), Heading()))
    assert len(pages) == 1


def test_results_of_the_sheets_example(play: Callable[..., Game]) -> None:
    """The results contain the example's round with its sides, scores and bunco."""
    [page] = read_pages(draw("results", play("classic", EXAMPLE, sets=1), Heading("Ann’s evening", "1 May")))
    for words in ("Ann’s evening · 1 May", "Standings", "Ann & Cy", "Bob & Di", "23", "Most buncos"):
        assert words in page


def test_awards_are_named_as_on_the_pages(play: Callable[..., Game]) -> None:
    """A team's award is not called like a player's, and a costume that nobody judged has no winner."""
    tables = tuple(make_room(3))
    [page] = read_pages(draw("results", play("casino", tables=tables), Heading()))
    for words in ("Team with most buncos", "Team with best costume not judged yet", "Most wins nobody"):
        assert words in page


@pytest.mark.parametrize("kind", ["score-cards", "place-cards", "table-signs", "results"])
def test_teams_are_named_on_paper(play: Callable[..., Game], kind: PaperKind) -> None:
    """Each guest finds their team's number and name, and each table its team."""
    game = play("casino", tables=make_room(6))
    game.push(Other("team:named", raw={"team": 2, "name": "The Rollers"}))
    text = "\n".join(read_pages(draw(kind, game, Heading()))).replace("\n", " ")
    assert text.count("Team 2: The Rollers") >= (12 if kind != "table-signs" else 3)
    assert text.count("Team 1") >= (12 if kind != "table-signs" else 3)


def test_tally_of_the_sheets_example(play: Callable[..., Game]) -> None:
    """The head table's tally has both sides, their points and GAME!."""
    [page] = read_pages(draw("tallies", play("classic", EXAMPLE, sets=1), Heading()))
    for words in ("Table 1, set 1", "Head table", "US", "THEM", "Ann & Cy", "GAME!"):
        assert words in page


@pytest.mark.parametrize(("size", "points"), [("a4", (595, 842)), ("letter", (612, 792))])
def test_size_of_paper(play: Callable[..., Game], size: PaperSize, points: tuple[int, int]) -> None:
    """Both kinds of paper have their size in points."""
    box = PdfReader(BytesIO(draw("results", play("classic"), Heading(size=size)))).pages[0].mediabox
    assert (round(box.width), round(box.height)) == points


def test_long_and_foreign_names_are_complete(play: Callable[..., Game]) -> None:
    """Long names, and names in Greek and Cyrillic, keep all letters."""
    long = "Anna Maria " * 5 + "Berta"
    names = (long, "Αλέξανδρος", "Дмитрий", "Zoë")
    [page] = read_pages(draw("score-cards", play("classic", tables=(names,)), Heading()))
    for name in names:
        assert name.replace(" ", "") in page.replace(" ", "").replace("\n", "")


def test_letters_without_font_are_explained(
    play: Callable[..., Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    """An unknown letter has a sign, its code and the package that helps; an emoji becomes words."""
    base = fonts.find_base()
    monkeypatch.setattr(fonts, "_list_files", lambda: base)
    names = ("王 Li", "Mia 🎲", "Cy 🎲 ก", "Di")
    [page] = read_pages(draw("score-cards", play("classic", tables=(names,)), Heading()))
    for words in ("▯ Li", "U+738B", "fonts-droid-fallback", "Mia [game die]", "(U+0E01)", "fonts-noto-core"):
        assert words in page


def test_machine_without_fonts(
    play: Callable[..., Game], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The error on a machine without fonts names the missing package."""
    monkeypatch.setattr(fonts, "FOLDERS", (tmp_path,))
    fonts._list_files.cache_clear()
    with pytest.raises(Trouble, match="no font"):
        draw("results", play("classic"), Heading())
    fonts._list_files.cache_clear()


def test_another_process_draws_the_same(play: Callable[..., Game]) -> None:
    """A paper that the pages send equals one that the command writes."""
    game = play("classic", EXAMPLE)
    assert draw_in_process("tallies", game, Heading()) == draw("tallies", game, Heading())


def test_winner_who_has_left(play: Callable[..., Game]) -> None:
    """The results name a winner who has left as such."""
    game = play("classic", EXAMPLE)
    game.push(Other("room:guests", raw={"waiting": [], "away": ["Di"]}))
    assert "Most buncos Di (has left)" in read_pages(draw("results", game, Heading()))[0]


@pytest.mark.parametrize("kind", get_args(PaperKind))
def test_a_paper_is_in_the_language_of_its_heading(
    party: Callable[..., tuple[Game, Night]], monkeypatch: pytest.MonkeyPatch, kind: PaperKind
) -> None:
    """The made-up language has no Latin letters, and the names have none that it has."""
    monkeypatch.setattr(leaves, "find_catalogue", {"el": Greek()}.__getitem__)
    game, _ = party("casino", 12)
    heading = Heading("", "1.5.", language="el")
    if kind == "walking-signs":
        game, _ = party("houseparty", 12)
    text = "\n".join(read_pages(draw(kind, game, heading)))
    assert "ω" in text
    words = set(re.findall("[A-Za-z]{2,}", text)) - {"Player", *game.sheet.title.split()}
    assert words == set()
