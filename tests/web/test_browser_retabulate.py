"""The totals of the cards in a real browser: one tap if a card agrees, Enter moves on, and the page fits."""

from pathlib import Path
from typing import Any

import pytest

from pi_bunco.game.commands import Command, RetabulateCard, TakeBackClaims
from pi_bunco.views.retabulation import RetabulationView, make_retabulation
from pi_bunco.views.table import TableView
from pi_bunco.web import Server
from tests.money.nights import do, play_night
from tests.web.conftest import FakePageService
from tests.web.driving import DRIVEN, EVERY_SIZE, FITS, SIZES, expect_text, measure_fit

api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

pytestmark = DRIVEN


class CardsService(FakePageService):
    """Shows the cards of a night of two teams that is over, and does the commands about them."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.book = play_night({"A1": 3, "A2": 3, "D1": 2}, {"A1": 4})
        for card in self.book.night.cards:
            do(self.book, TakeBackClaims(card.seq or 0))

    def view_retabulation(self) -> RetabulationView:
        return self.book.derive(make_retabulation)

    def ask(self, command: Command) -> TableView:
        after = super().ask(command)
        assert isinstance(command, RetabulateCard | TakeBackClaims)
        do(self.book, command)
        self.show_room(self.view_room())
        return after


@pytest.fixture
def service(tmp_path: Path) -> CardsService:
    return CardsService(tmp_path)


@pytest.fixture
def cards(page: Any, server: Server) -> Any:
    """Return the page with the totals of the cards."""
    page.goto(f"http://127.0.0.1:{server.port}/retabulate")
    page.wait_for_selector(".open-card")
    return page


def test_a_team_agrees_with_one_tap_for_each_card(cards: Any, service: CardsService) -> None:
    """Each tap folds one card away, until all agree; one of them can be taken back."""
    team = service.view_retabulation().teams[0]
    for card in range(len(team.cards)):
        cards.click(f"#card-1-{card} [data-do=agree]")
        cards.wait_for_selector(f".agreed #card-1-{card}", state="attached")
    expect_text(cards, "[data-team='1'] .seal", "All cards of team 1 agree.")
    assert len(service.commands) == len(team.cards)
    cards.click("[data-team='1'] .agreed summary")
    cards.click("#card-1-0 [data-do=take-back]")
    cards.wait_for_selector("#card-1-0.open-card")


def test_enter_moves_on_to_the_next_card(cards: Any, service: CardsService) -> None:
    """Two cards are typed with the keys alone. The one that differs says by how much, with its throws."""
    first = service.view_retabulation().teams[0].cards[0]
    wins = first.totals[0].counted
    cards.click("#card-1-0 summary")
    cards.wait_for_selector("#card-1-0 [name=wins]:focus")
    for number in (wins, 5, 4):
        cards.keyboard.type(str(number))
        cards.keyboard.press("Enter")
    cards.wait_for_selector("#card-1-0.differs")
    for total in service.view_retabulation().teams[0].cards[1].totals:
        cards.keyboard.type(str(total.counted))
        cards.keyboard.press("Enter")
    cards.wait_for_selector(".agreed #card-1-1", state="attached")
    expect_text(cards, "#card-1-0 .differences p", "Buncos 5 on paper, 3 counted")
    assert cards.locator("#card-1-0 .differences li").count() == 1
    assert cards.locator("#card-1-0 .differences :is(button, .counted)").count() > 0
    cards.click("#card-1-0 [data-do=agree]")
    cards.wait_for_selector(".agreed #card-1-0", state="attached")


@EVERY_SIZE
def test_page_fits(cards: Any, size: str) -> None:
    """Nothing is wider than the screen, and every button is high enough for a thumb."""
    cards.set_viewport_size(dict(zip(("width", "height"), SIZES[size], strict=True)))
    cards.click("#card-2-0 summary")
    tapped, texts = "#retabulate :is(button, summary)", "#retabulate h3, .totals"
    assert measure_fit(cards, inside="#retabulate :is(button, input)", tapped=tapped, texts=texts) == FITS
