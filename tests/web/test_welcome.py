"""What a device shows, and that it is remembered."""

from dataclasses import replace

import pytest
from flask.testing import FlaskClient

from tests.web.conftest import FakePageService
from tests.web.states import playing


def test_one_table_is_not_asked_about(client: FlaskClient) -> None:
    """Where there is one table every device shows it."""
    assert '<b class="table">Table 1</b>' in client.get("/").text


def test_a_room_asks_what_a_device_shall_show(client: FlaskClient, service: FakePageService) -> None:
    """Each table, the room's screen, the host; the answer is remembered, and can be changed."""
    service.show(replace(playing(), table=2))
    asked = client.get("/").text
    for place in ("/t/1", "/t/2", "/room", "/host"):
        assert f'href="/be?place={place}"' in asked
    chosen = client.get("/be?place=/t/2")
    assert (chosen.status_code, chosen.location) == (302, "/t/2")
    again = client.get("/")
    assert (again.status_code, again.location) == (302, "/t/2")
    assert 'href="/be?place=/t/1"' in client.get("/?choose").text


@pytest.mark.parametrize(
    "place", ["https://example.org/", "//example.org", "/\\example.org", "/t/9", "/nothing", ""]
)
def test_a_strange_place_leads_nowhere(client: FlaskClient, service: FakePageService, place: str) -> None:
    """No address of another site is followed, and a table that is not there is asked about again."""
    service.show(replace(playing(), table=2))
    led = client.get("/be", query_string={"place": place})
    assert led.location == "/?choose"
    assert "Set-Cookie" not in led.headers
    assert "What should this device show?" in client.get("/").text


def test_cookies_are_not_for_scripts(client: FlaskClient, service: FakePageService) -> None:
    """The choice is sent back to us alone."""
    service.show(replace(playing(), table=2))
    cookie = client.get("/be?place=/room").headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
