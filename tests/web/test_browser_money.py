"""The page about money in a real browser: a night is paid with few taps, and the page fits every screen."""

from pathlib import Path
from typing import Any

import pytest

from pi_bunco.game.money_desk import find_ledger, find_prizes
from pi_bunco.web import Server
from tests.at_night import leave_to_night
from tests.money.nights import write_lines
from tests.money.second_count import count_cents
from tests.web.driving import DRIVEN, EVERY_SIZE, FITS, SIZES, expect_text, measure_fit
from tests.web.money_states import MoneyService

api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

pytestmark = DRIVEN


@pytest.fixture
def service(tmp_path: Path) -> MoneyService:
    return MoneyService(tmp_path)


@pytest.fixture
def money(page: Any, server: Server) -> Any:
    """Return the page about money."""
    page.goto(f"http://127.0.0.1:{server.port}/money")
    page.wait_for_selector(".prizes")
    return page


def test_a_night_is_paid_with_few_taps(money: Any, service: MoneyService) -> None:
    """Plan, buy-in of all, two taps for each team, one for what teams get: all is paid to the cent."""
    taps = 0

    def tap(button: str) -> None:
        """Tap a button that goes away when the tap counts."""
        nonlocal taps
        taps += 1
        money.click(button)
        money.wait_for_selector(button, state="detached")

    money.fill("#plan-buy-in", "20")
    money.click(".plan button.strong")
    tap("button >> text=Everybody, $20 each")
    expect_text(money, ".kitty", "$530")
    for team in (1, 2):
        tap(f".prizes >> nth={team} >> text=Everybody in this team is here")
    for team in (0, 1, 2):
        tap(f".prizes >> nth={team} >> text=/^Pay all/")
    expect_text(money, ".kitty", "$25")
    assert taps == 6  # and one for the plan
    assert not any(prize.open for prize in service.book.derive(find_prizes))
    assert service.book.derive(find_ledger).kitty * 100 == count_cents(write_lines(service.book))


def test_a_refusal_is_said_and_an_entry_undone(money: Any, service: MoneyService) -> None:
    """A bad amount is refused at the foot of the page, what was typed stays, and an entry goes at one tap."""
    money.fill("#money-note", "hall")
    money.fill(".other [name=amount]", "ten")
    money.click("button >> text=Went out")
    expect_text(money, "#toast", "“ten” is not an amount of money. Write it in figures, such as $20.")
    money.fill(".other [name=amount]", "30")
    money.click("button >> text=Went out")
    expect_text(money, ".kitty", "$20")
    money.wait_for_function(
        "() => document.querySelector('#money-note').value === ''"
    )  # once the answer is there
    money.click(".entries li:first-child button")
    expect_text(money, ".kitty", "$50")
    assert len(service.commands) == 3


COVERED = """() => {
  const range = document.createRange();
  range.selectNodeContents(document.querySelector(".head h1"));
  const title = range.getBoundingClientRect();
  return [...document.querySelectorAll(".head a")].map((link) => link.getBoundingClientRect()).some((link) =>
    link.left < title.right && title.left < link.right && link.top < title.bottom && title.top < link.bottom);
}"""
"""A script that returns whether the title of a page is over a link beside it."""


@pytest.mark.parametrize("language", leave_to_night(("en", "de", "es"), ("de",)))
def test_the_title_covers_no_link(browser: Any, server: Server, language: str) -> None:
    """An upright tablet has no place for the links with long words in one line, so they take two."""
    context = browser.new_context(locale=language, viewport={"width": 768, "height": 1024})
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{server.port}/money")
    page.wait_for_selector(".prizes")
    assert not page.evaluate(COVERED)
    context.close()


@EVERY_SIZE
def test_page_fits(money: Any, size: str) -> None:
    """Nothing is wider than the screen, and every button is high enough for a thumb."""
    money.set_viewport_size(dict(zip(("width", "height"), SIZES[size], strict=True)))
    texts = ".sums dd, .prizes b, .entries b"
    assert (
        measure_fit(money, inside="#money button, #money input", tapped="#money button", texts=texts) == FITS
    )
