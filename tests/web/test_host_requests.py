"""A table's device asks the host to put an earlier round right."""

from dataclasses import replace

import pytest
from flask import Flask

from pi_bunco.access.door import Door, DoorConfig
from pi_bunco.access.roles import HOST, Role
from pi_bunco.game.commands import CorrectThrow
from pi_bunco.game.refused import Refused
from pi_bunco.web import create_app
from pi_bunco.web.host_requests import MAX_REQUESTS
from tests.web.conftest import FakePageService
from tests.web.states import playing
from tests.web.visitors import open_browser_as

ASK = "/api/table/3/ask-host/correct"
BODY = {"seq": 51, "dice": [1, 1, 1]}


@pytest.fixture
def app(service: FakePageService) -> Flask:
    for table in (2, 3):
        service.show(replace(playing(), table=table))
    return create_app(service, door=Door(DoorConfig(count_tables=lambda: 3)))


def test_the_host_confirms_what_a_table_asks(app: Flask, service: FakePageService) -> None:
    """The table's dialog offers to ask; the host sees what and by whom, what follows, and makes it."""
    tablet, host = open_browser_as(app, Role("table", 3)), open_browser_as(app, HOST)
    dialog = "/t/3/change/correct?seq=51&dice=1&dice=1&dice=1"
    assert f'action="{ASK}"' in tablet.get(dialog).text
    assert "ask-host" not in host.get(dialog).text
    assert host.get("/host/asked").text == ""
    assert tablet.post(ASK, json=BODY).json == {"asked": True}
    shown = host.get("/host").text
    assert "threw 1-1-1, not" in shown
    assert "table 3 asks" in shown
    assert f'action="{dialog.replace("&", "&amp;")}"' in shown
    assert host.post("/api/table/3/correct", json=BODY | {"sure": True}).status_code == 200
    assert service.commands == [CorrectThrow(51, (1, 1, 1), table=3, sure=True)]
    assert host.get("/host/asked").text == ""


def test_forms_do_it_too(app: Flask) -> None:
    """Without scripts the form leads back to the table, and the host's No to the host's page."""
    tablet, host = open_browser_as(app, Role("table", 3)), open_browser_as(app, HOST)
    asked = tablet.post(ASK, data=BODY)
    assert (asked.status_code, asked.headers["Location"]) == (303, "/t/3")
    assert 'action="/host/asked/1/no"' in host.get("/host").text
    refused = host.post("/host/asked/1/no", data={"token": "a"})
    assert (refused.status_code, refused.headers["Location"]) == (303, "/host")
    assert host.get("/host/asked").text == ""


def test_the_same_request_twice_waits_once(app: Flask) -> None:
    """And of too many the oldest makes way."""
    tablet, host = open_browser_as(app, Role("table", 3)), open_browser_as(app, HOST)
    for _ in range(2):
        tablet.post(ASK, json=BODY)
    assert host.get("/host/asked").text.count("<li") == 1
    for seq in range(100, 100 + MAX_REQUESTS):
        tablet.post("/api/table/3/ask-host/void", json={"seq": seq})
    shown = host.get("/host/asked").text
    assert shown.count("<li") == MAX_REQUESTS
    assert "1-1-1" not in shown


def test_another_game_is_asked_nothing(app: Flask, service: FakePageService) -> None:
    """What was asked in the game before is about throws that are not there."""
    open_browser_as(app, Role("table", 3)).post(ASK, json=BODY)
    service.show(replace(playing(), game="another"))
    assert open_browser_as(app, HOST).get("/host/asked").text == ""


@pytest.mark.parametrize(
    ("where", "body", "status"),
    [
        ("/api/table/3/ask-host/enter", {"dice": [1, 1, 1]}, 404),
        ("/api/table/3/ask-host/correct", {"seq": 51}, 400),
        ("/api/table/2/ask-host/correct", BODY, 403),
    ],
)
def test_what_cannot_be_asked(app: Flask, where: str, body: dict[str, object], status: int) -> None:
    """Only changes of throws, whole, at the device's own table; the host sees nothing of the others."""
    assert open_browser_as(app, Role("table", 3)).post(where, json=body).status_code == status
    assert open_browser_as(app, HOST).get("/host/asked").text == ""


def test_what_the_game_would_refuse_is_not_asked(
    app: Flask, service: FakePageService, monkeypatch: pytest.MonkeyPatch, refused: Refused
) -> None:
    """The device gets the reason."""

    def refuse(_: object) -> None:
        raise refused

    monkeypatch.setattr(service, "preview_correction", refuse)
    got = open_browser_as(app, Role("table", 3)).post(ASK, json=BODY)
    assert got.status_code == 409
    assert got.json is not None
    assert got.json["error"] == "No round is being played."
    assert open_browser_as(app, HOST).get("/host/asked").text == ""
