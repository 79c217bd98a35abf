"""Telephones join by a code, which leads to an address that they can reach."""

import re
from dataclasses import replace

import pytest
from flask.testing import FlaskClient

from pi_bunco.web import join
from tests.web.conftest import FakePageService
from tests.web.states import playing


def test_the_code_leads_where_this_device_came_from(client: FlaskClient, service: FakePageService) -> None:
    """To the table where there is one, to the guest's own page where there are several."""
    asked = {"Host": "192.168.1.20:8080"}
    assert "<b>http://192.168.1.20:8080/</b>" in client.get("/join", headers=asked).text
    service.show(replace(playing(), table=2))
    page = client.get("/join", headers=asked).text
    assert "<b>http://192.168.1.20:8080/me</b>" in page
    assert re.search(r'<svg[^>]*class="qr"', page)


@pytest.mark.parametrize("host", ["127.0.0.1:8080", "localhost:8080", "[::1]:8080"])
def test_on_the_machine_itself_it_is_the_machines_own_address(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, host: str
) -> None:
    """Nobody's telephone could open 127.0.0.1; without a network the page says so."""
    monkeypatch.setattr(join, "find_own_address", lambda: "10.0.0.7")
    assert "<b>http://10.0.0.7:8080/</b>" in client.get("/join", headers={"Host": host}).text
    monkeypatch.setattr(join, "find_own_address", lambda: None)
    page = client.get("/join", headers={"Host": host}).text
    assert "This machine is in no network" in page
    assert "<svg" not in page
