"""A room of several tables: each has its page and its part of the API, and they stay apart."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from pi_bunco.game.commands import CallThrow, EnterDice, NewGame, RingBell, UndoStep
from pi_bunco.rules.quoting import LETTERS
from pi_bunco.views.table import TableView
from pi_bunco.web import create_app
from tests.web.benches import FakeCalibrator
from tests.web.conftest import FakeDesk
from tests.web.played import played
from tests.web.states import playing

NUMBERS = ["0", "-1", "26", "x", "1e1", "٣", "9" * 5000]
"""What is the number of no table."""


def table(number: int, told: str = "") -> TableView:
    """Show another table than the head table."""
    return replace(playing(), table=number, told=told)


@pytest.fixture
def room(desk: FakeDesk) -> FakeDesk:
    """Open a room of three tables."""
    for number in (2, 3):
        desk.show(table(number, f"at table {number}"))
    return desk


def first(client: FlaskClient, address: str) -> Any:
    """Return the snapshot that a page brings."""
    page = client.get(address).text
    return json.loads(page.partition('id="first">')[2].partition("</script>")[0])


@pytest.mark.usefixtures("room")
def test_each_table_has_its_page(client: FlaskClient) -> None:
    """The page of a table brings its own snapshot; the first address is the head table's."""
    assert [first(client, address)["table"] for address in ("/", "/table/1", "/table/3")] == [1, 1, 3]
    assert "<title>Bunco, table 3</title>" in client.get("/table/3").text


@pytest.mark.usefixtures("room")
def test_each_table_is_told_by_itself(client: FlaskClient) -> None:
    """Programs ask for one table, or for the room."""
    assert [client.get(f"/api/table/{n}").json["told"] for n in (1, 2, 3)] == [  # type: ignore[index] # JSON
        "",
        "at table 2",
        "at table 3",
    ]
    told = client.get("/api/room").json
    assert told is not None
    assert [one["table"] for one in told["tables"]] == [1, 2, 3]


@pytest.mark.parametrize("address", ["/table/4", "/api/table/4", "/events?table=4"])
def test_a_table_that_is_not_there(client: FlaskClient, room: FakeDesk, address: str) -> None:
    """Its addresses say so, and which table is the last."""
    got = client.get(address)
    assert got.status_code == 404
    for words in ("There is no table 4 now.", "The last is table 3."):
        assert words in got.text
    room.show(table(4))
    assert client.get(address).status_code == 200


@pytest.mark.parametrize("address", ["/table/{}", "/api/table/{}", "/events?table={}", "/api/table/{}/ring"])
@pytest.mark.parametrize("number", NUMBERS)
def test_what_no_table_is_called(client: FlaskClient, room: FakeDesk, address: str, number: str) -> None:
    """A word, a number beyond the room, or one of thousands of digits: one sentence, and nothing is done."""
    path = address.format(number)
    got = client.post(path, json={}) if path.endswith("/ring") else client.get(path)
    assert got.status_code == 404
    said = got.json["error"] if got.json else got.text
    assert f"No table is called “{number[:10]}" in said
    assert "Tables have numbers from 1 to 25." in got.text
    assert number[:LETTERS] == number or number not in got.text
    assert room.asked == []


def test_a_tap_is_the_tables_own(client: FlaskClient, room: FakeDesk) -> None:
    """What is asked about a table carries its number, and its own snapshot comes back."""
    for name, body in (("enter", {"dice": [1, 1, 4]}), ("undo", {"seq": 51}), ("call", {})):
        got = client.post(f"/api/table/3/{name}", json=body).json
        assert got is not None
        assert got["told"] == "at table 3"
    assert room.asked == [EnterDice((1, 1, 4), table=3), UndoStep(51, table=3), CallThrow(table=3)]


def test_what_is_asked_for_the_room_is_taken_at_each_table(client: FlaskClient, room: FakeDesk) -> None:
    """The bell is the room's: it may be asked for under any table's address, which shows that table."""
    got = client.post("/api/table/2/ring", json={}).json
    assert got is not None
    assert got["told"] == "at table 2"
    assert room.asked == [RingBell()]


def test_nothing_is_done_at_a_table_that_is_not_there(client: FlaskClient, room: FakeDesk) -> None:
    """Not even what is asked for the room."""
    assert client.post("/api/table/4/ring", json={}).status_code == 404
    assert client.post("/api/table/4/enter", json={"dice": [1, 1, 4]}).status_code == 404
    assert room.asked == []


