"""Cameras are given to tables and swapped by pages alone, while the game goes on."""

import json
import urllib.request
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.hands.device import Device
from tests.hands.eyes import Sight
from tests.hands.program import Program, run_program
from tests.hands.road import Roads
from tests.hands.streams import StreamCamera, run_cameras
from tests.web.driving import DRIVEN

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

pytestmark = DRIVEN

PATIENCE = 90.0
"""Seconds until a camera has been opened, or a throw has been read, on a busy machine."""
NAMES = ",".join(f"Guest{number}" for number in range(1, 13))


def list_throws(program: Program, table: int) -> list[list[int]]:
    """Return the dice that count at a table. A test may look there; hands may not."""
    with urllib.request.urlopen(f"http://127.0.0.1:{program.port}/api/table/{table}", timeout=10) as answer:
        return [sorted(thrown["dice"]) for thrown in json.load(answer)["course"]]


def shows(camera: StreamCamera, sight: Sight) -> bool:
    """Return whether a page names a camera."""
    return camera.address in sight.text


def give(host: Device, camera: StreamCamera, table: int) -> None:
    """Tap the number of a table below a camera."""
    place = camera.address.removesuffix("/video")
    host.wait_for(lambda sight: sight.find(f"Table {table}", "button", beside=place), "the camera", PATIENCE)
    host.tap(f"Table {table}", "button", beside=place)
    host.wait_for(lambda sight: f"Take it away from table {table}" in sight.text, "its table", PATIENCE)


def wait_for_throw(table: Device, program: Program, number: int, thrown: list[int]) -> None:
    """Wait until a throw counts. If the camera was slow, it asks whether dice that lie there are one."""

    def is_over(sight: Sight) -> bool:
        return sight.find("A new throw.*") is not None or list_throws(program, number)[-1:] == [thrown]

    if table.wait_for(is_over, "the throw", PATIENCE).find("A new throw.*"):
        table.tap("A new throw.*")
        table.wait_for(lambda _: list_throws(program, number)[-1:] == [thrown], "the answer", PATIENCE)


def wait_until_live(table: Device, camera: StreamCamera) -> None:
    """Wait until the page of a table says that its camera is live."""
    table.wait_for(lambda sight: f"{camera.address} live" in sight.text, "the camera live", PATIENCE)


@pytest.mark.nightly
def test_three_cameras_are_given_and_swapped(browser: Any, tmp_path: Path) -> None:
    """The host adds three cameras, gives them to tables, swaps two of them, and one loses its plug."""
    options = ("--camera", "none", "--roles", "off", "--players", NAMES)
    with run_cameras(3) as cameras, run_program(tmp_path / "state", *options) as program:
        host = Device.switch_on(browser, Roads(program.port).build(), "host")
        host.open("/host")
        host.tap("Tables and cameras")
        for camera in cameras:
            host.wait_for(lambda sight: sight.find("Add it"), "the form", PATIENCE)
            host.type("Its address.*", camera.address)
            host.tap("Add it")
            host.wait_for(partial(shows, camera), "the new camera", PATIENCE)
        first, second, third = cameras
        for table, camera in enumerate(cameras, start=1):
            give(host, camera, table)
        table2 = Device.switch_on(browser, host.road, "table 2")
        table2.open("/t/2")
        host.open("/host")
        host.tap("Ring the bell")

        wait_until_live(table2, second)
        thrown = second.throw()
        wait_for_throw(table2, program, 2, thrown)
        assert list_throws(program, 2) == [thrown]

        host.open("/cameras")
        give(host, first, 2)
        give(host, second, 1)
        table1 = Device.switch_on(browser, host.road, "table 1")
        table1.open("/t/1")
        # The dice of the last throw lie under this camera: nobody has thrown them at this table.
        table1.wait_for(lambda sight: sight.find("The same dice as before.*"), "the question", PATIENCE)
        table1.tap("The same dice as before.*")
        wait_until_live(table2, first)
        at_1, at_2 = second.throw(), first.throw()
        wait_for_throw(table2, program, 2, at_2)
        wait_for_throw(table1, program, 1, at_1)
        assert [list_throws(program, number) for number in (1, 2)] == [[at_1], [thrown, at_2]]

        third.pull_plug()
        table3 = Device.switch_on(browser, host.road, "table 3")
        table3.open("/t/3")
        table3.wait_for(lambda sight: "No camera answers" in sight.text, "what is wrong", PATIENCE)
        third.plug_in()
        wait_until_live(table3, third)
        assert not host.errors + table2.errors + table3.errors
