"""The page of the cameras in a real browser, by hands that only see and tap, on every screen."""

from collections.abc import Iterator
from typing import Any

import pytest

from pi_bunco.web import create_app, serve
from tests.web.conftest import FakePageService
from tests.web.desks import FREE, MAT, PHONE, FakeDesk
from tests.web.driving import DRIVEN, EVERY_SIZE, FITS, SIZES, measure_fit

pytestmark = DRIVEN


@pytest.fixture
def desk() -> FakeDesk:
    return FakeDesk(MAT, FREE, PHONE)


@pytest.fixture
def address(service: FakePageService, desk: FakeDesk) -> Iterator[str]:
    with serve(create_app(service, camera_desk=desk), "127.0.0.1", 0) as server:
        yield f"http://127.0.0.1:{server.port}/cameras"


@EVERY_SIZE
@pytest.mark.parametrize("tables", [1, 3, 25])
def test_cameras_fit_every_screen(browser: Any, desk: FakeDesk, address: str, tables: int, size: str) -> None:
    """Nothing is cut off or too small to tap, with one table and with 25."""
    desk.tables = range(1, tables + 1)
    width, height = SIZES[size]
    context = browser.new_context(viewport={"width": width, "height": height})
    page = context.new_page()
    page.goto(address, wait_until="domcontentloaded")
    fit = measure_fit(
        page, inside="main *", tapped=".ways a, .numbers button, .address button", texts="h1, h2, p"
    )
    assert fit == FITS
    context.close()


def test_tap_gives_and_takes(browser: Any, desk: FakeDesk, address: str) -> None:
    """A tap on a number gives a camera to a table, and another tap takes it away."""
    page = browser.new_page()
    page.goto(address, wait_until="domcontentloaded")
    page.locator("li", has_text="imx708").get_by_role("button", name="Table 2").click()
    page.locator("li", has_text="imx708").get_by_text("Take it away from table 2").click()
    page.get_by_label("Its address, as its manual says").fill("10.0.0.8/video")
    page.get_by_role("button", name="Add it").click()
    page.wait_for_url(address)
    assert desk.calls == [("give", 2, "bb"), ("give", 2, ""), ("add", "10.0.0.8/video")]
    page.close()


def test_camera_that_is_plugged_in_appears_by_itself(browser: Any, desk: FakeDesk, address: str) -> None:
    """Somebody who plugs in a camera sees it without a tap."""
    desk.cameras = [MAT]
    page = browser.new_page()
    page.goto(address, wait_until="domcontentloaded")
    page.wait_for_timeout(500)
    desk.cameras = [MAT, FREE]
    page.get_by_text("Pi camera imx708").wait_for(timeout=60_000)
    page.close()