@pytest.mark.usefixtures("room")
def test_a_form_leads_back_to_its_table(client: FlaskClient) -> None:
    """Without JavaScript one sees afterwards the table that one came from."""
    got = client.post("/api/table/3/correct", data={"seq": "51", "dice": "3 3 3"})
    assert (got.status_code, got.location) == (303, "/table/3")


@pytest.mark.usefixtures("room")
@pytest.mark.parametrize("page", ["/rules", "/new", "/camera"])
def test_pages_lead_back_to_their_table(client: FlaskClient, page: str) -> None:
    """What was opened from the page of table 3 leads back there, over other pages too."""
    got = client.get(f"{page}?table=3").text
    assert 'href="/table/3"' in got
    assert 'href="/"' not in got
    assert page != "/camera" or 'href="/doctor?table=3"' in got
    for strange in NUMBERS:
        assert 'href="/"' in client.get(f"{page}?table={strange}").text


@pytest.mark.parametrize("topic", ["?topic=room", "?topic=", "?topic=results&table=1"])
def test_topics_that_there_are_not(client: FlaskClient, topic: str) -> None:
    """They are named."""
    got = client.get(f"/events{topic}")
    assert got.status_code == 400
    assert got.json is not None
    assert got.json["remedy"] == "Ask for /events?table=1, or for /events?topic=results."


def test_results_are_told_where_they_are_asked_for(tmp_path: Path) -> None:
    """While a round is played, only the page of the results and its events bring them."""
    with played(tmp_path, NewGame("casino", ("Ann", "Bob", "Cy", "Di")), RingBell()) as desk:
        client = create_app(desk).test_client()
        assert first(client, "/results")["results"]["awards"]
        assert not first(client, "/")["results"]["awards"]
        assert '"awards":[{' in client.get("/events?topic=results").text
        assert '"awards":[]' in client.get("/events").text


def test_a_room_that_really_plays(tmp_path: Path) -> None:
    """A throw at table 2 counts there, once however often it is sent, and undo there takes it back."""
    with played(tmp_path, NewGame("classic", tuple(f"P{n}" for n in range(8))), RingBell()) as desk:
        client = create_app(desk).test_client()
        body = {"dice": [1, 1, 4], "token": "once"}
        told = [client.post("/api/table/2/enter", json=body).json for _ in range(2)]
        assert [len(one["course"]) for one in told if one] == [1, 1]
        room = client.get("/api/room").json
        assert room is not None
        assert [max(one["scores"]) for one in room["tables"]] == [0, 2]
        now = client.post("/api/table/2/undo", json={"seq": desk.view(2).can.undo.seq}).json  # type: ignore[union-attr] # there is one
        assert now is not None
        assert now["course"] == []


def test_each_table_has_its_camera_and_its_calibration(tmp_path: Path) -> None:
    """Pages, pictures and programs ask about the table behind the address, the first without one."""
    desk = FakeDesk(tmp_path)
    desk.show(replace(playing(), table=2))
    app = create_app(desk, calibrators={2: FakeCalibrator()})
    with app.test_client() as client:
        for address in ("/camera?table=2", "/camera.jpg?table=2", "/api/camera?table=2", "/api/camera"):
            desk.looked_at.clear()
            assert client.get(address).status_code == 200
            assert desk.looked_at == [2 if "table" in address else 1]
        page = client.get("/camera?table=2").text
        assert "What table 2&#39;s camera sees" in page
        assert 'src="/camera.jpg?table=2"' in page
        assert "Calibrate table 2" in client.get("/calibrate?table=2").text
        assert client.get("/api/calibrate?table=2").status_code == 200
        without = client.get("/api/calibrate")
        assert (without.status_code, without.get_json()["error"]) == (
            503,
            "This table has no camera to calibrate.",
        )
        for address in (
            "/camera?table=3",
            "/camera.jpg?table=3",
            "/calibrate?table=0",
            "/api/camera?table=x",
        ):
            assert client.get(address).status_code == 404


def test_a_further_table_without_a_camera_says_how_to_get_one(tmp_path: Path) -> None:
    """The remedy is the option that gives it one."""
    desk = FakeDesk(tmp_path)
    desk.show(replace(playing(), table=2))
    with create_app(desk).test_client() as client:
        answer = client.get("/api/calibrate?table=2").get_json()
    assert answer == {"error": "Table 2 has no camera to calibrate.", "remedy": "Start with --station 2=usb."}
