"""Dialogs over a live page: they open, stay open while the table plays, and close when they mean nothing."""

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
    """And shows what is new: here, that something can be done again."""
    page.click("[data-do=more]")
    page.wait_for_selector("dialog[open] .more")
    redo = replace(playing().can, redo=StepView(60, "Redo +2"))
    service.show(replace(playing(), can=redo, told="undone"))
    expect_text(page, ".told", "undone")
    expect_text(page, "dialog[open] [data-do=redo]", "Redo +2")


def test_a_dialog_closes_when_its_throw_is_gone(page: Any, service: FakePageService) -> None:
    """Somebody else has undone it meanwhile."""
    page.click(".last")
    page.wait_for_selector("dialog[open] .correct")
    service.show(replace(playing(), course=playing().course[:-1], last=playing().course[-2]))
    page.wait_for_selector("dialog:not([open])", state="attached")


def test_the_page_is_alive_after_a_dialog(page: Any, service: FakePageService) -> None:
    """What a dialog sends closes it, and the page under it can be tapped again."""
    page.click("[data-do=more]")
    page.click("dialog [data-do=ask-end]")
    page.click("dialog [data-do=end-round]")
    assert wait_for_commands(page, service) == [EndRoundNow()]
    page.wait_for_selector("dialog:not([open])", state="attached")
    page.click(".last")
    page.click("dialog [data-at='1'][data-face='6']")
    assert wait_for_commands(page, service, 2)[-1] == CorrectThrow(51, (3, 6, 3))
    expect_text(page, "#toast.shown", "Ann’s throw is 3-6-3 now.")


def test_a_button_with_the_focus_has_its_new_label(page: Any, service: FakePageService) -> None:
    """Whoever undoes step by step reads each time what the next tap undoes."""
    page.focus("[data-do=undo]")
    service.show(replace(playing(), can=replace(playing().can, undo=StepView(49, "Undo 3-3-2"))))
    expect_text(page, "[data-do=undo]", "Undo 3-3-2")


def test_without_scripts_everything_is_a_page(browser: Any, page: Any, service: FakePageService) -> None:
    """Dialogs open as pages, and a tap leads back to the table."""
    plain = browser.new_context(java_script_enabled=False).new_page()
    plain.goto(page.url)
    expect_text(plain, ".us .score", "14")
    plain.click("[data-do=more]")
    expect_text(plain, ".more h2", "Classic Bunco")
    assert plain.locator(".card .more").count() == 1, "it stands on paper"
    assert not plain.locator("[data-keep]").is_visible(), "what only a script can do is not shown"
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
    """No name pushes the page sideways, and the field for the dice lies over no answer."""
    plain = browser.new_context(java_script_enabled=False, viewport={"width": 390, "height": 844}).new_page()
    service.show(STATES["long-playing"]())
    plain.goto(page.url)
    assert plain.evaluate("document.documentElement.scrollWidth") == 390
    service.show(STATES["doubtful"]())
    plain.reload()
    answers = [one.bounding_box() for one in plain.locator(".answers button").all()]
    field = plain.get_by_role("textbox").bounding_box()
    assert max(box["y"] + box["height"] for box in answers) <= field["y"]
    plain.context.close()
