"""What the pages tell of the bell's button, in a real browser."""

import re
from dataclasses import replace
from typing import Any

import pytest

from pi_bunco.devices.ports import Stage
from pi_bunco.stations.bell import UP
from pi_bunco.stations.button import GOING, HELD
from pi_bunco.web import Server
from tests.web.conftest import FakePageService
from tests.web.driving import DRIVEN, SIZES
from tests.web.states import playing

api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

pytestmark = DRIVEN


@pytest.mark.parametrize("path", ["/", "/results"])
def test_a_held_button_is_told_over_every_live_page(page: Any, service: FakePageService, path: str) -> None:
    """Each stage says what letting go does, and the strip is gone when nobody holds the button."""
    page.goto(page.url.rstrip("/") + path)
    strip = page.locator("#button")
    api.expect(strip).to_be_hidden()
    for stage in (Stage.WARN_END, Stage.END, Stage.WARN_OFF, Stage.OFF):
        told = HELD[stage]
        service.show(replace(playing(), button=told))
        api.expect(strip).to_be_visible()
        api.expect(strip.locator("b")).to_have_text(told.text)
        api.expect(strip.locator("span")).to_have_text(told.remedy)
    service.show(replace(playing(), button=UP))
    api.expect(strip).to_be_hidden()


def test_a_held_button_leaves_the_page_to_the_fingers(page: Any, service: FakePageService) -> None:
    """A tap beneath the strip reaches the element there."""
    service.show(replace(playing(), button=HELD[Stage.END]))
    api.expect(page.locator("#button")).to_be_visible()
    page.locator("[data-do=more]").click()
    api.expect(page.locator("dialog")).to_be_visible()


@pytest.mark.parametrize("size", SIZES)
def test_what_is_told_of_the_button_fits(
    browser: Any, server: Server, service: FakePageService, size: str
) -> None:
    """On every screen the words stand inside it, whole, and on a quarter of it while it is held."""
    width, height = SIZES[size]
    page = browser.new_page(viewport={"width": width, "height": height})
    page.goto(f"http://127.0.0.1:{server.port}/")
    for told in (*(HELD[stage] for stage in HELD if stage is not Stage.STUCK), GOING):
        service.show(replace(playing(), button=told))
        api.expect(page.locator("#button b")).to_have_text(told.text)
        box = page.locator("#button p").bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= (height if told is GOING else height / 4)
    page.close()


def test_the_word_that_the_table_goes_off_outlives_the_table(
    page: Any, service: FakePageService, server: Server
) -> None:
    """When the page loses the table that was switched off, it says so still, and is not hatched."""
    service.show(replace(playing(), button=GOING))
    api.expect(page.locator("#button b")).to_have_text(GOING.text)
    server.stop()
    api.expect(page.locator("body")).to_have_class(re.compile("stale"), timeout=30_000)
    api.expect(page.locator("#button b")).to_be_visible()
    api.expect(page.locator("#stale")).to_be_hidden()
