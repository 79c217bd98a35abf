"""Choices that count for one device only, and how the page keeps the screen on."""

from typing import Any

from tests.web.conftest import FakePageService
from tests.web.driving import DRIVEN
from tests.web.states import playing

pytestmark = DRIVEN


def test_the_odds_can_be_hidden_and_shown_again(page: Any, service: FakePageService) -> None:
    """The choice counts for this device only, and stays after a reload."""
    service.show(playing())
    page.wait_for_selector(".odds:visible")
    assert page.locator(".odds").first.inner_text().endswith("% to win")
    page.click(".odds")
    page.click("#dialog [data-keep=odds]")
    page.wait_for_selector(".odds", state="hidden")
    page.reload()
    page.wait_for_selector(".us .score")
    assert not page.is_visible(".odds")
    page.click("[data-do=more]")
    page.click("#dialog [data-keep=odds]:has-text('Show the odds')")
    page.click("#dialog [data-do=close]")
    page.wait_for_selector(".odds:visible")


def test_a_device_that_may_fall_asleep_says_so(page: Any) -> None:
    """If the browser does not let the page keep the screen on, the menu shows what to set."""
    page.evaluate("Object.defineProperty(navigator, 'wakeLock', { value: undefined })")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.click("[data-do=more]")
    page.wait_for_selector("#dialog .sleeps:visible")


def test_the_page_fills_the_screen(page: Any) -> None:
    """One button in the menu makes the page fill the screen, and leaves this mode again."""
    page.click("[data-do=more]")
    page.click("#dialog [data-do=full]")
    page.wait_for_function("() => document.fullscreenElement !== null")
    page.click("#dialog [data-do=full]")
    page.wait_for_function("() => document.fullscreenElement === null")
