"""The page of a table that is not the head table, in a real browser."""

from dataclasses import replace
from typing import Any

import pytest

from pi_bunco.game.commands import ConfirmClaims, UndoStep
from pi_bunco.views.results import ClaimLine
from tests.web.conftest import FakePageService
from tests.web.driving import DRIVEN, asked, expect
from tests.web.night import casino_over
from tests.web.states import over, playing

api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

pytestmark = DRIVEN


@pytest.fixture
def second(page: Any, service: FakePageService) -> Any:
    """Return the page of table 2."""
    service.show(replace(playing(), table=2))
    page.goto(f"{page.url}table/2")
    page.wait_for_selector(".foot")
    return page


def test_a_page_shows_its_own_table(second: Any, service: FakePageService) -> None:
    """It names the table, follows it alone, and what is tapped is for it."""
    expect(second, ".bar .table", "Table 2")
    service.show(replace(playing(), told="at table 1"))
    service.show(replace(playing(), table=2, told="at table 2"))
    expect(second, ".told", "at table 2")
    second.click("[data-do=undo]")
    assert asked(second, service) == [UndoStep(51, table=2)]


def test_other_pages_lead_back(second: Any, service: FakePageService) -> None:
    """From the results, the rules and the camera one comes back to table 2."""
    ways = {"Results": "The table", "The rules": "The table", "What the camera sees": "To the table"}
    for way, back in ways.items():
        second.click("[data-do=more]")
        second.click(f"dialog >> text={way}")
        second.click(f"a >> text={back}")
        expect(second, ".bar .table", "Table 2")
    service.show(replace(over(), table=2))
    second.click("a.main[href='/results?table=2']")
    second.wait_for_selector(".papers")


def test_a_table_that_plays_no_more_says_so(second: Any, service: FakePageService) -> None:
    """The page gives way to a sentence, and leads to the head table."""
    service.take_away(2)
    expect(second, "h1", "There is no table 2 now.")
    second.click("text=To the table")
    expect(second, ".bar .table", "Table 1")


def test_staff_confirm_players_of_all_tables(page: Any, service: FakePageService) -> None:
    """Who sits at another table than the first stands in the list too."""
    base = casino_over()
    claim = ClaimLine("win, round 1:Eve", "Eve", "win, round 1", confirmed=False)
    service.show(replace(base, results=replace(base.results, claims=(*base.results.claims, claim))))
    page.goto(f"{page.url}results")
    page.click("[data-claim='win, round 1:Eve']")
    assert asked(page, service) == [ConfirmClaims((claim.key,))]
