"""A room of several tables: each has its own page and its own part of the API."""

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

WRONG_NUMBERS = ["0", "-1", "26", "x", "1e1", "٣", "9" * 5000]
"""What cannot be the number of a table."""


def make_table(number: int, told: str = "") -> TableView:
    """Return the view of a table with this number."""
    return replace(playing(), table=number, told=told)


@pytest.fixture
def room(service: FakePageService) -> FakePageService:
    """Open a room of three tables."""
    for number in (2, 3):
        service.show(make_table(number, f"at table {number}"))
    return service


@pytest.mark.usefixtures("room")
def test_each_table_has_its_page(client: FlaskClient) -> None:
    """The page is served whole, and its older address leads there."""
    for number in (1, 3):
        assert f'<b class="table">Table {number}</b>' in client.get(f"/t/{number}").text
        old = client.get(f"/table/{number}")
        assert (old.status_code, old.location) == (308, f"/t/{number}")


@pytest.mark.usefixtures("room")
def test_each_table_has_its_own_view(client: FlaskClient) -> None:
    """A program can read the view of one table, or of the room."""
    assert [client.get(f"/api/table/{n}").json["told"] for n in (1, 2, 3)] == [  # type: ignore[index] # JSON
        "",
        "at table 2",
        "at table 3",
    ]
    view = client.get("/api/room").json
    assert view is not None
    assert [table["table"] for table in view["tables"]] == [1, 2, 3]


def test_a_table_that_does_not_play_says_so(client: FlaskClient, room: FakePageService) -> None:
    """Its page is live. It says what goes on, and its stream says when the table plays again."""
    answer = client.get("/t/4")
    assert answer.status_code == 404
    for words in ("Table 4 is not playing now.", 'href="/room"', 'data-stream="page=gone&amp;table=4"'):
        assert words in answer.text
    assert "data-plays" not in answer.text
    room.show(replace(playing(), table=4))
    assert "data-plays" in client.get("/events?page=gone&table=4").text
    assert client.get("/t/4").status_code == 200


def test_a_page_whose_table_went_while_it_was_asleep_hears_so(client: FlaskClient) -> None:
    """Its stream begins with ``gone``, so that it reloads. Otherwise it would only look out of date."""
    assert "event: gone" in client.get("/events?page=table&table=4").text


@pytest.mark.parametrize(
    ("place", "leads"), [("/t/4", "/t/4"), ("/t/3", "/t/3"), ("/t/26", None), ("/nowhere", None)]
)
def test_a_device_of_a_table_that_does_not_play_waits_for_it(
    client: FlaskClient, place: str, leads: str | None
) -> None:
    """The start page leads it to its table's page, also while a single table plays."""
    client.set_cookie("bunco-place", place)
    assert client.get("/").headers.get("Location") == leads
    assert "Location" not in client.get("/?choose").headers


@pytest.mark.parametrize("address", ["/api/table/4", "/events?table=4"])
def test_a_missing_table_is_not_found(client: FlaskClient, room: FakePageService, address: str) -> None:
    """The answer says so, and names the last table."""
    answer = client.get(address)
    assert answer.status_code == 404
    for words in ("There is no table 4 now.", "The last is table 3."):
        assert words in answer.text
    room.show(make_table(4))
    assert client.get(address).status_code == 200


@pytest.mark.parametrize("address", ["/t/{}", "/api/table/{}", "/events?table={}", "/api/table/{}/ring"])
@pytest.mark.parametrize("number", WRONG_NUMBERS)
def test_a_wrong_table_number_is_refused(
    client: FlaskClient, room: FakePageService, address: str, number: str
) -> None:
    """The number is a word, too large, or has thousands of digits. The answer says so; nothing is done."""
    path = address.format(number)
    answer = client.post(path, json={}) if path.endswith("/ring") else client.get(path)
    assert answer.status_code == 404
    text = answer.json["error"] if answer.json else answer.text
    assert f"There is no table “{number[:10]}" in text
    assert "Tables have numbers from 1 to 25." in answer.text
    assert number[:MAX_LETTERS] == number or number not in answer.text
    assert room.commands == []


def test_a_command_is_for_the_table_in_its_address(client: FlaskClient, room: FakePageService) -> None:
    """The answer is the view of this table."""
    for name, body in (("enter", {"dice": [1, 1, 4]}), ("undo", {"seq": 51}), ("call", {})):
        answer = client.post(f"/api/table/3/{name}", json=body).json
        assert answer is not None
        assert answer["told"] == "at table 3"
    assert room.commands == [
        EnterDice((1, 1, 4), table=3),
        UndoStep(51, table=3),
        CallThrow(table=3),
    ]


