"""The page of the own Wi-Fi in a browser, at four sizes, and its codes as a telephone reads them."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import cv2
import pytest

from pi_bunco.devices.wifi import reasons
from pi_bunco.devices.wifi.access import WifiAccess
from pi_bunco.devices.wifi.port import WifiTrouble
from pi_bunco.pictures import decode
from pi_bunco.web import Server, create_app, serve
from tests.at_night import leave_to_night
from tests.web.conftest import FakePageService
from tests.web.driving import DRIVEN, FITS, SIZES, expect_text, measure_fit
from tests.web.test_browser_axe import AXE, find_violations
from tests.web.wifis import ACCESS, HALL, OWN, FakeOwnWifi

pytestmark = DRIVEN
LONG = WifiAccess("Bünco; im Dörfle 🎲🎲", "W" * 63)
"""The longest that there may be, of wide letters."""


@pytest.fixture
def wifi() -> FakeOwnWifi:
    return FakeOwnWifi()


@pytest.fixture
def server(service: FakePageService, wifi: FakeOwnWifi) -> Iterator[Server]:
    with serve(create_app(service, own_wifi=wifi), "127.0.0.1", 0) as server:
        yield server


@pytest.fixture(params=leave_to_night(SIZES, ("tablet", "telephone")))
def page(browser: Any, server: Server, request: pytest.FixtureRequest) -> Iterator[Any]:
    width, height = SIZES[request.param]
    context = browser.new_context(viewport={"width": width, "height": height}, bypass_csp=True)
    if AXE.exists():
        context.add_init_script(path=AXE)
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{server.port}/wifi")
    yield page
    context.close()


def check(page: Any) -> None:
    """Check that all is on the screen, large enough for a thumb, and without barriers."""
    parts = {
        "inside": "main, main *:not(path)",
        "tapped": "button, .button, input, summary",
        "texts": "h1, p, b",
    }
    assert measure_fit(page, **parts) == FITS
    if AXE.exists():
        assert find_violations(page) == []


def read_code(page: Any, number: int) -> str:
    """Return what a camera reads in one of the page's codes."""
    png = page.locator("svg.qr").nth(number).screenshot()
    picture = decode(png)
    read: str = cv2.QRCodeDetector().detectAndDecode(cv2.resize(picture, None, fx=2, fy=2))[0]
    return read


def test_the_host_switches_it_on(page: Any, wifi: FakeOwnWifi) -> None:
    """Two taps, and each page fits its screen."""
    expect_text(page, "h1", "The Pi’s own Wi-Fi")
    check(page)
    page.fill("[name=name]", ACCESS.name)
    page.fill("[name=password]", ACCESS.password)
    page.click("button.strong")
    expect_text(page, "h1", "Switch to the Wi-Fi “Bunco”?")
    check(page)
    assert wifi.asked == []
    page.click("button.strong")
    expect_text(page, "h1", "The Pi is switching to “Bunco”")
    check(page)
    assert wifi.asked == [ACCESS]


@pytest.mark.nightly
def test_telephones_can_read_the_codes(page: Any, wifi: FakeOwnWifi) -> None:
    """The first leads into the Wi-Fi, the second to the page."""
    wifi.state = replace(OWN, own=WifiAccess("Ann; Bob", 'a\\b"c,d:e'))
    page.reload()
    assert read_code(page, 0) == r"WIFI:T:WPA;S:Ann\; Bob;P:a\\b\"c\,d\:e;;"
    assert read_code(page, 1) == "http://10.42.0.1:8080/"


@pytest.mark.nightly
def test_the_longest_name_and_password_fit(page: Any, wifi: FakeOwnWifi) -> None:
    """Nothing is cut off, and the code can still be read."""
    wifi.state = replace(OWN, own=LONG)
    page.reload()
    check(page)
    assert read_code(page, 0).endswith(f"P:{LONG.password};;")


def test_the_host_goes_back(page: Any, wifi: FakeOwnWifi) -> None:
    """The same page leads back into the house's Wi-Fi."""
    wifi.state = replace(OWN, is_wired=True)
    page.reload()
    expect_text(page, "h1", "The Pi’s own Wi-Fi is on")
    page.click("text=Back to the house’s Wi-Fi")
    expect_text(page, "h1", "Back to the house’s Wi-Fi?")
    check(page)
    page.click("button.strong")
    expect_text(page, "h1", "The Pi is going back to the house’s Wi-Fi")
    check(page)
    assert wifi.asked == [None]


@pytest.mark.nightly
def test_what_went_wrong_or_is_missing_fits(page: Any, wifi: FakeOwnWifi) -> None:
    """So do the sentences."""
    wifi.failure = WifiTrouble(
        "The Pi’s own Wi-Fi did not come up: it took too long.", "The Pi has gone back."
    )
    page.reload()
    check(page)
    wifi.failure, wifi.state = None, replace(HALL, trouble=WifiTrouble(*reasons.NO_COUNTRY))
    page.reload()
    check(page)
    expect_text(page, ".why b", reasons.NO_COUNTRY[0])
    wifi.state = HALL
    page.reload()
    page.fill("[name=name]", " ü ")
    page.click("button.strong")
    expect_text(
        page, ".wrong b", "The name begins or ends with a space, which nobody sees in a list of Wi-Fis."
    )
    check(page)


def test_it_works_without_scripts(browser: Any, server: Server, wifi: FakeOwnWifi) -> None:
    """The page has none, and its confirmation is a page of its own."""
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{server.port}/wifi")
    page.click("button.strong")
    page.click("button.strong")
    page.wait_for_selector(".steps")
    assert [access.name for access in wifi.asked if access] == ["Bunco"]
    context.close()
