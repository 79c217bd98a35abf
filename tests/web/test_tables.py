"""A room of several tables: each has its page and its part of the API, and they stay apart."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from pi_bunco.game.commands import CallThrow, EnterDice, NewGame, RingBell, UndoStep
from pi_bunco.rules.quoting import MAX_LETTERS
from pi_bunco.views.devices import CameraView
from pi_bunco.views.table import TableView
from pi_bunco.web import create_app
from tests.web.calibrations import FakeCalibrator
from tests.web.conftest import FakePageService
from tests.web.real_service import open_service
from tests.web.states import playing

NUMBERS = ["0", "-1", "26", "x", "1e1", "٣", "9" * 5000]
"""What is the number of no table."""


def table(number: int, told: str = "") -> TableView:
    """Show another table than the head table."""
    return replace(playing(), table=number, told=told)


@pytest.fixture
def room(service: FakePageService) -> FakePageService:
    """Open a room of three tables."""
    for number in (2, 3):
        service.show(table(number, f"at table {number}"))
    return service


@pytest.mark.usefixtures("room")
def test_each_table_has_its_page(client: FlaskClient) -> None:
    """The page of a table is served whole, and its old address leads there."""
    for number in (1, 3):
        assert f'<b class="table">Table {number}</b>' in client.get(f"/t/{number}").text
        old = client.get(f"/table/{number}")
        assert (old.status_code, old.location) == (308, f"/t/{number}")


@pytest.mark.usefixtures("room")
def test_each_table_has_its_own_view(client: FlaskClient) -> None:
    """Programs ask for one table, or for the room."""
    assert [client.get(f"/api/table/{n}").json["told"] for n in (1, 2, 3)] == [  # type: ignore[index] # JSON
        "",
        "at table 2",
        "at table 3",
    ]
    told = client.get("/api/room").json
    assert told is not None
    assert [one["table"] for one in told["tables"]] == [1, 2, 3]


@pytest.mark.parametrize("address", ["/t/4", "/api/table/4", "/events?table=4"])
def test_a_table_that_is_not_there(client: FlaskClient, room: FakePageService, address: str) -> None:
    """Its addresses say so, and which table is the last."""
    got = client.get(address)
    assert got.status_code == 404
    for words in ("There is no table 4 now.", "The last is table 3."):
        assert words in got.text
    room.show(table(4))
    assert client.get(address).status_code == 200


@pytest.mark.parametrize("address", ["/t/{}", "/api/table/{}", "/events?table={}", "/api/table/{}/ring"])
@pytest.mark.parametrize("number", NUMBERS)
def test_what_no_table_is_called(
    client: FlaskClient, room: FakePageService, address: str, number: str
) -> None:
    """A word, a number beyond the room, or one of thousands of digits: one sentence, and nothing is done."""
    path = address.format(number)
    got = client.post(path, json={}) if path.endswith("/ring") else client.get(path)
    assert got.status_code == 404
    said = got.json["error"] if got.json else got.text
    assert f"There is no table “{number[:10]}" in said
    assert "Tables have numbers from 1 to 25." in got.text
    assert number[:MAX_LETTERS] == number or number not in got.text
    assert room.commands == []


def test_a_tap_is_the_tables_own(client: FlaskClient, room: FakePageService) -> None:
    """What is asked about a table carries its number, and its own snapshot comes back."""
    for name, body in (("enter", {"dice": [1, 1, 4]}), ("undo", {"seq": 51}), ("call", {})):
        got = client.post(f"/api/table/3/{name}", json=body).json
        assert got is not None
        assert got["told"] == "at table 3"
    assert room.commands == [EnterDice((1, 1, 4), table=3), UndoStep(51, table=3), CallThrow(table=3)]


def test_what_is_asked_for_the_room_is_taken_at_each_table(
    client: FlaskClient, room: FakePageService
) -> None:
    """The bell is the room's: it may be asked for under any table's address, which shows that table."""
    got = client.post("/api/table/2/ring", json={}).json
    assert got is not None
    assert got["told"] == "at table 2"
    assert room.commands == [RingBell()]


def test_nothing_is_done_at_a_table_that_is_not_there(client: FlaskClient, room: FakePageService) -> None:
    """Not even what is asked for the room."""
    assert client.post("/api/table/4/ring", json={}).status_code == 404
    assert client.post("/api/table/4/enter", json={"dice": [1, 1, 4]}).status_code == 404
    assert room.commands == []


@pytest.mark.usefixtures("room")
def test_a_form_leads_back_to_its_table(client: FlaskClient) -> None:
    """Without JavaScript one sees afterwards the table that one came from."""
    got = client.post("/api/table/3/correct", data={"seq": "51", "dice": "3 3 3"})
    assert (got.status_code, got.location) == (303, "/t/3")


@pytest.mark.usefixtures("room")
@pytest.mark.parametrize("page", ["/rules", "/new", "/camera"])
def test_pages_lead_back_to_their_table(client: FlaskClient, page: str) -> None:
    """What was opened from the page of table 3 leads back there, over other pages too."""
    got = client.get(f"{page}?table=3").text
    assert 'href="/t/3"' in got
    assert 'href="/t/1"' not in got
    assert page != "/camera" or 'href="/doctor?table=3"' in got
    for strange in NUMBERS:
        assert re.search('href="/(t/1)?"', client.get(f"{page}?table={strange}").text)


@pytest.mark.parametrize(
    "topic",
    ["?topic=room&table=1", "?topic=", "?topic=results&table=1", "?page=none", "?page=table&topic=room"],
)
def test_topics_that_there_are_not(client: FlaskClient, topic: str) -> None:
    """They are named."""
    got = client.get(f"/events{topic}")
    assert got.status_code == 400
    assert got.json is not None
    assert got.json["remedy"] == "Ask for /events?table=1, /events?topic=room, or /events?topic=results."


def test_results_are_sent_on_request(tmp_path: Path) -> None:
    """While a round is played, only the page of the results and its events bring them."""
    with open_service(tmp_path, NewGame("casino", ("Ann", "Bob", "Cy", "Di")), RingBell()) as service:
        client = create_app(service).test_client()
        assert '<ul class="awards">' in client.get("/results").text
        assert '"awards":[{' in client.get("/events?topic=results").text
        assert '"awards":[]' in client.get("/events").text


def test_a_room_that_really_plays(tmp_path: Path) -> None:
    """A throw at table 2 counts there, once however often it is sent, and undo there takes it back."""
    with open_service(tmp_path, NewGame("classic", tuple(f"P{n}" for n in range(8))), RingBell()) as service:
        client = create_app(service).test_client()
        body = {"dice": [1, 1, 4], "token": "once"}
        told = [client.post("/api/table/2/enter", json=body).json for _ in range(2)]
        assert [len(one["course"]) for one in told if one] == [1, 1]
        room = client.get("/api/room").json
        assert room is not None
        assert [max(one["scores"]) for one in room["tables"]] == [0, 2]
        now = client.post("/api/table/2/undo", json={"seq": service.view(2).can.undo.seq}).json  # type: ignore[union-attr] # there is one
        assert now is not None
        assert now["course"] == []


@pytest.mark.parametrize("place", ["/table/{}{}", "{1}?table={0}"])
def test_each_table_has_its_camera(client: FlaskClient, room: FakePageService, place: str) -> None:
    """Page, picture and figures of a camera are those of the table in the address, or behind it."""
    for number in (1, 2, 3):
        for path in ("/camera", "/camera.jpg"):
            room.camera_requests.clear()
            assert client.get(place.format(number, path)).status_code == 200
            assert set(room.camera_requests) == {number}
    page = client.get(place.format(2, "/camera")).text
    assert "What table 2’s camera sees" in page
    for own in ("/table/2/camera.jpg", "/table/2/calibrate", "/table/2"):
        assert f'"{own}"' in page


@pytest.mark.usefixtures("room")
def test_the_first_addresses_are_the_head_tables(client: FlaskClient) -> None:
    """A room of one table has the short addresses, and its pages lead to those alone."""
    page = client.get("/camera").text
    assert "What the camera sees" in page
    for own in ("/camera.jpg", "/calibrate", "/t/1"):
        assert f'"{own}"' in page
    assert "/table/" not in page
    assert client.get("/api/camera").json == client.get("/api/table/1/camera").json


def test_programs_ask_for_a_tables_camera(client: FlaskClient, room: FakePageService) -> None:
    """The address stands beside the commands' and is none: what is posted there is refused."""
    assert client.get("/api/table/3/camera").json == client.get("/api/camera").json
    assert room.camera_requests == [3, 1]
    assert client.post("/api/table/3/camera", json={}).status_code == 404
    assert client.post("/api/table/3/calibrate", json={}).status_code == 404
    assert room.commands == []


