"""A guest's page in a real browser: larger type stays within the narrowest phones."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pi_bunco.game.commands import EnterDice, NewGame, RingBell
from pi_bunco.web import Server, create_app, serve
from tests.web.driving import DRIVEN, FITS, measure_fit
from tests.web.real_service import open_service

pytestmark = DRIVEN

LONG = "Maximiliane-Alexandra von Hohenstein-Ber"
NAMES = (LONG, "Wilhelmina Alexandra Xaveria-Hohenstein", "Cy", "Di", *(f"Guest {n}" for n in range(5, 25)))
"""So many that the list of names has letters and a search."""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with (
        open_service(tmp_path, NewGame("houseparty", NAMES), RingBell(), EnterDice((1, 1, 1))) as service,
        serve(create_app(service), "127.0.0.1", 0) as server,
    ):
        yield server


def measure(page: Any) -> dict[str, int]:
    return measure_fit(page, inside="main *", tapped="main a, main button", texts="h1, h2, p, span, dd, li a")


def test_larger_type_fits_a_narrow_phone(browser: Any, server: Server) -> None:
    """Three taps make all letters larger, and nothing is cut or reaches beyond 320 pixels."""
    page = browser.new_page(viewport={"width": 320, "height": 640})
    page.goto(f"http://localhost:{server.port}/me")
    assert measure(page) == FITS
    page.get_by_role("link", name=LONG).click()
    sizes = []
    for _ in range(4):
        assert measure(page) == FITS
        sizes.append(float(page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)")))
        page.locator(".larger").click()
        page.wait_for_load_state()
    assert sizes == sorted(sizes)
    assert sizes[3] == pytest.approx(sizes[0] * 1.75)
    for _ in range(3):
        page.locator(".larger").click()
        page.wait_for_load_state()
    page.goto(f"http://localhost:{server.port}/me?guest=")
    assert measure(page) == FITS
    page.locator("input[type=search]").fill("gues")
    page.locator("form.find button").click()
    page.wait_for_url("**find=gues*")
    assert measure(page) == FITS
    page.close()
