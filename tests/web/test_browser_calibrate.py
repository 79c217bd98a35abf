"""The calibration page in a real browser: corners dragged and keyed, the four steps, every screen."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from pi_bunco.game.refused import Refused
from pi_bunco.web import create_app, serve
from tests.vision.calibrate.mats import CORNERS, SIZE
from tests.web.calibrations import CALIBRATIONS, LEARNT, PLACED, FakeCalibrator, draw_picture
from tests.web.conftest import FakePageService
from tests.web.driving import DRIVEN, FITS, SIZES, expect_text, measure_fit
from tests.web.states import begin, playing

pytestmark = DRIVEN

PARTS = {
    "inside": "main *:not(svg *)",
    "tapped": "#steps .do > *, .handle, .ways a",
    "texts": "h1, h2, p, #steps .do > *, #mend li",
}


@pytest.fixture
def calibrator() -> FakeCalibrator:
    return FakeCalibrator()


@pytest.fixture
def address(service: FakePageService, calibrator: FakeCalibrator) -> Iterator[str]:
    service.show(begin())
    service.picture = draw_picture()
    with serve(create_app(service, calibrators={1: calibrator}), "127.0.0.1", 0) as server:
        yield f"http://127.0.0.1:{server.port}/calibrate"


@pytest.fixture
def opened(browser: Any, address: str) -> Iterator[Any]:
    context = browser.new_context(
        viewport={"width": 1024, "height": 768}, reduced_motion="reduce", has_touch=True
    )
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(address)
    page.wait_for_selector(".handle")
    yield page
    context.close()
    assert faults == []


def until(page: Any, calibrator: FakeCalibrator, count: int = 1) -> list[Any]:
    """Wait until the table was asked so often, and give what for."""
    for _ in range(200):
        if len(calibrator.calls) >= count:
            break
        page.wait_for_timeout(20)
    return calibrator.calls


def test_the_four_steps(opened: Any, calibrator: FakeCalibrator) -> None:
    """One button after the other leads from nothing to a table that reads by what was saved."""
    for count, text in enumerate(
        ("Find the markers", "Learn the empty mat", "Test with throws", "Leave the test"), 1
    ):
        opened.get_by_role("button", name=text).click()
        until(opened, calibrator, count)
    opened.get_by_role("button", name="Save").click()
    assert [what for what, *_ in until(opened, calibrator, 5)] == ["find", "learn", "test", "test", "save"]
    expect_text(opened, "#steps > li:nth-child(4) p", "The table reads dice with this.")
    assert opened.locator("#steps > .done").count() == 4
    assert opened.get_by_role("link", name="Copy the file").get_attribute("href") == "/calibration.zip"


def test_a_corner_is_dragged(opened: Any, calibrator: FakeCalibrator) -> None:
    """A corner follows the pointer, under a loupe, and all four are sent once it is let go."""
    calibrator.now = PLACED
    opened.wait_for_selector("#sight .marker", state="attached")
    sight = opened.locator("#sight").bounding_box()
    scale = sight["width"] / SIZE[0]
    x, y = sight["x"] + CORNERS[1][0] * scale, sight["y"] + CORNERS[1][1] * scale
    opened.mouse.move(x + 4, y - 3)
    opened.mouse.down()
    opened.mouse.move(x - 26, y + 37, steps=4)
    assert opened.locator(".loupe").is_visible()
    assert calibrator.calls == []
    opened.mouse.up()
    [(what, points)] = until(opened, calibrator)
    assert what == "corners"
    assert points[1] == pytest.approx((CORNERS[1][0] - 30 / scale, CORNERS[1][1] + 40 / scale), abs=0.6)
    assert (points[0], points[2], points[3]) == (CORNERS[0], CORNERS[2], CORNERS[3])
    assert not opened.locator(".loupe").is_visible()
    expect_text(opened, "#steps p", "By the four corners that you placed.")


def test_a_corner_is_moved_by_keys(opened: Any, calibrator: FakeCalibrator) -> None:
    """Arrow keys move the corner that has the focus by one pixel, with shift by ten; it says where it is."""
    handle = opened.locator(".handle").nth(2)
    handle.focus()
    for key in ("ArrowLeft", "ArrowLeft", "Shift+ArrowUp"):
        opened.keyboard.press(key)
    [(_, points)] = until(opened, calibrator)
    assert points[2] == pytest.approx((0.75 * SIZE[0] - 2, 0.75 * SIZE[1] - 10))
    at = f"{round(0.75 * SIZE[0] - 2)}, {round(0.75 * SIZE[1] - 10)}"
    assert handle.get_attribute("aria-label") == f"bottom right corner, at {at}; arrow keys move it"


def test_a_round_is_asked_about_first(
    opened: Any, service: FakePageService, calibrator: FakeCalibrator
) -> None:
    """During a round a step is only done after somebody said so; leaving it does nothing."""
    service.show(playing())
    find = opened.get_by_role("button", name="Find the markers")
    find.click()
    opened.get_by_role("link", name="Leave it").click()
    assert calibrator.calls == []
    find.click()
    opened.get_by_role("button", name="Calibrate anyway").click()
    assert until(opened, calibrator) == [("find",)]


def test_what_cannot_be_done_is_told(opened: Any, calibrator: FakeCalibrator) -> None:
    """A refusal stands on the page as a sentence with its remedy."""
    calibrator.refusal = Refused("I see none of the four markers.", "Uncover them.")
    opened.get_by_role("button", name="Find the markers").click()
    expect_text(opened, "#toast.shown", "I see none of the four markers. Uncover them.")


@pytest.mark.parametrize("size", SIZES)
def test_every_state_fits_every_screen(
    browser: Any, address: str, calibrator: FakeCalibrator, size: str
) -> None:
    """Nothing is wider than the screen or cut, buttons suit a thumb, and what is to be mended is numbered."""
    width, height = SIZES[size]
    page = browser.new_page(viewport={"width": width, "height": height})
    for name, bench in CALIBRATIONS.items():
        calibrator.now = bench
        page.goto(address)
        page.wait_for_selector(".handle")
        assert (name, measure_fit(page, **PARTS)) == (name, FITS)
        numbers = page.locator("mat-corners b:visible").all_text_contents()
        assert (name, numbers) == (name, ["1"] if name == "testing" else [])
    page.close()


def test_the_steps_of_another_table(browser: Any, service: FakePageService) -> None:
    """On table 2's page its own calibrator is asked and its own file copied; table 1's has nothing to do."""
    first, second = FakeCalibrator(), FakeCalibrator()
    service.show(playing())
    service.show(replace(begin(), table=2))
    with serve(create_app(service, calibrators={1: first, 2: second}), "127.0.0.1", 0) as server:
        page = browser.new_page()
        page.goto(f"http://127.0.0.1:{server.port}/table/2/calibrate")
        expect_text(page, "h1", "Calibrate table 2")
        for count, text in enumerate(("Find the markers", "Learn the empty mat"), 1):
            page.get_by_role("button", name=text).click()
            until(page, second, count)
        page.get_by_role("button", name="Save").click()
        expect_text(page, "#steps > li:nth-child(4) p", "The table reads dice with this.")
        link = page.get_by_role("link", name="Copy the file").get_attribute("href")
        back = page.locator("#back").get_attribute("href")
        page.close()
    assert (second.calls, first.calls) == ([("find",), ("learn",), ("save",)], [])
    assert (link, back) == ("/table/2/calibration.zip", "/t/2")


def test_a_held_corner_stays_while_the_page_is_brought_up_to_date(
    opened: Any, calibrator: FakeCalibrator
) -> None:
    """What the server sends meanwhile is drawn, but not under the finger."""
    calibrator.now = PLACED
    opened.wait_for_selector("#sight .marker", state="attached")
    box = opened.locator(".handle").nth(0).bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    opened.mouse.move(x, y)
    opened.mouse.down()
    opened.mouse.move(x + 40, y + 30, steps=3)
    held = opened.locator(".handle").nth(0).get_attribute("style")
    calibrator.now = replace(LEARNT, markers=())
    opened.wait_for_selector("#sight .marker", state="detached")
    assert opened.locator(".handle").nth(0).get_attribute("style") == held
    opened.mouse.up()
    assert until(opened, calibrator)[0][0] == "corners"