def test_a_command_for_the_room_is_accepted_at_each_table(client: FlaskClient, room: FakePageService) -> None:
    """The bell is the room's, but a table's address may ring it. The answer is the view of that table."""
    answer = client.post("/api/table/2/ring", json={}).json
    assert answer is not None
    assert answer["told"] == "at table 2"
    assert room.commands == [RingBell()]


def test_no_command_is_accepted_at_a_missing_table(client: FlaskClient, room: FakePageService) -> None:
    """Even a command for the room is refused."""
    assert client.post("/api/table/4/ring", json={}).status_code == 404
    assert client.post("/api/table/4/enter", json={"dice": [1, 1, 4]}).status_code == 404
    assert room.commands == []


@pytest.mark.usefixtures("room")
def test_a_form_leads_back_to_its_table(client: FlaskClient) -> None:
    """Without scripts people see the table again from which they came."""
    answer = client.post("/api/table/3/correct", data={"seq": "51", "dice": "3 3 3"})
    assert (answer.status_code, answer.location) == (303, "/t/3")


@pytest.mark.usefixtures("room")
@pytest.mark.parametrize("page", ["/rules", "/new", "/camera"])
def test_pages_lead_back_to_their_table(client: FlaskClient, page: str) -> None:
    """A page that was opened at table 3 has links to table 3, and other pages keep it."""
    answer = client.get(f"{page}?table=3").text
    assert 'href="/t/3"' in answer
    assert 'href="/t/1"' not in answer
    assert page != "/camera" or 'href="/doctor?table=3"' in answer
    for strange in WRONG_NUMBERS:
        assert re.search('href="/(t/1)?"', client.get(f"{page}?table={strange}").text)


@pytest.mark.parametrize(
    "topic",
    [
        "?topic=room&table=1",
        "?topic=",
        "?topic=results&table=1",
        "?page=none",
        "?page=table&topic=room",
    ],
)
def test_unknown_topics_are_refused(client: FlaskClient, topic: str) -> None:
    """The remedy lists the topics."""
    answer = client.get(f"/events{topic}")
    assert answer.status_code == 400
    assert answer.json is not None
    assert answer.json["remedy"] == "Ask for /events?table=1, /events?topic=room, or /events?topic=results."


def test_results_are_sent_on_request(tmp_path: Path) -> None:
    """During a round only the page of the results and its stream have them."""
    with open_service(tmp_path, NewGame("casino", ("Ann", "Bob", "Cy", "Di")), RingBell()) as service:
        client = create_app(service).test_client()
        assert '<ul class="awards">' in client.get("/results").text
        assert '"awards":[{' in client.get("/events?topic=results").text
        assert '"awards":[]' in client.get("/events").text


def test_a_throw_at_table_2_counts_once(tmp_path: Path) -> None:
    """The throw counts only at table 2, even if it is sent twice, and can be undone there."""
    with open_service(tmp_path, NewGame("classic", tuple(f"P{n}" for n in range(8))), RingBell()) as service:
        client = create_app(service).test_client()
        body = {"dice": [1, 1, 4], "token": "once"}
        views = [client.post("/api/table/2/enter", json=body).json for _ in range(2)]
        assert [len(view["course"]) for view in views if view] == [1, 1]
        room = client.get("/api/room").json
        assert room is not None
        assert [max(table["scores"]) for table in room["tables"]] == [0, 2]
        now = client.post("/api/table/2/undo", json={"seq": service.view(2).can.undo.seq}).json  # type: ignore[union-attr] # there is one
        assert now is not None
        assert now["course"] == []


@pytest.mark.parametrize("place", ["/table/{}{}", "{1}?table={0}"])
def test_each_table_has_its_camera(client: FlaskClient, room: FakePageService, place: str) -> None:
    """The page, the picture and the figures are those of the table in the address."""
    for number in (1, 2, 3):
        for path in ("/camera", "/camera.jpg"):
            room.camera_requests.clear()
            assert client.get(place.format(number, path)).status_code == 200
            assert set(room.camera_requests) == {number}
    page = client.get(place.format(2, "/camera")).text
    assert "What table 2’s camera sees" in page
    for address in ("/table/2/camera.jpg", "/table/2/calibrate", "/table/2"):
        assert f'"{address}"' in page