def test_each_table_is_calibrated_by_itself(service: FakePageService) -> None:
    """Each step is taken at the table of the address; at the others nothing happens."""
    calibrators = {number: FakeCalibrator() for number in range(1, 26)}
    for number in range(2, 26):
        service.show(replace(playing(), table=number, phase="ready"))
    with create_app(service, calibrators=calibrators).test_client() as client:
        assert "Calibrate table 25" in client.get("/table/25/calibrate").text
        for step in ("find", "learn", "save"):
            assert client.post(f"/api/table/25/calibrate/{step}", json={}).status_code == 200
        bench = client.get("/api/table/25/calibrate").json
        copied = client.get("/table/25/calibration.zip")
        assert client.get("/table/24/calibration.zip").status_code == 404
        assert client.post("/api/calibrate/find", json={"anyway": True}).status_code == 200
    calls = {number: at.calls for number, at in calibrators.items() if at.calls}
    assert calls == {25: [("find",), ("learn",), ("save",)], 1: [("find",)]}
    assert bench is not None
    assert bench["saved"]
    assert copied.headers["Content-Disposition"] == 'attachment; filename="calibration-25.zip"'


def test_calibrating_disturbs_the_round_of_that_table_alone(service: FakePageService) -> None:
    """While table 1 plays, table 2 is calibrated unasked; at a table that plays the step asks first."""
    service.show(replace(playing(), table=2, phase="ready"))
    calibrators = {1: FakeCalibrator(), 2: FakeCalibrator()}
    with create_app(service, calibrators=calibrators).test_client() as client:
        codes = [client.post(f"/api/table/{number}/calibrate/find", json={}).status_code for number in (1, 2)]
    assert codes == [409, 200]
    assert (calibrators[1].calls, calibrators[2].calls) == ([], [("find",)])


