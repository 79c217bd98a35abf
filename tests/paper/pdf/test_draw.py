"""Papers as PDF: all names and figures stand on them, and what no font has is said."""

from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader

from pi_bunco.errors import Trouble
from pi_bunco.paper import drawing_process
from pi_bunco.paper.drawing_process import draw_in_process
from pi_bunco.paper.pdf import draw, fonts
from pi_bunco.paper.pdf_kinds import KINDS, Heading, Kind, Size
from pi_bunco.rules import SHEETS, Game
from tests.fonts import PRINTED

pytestmark = PRINTED

EXAMPLE = "bell 114 156 234 122 136 225 555 236 111"


def pages(pdf: bytes) -> list[str]:
    return [page.extract_text() for page in PdfReader(BytesIO(pdf)).pages]


def room(tables: int) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(f"Guest{4 * table + seat:03}" for seat in range(1, 5)) for table in range(tables))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("rules", SHEETS)
def test_everybody_is_on_every_paper_of_a_full_room(
    play: Callable[..., Game], rules: str, kind: Kind
) -> None:
    """A hundred guests at 25 tables: each has a card, a seat on a tally and a line in the results."""
    tables = room(25)
    text = "\n".join(pages(draw(kind, play(rules, "bell 156", tables), Heading())))
    assert [name for table in tables for name in table if name not in text] == []


def test_the_smallest_game(play: Callable[..., Game]) -> None:
    """Two players have a card each on one page, with a line for each round that is not played."""
    [page] = pages(draw("score-cards", play("boxed", tables=(("Ann", "Bob"),)), Heading()))
    assert page.count("Name") == page.count("Wins ____") == 2


def test_results_of_the_sheets_example(play: Callable[..., Game]) -> None:
    """The round of the example stands with its sides, scores and the bunco's player."""
    [page] = pages(draw("results", play("classic", EXAMPLE, sets=1), Heading("Ann’s evening", "1 May")))
    for told in ("Ann’s evening · 1 May", "Standings", "Ann & Cy", "Bob & Di", "23", "Most buncos"):
        assert told in page


def test_a_tally_has_what_the_scorekeeper_writes(play: Callable[..., Game]) -> None:
    """The head table's tally has both sides, their points and who called the game."""
    [page] = pages(draw("tallies", play("classic", EXAMPLE, sets=1), Heading()))
    for told in ("Table 1, set 1", "Head table", "US", "THEM", "Ann & Cy", "GAME!"):
        assert told in page


@pytest.mark.parametrize(("size", "points"), [("a4", (595, 842)), ("letter", (612, 792))])
def test_the_size_of_the_paper(play: Callable[..., Game], size: Size, points: tuple[int, int]) -> None:
    """Both papers have their own size in points."""
    box = PdfReader(BytesIO(draw("results", play("classic"), Heading(size=size)))).pages[0].mediabox
    assert (round(box.width), round(box.height)) == points


def test_long_and_foreign_names_are_whole(play: Callable[..., Game]) -> None:
    """A name of 60 letters, Greek and Cyrillic ones keep every letter."""
    long = "Anna Maria " * 5 + "Berta"
    names = (long, "Αλέξανδρος", "Дмитрий", "Zoë")
    [page] = pages(draw("score-cards", play("classic", tables=(names,)), Heading()))
    for name in names:
        assert name.replace(" ", "") in page.replace(" ", "").replace("\n", "")


def test_letters_that_no_font_has_are_said(
    play: Callable[..., Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    """An unknown letter has its sign, its code and the package that helps; a picture has its word."""
    only = fonts.find_base()
    monkeypatch.setattr(fonts, "_list_files", lambda: only)
    names = ("王 Li", "Mia 🎲", "Cy 🎲 ก", "Di")
    [page] = pages(draw("score-cards", play("classic", tables=(names,)), Heading()))
    for told in ("▯ Li", "U+738B", "fonts-droid-fallback", "Mia [game die]", "(U+0E01)", "fonts-noto-core"):
        assert told in page


def test_without_a_font(play: Callable[..., Game], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine without fonts is told which package it lacks."""
    monkeypatch.setattr(fonts, "FOLDERS", (tmp_path,))
    fonts._list_files.cache_clear()
    with pytest.raises(Trouble, match="no font"):
        draw("results", play("classic"), Heading())
    fonts._list_files.cache_clear()


def test_one_paper_at_a_time(play: Callable[..., Game], monkeypatch: pytest.MonkeyPatch) -> None:
    """While another paper is drawn, one is refused rather than made to wait for ever."""
    monkeypatch.setattr(drawing_process, "_MAX_WAIT_SECONDS", 0)
    with drawing_process._DRAWING, pytest.raises(Trouble, match="Another paper"):
        draw_in_process("tallies", play("classic"), Heading())


def test_another_process_draws_the_same(play: Callable[..., Game]) -> None:
    """What the pages send is what the command writes."""
    game = play("classic", EXAMPLE)
    assert draw_in_process("tallies", game, Heading()) == draw("tallies", game, Heading())
