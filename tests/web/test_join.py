"""Telephones join by a QR code, which leads to an address that they can reach."""

import re
from dataclasses import replace

import pytest
from flask.testing import FlaskClient

from pi_bunco.web import join
from tests.web.conftest import FakePageService
from tests.web.states import playing


def test_the_code_has_the_address_that_this_device_used(
    client: FlaskClient, service: FakePageService
) -> None:
    """The code leads to the table, or to the guest's own page if there are several tables."""
    headers = {"Host": "192.168.1.20:8080"}
    assert "<b>http://192.168.1.20:8080/</b>" in client.get("/join", headers=headers).text
    service.show(replace(playing(), table=2))
    page = client.get("/join", headers=headers).text
    assert "<b>http://192.168.1.20:8080/me</b>" in page
    assert re.search(r'<svg[^>]*class="qr"', page)


@pytest.mark.parametrize("host", ["127.0.0.1:8080", "localhost:8080", "[::1]:8080"])
def test_on_the_machine_the_code_has_its_network_address(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, host: str
) -> None:
    """A telephone cannot open 127.0.0.1. Without a network the page says so."""
    monkeypatch.setattr(join, "find_own_address", lambda: "10.0.0.7")
    assert "<b>http://10.0.0.7:8080/</b>" in client.get("/join", headers={"Host": host}).text
    monkeypatch.setattr(join, "find_own_address", lambda: None)
    page = client.get("/join", headers={"Host": host}).text
    assert "This machine is not connected to a network" in page
    assert 'class="qr"' not in page
