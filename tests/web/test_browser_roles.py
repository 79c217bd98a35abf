"""Devices watch, ask to tap, are let in and are sent to another page; the host enters a PIN."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pi_bunco.access.door import Door, DoorConfig
from pi_bunco.game.commands import EnterDice, NewGame, RingBell, UndoStep, VoidThrow
from pi_bunco.web import create_app, serve
from tests.web.conftest import FakePageService
from tests.web.driving import DRIVEN, expect_text, wait_for_commands
from tests.web.guests import GuestsDoor, Room
from tests.web.real_service import open_service
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


@pytest.mark.nightly
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


@pytest.mark.nightly
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


@pytest.mark.nightly
def test_a_device_with_two_tabs_becomes_the_hosts_in_both(room: Room) -> None:
    """The PIN is entered in one tab. The device gets another cookie then, and the other tab keeps it too."""
    room.open_host()
    first = room.open_device("/t/2")
    first.click("[data-do=ask-in]")
    second = first.context.new_page()
    second.goto(room.address + "/pin")
    [before] = [cookie["value"] for cookie in first.context.cookies()]
    second.fill("[name=pin] >> nth=0", "2580")
    second.click("button.strong >> nth=0")
    second.wait_for_selector("#host")
    [after] = [cookie["value"] for cookie in first.context.cookies()]
    assert after != before
    first.wait_for_selector("[data-do=undo]", timeout=60_000)
    for tab in (first, second):
        for _ in range(2):
            tab.goto(room.address + "/host")
            tab.wait_for_selector("#host")
    assert [cookie["value"] for cookie in first.context.cookies()] == [after]


def test_after_a_wrong_pin_one_can_try_again(room: Room) -> None:
    """The page says what was wrong and asks again at once; the right PIN opens the host's page."""
    room.open_host()
    stranger = room.open_device("/pin")
    stranger.fill("[name=pin] >> nth=0", "1111")
    stranger.click("button.strong >> nth=0")
    expect_text(stranger, ".wrong b", "This is not the PIN.")
    stranger.fill("[name=pin] >> nth=0", "2580")
    stranger.click("button.strong >> nth=0")
    stranger.wait_for_selector("#host")


@pytest.mark.nightly
def test_a_correction_asks_for_the_pin_again(browser: Any, tmp_path: Path) -> None:
    """After a wrong PIN its dialog stays open and says so. The right PIN closes it and corrects."""
    names = tuple(f"P{number}" for number in range(1, 9))
    thrown = [EnterDice((1, 3, 4), table=2), EnterDice((1, 4, 5)), EnterDice((1, 1, 1))]
    door = GuestsDoor(DoorConfig(count_tables=lambda: 2))
    with (
        open_service(tmp_path, NewGame("classic", names), RingBell(), *thrown, RingBell()) as service,
        serve(create_app(service, door=door), "127.0.0.1", 0) as server,
    ):
        devices = Room(f"http://127.0.0.1:{server.port}", door, browser)
        devices.open_host()
        guest = devices.open_device("/t/1")
        guest.click("[data-do=ask-in]")
        waiting = next(device for device, _, _ in door.devices if device.since is None)
        door.let_in(waiting.id, waiting.wants)
        guest.wait_for_selector(".pass", state="detached", timeout=60_000)
        guest.click(".rounds [data-do=look-back] >> nth=0")
        guest.click(".thrown [data-seq='3']")
        guest.click("[data-do=void]")
        guest.fill("#pin-put-right", "1111")
        guest.click("[data-do=sure]")
        expect_text(guest, "form-refusal", "This is not the PIN. Check what you typed, and try again.")
        assert guest.locator("form-refusal").is_visible()
        guest.fill("#pin-put-right", "2580")
        guest.click("[data-do=sure]")
        guest.wait_for_selector("dialog[open]", state="hidden")
        assert isinstance(service.commands[-1], VoidThrow)


def test_who_begins_a_room_on_a_tablet_is_its_host(browser: Any, tmp_path: Path) -> None:
    """The tablet shows the host's page and rings the bell. Another device is a guest."""
    with open_service(tmp_path, NewGame("classic", ("Ann", "Bob", "Cy", "Di"))) as service:
        door = GuestsDoor(DoorConfig(count_tables=lambda: len(service.view_room().tables)))
        with serve(create_app(service, door=door), "127.0.0.1", 0) as server:
            devices = Room(f"http://127.0.0.1:{server.port}", door, browser)
            tablet = devices.open_device("/new")
            tablet.check("#who-room", force=True)
            tablet.fill("#names", "\n".join(f"P{number}" for number in range(1, 13)))
            tablet.click("button.strong")
            tablet.click("button[value=begin]")  # who was understood
            tablet.wait_for_selector("#host")
            tablet.click("[data-do=ring]")
            tablet.wait_for_selector("[data-do=ask-end]")
            assert devices.open_device("/host").locator("#host").count() == 0


@pytest.mark.parametrize("page", ["/t/1", pytest.param("/room", marks=pytest.mark.nightly)])
def test_the_machines_screen_shows_the_code_until_a_pin_is_set(
    browser: Any, service: FakePageService, page: str
) -> None:
    """The code appears on an open page when roles come into use, and goes when a PIN is set."""
    tables = [1]
    door = Door(DoorConfig(count_tables=lambda: tables[0]))
    with serve(create_app(service, door=door), "127.0.0.1", 0) as server:
        screen = Room(f"http://127.0.0.1:{server.port}", door, browser).open_device(page, "television")
        assert screen.locator(".machine-code").count() == 0
        tables[0] = 3
        expect_text(screen, ".machine-code b", str(door.machine_code))
        door.set_pin(door.identify(None, "127.0.0.1"), "", "2580")
        screen.wait_for_selector(".machine-code", state="detached", timeout=60_000)
