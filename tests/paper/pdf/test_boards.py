"""Signs, cards, posters and certificates: all words are there, nothing is cut, and phones read each code."""

import re
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import cv2
import numpy as np
import pytest
from pypdf import PdfReader

from pi_bunco.money.amounts import Currency
from pi_bunco.money.shares import say_share
from pi_bunco.paper.codes import make_phone_code, make_table_codes, make_wifi_code
from pi_bunco.paper.drawing_process import draw_posters_in_process
from pi_bunco.paper.pdf import draw, draw_posters, fonts
from pi_bunco.paper.pdf_kinds import SIZES, Code, Heading, NothingToPrint, PaperSize
from pi_bunco.rules import Game
from pi_bunco.rules.night import Night
from tests.at_night import leave_to_night
from tests.fonts import PRINTED
from tests.hardware.prints import PIXELS_PER_MM, draw_page, needs_pdftoppm

pytestmark = PRINTED

LONG = ("Maximiliane-Alexandra von Hohenstein-Ber", "W" * 40, "שרה כהן", "Łucja Żółć")
ROOM = (LONG, ("Дмитрий", "Queen & Co", "Di", "Eve"), ("Fay", "Gil", "Hal", "Ida"))
WIFI = make_wifi_code(r"WIFI:T:WPA;S:Ann\; Bob;P:bako-mitu\"x;;", "Ann; Bob", 'bako-mitu"x')
PHONE = make_phone_code("http://192.168.1.20:8080/me")
HEADING = Heading("Rosa’s birthday Bunco", "28 November 2026")


def read_pages(pdf: bytes) -> list[str]:
    return [page.extract_text() for page in PdfReader(BytesIO(pdf)).pages]


def squeeze(text: str) -> str:
    return re.sub(r"\s", "", text)


@needs_pdftoppm
@pytest.mark.parametrize("size", leave_to_night(SIZES, ("a4",)))
@pytest.mark.parametrize("codes", [(WIFI,), (PHONE,), make_table_codes("http://10.42.0.1:8080", range(1, 5))])
def test_each_code_is_read_from_the_printed_page(
    codes: tuple[Code, ...], size: PaperSize, tmp_path: Path
) -> None:
    """A camera reads each code at 100 dots per inch, also from a dim picture; the words are beside it."""
    pdf = draw_posters(codes, Heading("Ann’s evening", "1 May", size))
    page = draw_page(pdf, tmp_path)
    dim = np.clip(cv2.GaussianBlur(page, (0, 0), 1.0) * 0.5, 0, 255).astype(np.uint8)
    for picture in (page, dim):
        _, texts, _, _ = cv2.QRCodeDetector().detectAndDecodeMulti(picture)
        assert sorted(texts) == sorted(code.text for code in codes)
    words = squeeze("".join(read_pages(pdf)))
    assert all(squeeze(typed) in words for code in codes for pair in code.typed for typed in pair)
    assert all(squeeze(code.title) in words for code in codes)


def test_many_tables_have_four_codes_on_a_page() -> None:
    """25 tables need seven pages, and each table has its address."""
    pages = read_pages(draw_posters(make_table_codes("http://10.42.0.1:8080", range(1, 26)), Heading()))
    assert len(pages) == 7
    assert re.findall(r"/join/(\d+)", "".join(pages)) == [str(number) for number in range(1, 26)]


def test_another_process_draws_the_same_poster() -> None:
    """A poster from the page equals one from the command."""
    assert draw_posters_in_process((PHONE,), HEADING) == draw_posters((PHONE,), HEADING)


@pytest.mark.parametrize("size", SIZES)
def test_table_signs_show_the_number_on_both_sides(play: Callable[..., Game], size: PaperSize) -> None:
    """Each table has a page with its number twice; table 1 is named as the head table."""
    pages = read_pages(draw("table-signs", play("classic", tables=ROOM), Heading("Ours", "", size)))
    assert [re.findall(r"\d+", page) for page in pages] == [["1", "1"], ["2", "2"], ["3", "3"]]
    assert [page.count("Head table") for page in pages] == [2, 0, 0]
    assert all(page.count("Ours") == 2 for page in pages)


