"""The pages of past evenings in a real browser: they fit every screen, and a file is taken in by taps."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pi_bunco.app.evenings.shelf import EveningShelf
from pi_bunco.web import create_app, serve
from tests.app.evenings.nights import make_jpeg, make_pi, stay_here
from tests.web.conftest import FakePageService
from tests.web.driving import DRIVEN, FITS, SIZES, measure_fit

pytestmark = DRIVEN

MOST_AT_NIGHT = [
    pytest.param(size, marks=() if size == "telephone" else pytest.mark.nightly) for size in SIZES
]
"""The sizes of screens, of which each run tries one."""
TAPPED = ".head a, .past a, summary, .taken a, .chosen button, .chosen select, .ways a, button"
LONG = ("Maximiliane Wilhelmina Charlotte Schmidts", "Bob")


@pytest.fixture
def packed(tmp_path: Path) -> bytes:
    """Return an evening of another Pi as a file that is too long for one request."""
    shelf = make_pi(tmp_path / "other", 9)
    noise = make_jpeg() + bytes(range(256)) * 400
    images = [photo.image for photo in shelf.describe("1").buncos] or ["9-2.jpg"]
    for name in images:
        (tmp_path / "other/photos" / name).write_bytes(noise)
    return shelf.pack("1", tuple(images))


@pytest.fixture
def address(service: FakePageService, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Serve the pages of a Pi with three evenings."""
    stay_here(monkeypatch)
    make_pi(tmp_path / "pi", 1, 2, 3, guests=LONG)
    shelf = EveningShelf(tmp_path / "pi", lambda: 0)
    with serve(create_app(service, evenings=shelf), "127.0.0.1", 0) as server:
        yield f"http://127.0.0.1:{server.port}"


def send_file(page: Any, address: str, data: bytes) -> None:
    """Choose a file on the page of past evenings, and wait for what is in it."""
    page.goto(f"{address}/evenings")
    page.set_input_files("#file", {"name": "evening.zip", "mimeType": "application/zip", "buffer": data})
    page.get_by_role("button", name="See what is in it").click()
    page.wait_for_url("**/evenings/file/*")


@pytest.mark.parametrize("size", MOST_AT_NIGHT)
def test_the_pages_fit(browser: Any, address: str, size: str) -> None:
    """The list, an evening with all its rounds, and the league with its choices, with a very long name."""
    width, height = SIZES[size]
    context = browser.new_context(viewport={"width": width, "height": height}, has_touch=True)
    page = context.new_page()
    for path in ("/evenings", "/evenings/1", "/league"):
        page.goto(address + path)
        page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
        assert measure_fit(page, inside="main *", tapped=TAPPED, texts="h1, h2, p, b, th, td, li") == FITS, (
            path
        )
    context.close()


@pytest.mark.parametrize("size", MOST_AT_NIGHT)
def test_an_evening_comes_by_taps(browser: Any, address: str, packed: bytes, size: str) -> None:
    """The host chooses the file, which comes in pieces, sees it, and takes it in; a second time not."""
    width, height = SIZES[size]
    assert len(packed) > 64 * 1024
    context = browser.new_context(viewport={"width": width, "height": height}, has_touch=True)
    page = context.new_page()
    send_file(page, address, packed)
    assert measure_fit(page, inside="main *", tapped=TAPPED, texts="h1, p, dd") == FITS
    page.get_by_role("button", name="Add it here").tap()
    page.get_by_text("from another Pi").wait_for()
    send_file(page, address, packed)
    page.get_by_text("This evening is here already.").wait_for()
    page.get_by_role("link", name="To the past evenings").tap()
    page.wait_for_url("**/evenings")
    assert page.locator(".past a").count() == 4
    context.close()


def test_what_is_no_evening_is_said_on_the_page(browser: Any, address: str) -> None:
    """A wrong file is refused with words, and the way leads back."""
    page = browser.new_page()
    send_file(page, address, b"x" * 100_000)
    page.get_by_text("This file is damaged, or is not the file of an evening.").wait_for()
    page.close()
