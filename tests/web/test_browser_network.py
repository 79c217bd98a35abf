"""A table's page on a slow network that loses one chunk in twenty: every throw counts once."""

import os
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pi_bunco.game.commands import NewGame, RingBell
from pi_bunco.web import create_app, serve
from tests.web.driving import DRIVEN
from tests.web.network import BadNetwork, Weather
from tests.web.real_service import open_service

api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

pytestmark = [*DRIVEN, pytest.mark.nightly]

THROWS = 40


def open_page(page: Any, address: str) -> None:
    """Open a page, and try again if the network breaks the connection."""
    for _ in range(10):
        try:
            page.goto(address, timeout=30_000, wait_until="domcontentloaded")
            page.wait_for_selector(".mid .keys button", timeout=30_000)
        except api.Error:
            continue
        return
    raise AssertionError("The page could not be opened.")


def skip_if_reported(page: Any) -> None:
    """Skip the test if the page has reported that it could not send a throw."""
    if page.locator("#toast.shown.bad").count():
        pytest.skip("Two answers to a throw were lost, and the page reported it.")


def test_every_throw_counts_once(browser: Any, tmp_path: Path) -> None:
    """Throws are tapped faster and slower than the network answers. The page shows them all."""
    chance = Random(os.environ.get("PI_BUNCO_SEED", "1"))
    page = browser.new_page(viewport={"width": 1024, "height": 768})
    with (
        open_service(tmp_path, NewGame("classic", ("Ann", "Bob", "Cy", "Di")), RingBell()) as service,
        serve(create_app(service), "127.0.0.1", 0) as server,
    ):
        network = BadNetwork(server.port, Weather(), chance)
        open_page(page, f"http://127.0.0.1:{network.port}/t/1")
        tapped = []
        for _ in range(THROWS):
            dice = tuple(chance.choice([(2, 3, 4), (4, 5, 6), (2, 6, 6)]))
            for face in dice:
                page.click(f".mid .keys [data-face='{face}']")
            tapped.append(dice)
            page.wait_for_timeout(chance.choice([450, 1500, 4000]))  # no finger begins the next throw at once
            skip_if_reported(page)
        # The last taps are still under way, and their answers may be lost too.
        page.wait_for_function(
            "count => document.querySelectorAll('.course .slip').length === count"
            " || document.querySelector('#toast.shown.bad')",
            arg=THROWS,
            timeout=60_000,
        )
        skip_if_reported(page)
        assert [thrown.dice for thrown in service.view().course] == tapped
        network.close()
    page.close()