@pytest.mark.parametrize("place", ["/table/{}/camera", "/table/{}/camera.jpg", "/api/table/{}/camera"])
@pytest.mark.parametrize("number", [*NUMBERS, "4"])
@pytest.mark.usefixtures("room")
def test_a_camera_of_no_table(client: FlaskClient, place: str, number: str) -> None:
    """It is not there, and two sentences say so and which tables there are; so of its calibration."""
    for path in (place, place.replace("camera.jpg", "calibration.zip").replace("camera", "calibrate")):
        got = client.get(path.format(number))
        assert got.status_code == 404
        remedy = "The last is table 3." if number == "4" else "Tables have numbers from 1 to 25."
        assert remedy in got.text


def test_a_step_that_is_none(service: FakePageService) -> None:
    """It is refused with those that there are."""
    with create_app(service, calibrators={1: FakeCalibrator()}).test_client() as client:
        got = client.post("/api/table/1/calibrate/dance", json={})
    assert (got.status_code, got.json) == (
        404,
        {"error": "No step is called “dance”.", "remedy": "There are find, corners, learn, test, save."},
    )


@pytest.mark.parametrize(("number", "heading"), [(1, "The camera"), (2, "A room of tables")])
def test_a_table_without_a_camera_says_how_to_get_one(
    service: FakePageService, number: int, heading: str
) -> None:
    """Its two pages say that dice are tapped in, and where the guide says how it gets a camera."""
    service.show(replace(playing(), table=2))
    service.camera_view = CameraView("none", "no camera")
    with create_app(service).test_client() as client:
        for page in ("camera", "calibrate"):
            said = client.get(f"/table/{number}/{page}")
            assert said.status_code == 200
            for words in (f"<h1>Table {number} has no camera.</h1>", "dice are tapped in", heading):
                assert words in said.text
            assert f'href="/t/{number}">To the table' in said.text
        told = client.get(f"/api/table/{number}/calibrate")
        step = client.post(f"/api/table/{number}/calibrate/learn", json={"anyway": True})
    assert told.json == {
        "error": f"Table {number} has no camera.",
        "remedy": f"Its dice are tapped in. The guide says how a table gets a camera, under “{heading}”.",
    }
    assert (told.status_code, step.status_code, step.json) == (503, 503, told.json)


def test_a_recording_that_is_over_keeps_its_page(service: FakePageService) -> None:
    """Its table had a camera, whose last picture is shown."""
    service.camera_view = CameraView("none", "film is over", size=(640, 480))
    with create_app(service).test_client() as client:
        assert "film is over" in client.get("/camera").text
