"""A tablet for each table: one scan asks, and one tap of the host lets all of them in."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from pi_bunco.access.door import Door, DoorConfig
from pi_bunco.access.file import AccessFile
from pi_bunco.web import Server, create_app, serve
from tests.web.conftest import FakePageService
from tests.web.driving import DRIVEN, EVERY_SIZE, FITS, SIZES, measure_fit
from tests.web.states import playing


@pytest.fixture
def app(service: FakePageService, tmp_path: Path) -> Flask:
    for table in (1, 2, 3):
        service.show(replace(playing(), table=table))
    return create_app(service, door=Door(DoorConfig(file=AccessFile(tmp_path), count_tables=lambda: 3)))


def from_address(last: int) -> dict[str, Any]:
    return {"environ_overrides": {"REMOTE_ADDR": f"10.0.0.{last}"}}


def test_each_table_has_its_code(app: Flask) -> None:
    """The page for the television has a code for each table."""
    page = app.test_client().get("/join/tables", headers={"Host": "192.168.1.20:8080"}).text
    assert page.count('class="qr"') == 3
    assert "/join/tables" in app.test_client().get("/join", headers={"Host": "192.168.1.20:8080"}).text


def test_one_scan_asks_and_one_tap_lets_all_in(app: Flask) -> None:
    """Three tablets scan their codes; the host lets all in by one tap; a device that asks for more waits."""
    tablets = [app.test_client() for _ in range(3)]
    for number, tablet in enumerate(tablets, start=1):
        page = tablet.get(f"/join/{number}", **from_address(number)).text
        assert "Ask the host to let it in" in page
        fields = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]+)"', page))
        asked = tablet.post("/api/access/ask", data=fields, **from_address(number))
        assert (asked.status_code, asked.location) == (303, f"/t/{number}")
    app.test_client().post("/api/access/ask", json={"role": "host"}, **from_address(9))
    host = app.test_client()
    page = host.get("/host").text
    assert "Let in all 3 devices that ask for a table" in page
    ids = re.findall(r'name="devices" value="([^"]+)"', page)
    assert len(ids) == 3
    assert host.post("/api/access/devices", data={"devices": ids, "back": "/host"}).status_code == 303
    for number, tablet in enumerate(tablets, start=1):
        state = tablet.get("/api/access", **from_address(number)).json
        assert state
        assert (state["role"], state["table"]) == ("table", number)
        assert tablet.get(f"/join/{number}", **from_address(number)).location == f"/t/{number}"
    (waiting,) = [each for each in host.get("/api/access/devices").json["devices"] if each["waiting"]]  # type: ignore[index] # JSON
    assert waiting["asks"]["role"] == "host"


def test_device_that_asks_for_another_table_meanwhile_waits(app: Flask) -> None:
    """The host lets in what their page has shown, and nothing that has changed since."""
    tablet, host = app.test_client(), app.test_client()
    tablet.post("/api/access/ask", json={"table": 2}, **from_address(2))
    (device,) = host.get("/api/access/devices").json["devices"]  # type: ignore[index] # JSON
    tablet.post("/api/access/ask", json={"table": 1}, **from_address(2))
    host.post("/api/access/devices", json={"devices": [f"{device['id']}:2", "rubbish", ":"]})
    assert tablet.get("/api/access", **from_address(2)).json["role"] == "guest"  # type: ignore[index] # JSON


def test_only_the_host_lets_in(app: Flask) -> None:
    """A guest cannot let devices in."""
    assert (
        app.test_client().post("/api/access/devices", json={"devices": []}, **from_address(2)).status_code
        == 403
    )


def test_without_roles_the_code_leads_to_the_table(service: FakePageService) -> None:
    """Where every device may tap, nobody has to ask."""
    client = create_app(service).test_client()
    assert client.get("/join/1", **from_address(2)).location == "/t/1"
    assert client.get("/join/26", **from_address(2)).status_code == 404
    assert client.get("/join/rubbish", **from_address(2)).status_code == 404


@pytest.fixture
def server(app: Flask) -> Iterator[Server]:
    with serve(app, "127.0.0.1", 0) as server:
        yield server


class TestBrowser:
    """In a real browser."""

    pytestmark = DRIVEN

    @EVERY_SIZE
    def test_codes_fit_every_screen(self, browser: Any, server: Server, size: str) -> None:
        """Nothing is cut off on any screen."""
        width, height = SIZES[size]
        page = browser.new_page(viewport={"width": width, "height": height})
        page.goto(f"http://localhost:{server.port}/join/tables")
        assert measure_fit(page, inside="main *", tapped="nav a", texts="h1, p, span") == FITS
        page.close()
