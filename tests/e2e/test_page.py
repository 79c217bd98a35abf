"""The whole table in a real browser: the page shows the camera's throws, and survives a kill."""

import socket
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.browser import WHY_NOT

api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

PATIENCE_MS = 60_000

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(bool(WHY_NOT), reason=WHY_NOT),
]


@pytest.fixture
def page(browser: Any) -> Iterator[Any]:
    """Open an empty page at tablet size."""
    page = browser.new_page(viewport={"width": 1024, "height": 768})
    yield page
    page.close()


def free_port() -> str:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return str(server.getsockname()[1])


def read_scores(page: Any) -> list[str]:
    return [score.inner_text() for score in page.locator(".score").all()]


def test_page_shows_a_throw_of_the_camera(start: Callable[..., Any], page: Any) -> None:
    """A throw on the rendered mat appears on the page by itself, with its dice and its photo."""
    table = start("--speed", "20")
    page.goto(table.address)
    api.expect(page.locator(".last .die")).to_have_count(3, timeout=PATIENCE_MS)
    painted = page.evaluate("window.piBunco.painted")
    assert painted["at"] > 1000 * painted["taken"]
    photo = page.locator(".mid mat-photo").get_attribute("src")
    assert photo
    picture = page.request.get(table.address.rstrip("/") + photo)
    assert picture.headers["content-type"] == "image/jpeg"


@pytest.mark.nightly
def test_page_shows_the_same_game_after_a_restart(start: Callable[..., Any], page: Any) -> None:
    """The page reports the killed table. After a restart it goes on with the same scores."""
    port = free_port()
    options = ("--camera", "none", "--players", "Ann,Bob,Cy,Di", "--host", "127.0.0.1", "--port", port)
    table = start(*options)
    table.post("api/table/1/ring")
    page.goto(table.address)
    table.post("api/table/1/enter", {"dice": [1, 1, 4]})
    api.expect(page.locator(".us .score")).to_have_text("2", timeout=PATIENCE_MS)
    table.kill()
    api.expect(page.locator("#stale")).to_be_visible(timeout=PATIENCE_MS)
    again = start(*options)
    api.expect(page.locator("#stale")).to_be_hidden(timeout=PATIENCE_MS)
    assert read_scores(page) == ["2", "0"]
    again.post("api/table/1/enter", {"dice": [1, 2, 4]})
    api.expect(page.locator(".us .score")).to_have_text("3", timeout=PATIENCE_MS)
    page.locator("[data-do=undo]").click()
    api.expect(page.locator(".us .score")).to_have_text("2", timeout=PATIENCE_MS)
