"""The page about people in a real browser: a guest is deleted by taps, on every screen."""

import shutil
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pi_bunco.app.people.finish import finish_wish
from pi_bunco.web import create_app, serve
from pi_bunco.web.pages.restarting import page as restarting
from tests.app.people.evenings import GUEST, find_bytes, make_state
from tests.app.people.test_desk import Desk
from tests.web.conftest import FakePageService
from tests.web.driving import DRIVEN, EVERY_SIZE, FITS, SIZES, measure_fit

pytestmark = DRIVEN


TAPPED = ".ways a, .ways button, .stored .plain, .days select, .days button, .stored p > a"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_state(tmp_path_factory.mktemp("made") / "state")


@pytest.fixture
def state(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(made, tmp_path / "state"))


@pytest.fixture
def address(service: FakePageService, state: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Serve the pages of a table whose restart deletes what is wished."""
    table = Desk(state)
    monkeypatch.setattr(restarting, "RUN", "a run")
    soon = threading.Timer(1.0, setattr, (restarting, "RUN", "another run"))  # after the answer has gone out

    def start_again() -> None:
        finish_wish(state)
        soon.start()

    monkeypatch.setattr(table, "_restart", start_again)
    desk = table.desk
    object.__setattr__(desk, "start_again", start_again)
    with serve(create_app(service, people=desk), "127.0.0.1", 0) as server:
        yield f"http://127.0.0.1:{server.port}/people"
    if soon.is_alive():
        soon.join()


@pytest.mark.nightly
@pytest.mark.parametrize("size", SIZES)
def test_a_guest_is_deleted_by_taps(browser: Any, address: str, state: Path, size: str) -> None:
    """A tap asks, another one deletes, and the page comes back by itself and says it; all fits the screen."""
    width, height = SIZES[size]
    context = browser.new_context(viewport={"width": width, "height": height}, has_touch=True)
    page = context.new_page()
    page.goto(address)
    assert measure_fit(page, inside="main *", tapped=TAPPED, texts="h1, h2, p") == FITS
    page.get_by_label(f"Delete {GUEST}").tap()
    page.get_by_text("This is deleted for good:").wait_for()
    assert measure_fit(page, inside="main *", tapped=TAPPED, texts="h1, h2, li") == FITS
    page.get_by_role("button", name=f"Delete {GUEST} for good").tap()
    page.get_by_text("It is deleted for good.").wait_for()
    assert page.url == address
    assert GUEST not in page.inner_text("body")
    assert find_bytes(state, GUEST) == []
    context.close()


@EVERY_SIZE
def test_a_photo_is_deleted_by_taps(browser: Any, address: str, state: Path, size: str) -> None:
    """Somebody ticks one photo of an evening and deletes it; the other one stays."""
    width, height = SIZES[size]
    context = browser.new_context(viewport={"width": width, "height": height}, has_touch=True)
    page = context.new_page()
    page.goto(address)
    page.locator('a[href="/people/photos/1"]').tap()
    page.locator('input[value="1-2.jpg"]').tap()
    assert (
        measure_fit(page, inside="main *", tapped=".ways a, .ways button, .album span", texts="h1, p") == FITS
    )
    page.get_by_role("button", name="Delete the ticked photos for good").tap()
    page.locator('input[value="1-2.jpg"]').wait_for(state="detached")
    assert (state / "photos/1-3.jpg").exists()
    assert not (state / "photos/1-2.jpg").exists()
    context.close()
