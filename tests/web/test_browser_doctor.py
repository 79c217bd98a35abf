"""The doctor's page in a real browser, on every screen."""

from collections.abc import Iterator
from typing import Any

import pytest

from pi_bunco.web import create_app, serve
from tests.web.conftest import FakePageService
from tests.web.doctors import ILL, FakeDoctor
from tests.web.driving import DRIVEN, EVERY_SIZE, FITS, SIZES, measure_fit

pytestmark = DRIVEN


@pytest.fixture
def address(service: FakePageService) -> Iterator[str]:
    with serve(create_app(service, examiner=FakeDoctor(*ILL)), "127.0.0.1", 0) as server:
        yield f"http://127.0.0.1:{server.port}/doctor"


@EVERY_SIZE
def test_the_doctors_page_fits_every_screen(browser: Any, address: str, size: str) -> None:
    """Nothing is cut off or too small to tap, even with a long address."""
    width, height = SIZES[size]
    context = browser.new_context(viewport={"width": width, "height": height})
    page = context.new_page()
    page.goto(address)
    assert measure_fit(page, inside="main *", tapped=".ways a", texts="h1, h2, p") == FITS
    context.close()
