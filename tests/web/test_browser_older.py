"""The pages where newer functions are missing, as on an old tablet: one way through all, without a fault."""

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

OLDER = Path(__file__).with_name("older.js").read_text()
GONE = """() => typeof [].at + typeof [].toSorted + typeof structuredClone + typeof Object.hasOwn
  + ('showModal' in HTMLDialogElement.prototype)"""


@pytest.fixture
def service(tmp_path: Path) -> Iterator[RealService]:
    with open_service(tmp_path, NewGame("classic", ("Ann", "Bob", "Cy", "Di"))) as service:
        service.picture = draw_picture()
        yield service


@pytest.fixture
def older(browser: Any, service: RealService) -> Iterator[Any]:
    """Open pages in a browser that lacks what is newer, and fail where one of them does."""
    faults: list[str] = []
    app = create_app(service, calibrators={1: FakeCalibrator()}, examiner=FakeDoctor())
    with serve(app, "127.0.0.1", 0) as server:
        base = f"http://127.0.0.1:{server.port}"
        context = browser.new_context(viewport={"width": 1024, "height": 768}, base_url=base)
        context.add_init_script(OLDER)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
        yield page
        context.close()
    assert faults == []


def test_a_round_is_played_where_newer_functions_are_missing(older: Any, service: RealService) -> None:
    """Ring, tap throws, put one right, undo and redo it, end the round: all of it is drawn and counted."""
    older.goto("/")
    assert older.evaluate(GONE) == "undefinedundefinedundefinedundefinedfalse"
    older.click("[data-do=ring]")
    older.wait_for_selector(".keypad")
    for face in "114" + "136" + "224":
        older.click(f".mid .keys [data-face='{face}']")
    expect_text(older, ".us .score", "3")
    older.click(".slip >> nth=0")
    older.click("dialog [data-at='2'][data-face='5']")
    older.locator("dialog[open]").wait_for(state="detached")
    older.click("[data-do=more]")
    older.wait_for_selector("dialog .score-card")
    older.click("dialog [data-do=close]")
    older.locator("dialog[open]").wait_for(state="detached")
    older.click("[data-do=undo]")
    older.click("[data-do=more]")
    older.click("dialog [data-do=redo]")
    older.click("[data-do=more]")
    older.click("dialog [data-do=ask-end]")
    older.click("dialog [data-do='end-round']")
    older.wait_for_selector(".outcome")
    assert service.view().rounds


@pytest.mark.parametrize(
    ("path", "drawn"),
    [
        ("/results", "#results .card"),
        ("/rules", "main"),
        ("/new", "form"),
        ("/camera", ".view img"),
        ("/calibrate", "#steps .do > *"),
        ("/doctor", "main"),
    ],
)
def test_each_page_is_drawn_where_newer_functions_are_missing(older: Any, path: str, drawn: str) -> None:
    """What its script makes is there, and the script has met nothing that it lacks."""
    older.goto(path)
    older.wait_for_selector(drawn)
    older.wait_for_timeout(300)  # what the page asks for by itself has come


def test_the_awards_are_chosen_where_there_is_no_dialog(older: Any, service: RealService) -> None:
    """Before Safari 15.4 a dialog is a box that is shown: it opens, takes what is written, and closes."""
    older.goto("/results")
    older.click("[data-do=offer]")
    older.wait_for_selector("dialog[open] input")
    older.fill("dialog input >> nth=0", "a mug")
    older.click("dialog button[data-do=save], dialog button[type=submit]")
    older.locator("dialog[open]").wait_for(state="detached")
    assert any("a mug" in award.prize for award in service.view().results.awards)
