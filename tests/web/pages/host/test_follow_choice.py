"""The host lets this Pi follow another one, and ends that, by taps."""

import pytest
from flask import Flask
from flask.testing import FlaskClient

from pi_bunco.access.door import Door, DoorConfig
from pi_bunco.access.roles import GUEST
from pi_bunco.link.joining import JoinTrouble
from pi_bunco.web import create_app
from tests.web.conftest import FakePageService
from tests.web.visitors import open_browser_as


class FakeChoice:
    """Remembers what was chosen."""

    def __init__(self) -> None:
        self.done: list[str] = []
        self.leads = False

    def follow(self, address: str) -> None:
        """Remember the address, or refuse what is none."""
        if " " in address:
            raise JoinTrouble("That is not the address of a Pi.", "Type it as the head shows it.")
        self.done.append(address)

    def leave(self) -> None:
        """Remember it."""
        self.done.append("left")


@pytest.fixture
def choice() -> FakeChoice:
    return FakeChoice()


@pytest.fixture
def app(service: FakePageService, choice: FakeChoice) -> Flask:
    return create_app(service, follow_choice=choice)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


def test_the_host_types_an_address(client: FlaskClient, choice: FakeChoice) -> None:
    """The page then waits until the program has started again, and loads what it shows."""
    assert 'action="/api/link/follow"' in client.get("/host").text
    answer = client.post("/api/link/follow", data={"head": " 10.0.0.7 "}, headers={"Accept": "text/html"})
    assert 'data-next="/"' in answer.text
    assert "is starting again" in answer.text
    assert choice.done == ["10.0.0.7"]


def test_what_is_no_address_is_named(client: FlaskClient, choice: FakeChoice) -> None:
    """The page says so, and nothing is chosen."""
    answer = client.post("/api/link/follow", json={"head": "the hall"})
    assert "not the address" in answer.json["error"]  # type: ignore[index] # it is an object
    assert client.post("/api/link/follow", json={"head": ""}).status_code == 400
    assert client.post("/api/link/follow", json={}).status_code == 400
    assert choice.done == []


def test_the_host_of_a_pi_that_follows_can_stop_that(
    client: FlaskClient, service: FakePageService, choice: FakeChoice
) -> None:
    """Its page names the head, and offers nothing else."""
    service.head = "http://10.0.0.7:8080/"
    page = client.get("/host").text
    assert "This Pi follows http://10.0.0.7:8080/" in page
    assert "link/follow" not in page
    assert client.post("/api/link/leave", json={}).json == {"restarting": True}
    assert choice.done == ["left"]


def test_a_pi_that_leads_asks_before_it_leaves(client: FlaskClient, choice: FakeChoice) -> None:
    """The dialog says what becomes of the room. Until the Pi has left, it cannot follow another one."""
    assert "ask-leave" not in client.get("/host").text
    choice.leads = True
    page = client.get("/host").text
    assert "This Pi has taken over as the head." in page
    assert "link/follow" not in page
    assert 'action="/api/link/leave"' not in page
    dialog = client.get("/host/leave").text
    assert "the other Pis have no head" in dialog
    assert 'action="/api/link/leave"' in dialog
    assert choice.done == []
    answer = client.post("/api/link/leave", content_type="application/x-www-form-urlencoded")
    assert 'data-next="/"' in answer.text
    assert choice.done == ["left"]


def test_without_the_choice_there_is_no_form(service: FakePageService) -> None:
    """A Pi that was started to follow, or only for a test, offers nothing, and the address is unknown."""
    client = create_app(service).test_client()
    assert "link/follow" not in client.get("/host").text
    assert client.post("/api/link/follow", json={"head": "10.0.0.7"}).status_code == 404
    assert client.post("/api/link/leave", json={}).status_code == 404
    assert client.get("/host/leave").status_code == 404


def test_a_guest_may_not_choose(service: FakePageService, choice: FakeChoice) -> None:
    """Only the host's devices may."""
    app = create_app(service, follow_choice=choice, door=Door(DoorConfig(roles="on")))
    for way in ("follow", "leave"):
        answer = open_browser_as(app, GUEST).post(f"/api/link/{way}", json={"head": "10.0.0.7"})
        assert answer.status_code == 403
    assert open_browser_as(app, GUEST).get("/host/leave").status_code == 403
    assert choice.done == []
