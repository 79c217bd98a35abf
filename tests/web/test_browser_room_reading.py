"""Whether all texts of the room's screen can be read, in every room and at every moment."""

from typing import Any

import pytest

from pi_bunco.web import Server
from tests.at_night import leave_to_night
from tests.web.conftest import FakePageService
from tests.web.driving import DRIVEN
from tests.web.picture_book import SCREENS, STILL, list_rooms, show_room
from tests.web.reading import find_unreadable
from tests.web.room_states import COUNTS

pytestmark = DRIVEN


def open_room(browser: Any, server: Server, screen: str) -> Any:
    """Open the room's screen, without animations."""
    width, height = SCREENS[screen]
    page = browser.new_page(viewport={"width": width, "height": height}, reduced_motion="reduce")
    page.goto(f"http://127.0.0.1:{server.port}/room")
    page.add_style_tag(content=STILL)
    page.evaluate("document.fonts.ready")
    return page


@pytest.mark.parametrize("tables", leave_to_night(COUNTS, (25,)))
def test_nothing_is_cut_or_covered_on_a_television(
    browser: Any, server: Server, service: FakePageService, tables: int
) -> None:
    """Teams and single players with names of up to 40 letters, at every moment of the night."""
    page = open_room(browser, server, "television")
    wrong = {}
    for name, room in list_rooms():
        if len(room.tables) == tables and "short" not in name:
            show_room(page, service, name, room)
            if faults := find_unreadable(page, "main"):
                wrong[name] = faults
    page.close()
    assert wrong == {}


@pytest.mark.parametrize(
    "screen",
    leave_to_night(("tablet", "telephone", "small television", "standing"), ("telephone",)),
)
def test_nothing_is_cut_or_covered_on_other_screens(
    browser: Any, server: Server, service: FakePageService, screen: str
) -> None:
    """Twelve tables with usual names on each kind of screen; portrait ones scroll."""
    page = open_room(browser, server, screen)
    wrong = {}
    for name, room in list_rooms():
        if name.startswith(("12 tables, teams, usual", "3 tables, 3, usual")):
            show_room(page, service, name, room)
            if faults := find_unreadable(page, "main"):
                wrong[name] = faults
    page.close()
    assert wrong == {}