@needs_pdftoppm
def test_the_back_of_a_table_sign_is_its_front(play: Callable[..., Game], tmp_path: Path) -> None:
    """Turned upside down, the page looks the same: so the tent shows its number from both sides."""
    page = draw_page(draw("table-signs", play("classic", tables=ROOM), HEADING), tmp_path)
    middle = page.shape[0] // 2
    rim = round(5 * PIXELS_PER_MM)  # the words at the fold stand only once
    top, bottom = page[: middle - rim].astype(int), page[-(middle - rim) :].astype(int)
    assert np.abs(top[::-1, ::-1] - bottom).mean() * 2 < np.abs(top - bottom).mean()


def test_walking_signs_say_where_to_go(play: Callable[..., Game]) -> None:
    """Two signs are on a page; where nobody changes tables there is nothing to print."""
    pages = read_pages(draw("walking-signs", play("houseparty", tables=ROOM), Heading()))
    assert len(pages) == 2
    assert "Losersgototable3" in squeeze(pages[0])
    with pytest.raises(NothingToPrint, match="nobody changes tables"):
        draw("walking-signs", play("classic", tables=ROOM), Heading())


def test_place_cards_have_whole_names_from_both_sides(play: Callable[..., Game]) -> None:
    """Eight cards are on a page. Before the first round they say where the guest sits."""
    pages = read_pages(draw("place-cards", play("houseparty", tables=ROOM), HEADING))
    assert len(pages) == 2
    words = squeeze("".join(pages))
    for name in (
        "Maximiliane-AlexandravonHohenstein-Ber",
        "W" * 40,
        "ŁucjaŻółć",
        "Дмитрий",
        "Queen&Co",
        "Ida",
    ):
        assert words.count(name) == 2
    assert words.count("Table2,seat4") == 2
    played = read_pages(draw("place-cards", play("classic", "bell 156", ROOM), HEADING))
    assert "seat" not in "".join(played)
    assert squeeze(HEADING.line) in squeeze(played[0])


@needs_pdftoppm
@pytest.mark.parametrize("kind", ["table-signs", "walking-signs", "place-cards"])
def test_nothing_is_printed_at_the_edge_of_the_paper(
    play: Callable[..., Game], kind: str, tmp_path: Path
) -> None:
    """Many printers cannot print within 5 mm of the edge: only lines to cut or fold along reach it."""
    page = draw_page(draw(kind, play("houseparty", tables=ROOM), HEADING), tmp_path)  # type: ignore[arg-type] # one of them
    rim = round(5 * PIXELS_PER_MM)
    page[rim:-rim, rim:-rim] = 255
    assert page.min() > 150


def test_missing_letters_are_on_a_page_of_their_own(
    play: Callable[..., Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A card is not spoilt by the note which font is missing."""
    base = fonts.find_base()
    monkeypatch.setattr(fonts, "_list_files", lambda: base)
    pages = read_pages(
        draw("place-cards", play("classic", tables=(("王 Li", "Ann", "Bob", "Cy"),)), Heading())
    )
    assert len(pages) == 2
    assert "U+738B" not in pages[0]
    assert "fonts-droid-fallback" in pages[1]


def test_certificates_name_award_winner_evening_and_sheet(
    party: Callable[..., tuple[Game, Night]], play: Callable[..., Game]
) -> None:
    """Each has a lying page; before the end there is nothing to print."""
    game, night = party("casino", 24)
    pdf = PdfReader(BytesIO(draw("certificates", game, HEADING)))
    assert all(page.mediabox.width > page.mediabox.height for page in pdf.pages)
    words = [squeeze(page.extract_text()) for page in pdf.pages]
    assert all(squeeze("Rosa’s birthday Bunco · 28 November 2026") in page for page in words)
    assert all(f"“{squeeze(game.sheet.title)}”" in page for page in words)
    for result in night.awards:
        for winner in result.winners:
            assert any(
                squeeze(winner) in page and squeeze(say_share(result, Currency())) in page for page in words
            )
    with pytest.raises(NothingToPrint, match="No award"):
        draw("certificates", play("classic", "bell 111"), Heading())
