"""A table's device asks the host to correct an earlier round."""

from dataclasses import replace

import pytest
from flask import Flask

from pi_bunco.access.door import Door, DoorConfig
from pi_bunco.access.roles import HOST, Role
from pi_bunco.game.commands import CorrectThrow
from pi_bunco.game.refused import Refused
from pi_bunco.web import create_app
from pi_bunco.web.pages.host.requests import MAX_REQUESTS
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


def test_the_host_confirms_a_request_of_a_table(app: Flask, service: FakePageService) -> None:
    """The host's page shows the request and its table. The host's dialog makes the change."""
    tablet, host = open_browser_as(app, Role("table", 3)), open_browser_as(app, HOST)
    dialog = "/t/3/change/correct?seq=51&dice=1&dice=1&dice=1"
    assert f'action="{ASK}"' in tablet.get(dialog).text
    assert "ask-host" not in host.get(dialog).text
    assert host.get("/host/asked").text == ""
    assert tablet.post(ASK, json=BODY).json == {"asked": True}
    page = host.get("/host").text
    assert "threw 1-1-1, not" in page
    assert "table 3 asks" in page
    assert f'action="{dialog.replace("&", "&amp;")}"' in page
    assert host.post("/api/table/3/correct", json=BODY | {"sure": True}).status_code == 200
    assert service.commands == [CorrectThrow(51, (1, 1, 1), table=3, sure=True)]
    assert host.get("/host/asked").text == ""


def test_a_kept_end_settles_the_request(app: Flask, service: FakePageService) -> None:
    """If the host keeps the round's end, the request for the correction is settled too."""
    tablet, host = open_browser_as(app, Role("table", 3)), open_browser_as(app, HOST)
    tablet.post(ASK, json=BODY)
    host.post("/api/table/3/correct", json=BODY | {"sure": True, "keep_end": True})
    assert service.commands == [CorrectThrow(51, (1, 1, 1), table=3, sure=True, keep_end=True)]
    assert host.get("/host/asked").text == ""


def test_forms_work_without_scripts(app: Flask) -> None:
    """The request leads back to the table, and the host's *No* to the host's page."""
    tablet, host = open_browser_as(app, Role("table", 3)), open_browser_as(app, HOST)
    asked = tablet.post(ASK, data=BODY)
    assert (asked.status_code, asked.headers["Location"]) == (303, "/t/3")
    assert 'action="/host/asked/1/no"' in host.get("/host").text
    refused = host.post("/host/asked/1/no", data={"token": "a"})
    assert (refused.status_code, refused.headers["Location"]) == (303, "/host")
    assert host.get("/host/asked").text == ""


def test_an_equal_request_is_listed_once(app: Flask) -> None:
    """If there are too many requests, the oldest is dropped."""
    tablet, host = open_browser_as(app, Role("table", 3)), open_browser_as(app, HOST)
    for _ in range(2):
        tablet.post(ASK, json=BODY)
    assert host.get("/host/asked").text.count("<li") == 1
    for seq in range(100, 100 + MAX_REQUESTS):
        tablet.post("/api/table/3/ask-host/void", json={"seq": seq})
    page = host.get("/host/asked").text
    assert page.count("<li") == MAX_REQUESTS
    assert "1-1-1" not in page


def test_a_new_game_drops_all_requests(app: Flask, service: FakePageService) -> None:
    """The requests are about throws of the old game, so a new game drops them."""
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
def test_a_wrong_request_is_refused(app: Flask, where: str, body: dict[str, object], status: int) -> None:
    """A request must be a complete change of a throw at the device's own table. The host sees no other."""
    assert open_browser_as(app, Role("table", 3)).post(where, json=body).status_code == status
    assert open_browser_as(app, HOST).get("/host/asked").text == ""


def test_an_impossible_request_is_refused(
    app: Flask, service: FakePageService, monkeypatch: pytest.MonkeyPatch, refused: Refused
) -> None:
    """If the game would refuse the change, the device gets the reason."""

    def refuse(_: object) -> None:
        raise refused

    monkeypatch.setattr(service, "preview_correction", refuse)
    answer = open_browser_as(app, Role("table", 3)).post(ASK, json=BODY)
    assert answer.status_code == 409
    assert answer.json is not None
    assert answer.json["error"] == "No round is being played."
    assert open_browser_as(app, HOST).get("/host/asked").text == ""
