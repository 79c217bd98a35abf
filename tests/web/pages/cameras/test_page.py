"""The page on which people give cameras to tables."""

import pytest
from flask.testing import FlaskClient

from pi_bunco.access.door import Door, DoorConfig
from pi_bunco.web import create_app
from tests.web.conftest import FakePageService
from tests.web.desks import FREE, MAT, PHONE, FakeDesk


@pytest.fixture
def desk() -> FakeDesk:
    return FakeDesk(MAT, FREE, PHONE)


@pytest.fixture
def client(service: FakePageService, desk: FakeDesk) -> FlaskClient:
    return create_app(service, camera_desk=desk).test_client()


def test_page_shows_cameras_and_tables(client: FlaskClient) -> None:
    """Each camera has a button for each table; tables without a camera are named."""
    page = client.get("/cameras").text
    assert "USB camera HD Pro Webcam C920" in page
    assert page.count('name="table" value="3"') == 3
    assert "Tables 2 and 3 have no camera. Their players tap the dice." in page
    assert "Give the free cameras to tables without one, in order" in page
    assert "shows a web page, not the pictures of a camera." in page


def test_tap_gives_a_camera_to_a_table(client: FlaskClient, desk: FakeDesk) -> None:
    """A tap on a number gives the camera to that table, and the page is shown again."""
    answer = client.post("/cameras", data={"do": "give", "camera": "bb", "table": "2"})
    assert (answer.status_code, answer.location) == (303, "/cameras")
    client.post("/cameras", data={"do": "give", "camera": "", "table": "1"})
    client.post("/cameras", data={"do": "give-all"})
    client.post("/cameras", data={"do": "remove", "camera": "cc"})
    assert desk.calls == [("give", 2, "bb"), ("give", 1, ""), ("give all",), ("remove", "cc")]


@pytest.mark.parametrize(
    ("fields", "code", "words"),
    [
        ({"do": "give", "camera": "gone", "table": "2"}, 409, "not there any more"),
        ({"do": "give", "camera": "bb", "table": "two"}, 400, "not the number of a table"),
        ({"do": "give", "camera": "bb", "table": "9" * 500}, 400, "not the number of a table"),
        ({"do": "add", "address": "my phone"}, 503, "not the address of a camera"),
        ({"do": "dance"}, 400, "Cameras cannot “dance”"),
        ({}, 400, "Send do=give"),
    ],
)
def test_what_is_wrong_is_said_on_the_page(
    client: FlaskClient, fields: dict[str, str], code: int, words: str
) -> None:
    """The page is shown again with what is wrong and what to do; what was typed stays."""
    answer = client.post("/cameras", data=fields)
    assert answer.status_code == code
    assert words in answer.text
    assert "USB camera HD Pro Webcam C920" in answer.text
    assert fields.get("address", "") in answer.text


def test_pictures_are_never_kept(client: FlaskClient) -> None:
    """A picture is that of now; a camera without one has none."""
    answer = client.get("/cameras/aa.jpg")
    assert (answer.mimetype, answer.headers["Cache-Control"]) == ("image/jpeg", "no-store")
    assert client.get("/cameras/bb.jpg").status_code == 404


def test_programs_get_the_same_without_passwords(client: FlaskClient) -> None:
    """Programs get the tables and the cameras."""
    answer = client.get("/api/cameras").json
    assert answer
    assert answer["tables"] == [1, 2, 3]
    assert answer["cameras"][0]["title"] == "USB camera HD Pro Webcam C920"


def test_phone_becomes_a_camera(client: FlaskClient, desk: FakeDesk) -> None:
    """A phone asks, is told what is missing, and is found at its own address the second time."""
    assert "Install a camera app" in client.get("/phone").text
    missing = client.post("/phone")
    assert "No camera app sends pictures on this phone." in missing.text
    assert "Install a camera app" in missing.text
    assert "Found it." in client.post("/phone").text
    assert desk.calls == [("add phone", "127.0.0.1")] * 2


def test_only_the_host_gives_cameras(service: FakePageService, desk: FakeDesk) -> None:
    """A guest's device may offer its own phone, but neither see the cameras nor give them to tables."""
    door = Door(DoorConfig(count_tables=lambda: 3))
    client = create_app(service, camera_desk=desk, door=door).test_client()
    guest = {"REMOTE_ADDR": "10.0.0.9"}
    for path in ("/cameras", "/api/cameras", "/cameras/aa.jpg"):
        assert client.get(path, environ_overrides=guest).status_code == 403
    given = client.post("/cameras", data={"do": "give-all"}, environ_overrides=guest)
    assert given.status_code == 403
    assert not desk.calls
    assert client.get("/phone", environ_overrides=guest).status_code == 200
    client.post("/phone", environ_overrides=guest)
    assert desk.calls == [("add phone", "10.0.0.9")]


def test_without_a_desk_there_is_no_page(service: FakePageService) -> None:
    """Where cameras cannot be given on pages, there is no such page."""
    assert create_app(service).test_client().get("/cameras").status_code == 404
