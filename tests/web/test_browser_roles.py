"""Devices watch, ask to tap, are let in and are sent to another page; the host enters a PIN."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from pi_bunco.access.door import DoorConfig
from pi_bunco.game.commands import UndoStep
from pi_bunco.web import create_app, serve
from tests.web.conftest import FakePageService
from tests.web.driving import DRIVEN, expect_text, wait_for_commands
from tests.web.guests import GuestsDoor, Room
from tests.web.states import doubtful, playing

api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

pytestmark = DRIVEN


@pytest.fixture
def room(browser: Any, service: FakePageService) -> Iterator[Room]:
    for table in (2, 3):
        service.show(replace(playing(), table=table))
    door = GuestsDoor(DoorConfig(count_tables=lambda: 3))
    with serve(create_app(service, door=door), "127.0.0.1", 0) as server:
        yield Room(f"http://127.0.0.1:{server.port}", door, browser)


def test_a_guests_device_only_watches(room: Room, service: FakePageService) -> None:
    """A guest's device shows the game, but has nothing that changes it, even after an update."""
    tablet = room.open_device("/t/3")
    service.show(replace(doubtful(), table=3))
    expect_text(tablet, "#question", "Throw again?")
    assert tablet.locator("form[action^='/api/table']").count() == 0
    assert tablet.locator("dice-keypad").count() == 0
    assert room.open_device("/host").locator("#host").count() == 0


def test_a_device_is_let_in_by_its_code(room: Room, service: FakePageService) -> None:
    """The host finds the device by the code that it shows. Then it may tap without a reload by hand."""
    tablet = room.open_device("/t/3")
    tablet.click("[data-do=ask-in]")
    code = tablet.locator(".pass b").inner_text()
    host = room.open_host()
    expect_text(host, "#devices .waits b", code)
    asks, tables = (host.locator(part).bounding_box()["y"] for part in (".asks", "section:has(.lines)"))
    assert asks < tables, "devices that wait come before the tables, so nobody has to scroll"
    host.click("[data-do=let-in]")
    tablet.wait_for_selector("[data-do=undo]", timeout=60_000)
    tablet.click("[data-do=undo]")
    assert wait_for_commands(tablet, service) == [UndoStep(51, table=3)]
    expect_text(host, "#devices [data-do=put-out]", "Remove")


def test_a_qr_code_leads_the_host_to_the_device(room: Room) -> None:
    """The page behind it has the code, the table and one button. Other devices cannot open it."""
    tablet = room.open_device("/t/3")
    tablet.click("[data-do=ask-in]")
    code = tablet.locator(".pass b").inner_text()
    tablet.click(".pass summary")
    assert tablet.locator(".pass svg").is_visible()
    assert room.open_device(f"/host/let-in/{code}").locator("h1").inner_text() == "That is for the host."
    host = room.open_host()
    host.goto(f"{room.address}/host/let-in/{code}")
    expect_text(host, "h1", code)
    assert "table 3" in host.locator("form p").inner_text()
    host.click("[data-do=let-in]")
    tablet.wait_for_selector("[data-do=undo]", timeout=60_000)
    host.goto(f"{room.address}/host/let-in/{code}")
    expect_text(host, "h1", "There is nothing at this address.")


def test_the_host_sends_a_device_to_another_page(room: Room) -> None:
    """When the host removes the device, it only watches again."""
    tablet = room.open_device("/t/2")
    tablet.click("[data-do=ask-in]")
    host = room.open_host()
    host.click("[data-do=let-in]")
    tablet.wait_for_selector("[data-do=undo]", timeout=60_000)
    host.select_option("#devices select", "/room")
    tablet.wait_for_url("**/room", timeout=60_000)
    tablet.goto(room.address + "/t/2")
    tablet.wait_for_selector("[data-do=undo]")
    host.click("#devices [data-do=put-out]")
    tablet.wait_for_selector(".pass", timeout=60_000)


def test_a_wrong_pin_is_refused(room: Room) -> None:
    """The page says so, and the host's page stays closed."""
    room.open_host()
    stranger = room.open_device("/pin")
    stranger.fill("[name=pin] >> nth=0", "1111")
    stranger.click("button.strong >> nth=0")
    assert "PIN" in stranger.locator("h1").inner_text()
    stranger.goto(room.address + "/host")
    assert stranger.locator("#host").count() == 0
    expect_text(stranger, "h1", "That is for the host.")
