"""What the host's page shows is true, and two hosts can use it at once, in a real browser with real games."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pi_bunco.game.commands import Command, CountTally, EnterDice, NewGame, RingBell
from pi_bunco.game.refused import Refused
from pi_bunco.rules import Counted
from pi_bunco.web import create_app, serve
from tests.web.driving import DRIVEN
from tests.web.real_service import RealService, open_service

api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

pytestmark = DRIVEN

TWELVE = tuple(f"P{number}" for number in range(1, 13))


@pytest.fixture
def room(tmp_path: Path) -> Iterator[RealService]:
    with open_service(tmp_path, NewGame("classic", TWELVE)) as service:
        yield service


@pytest.fixture
def host(browser: Any, room: RealService) -> Iterator[Any]:
    """Return the host's page of a room of three tables."""
    with serve(create_app(room), "127.0.0.1", 0) as server:
        page = browser.new_context(viewport={"width": 1024, "height": 768}).new_page()
        page.goto(f"http://127.0.0.1:{server.port}/host")
        page.wait_for_selector("#seconds")
        yield page
        page.context.close()


def test_a_chosen_countdown_counts_and_is_shown_on_every_page(host: Any, room: RealService) -> None:
    """The choice on one page is the room's, and a second page of the host shows it too."""
    other = host.context.new_page()
    other.goto(host.url)
    host.select_option("#seconds", "60")
    api.expect(other.locator("#seconds")).to_have_value("60")
    assert room.view_room().countdown == 60
    assert host.input_value("#seconds") == "60"


def test_a_refused_countdown_is_not_shown(
    host: Any, room: RealService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a refusal the page shows the countdown that is true."""
    room.choose_countdown(30)
    api.expect(host.locator("#seconds")).to_have_value("30")

    def refuse(_: int) -> None:
        raise Refused("No countdown now.", "Ring the bell.")

    monkeypatch.setattr(room, "choose_countdown", refuse)
    host.select_option("#seconds", "60")
    api.expect(host.locator("#toast")).to_contain_text("No countdown now.")
    assert host.input_value("#seconds") == "30"


def test_what_the_host_is_about_to_tap_stays_in_its_place(host: Any, room: RealService) -> None:
    """A question and a result appear above the field in the middle of the screen, which does not move."""
    host.evaluate("document.querySelector('#leave').scrollIntoView({ block: 'center' })")
    find = "[document.querySelector('#leave').getBoundingClientRect().top, scrollY]"
    on_screen, scrolled = host.evaluate(find)
    room.ask(RingBell())
    room.ask(EnterDice((1, 1, 1)))
    api.expect(host.locator("main")).to_contain_text("bunco ended round 1")
    on_screen_after, scrolled_after = host.evaluate(find)
    assert abs(scrolled_after - scrolled) > 20
    assert abs(on_screen_after - on_screen) <= 1


def test_the_page_forgets_who_was_removed(host: Any, room: RealService) -> None:
    """After a guest was removed the select shows nobody, so a second tap removes nobody else."""
    host.select_option("#leave", "P2")
    host.click("[data-do=leave]")
    api.expect(host.locator("#leave option", has_text="P2")).to_have_count(0)
    api.expect(host.locator("#leave")).to_have_value("")
    host.click("[data-do=leave]")
    host.wait_for_timeout(300)
    assert [name for table in room.view_seats().tables for name in table if name in TWELVE] == [
        name for name in TWELVE if name != "P2"
    ]


@pytest.fixture
def casino(tmp_path: Path) -> Iterator[RealService]:
    """Return a room of three tables in its first break, which a swap of seats fits too."""
    commands: list[Command] = []
    for target in (1, 2):
        commands.append(RingBell())
        commands += [CountTally(Counted((21, 3)), table=table) for table in (2, 3)]
        commands += [EnterDice((target, target, target)), EnterDice((6, 6, 5))]
    with open_service(tmp_path, NewGame("casino", TWELVE), *commands) as service:
        assert service.view().rest
        yield service


def test_two_hosts_lead_a_break(browser: Any, casino: RealService) -> None:
    """One swaps two guests, and the other publishes and undoes it. Both see each drawing with its prize."""
    with serve(create_app(casino), "127.0.0.1", 0) as server:
        pages = []
        for width, height in ((1024, 768), (390, 844)):
            page = browser.new_context(viewport={"width": width, "height": height}).new_page()
            page.goto(f"http://127.0.0.1:{server.port}/host")
            page.wait_for_selector("[name=drawn]", state="attached")
            pages.append(page)
        tablet, phone = pages
        before = casino.view_seats().tables
        tablet.click("#swap summary")
        tablet.locator("#swap label", has_text=before[0][0]).first.click()
        tablet.locator("#swap label", has_text=before[1][1]).first.click()
        phone.click("[data-do=publish]")
        api.expect(phone.locator("[data-do=undo]")).to_have_text("Undo the new seats")
        after = casino.view_seats().tables
        assert (after[0][0], after[1][1]) == (before[1][1], before[0][0])
        phone.click("[data-do=undo]")
        api.expect(tablet.locator("[data-do=undo]")).not_to_have_text("Undo the new seats")
        assert casino.view_seats().tables == before
        for page, prize in ((phone, "a bottle of wine"), (tablet, "a mug")):
            page.fill("#prize", prize)
            page.click(".prize [data-do=draw]")
            for each in pages:
                api.expect(each.locator(".prizes li").last).to_contain_text(prize)
        phone.reload()
        api.expect(phone.locator(".prizes li")).to_have_count(2)
        assert len(set(casino.view_room().results.drawn)) == 2
        for page in pages:
            page.context.close()
