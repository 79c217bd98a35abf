"""What the pages show of the bell's button, in a real browser."""

import re
from dataclasses import replace
from typing import Any

import pytest

from pi_bunco.devices.ports import Stage
from pi_bunco.equipment.bell import UP
from pi_bunco.equipment.button import HELD_NOTES, SWITCHING_OFF_NOTE
from pi_bunco.web import Server
from tests.web.conftest import FakePageService
from tests.web.driving import DRIVEN, EVERY_SIZE, PATIENCE_MS, SIZES
from tests.web.states import playing

api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

pytestmark = DRIVEN


@pytest.mark.parametrize("path", ["/", "/results"])
def test_every_live_page_shows_a_held_button(page: Any, service: FakePageService, path: str) -> None:
    """A strip says what happens on release, and goes when nobody holds the button any more."""
    page.goto(page.url.rstrip("/") + path)
    strip = page.locator("#button")
    api.expect(strip).to_be_hidden()
    for stage in (Stage.WARN_END, Stage.END, Stage.WARN_OFF, Stage.OFF):
        button = HELD_NOTES[stage]
        service.show(replace(playing(), button=button))
        api.expect(strip).to_be_visible()
        api.expect(strip.locator("b")).to_have_text(button.text)
        api.expect(strip.locator("span")).to_have_text(button.remedy)
    service.show(replace(playing(), button=UP))
    api.expect(strip).to_be_hidden()


def test_the_strip_does_not_catch_taps(page: Any, service: FakePageService) -> None:
    """A tap on the strip reaches the element below it."""
    service.show(replace(playing(), button=HELD_NOTES[Stage.END]))
    api.expect(page.locator("#button")).to_be_visible()
    page.locator("[data-do=more]").click()
    api.expect(page.locator("dialog")).to_be_visible()


@EVERY_SIZE
def test_the_text_about_the_button_fits_every_screen(
    browser: Any, server: Server, service: FakePageService, size: str
) -> None:
    """While the button is held, the text takes no more than a quarter of the screen."""
    width, height = SIZES[size]
    page = browser.new_page(viewport={"width": width, "height": height})
    page.goto(f"http://127.0.0.1:{server.port}/")
    for button in (
        *(HELD_NOTES[stage] for stage in HELD_NOTES if stage is not Stage.STUCK),
        SWITCHING_OFF_NOTE,
    ):
        service.show(replace(playing(), button=button))
        api.expect(page.locator("#button b")).to_have_text(button.text)
        box = page.locator("#button p").bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= (height if button is SWITCHING_OFF_NOTE else height / 4)
    page.close()


def test_the_page_still_says_that_the_table_was_switched_off(
    page: Any, service: FakePageService, server: Server
) -> None:
    """When the page then loses the table, it does not say that it is out of date."""
    service.show(replace(playing(), button=SWITCHING_OFF_NOTE))
    api.expect(page.locator("#button b")).to_have_text(SWITCHING_OFF_NOTE.text)
    server.stop()
    api.expect(page.locator("body")).to_have_class(re.compile("stale"), timeout=PATIENCE_MS)
    api.expect(page.locator("#button b")).to_be_visible()
    api.expect(page.locator("#stale")).to_be_hidden()
