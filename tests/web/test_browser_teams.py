"""The host names a team by a tap and a word, and a late guest joins it, in a real browser and a real game."""

from pathlib import Path
from typing import Any

import pytest

from pi_bunco.game.commands import NewGame
from pi_bunco.web import create_app, serve
from tests.web.driving import DRIVEN, FITS, SIZES, measure_fit
from tests.web.real_service import open_service

api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

pytestmark = DRIVEN

GUESTS = tuple(f"P{number}" for number in range(1, 24))


def test_a_team_gets_a_name_and_a_late_guest(browser: Any, tmp_path: Path) -> None:
    """The guest's phone shows the name at once, and the form fits each screen."""
    teams = (1,) * 12 + (2,) * 11
    with (
        open_service(tmp_path, NewGame("casino", GUESTS, teams=teams)) as room,
        serve(create_app(room), "127.0.0.1", 0) as server,
    ):
        address = f"http://127.0.0.1:{server.port}"
        page = browser.new_context(viewport={"width": 390, "height": 844}).new_page()
        page.goto(f"{address}/me?guest=P13")
        host = page.context.new_page()
        host.goto(f"{address}/host")
        host.fill("#team-2", "Night Owls & <b>Co")
        host.press("#team-2", "Enter")
        api.expect(page.locator(".own-card h2")).to_contain_text("Team 2: Night Owls & <b>Co")
        api.expect(host.locator("#join-team option").nth(2)).to_have_text("Team 2: Night Owls & <b>Co")
        host.fill("#come", "Zoe")
        host.select_option("#join-team", "2")
        host.locator("form:has(#come) button").click()
        api.expect(host.locator("#leave option", has_text="Zoe")).to_have_count(1)
        assert any("Zoe" in table.seats for table in room.view_room().tables[3:])
        for width, height in SIZES.values():
            host.set_viewport_size({"width": width, "height": height})
            fit = measure_fit(host, inside=".teams *", tapped=".teams button", texts=".teams label")
            assert fit == FITS
        page.context.close()
