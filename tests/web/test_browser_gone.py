"""A table's device comes back to its table by itself after the table did not play for a while."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from pi_bunco.access.door import DoorConfig
from pi_bunco.web import create_app, serve
from tests.at_night import leave_to_night
from tests.web.conftest import FakePageService
from tests.web.driving import DRIVEN, EVERY_SIZE, FITS, expect_text, measure_fit
from tests.web.guests import GuestsDoor, Room
from tests.web.states import playing

pytestmark = DRIVEN

KEEP_STREAMS = """
window.streams = [];
window.EventSource = class extends EventSource {
  constructor(address) { super(address); window.streams.push(this); }
};"""
"""Lets a test close the page's streams, as a device does that falls asleep."""
GONE = "Table 3 is not playing now."


@pytest.fixture
def room(browser: Any, service: FakePageService) -> Iterator[Room]:
    for table in (2, 3):
        service.show(replace(playing(), table=table))
    door = GuestsDoor(DoorConfig(count_tables=lambda: 3))
    with serve(create_app(service, door=door, heartbeat=0.5), "127.0.0.1", 0) as server:
        yield Room(f"http://127.0.0.1:{server.port}", door, browser)


@pytest.fixture
def tablet(room: Room) -> Any:
    """Return the page of table 3's device, which was let in."""
    page = room.open_device("/room")
    page.context.add_init_script(KEEP_STREAMS)
    page.goto(room.address + "/t/3")
    page.click("[data-do=ask-in]")
    ((device, _, _),) = room.door.devices
    room.door.let_in(device.id, device.wants)
    page.wait_for_selector("[data-do=undo]")
    return page


@pytest.mark.parametrize("reloads", leave_to_night((False, True), (True,)))
def test_the_device_comes_back_by_itself(tablet: Any, service: FakePageService, reloads: bool) -> None:  # noqa: FBT001 - a parameter
    """It says what goes on, keeps its role, and can tap again at once, also after a reload meanwhile."""
    service.remove_table(3)
    expect_text(tablet, "h1", GONE)
    assert tablet.locator("#stale").is_hidden()
    if reloads:
        tablet.reload()
        expect_text(tablet, "h1", GONE)
    service.show(replace(playing(), table=3))
    tablet.wait_for_selector("[data-do=undo]", timeout=60_000)


def test_a_device_that_was_asleep_hears_what_happened(tablet: Any, service: FakePageService) -> None:
    """It wakes after its table has gone, or after it has gone and come back."""
    for wakes_in_time in (True, False):
        tablet.context.set_offline(True)
        tablet.evaluate("window.streams.forEach((stream) => stream.close())")
        tablet.wait_for_selector("#stale:not([hidden])")
        service.remove_table(3)
        if wakes_in_time:
            tablet.context.set_offline(False)
            expect_text(tablet, "h1", GONE)
        service.show(replace(playing(), table=3))
        tablet.context.set_offline(False)
        tablet.wait_for_selector("[data-do=undo]", timeout=60_000)
        tablet.wait_for_selector("#stale", state="hidden")


@EVERY_SIZE
def test_the_page_fits(room: Room, service: FakePageService, size: str) -> None:
    """Nothing is cut or leaves the screen, and every button is high enough for a thumb."""
    service.remove_table(3)
    page = room.open_device("/t/3", size)
    expect_text(page, "h1", GONE)
    assert measure_fit(page, inside="main *", tapped=".button", texts="h1, p, .button") == FITS