@pytest.mark.usefixtures("room")
def test_addresses_without_a_number_are_the_head_tables(client: FlaskClient) -> None:
    """The pages of a room with one table lead only to such addresses."""
    page = client.get("/camera").text
    assert "What the camera sees" in page
    for address in ("/camera.jpg", "/calibrate", "/t/1"):
        assert f'"{address}"' in page
    assert "/table/" not in page
    assert client.get("/api/camera").json == client.get("/api/table/1/camera").json


def test_programs_can_read_a_tables_camera(client: FlaskClient, room: FakePageService) -> None:
    """The address is not a command: a post to it is refused."""
    assert client.get("/api/table/3/camera").json == client.get("/api/camera").json
    assert room.camera_requests == [3, 1]
    assert client.post("/api/table/3/camera", json={}).status_code == 404
    assert client.post("/api/table/3/calibrate", json={}).status_code == 404
    assert room.commands == []


def test_each_table_is_calibrated_by_itself(service: FakePageService) -> None:
    """A step is done only at the table in the address."""
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


def test_a_table_between_rounds_is_calibrated_without_confirmation(service: FakePageService) -> None:
    """Only at a table in a round a step must be confirmed."""
    service.show(replace(playing(), table=2, phase="ready"))
    calibrators = {1: FakeCalibrator(), 2: FakeCalibrator()}
    with create_app(service, calibrators=calibrators).test_client() as client:
        codes = [client.post(f"/api/table/{number}/calibrate/find", json={}).status_code for number in (1, 2)]
    assert codes == [409, 200]
    assert (calibrators[1].calls, calibrators[2].calls) == ([], [("find",)])


@pytest.mark.parametrize("place", ["/table/{}/camera", "/table/{}/camera.jpg", "/api/table/{}/camera"])
@pytest.mark.parametrize("number", [*WRONG_NUMBERS, "4"])
@pytest.mark.usefixtures("room")
def test_a_camera_of_a_wrong_table_is_not_found(client: FlaskClient, place: str, number: str) -> None:
    """Two sentences say which tables there are. The same holds for the calibration."""
    for path in (place, place.replace("camera.jpg", "calibration.zip").replace("camera", "calibrate")):
        answer = client.get(path.format(number))
        assert answer.status_code == 404
        remedy = "The last is table 3." if number == "4" else "Tables have numbers from 1 to 25."
        assert remedy in answer.text


def test_an_unknown_step_is_refused(service: FakePageService) -> None:
    """The remedy lists the steps."""
    with create_app(service, calibrators={1: FakeCalibrator()}).test_client() as client:
        answer = client.post("/api/table/1/calibrate/dance", json={})
    assert (answer.status_code, answer.json) == (
        404,
        {"error": "No step is called “dance”.", "remedy": "There are find, corners, learn, test, save."},
    )


@pytest.mark.parametrize(("number", "heading"), [(1, "The camera"), (2, "A room of tables")])
def test_a_table_without_a_camera_says_how_to_get_one(
    service: FakePageService, number: int, heading: str
) -> None:
    """The table's two pages say that dice are tapped, and where the guide describes cameras."""
    service.show(replace(playing(), table=2))
    service.camera_view = CameraView("none", "no camera")
    with create_app(service).test_client() as client:
        for page in ("camera", "calibrate"):
            answer = client.get(f"/table/{number}/{page}")
            assert answer.status_code == 200
            for words in (f"<h1>Table {number} has no camera.</h1>", "dice are tapped in", heading):
                assert words in answer.text
            assert f'href="/t/{number}">To the table' in answer.text
        view = client.get(f"/api/table/{number}/calibrate")
        step = client.post(f"/api/table/{number}/calibrate/learn", json={"anyway": True})
    assert view.json == {
        "error": f"Table {number} has no camera.",
        "remedy": f"Its dice are tapped in. The guide says how a table gets a camera, under “{heading}”.",
    }
    assert (view.status_code, step.status_code, step.json) == (503, 503, view.json)


def test_a_recording_that_is_over_keeps_its_page(service: FakePageService) -> None:
    """The table had a camera, and its page shows the last picture."""
    service.camera_view = CameraView("none", "film is over", size=(640, 480))
    with create_app(service).test_client() as client:
        assert "film is over" in client.get("/camera").text
