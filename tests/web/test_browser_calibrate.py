"""The calibration page in a real browser: the corners, the four steps, every screen."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from pi_bunco.game.refused import Refused
from pi_bunco.web import create_app, serve
from tests.vision.calibrate.mats import CORNERS, SIZE
from tests.web.calibrations import CALIBRATIONS, LEARNT, PLACED, FakeCalibrator, draw_picture
from tests.web.conftest import FakePageService
from tests.web.driving import DRIVEN, EVERY_SIZE, FITS, PATIENCE_MS, SIZES, expect_text, measure_fit
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
def page(browser: Any, address: str) -> Iterator[Any]:
    context = browser.new_context(
        viewport={"width": 1024, "height": 768}, reduced_motion="reduce", has_touch=True
    )
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(address)
    page.wait_for_selector(".handle")
    yield page
    context.close()
    assert errors == []


def wait_for_calls(page: Any, calibrator: FakeCalibrator, count: int = 1) -> list[Any]:
    """Wait until the calibrator has this number of calls, and return them."""
    for _ in range(PATIENCE_MS // 20):
        if len(calibrator.calls) >= count:
            break
        page.wait_for_timeout(20)
    return calibrator.calls


def test_the_four_steps_lead_to_a_saved_calibration(page: Any, calibrator: FakeCalibrator) -> None:
    """Each step has a button. After the last one the table reads with the new calibration."""
    for count, text in enumerate(
        ("Find the markers", "Learn the empty mat", "Test with throws", "Leave the test"), 1
    ):
        page.get_by_role("button", name=text).click()
        wait_for_calls(page, calibrator, count)
    page.get_by_role("button", name="Save").click()
    assert [step for step, *_ in wait_for_calls(page, calibrator, 5)] == [
        "find",
        "learn",
        "test",
        "test",
        "save",
    ]
    expect_text(page, "#steps > li:nth-child(4) p", "The table reads dice with this.")
    assert page.locator("#steps > .done").count() == 4
    assert page.get_by_role("link", name="Copy the file").get_attribute("href") == "/calibration.zip"


def test_a_corner_can_be_dragged(page: Any, calibrator: FakeCalibrator) -> None:
    """The corner follows the pointer below a magnifier. On release the page sends all four corners."""
    calibrator.now = PLACED
    page.wait_for_selector("#sight .marker", state="attached")
    sight = page.locator("#sight").bounding_box()
    scale = sight["width"] / SIZE[0]
    x, y = sight["x"] + CORNERS[1][0] * scale, sight["y"] + CORNERS[1][1] * scale
    page.mouse.move(x + 4, y - 3)
    page.mouse.down()
    page.mouse.move(x - 26, y + 37, steps=4)
    assert page.locator(".loupe").is_visible()
    assert calibrator.calls == []
    page.mouse.up()
    [(step, points)] = wait_for_calls(page, calibrator)
    assert step == "corners"
    assert points[1] == pytest.approx((CORNERS[1][0] - 30 / scale, CORNERS[1][1] + 40 / scale), abs=0.6)
    assert (points[0], points[2], points[3]) == (CORNERS[0], CORNERS[2], CORNERS[3])
    assert not page.locator(".loupe").is_visible()
    expect_text(page, "#steps p", "By the four corners that you placed.")


def test_keys_move_a_corner(page: Any, calibrator: FakeCalibrator) -> None:
    """An arrow key moves the focused corner by one pixel, with shift by ten. The label says where it is."""
    handle = page.locator(".handle").nth(2)
    handle.focus()
    for key in ("ArrowLeft", "ArrowLeft", "Shift+ArrowUp"):
        page.keyboard.press(key)
    [(_, points)] = wait_for_calls(page, calibrator)
    assert points[2] == pytest.approx((0.75 * SIZE[0] - 2, 0.75 * SIZE[1] - 10))
    at = f"{round(0.75 * SIZE[0] - 2)}, {round(0.75 * SIZE[1] - 10)}"
    assert handle.get_attribute("aria-label") == f"bottom right corner, at {at}; arrow keys move it"


def test_a_step_during_a_round_must_be_confirmed(
    page: Any, service: FakePageService, calibrator: FakeCalibrator
) -> None:
    """Without a confirmation nothing happens."""
    service.show(playing())
    find = page.get_by_role("button", name="Find the markers")
    find.click()
    page.get_by_role("link", name="Leave it").click()
    assert calibrator.calls == []
    find.click()
    page.get_by_role("button", name="Calibrate anyway").click()
    assert wait_for_calls(page, calibrator) == [("find",)]


def test_a_refusal_is_shown(page: Any, calibrator: FakeCalibrator) -> None:
    """The page shows the sentence and its remedy."""
    calibrator.refusal = Refused("I see none of the four markers.", "Uncover them.")
    page.get_by_role("button", name="Find the markers").click()
    expect_text(page, "#toast.shown", "I see none of the four markers. Uncover them.")


@EVERY_SIZE
def test_every_state_fits_every_screen(
    browser: Any, address: str, calibrator: FakeCalibrator, size: str
) -> None:
    """Nothing is too wide or cut off, buttons fit a thumb, and advice about a place has a number."""
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


def test_table_2_has_its_own_calibration(browser: Any, service: FakePageService) -> None:
    """Table 2's page calls its own calibrator and copies its own file. Table 1's gets no call."""
    first, second = FakeCalibrator(), FakeCalibrator()
    service.show(playing())
    service.show(replace(begin(), table=2))
    with serve(create_app(service, calibrators={1: first, 2: second}), "127.0.0.1", 0) as server:
        page = browser.new_page()
        page.goto(f"http://127.0.0.1:{server.port}/table/2/calibrate")
        expect_text(page, "h1", "Calibrate table 2")
        for count, text in enumerate(("Find the markers", "Learn the empty mat"), 1):
            page.get_by_role("button", name=text).click()
            wait_for_calls(page, second, count)
        page.get_by_role("button", name="Save").click()
        expect_text(page, "#steps > li:nth-child(4) p", "The table reads dice with this.")
        link = page.get_by_role("link", name="Copy the file").get_attribute("href")
        back = page.locator("#back").get_attribute("href")
        page.close()
    assert (second.calls, first.calls) == ([("find",), ("learn",), ("save",)], [])
    assert (link, back) == ("/table/2/calibration.zip", "/t/2")


def test_an_update_does_not_move_a_held_corner(page: Any, calibrator: FakeCalibrator) -> None:
    """The rest of the page is drawn again."""
    calibrator.now = PLACED
    page.wait_for_selector("#sight .marker", state="attached")
    box = page.locator(".handle").nth(0).bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 40, y + 30, steps=3)
    held = page.locator(".handle").nth(0).get_attribute("style")
    calibrator.now = replace(LEARNT, markers=())
    page.wait_for_selector("#sight .marker", state="detached")
    assert page.locator(".handle").nth(0).get_attribute("style") == held
    page.mouse.up()
    assert wait_for_calls(page, calibrator)[0][0] == "corners"
