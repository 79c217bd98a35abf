"""The page of a table that is not the head table, in a real browser."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pi_bunco.game.commands import EnterDice, NewGame, RingBell, SeatGuests, UndoStep
from pi_bunco.web import create_app, serve
from tests.web.conftest import FakePageService
from tests.web.driving import DRIVEN, expect_text, wait_for_commands
from tests.web.real_service import open_service
from tests.web.states import over, playing

api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

pytestmark = DRIVEN


@pytest.fixture
def second_table(page: Any, service: FakePageService) -> Any:
    """Return the page of table 2."""
    service.show(replace(playing(), table=2))
    page.goto(f"{page.url}table/2")
    page.wait_for_selector(".foot")
    return page


def test_a_page_is_about_its_own_table(second_table: Any, service: FakePageService) -> None:
    """The page names its table and shows only its changes. A tap is for this table."""
    expect_text(second_table, ".bar .table", "Table 2")
    service.show(replace(playing(), told="at table 1"))
    service.show(replace(playing(), table=2, told="at table 2"))
    expect_text(second_table, ".told", "at table 2")
    second_table.click("[data-do=undo]")
    assert wait_for_commands(second_table, service) == [UndoStep(51, table=2)]


def test_other_pages_lead_back_to_table_2(second_table: Any, service: FakePageService) -> None:
    """The results, the rules and the camera's page have a link to table 2."""
    ways = {"Results": "The table", "The rules": "The table", "What the camera sees": "To the table"}
    for way, back in ways.items():
        second_table.click("[data-do=more]")
        second_table.click(f"dialog >> text={way}")
        second_table.click(f"a >> text={back}")
        expect_text(second_table, ".bar .table", "Table 2")
    service.show(replace(over(), table=2))
    second_table.click("a.main[href='/results?table=2']")
    second_table.wait_for_selector(".papers")


def test_the_page_of_a_removed_table_says_so(second_table: Any, service: FakePageService) -> None:
    """The page of a removed table shows a sentence, and leads to the head table."""
    service.remove_table(2)
    expect_text(second_table, "h1", "Table 2 is not playing now.")
    second_table.click("text=Show table 1 instead")
    expect_text(second_table, ".bar .table", "Table 1")


def test_two_devices_of_one_table_do_not_count_a_throw_twice(browser: Any, tmp_path: Path) -> None:
    """Two devices tap the same dice. The later one is asked whether it is the same throw."""
    names = ("Ann", "Bob", "Cy", "Di")
    with (
        open_service(tmp_path, NewGame("classic", names), RingBell()) as room,
        serve(create_app(room), "127.0.0.1", 0) as server,
    ):
        pages = [browser.new_page() for _ in range(2)]
        for page in pages:
            page.goto(f"http://127.0.0.1:{server.port}/t/1")
            for face in (1, 4):
                page.click(f".mid .keys [data-face='{face}']")
        pages[0].click(".mid .keys [data-face='6']")
        expect_text(pages[1], ".us .score", "1")
        pages[1].click(".mid .keys [data-face='6']")
        expect_text(pages[1], "#dialog h2", "The same throw?")
        pages[1].click("#dialog [data-do=close]")
        api.expect(pages[1].locator("#dialog")).to_be_hidden()
        assert [thrown.dice for thrown in room.view().course] == [(1, 4, 6)]
        for face in (1, 4, 6):
            pages[1].click(f".mid .keys [data-face='{face}']")
        expect_text(pages[0], ".us .score", "2")
        assert [thrown.dice for thrown in room.view().course] == [(1, 4, 6), (1, 4, 6)]
        for page in pages:
            page.close()


def test_the_host_never_removes_another_guest(browser: Any, tmp_path: Path) -> None:
    """The choice of who leaves stays with its guest when another leaves, and is forgotten afterwards."""
    game = NewGame("classic", ("Ann", "Bob", "Cy", "Di", "Eve", "Fay", "Gus", "Hal"))
    with open_service(tmp_path, game, RingBell()) as room, serve(create_app(room), "127.0.0.1", 0) as server:
        page = browser.new_page()
        page.goto(f"http://127.0.0.1:{server.port}/host")
        page.select_option("#leave", "Cy")
        page.locator("#come").focus()
        room.ask(SeatGuests(leave=("Bob",)))
        expect_text(page, ".said", "Table 1: Di throws for Bob, who has left; "
                                   "a ghost takes the seat when the round is over")  # fmt: skip
        api.expect(page.locator("#leave")).to_have_value("Cy")
        page.click("[data-do=leave]")
        api.expect(page.locator("#leave option", has_text="Cy")).to_have_count(0)
        api.expect(page.locator("#leave")).to_have_value("")
        assert room.view_seats().away == ("Bob", "Cy")
        page.close()


def test_the_question_about_the_bell_goes_with_its_moment(browser: Any, tmp_path: Path) -> None:
    """On the host's page it closes as soon as somebody else has rung: nobody can answer it too late."""
    begun = NewGame("classic", ("Ann", "Bob", "Cy", "Di")), RingBell(), EnterDice((1, 1, 1))
    with open_service(tmp_path, *begun) as room, serve(create_app(room), "127.0.0.1", 0) as server:
        page = browser.new_page()
        page.goto(f"http://127.0.0.1:{server.port}/host")
        page.evaluate("dispatchEvent(new CustomEvent('ask-whether', { detail: '/t/1/ring' }))")
        expect_text(page, "#dialog [data-do=ring-now]", "Start round 2")
        room.ask(RingBell(sure=True))
        api.expect(page.locator("#dialog")).to_be_hidden()
        page.close()
