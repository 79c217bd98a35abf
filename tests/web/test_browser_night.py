"""A table's page outside the rounds, in a real browser: one die each, drawings, breaks, time limit, odds."""

from dataclasses import replace
from typing import Any

import pytest

from pi_bunco.game.commands import DrawNames
from pi_bunco.views.results import DrawnName, Results
from pi_bunco.views.table import Alert
from pi_bunco.views.throw_views import DoubtView
from tests.web.conftest import FakePageService
from tests.web.driving import DRIVEN, expect_text, wait_for_commands
from tests.web.night_states import NIGHT, draw, one_each, pause
from tests.web.states import begin, by_hand, playing

api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

pytestmark = DRIVEN


@pytest.mark.parametrize("camera", ["none", "live"])
def test_one_die_each_is_tapped_by_name(page: Any, service: FakePageService, camera: str) -> None:
    """Each slot has a player's name. The last of four taps sends all dice in this order."""
    service.show(replace(one_each(), camera=by_hand().camera if camera == "none" else begin().camera))
    if camera == "live":
        page.click("[data-do=enter]")
    page.wait_for_selector(".keypad")
    assert page.locator(".slots small").all_inner_texts() == ["Ann", "Bob", "Cy", "Di"]
    for digit in "624":
        page.keyboard.press(digit)
    assert service.commands == []
    page.keyboard.press("1")
    assert [command.dice for command in wait_for_commands(page, service)] == [(6, 2, 4, 1)]


def test_the_page_asks_who_threw_which_die(page: Any, service: FakePageService) -> None:
    """The camera cannot know, so the page offers no likely answer."""
    service.show(NIGHT["doubtful-one-each"]())
    expect_text(page, "h1", "Who threw what?")
    assert page.locator("[data-do=answer], [data-do=other]").count() == 0
    for face in (1, 2, 3, 4):
        page.click(f".keys [data-face='{face}']")
    assert [(command.seq, command.dice) for command in wait_for_commands(page, service)] == [
        (52, (1, 2, 3, 4))
    ]


def test_a_name_is_drawn_and_shown_to_everybody(page: Any, service: FakePageService) -> None:
    """The large button draws. The name covers the page, but does not come again after a reload."""
    service.show(draw())
    button = page.locator(".main[data-do=draw]")
    assert button.inner_text() == "Draw a name"
    button.click()
    assert wait_for_commands(page, service) == [DrawNames(drawn=0)]
    drawn = replace(one_each(), results=Results(finalists=("Ann", "Cy", "Di")))
    service.show(drawn)
    expect_text(page, "#alert .title", "Di")
    page.click("#alert")
    page.reload()
    page.wait_for_selector(".foot")
    assert page.locator("#alert").is_hidden()


def test_a_break_offers_a_drawing_and_the_bell(page: Any, service: FakePageService) -> None:
    """The bell is the main button. After the drawing the page shows the name."""
    service.show(pause())
    expect_text(page, ".next h1", "A break")
    assert page.locator(".main").inner_text() == "Ring the bell"
    page.click(".quiet[data-do=draw]")
    assert wait_for_commands(page, service) == [DrawNames(drawn=0)]
    newest = DrawnName("Bob", "The drawing", "a mug")
    results = Results(drawn=("Bob: a mug",), newest=newest)
    service.show(replace(pause(), can=begin().can, results=results))
    expect_text(page, "#alert .title", "Bob: a mug")
    expect_text(page, ".next p", "Drawn: Bob wins a mug")


def test_a_tap_on_the_bar_explains_the_odds(page: Any, service: FakePageService) -> None:
    """The dialog has the chances of both sides, and says how they are computed."""
    page.locator("[data-do=odds]").first.click()
    page.wait_for_selector("dialog[open] .chances")
    assert page.locator("dialog dd:not([aria-hidden])").all_inner_texts() == ["71 %", "29 %"]
    assert "for dice that are fair" in page.locator("dialog .note").inner_text()
    page.click("dialog .close")
    service.show(begin())
    api.expect(page.locator("dialog")).to_be_hidden()


def test_the_last_minute_of_the_time_limit_is_marked(page: Any, service: FakePageService) -> None:
    """Before it, the page only shows how many minutes are left."""
    service.show(NIGHT["time-limit"]())
    expect_text(page, ".time", "12 minutes left")
    assert page.locator(".time.urgent").count() == 0
    service.show(NIGHT["last-minute"]())
    expect_text(page, ".time.urgent", "last minute")


def test_between_rounds_the_page_shows_the_countdown(page: Any, service: FakePageService) -> None:
    """The page shows the seconds until the bell, and who throws first for a ghost."""
    between = replace(begin(), thrower="ghost 1", stand_in="Bob", bell_in=40)
    service.show(between)
    expect_text(page, ".next .countdown >> visible=true", "Bell in 40 s")
    expect_text(page, ".next p >> nth=0", "Bob throws first for ghost 1")
    service.show(replace(between, bell_in=0, can=replace(between.can, ring=False)))
    expect_text(page, ".next .countdown >> visible=true", "The bell waits: a throw is in doubt")


def test_a_throw_at_the_bell_has_two_answers(page: Any, service: FakePageService) -> None:
    """One answer is that the throw was before the bell, the other that it was after the bell."""
    doubt = DoubtView(9, "Had they left the hand?", None, (1, 3, 4), (), 3, ((1, 3, 4),), 0, None, "late")
    service.show(replace(begin(), doubt=doubt))
    expect_text(page, "#question", "Before the bell?")
    expect_text(page, "[data-do=dismiss] b", "After the bell")


def test_a_page_that_missed_alerts_shows_the_newest(page: Any, service: FakePageService) -> None:
    """Of ten alerts at once it shows only the last ones."""
    alerts = tuple(Alert(number, "end", f"Alert {number}", "") for number in range(60, 70))
    service.show(replace(playing(), alerts=alerts))
    expect_text(page, "#alert .title", "Alert 67")
