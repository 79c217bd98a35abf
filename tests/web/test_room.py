"""The API of a room: guests and seats, the countdown, and what a correction would change."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from pi_bunco.game.commands import NewGame
from pi_bunco.web import create_app
from tests.web.real_service import open_service


@pytest.fixture
def client(tmp_path: Path) -> Iterator[FlaskClient]:
    names = tuple(f"P{n}" for n in range(1, 8))
    with (
        open_service(tmp_path, NewGame("classic", names)) as service,
        create_app(service).test_client() as client,
    ):
        yield client


def test_a_guest_comes_and_one_leaves(client: FlaskClient) -> None:
    """The answer has the new seats. The same request again changes nothing."""
    answer = client.post("/api/room/guests", json={"come": ["Eve"], "leave": ["P1"], "token": "t1"})
    assert answer.status_code == 200
    seats = answer.get_json()
    assert seats["tables"] == [["Eve", "P2", "P3", "P4"], ["P5", "P6", "P7", "ghost 1"]]
    assert (seats["waiting"], seats["away"], seats["free"]) == ([], [], True)
    again = client.post("/api/room/guests", json={"come": ["Eve"], "leave": ["P1"], "token": "t1"})
    assert again.get_json() == seats


@pytest.mark.parametrize("text", ["Team 2: Zoe", "Team 1: Zoe", "Table 3\nZoe"])
def test_a_list_of_late_guests_says_that_it_takes_only_names(client: FlaskClient, text: str) -> None:
    """A table or a team in it is not overlooked."""
    answer = client.post("/api/room/guests", data={"come": text})
    assert answer.status_code == 400
    assert "A list of late guests cannot name tables or teams." in answer.text


def test_seats_are_drawn_and_published(client: FlaskClient) -> None:
    """Only the host sees drawn seats. Players take them only when they are published."""
    before = client.get("/api/room/seats").get_json()
    drawn = client.post("/api/room/seats/draw").get_json()
    assert drawn["tables"] == before["tables"]
    assert client.get("/api/room/seats").get_json() == drawn
    after = client.post("/api/room/seats/publish", json={"draft": drawn["draft"]["number"]}).get_json()
    assert (after["tables"], after["draft"]) == (drawn["draft"]["tables"], None)
    assert client.get("/api/room").get_json()["tables"][0]["seats"] == after["tables"][0]


def test_two_guests_are_swapped_and_published(client: FlaskClient) -> None:
    """A swap is a draft like drawn seats, and can be dropped like them."""
    before = client.get("/api/room/seats").get_json()["tables"]
    swapped = client.post("/api/room/seats/swap", json={"names": ["P2", "P5"]}).get_json()["draft"]
    assert (swapped["tables"][0][1], swapped["tables"][1][0]) == ("P5", "P2")
    assert client.post("/api/room/seats/drop", json={}).get_json()["draft"] is None
    form = {"names": ["P2", "P5"]}
    assert client.post("/api/room/seats/swap", data=form).location == "/host"
    draft = client.get("/api/room/seats").get_json()["draft"]
    after = client.post("/api/room/seats/publish", json={"draft": draft["number"]}).get_json()
    assert (after["tables"], after["tables"] == before) == (swapped["tables"], False)


def test_the_host_chooses_a_countdown(client: FlaskClient) -> None:
    """The room has its seconds; 0 means none."""
    assert client.get("/api/room").get_json()["countdown"] == 0
    assert client.post("/api/room/countdown", json={"seconds": 90}).get_json()["countdown"] == 90
    assert client.post("/api/room/countdown", json={"seconds": 0}).get_json()["countdown"] == 0


@pytest.mark.parametrize(
    ("address", "body", "status", "message"),
    [
        ("countdown", {"seconds": -1}, 400, "“seconds” does not fit"),
        ("countdown", {"seconds": 3601}, 400, "“seconds” does not fit"),
        ("countdown", {}, 400, "The field “seconds” is missing."),
        ("guests", {"come": "Eve"}, 400, "“come” does not fit"),
        ("guests", {"come": ["Eve", "eve"]}, 409, "Two players are called"),
        ("guests", {"leave": ["Zoe"]}, 409, "There is no 'Zoe' in the room."),
        ("break", {"minutes": 241}, 400, "“minutes” does not fit"),
        ("break", {"minutes": 15}, 409, "There is no break now."),
        ("seats/swap", {"names": ["P1"]}, 409, "Two guests swap their seats."),
        ("seats/swap", {"names": ["P1", "P2", "P3"]}, 400, "“names” does not fit"),
        ("seats/swap", {"names": ["P1", "Zoe"]}, 409, "There is no 'Zoe' in the room."),
        ("seats/publish", {}, 400, "The field “draft” is missing."),
        ("seats/publish", {"draft": 7}, 409, "These are not the seats that were drawn last."),
    ],
)
def test_a_wrong_request_is_refused(
    client: FlaskClient, address: str, body: object, status: int, message: str
) -> None:
    """The answer has a sentence and a remedy, and no seat changes."""
    before = client.get("/api/room/seats").get_json()
    answer = client.post(f"/api/room/{address}", json=body)
    assert answer.status_code == status
    assert answer.get_json()["error"].startswith(message)
    assert answer.get_json()["remedy"]
    assert client.get("/api/room/seats").get_json() == before


def test_a_correction_of_an_earlier_round_must_be_confirmed(client: FlaskClient) -> None:
    """Without `sure` it is refused with what it would change. Another request returns the same."""

    def post(name: str, **body: object) -> TestResponse:
        return client.post(f"/api/table/1/{name}", json=body)

    post("ring")
    client.post("/api/table/2/enter", json={"dice": [1, 1, 5]})
    post("enter", dice=[1, 1, 1])
    post("ring")
    refused = post("correct", seq=3, dice=[1, 1, 2])
    assert (refused.status_code, refused.get_json()["error"]) == (409, "That throw is from an earlier round.")
    preview = post("foretell", seq=3, dice=[1, 1, 2]).get_json()
    assert (preview["past"], preview["changes"]) == (True, refused.get_json()["changes"])
    assert post("correct", seq=3, dice=[1, 1, 2], sure=True).status_code == 200
