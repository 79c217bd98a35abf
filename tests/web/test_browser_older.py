"""The pages work in an old browser without newer functions."""

import itertools
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pi_bunco.game.commands import NewGame
from pi_bunco.web import create_app, serve
from tests.web.calibrations import FakeCalibrator, draw_picture
from tests.web.doctors import FakeDoctor
from tests.web.driving import DRIVEN, expect_text
from tests.web.real_service import RealService, open_service

api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

pytestmark = DRIVEN

REMOVE_NEWER = Path(__file__).with_name("older.js").read_text()
LIST_REMOVED = """() => typeof [].at + typeof [].toSorted + typeof structuredClone + typeof Object.hasOwn
  + ('showModal' in HTMLDialogElement.prototype)"""


@pytest.fixture
def service(tmp_path: Path) -> Iterator[RealService]:
    with open_service(tmp_path, NewGame("classic", ("Ann", "Bob", "Cy", "Di"))) as service:
        service.picture = draw_picture()
        yield service


@pytest.fixture
def page(browser: Any, service: RealService) -> Iterator[Any]:
    """Open a page in a browser without newer functions. The test fails if a script fails."""
    errors: list[str] = []
    app = create_app(service, calibrators={1: FakeCalibrator()}, examiner=FakeDoctor())
    with serve(app, "127.0.0.1", 0) as server:
        base = f"http://127.0.0.1:{server.port}"
        context = browser.new_context(viewport={"width": 1024, "height": 768}, base_url=base)
        context.add_init_script(REMOVE_NEWER)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
        yield page
        context.close()
    assert errors == []


def test_a_round_can_be_played_in_an_old_browser(page: Any, service: RealService) -> None:
    """People ring, tap throws, correct one, undo, redo and end the round."""
    page.goto("/")
    assert page.evaluate(LIST_REMOVED) == "undefinedundefinedundefinedundefinedfalse"
    page.click("[data-do=ring]")
    page.wait_for_selector(".keypad")
    for face in "114" + "136" + "224":
        page.click(f".mid .keys [data-face='{face}']")
    expect_text(page, ".us .score", "3")
    page.click(".slip >> nth=0")
    page.click("dialog [data-at='2'][data-face='5']")
    page.locator("dialog[open]").wait_for(state="detached")
    page.click("[data-do=more]")
    page.wait_for_selector("dialog .score-card")
    page.click("dialog [data-do=close]")
    page.locator("dialog[open]").wait_for(state="detached")
    page.click("[data-do=undo]")
    page.click("[data-do=more]")
    page.click("dialog [data-do=redo]")
    page.click("[data-do=more]")
    page.click("dialog [data-do=ask-end]")
    page.click("dialog [data-do='end-round']")
    page.wait_for_selector(".outcome")
    assert service.view().rounds


@pytest.mark.parametrize(
    ("path", "drawn"),
    [
        ("/results", "#results .card"),
        pytest.param("/rules", "main", marks=pytest.mark.nightly),
        ("/new", "form"),
        pytest.param("/camera", ".view img", marks=pytest.mark.nightly),
        ("/calibrate", "#steps .do > *"),
        pytest.param("/doctor", "main", marks=pytest.mark.nightly),
    ],
)
def test_each_page_is_drawn_in_an_old_browser(page: Any, path: str, drawn: str) -> None:
    """The script of each page makes the page's parts, and raises no error."""
    page.goto(path)
    page.wait_for_selector(drawn)
    page.wait_for_timeout(300)  # until the page's own requests are answered


def test_the_awards_can_be_chosen_without_real_dialogs(page: Any, service: RealService) -> None:
    """Before Safari 15.4 a dialog is only an element that is shown. It opens, accepts input and closes."""
    page.goto("/results")
    page.click("[data-do=offer]")
    page.wait_for_selector("dialog[open] input:not([type=hidden])")
    page.fill("dialog input:not([type=hidden]) >> nth=0", "a mug")
    page.click("dialog button[data-do=save], dialog button[type=submit]")
    page.locator("dialog[open]").wait_for(state="detached")
    assert any("a mug" in award.prize for award in service.view().results.awards)


NEWER_STYLES = {
    r"\b(\d*\.?\d+)(cq|dv|sv|lv)(w|h|i|b)\b": r"\1x\2\3",  # units: Safari 16 and Chrome 105; 15.4 and 108
    r"@container\b": "@x-container",
    r"(?<=[;{ ])(translate|rotate|scale):": r"x-\1:",  # as properties: Chrome 104
}


@pytest.mark.parametrize("size", [(1024, 768), (390, 844)], ids=["tablet", "telephone"])
def test_the_map_of_seats_is_whole_without_newer_styles(page: Any, size: tuple[int, int]) -> None:
    """Each place card is at its own place, on the screen, and the page is as high as the screen."""

    def remove_newer(route: Any) -> None:
        sent = route.fetch()
        styles = sent.text()
        for newer, unknown in NEWER_STYLES.items():
            styles = re.sub(newer, unknown, styles)
        route.fulfill(response=sent, body=styles)

    page.route("**/*.css*", remove_newer)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto("/")
    page.wait_for_selector(".place >> visible=true")
    assert (
        page.evaluate("() => document.querySelector('.table-page').getBoundingClientRect().height")
        >= size[1] - 1
    )
    boxes = [place.bounding_box() for place in page.locator(".place").all() if place.is_visible()]
    assert len(boxes) == 4
    for box in boxes:
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= size[0]
        assert 0 <= box["y"] <= size[1] - box["height"]
    for one, two in itertools.combinations(boxes, 2):
        apart = one["x"] + one["width"] <= two["x"] or two["x"] + two["width"] <= one["x"]
        assert apart or one["y"] + one["height"] <= two["y"] or two["y"] + two["height"] <= one["y"]
