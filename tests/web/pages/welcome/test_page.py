"""The first question of a device: what it should show. The answer is remembered."""

from dataclasses import replace

import pytest
from flask.testing import FlaskClient

from tests.web.conftest import FakePageService
from tests.web.states import playing


def test_a_room_of_one_table_asks_nothing(client: FlaskClient) -> None:
    """Every device shows this table."""
    assert '<b class="table">Table 1</b>' in client.get("/").text


def test_a_room_asks_what_a_device_should_show(client: FlaskClient, service: FakePageService) -> None:
    """The page offers each table, the room's screen and the host's page. The answer can be changed."""
    service.show(replace(playing(), table=2))
    page = client.get("/").text
    for place in ("/t/1", "/t/2", "/room", "/host"):
        assert f'href="/be?place={place}"' in page
    chosen = client.get("/be?place=/t/2")
    assert (chosen.status_code, chosen.location) == (302, "/t/2")
    again = client.get("/")
    assert (again.status_code, again.location) == (302, "/t/2")
    assert 'href="/be?place=/t/1"' in client.get("/?choose").text


@pytest.mark.parametrize(
    "place", ["https://example.org/", "//example.org", "/\\example.org", "/t/9", "/nothing", ""]
)
def test_a_wrong_answer_leads_back_to_the_question(
    client: FlaskClient, service: FakePageService, place: str
) -> None:
    """An address of another site is not followed, and a missing table is not remembered."""
    service.show(replace(playing(), table=2))
    answer = client.get("/be", query_string={"place": place})
    assert answer.location == "/?choose"
    assert "Set-Cookie" not in answer.headers
    assert "What should this device show?" in client.get("/").text


def test_the_answer_is_kept_in_a_safe_cookie(client: FlaskClient, service: FakePageService) -> None:
    """Scripts and other sites cannot use it."""
    service.show(replace(playing(), table=2))
    cookie = client.get("/be?place=/room").headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie


def test_at_one_table_a_device_may_show_something_else(client: FlaskClient) -> None:
    """A television keeps the room's screen, and the question can be asked for. Others show the table."""
    assert 'href="/be?place=/room"' in client.get("/?choose").text
    client.get("/be?place=/room")
    again = client.get("/")
    assert (again.status_code, again.location) == (302, "/room")
    client.get("/be?place=/t/1")
    assert '<b class="table">Table 1</b>' in client.get("/").text


def test_a_tablet_that_waited_for_the_game_asks_to_tap(client: FlaskClient, service: FakePageService) -> None:
    """Its table's page for new devices asks. A device that only opens the first page again does not ask."""
    service.show(replace(playing(), table=2))
    client.get("/be?place=/t/2")
    assert client.get("/?ask").location == "/join/2"
    assert client.get("/").location == "/t/2"
    client.get("/be?place=/room")
    assert client.get("/?ask").location == "/room"


def test_the_pis_own_screen_shows_the_room(client: FlaskClient, service: FakePageService) -> None:
    """Nobody need tap it: with several tables it shows all of them, and with one this table."""
    assert '<b class="table">Table 1</b>' in client.get("/?screen").text
    service.show(replace(playing(), table=2))
    assert client.get("/?screen").location == "/room"
