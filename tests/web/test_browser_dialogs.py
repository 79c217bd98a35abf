"""Dialogs over a live page: they stay open while the table plays, and close when they no longer apply."""

from dataclasses import replace
from typing import Any

import pytest

from pi_bunco.game.commands import CorrectThrow, EndRoundNow
from pi_bunco.views.table import StepView
from tests.web.conftest import FakePageService
from tests.web.driving import DRIVEN, expect_text, wait_for_commands
from tests.web.states import STATES, playing

api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

pytestmark = DRIVEN


def test_a_dialog_stays_open_while_the_table_plays(page: Any, service: FakePageService) -> None:
    """The open dialog shows what is new, here a button to redo a step."""
    page.click("[data-do=more]")
    page.wait_for_selector("dialog[open] .more")
    redo = replace(playing().can, redo=StepView(60, "Redo +2"))
    service.show(replace(playing(), can=redo, told="undone"))
    expect_text(page, ".told", "undone")
    expect_text(page, "dialog[open] [data-do=redo]", "Redo +2")


def test_a_dialog_closes_when_its_throw_is_gone(page: Any, service: FakePageService) -> None:
    """Somebody else has undone the throw meanwhile."""
    page.click(".last")
    page.wait_for_selector("dialog[open] .correct")
    service.show(replace(playing(), course=playing().course[:-1], last=playing().course[-2]))
    page.wait_for_selector("dialog:not([open])", state="attached")


def test_the_page_can_be_tapped_after_a_dialog(page: Any, service: FakePageService) -> None:
    """A command from a dialog closes the dialog."""
    page.click("[data-do=more]")
    page.click("dialog [data-do=ask-end]")
    page.click("dialog [data-do=end-round]")
    assert wait_for_commands(page, service) == [EndRoundNow()]
    page.wait_for_selector("dialog:not([open])", state="attached")
    page.click(".last")
    page.click("dialog [data-at='1'][data-face='6']")
    assert wait_for_commands(page, service, 2)[-1] == CorrectThrow(51, (3, 6, 3), was=(3, 5, 3))
    expect_text(page, "#toast.shown", "Ann’s throw is 3-6-3 now.")


def test_a_dialog_that_opens_by_itself_takes_no_tap_at_first(page: Any) -> None:
    """A finger on its way to the page goes through it, and beside it closes nothing. Then it takes taps."""
    page.evaluate("dispatchEvent(new CustomEvent('ask-whether', {detail: '/t/1/sheet/more'}))")
    page.wait_for_selector("dialog[open]:not(.sudden) [data-do=close]")
    close = page.locator("dialog [data-do=close]").bounding_box()
    for x, y in ((close["x"] + close["width"] / 2, close["y"] + close["height"] / 2), (5, 5)):
        for is_sudden in (True, False):
            page.evaluate(
                "sudden => document.getElementById('dialog').classList.toggle('sudden', sudden)", is_sudden
            )
            page.mouse.click(x, y)
            assert page.locator("dialog[open]").count() == int(is_sudden)
        page.evaluate("dispatchEvent(new CustomEvent('ask-whether', {detail: '/t/1/sheet/more'}))")
        page.wait_for_selector("dialog[open]:not(.sudden) [data-do=close]")


def test_a_focused_button_gets_its_new_label(page: Any, service: FakePageService) -> None:
    """People who undo several steps read each time what the next tap undoes."""
    page.focus("[data-do=undo]")
    service.show(replace(playing(), can=replace(playing().can, undo=StepView(49, "Undo 3-3-2"))))
    expect_text(page, "[data-do=undo]", "Undo 3-3-2")


def test_dialogs_are_pages_without_scripts(browser: Any, page: Any, service: FakePageService) -> None:
    """A tap on such a page leads back to the table."""
    plain = browser.new_context(java_script_enabled=False).new_page()
    plain.goto(page.url)
    expect_text(plain, ".us .score", "14")
    plain.click("[data-do=more]")
    expect_text(plain, ".more h2", "Classic Bunco")
    assert plain.locator(".card .more").count() == 1, "the dialog is on a card"
    assert not plain.locator("[data-keep]").is_visible(), "buttons that need scripts are hidden"
    plain.click("[data-do=close]")
    plain.click("[data-do=undo]")
    assert len(wait_for_commands(page, service)) == 1
    expect_text(plain, ".bar .table", "Table 1")
    plain.wait_for_load_state("load")
    assert plain.evaluate("document.querySelector('.photo img').naturalWidth") > 0
    plain.context.close()


def test_without_scripts_a_long_name_and_a_question_fit(
    browser: Any, page: Any, service: FakePageService
) -> None:
    """A long name does not make the page wider. The field for dice covers no answer."""
    plain = browser.new_context(java_script_enabled=False, viewport={"width": 390, "height": 844}).new_page()
    service.show(STATES["long-playing"]())
    plain.goto(page.url)
    assert plain.evaluate("document.documentElement.scrollWidth") == 390
    service.show(STATES["doubtful"]())
    plain.reload()
    answers = [button.bounding_box() for button in plain.locator(".answers button").all()]
    field = plain.get_by_role("textbox").bounding_box()
    assert max(box["y"] + box["height"] for box in answers) <= field["y"]
    plain.context.close()
