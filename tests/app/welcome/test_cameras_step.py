"""The question which camera looks at which table, before the first game."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from pi_bunco.app.welcome.desk import FolderSheets
from pi_bunco.web.welcome_application import create_welcome_app
from tests.app.welcome.evening import TWELVE, Evening, send
from tests.web.desks import FREE, MAT, FakeDesk


@pytest.fixture
def desk() -> FakeDesk:
    return FakeDesk(MAT, FREE)


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    evening = Evening(tmp_path)
    yield evening
    evening.close()


@pytest.fixture
def host(evening: Evening, desk: FakeDesk) -> FlaskClient:
    sheets = FolderSheets(evening.desk._settings)
    evening.app = create_welcome_app(evening.desk, sheets, door=evening.door, camera_desk=desk)
    host = evening.switch_on_host()
    for step, fields in (
        ("pin", {"do": "skip"}),
        ("rules", {"rules": "classic"}),
        ("names", {"names": TWELVE}),
    ):
        send(host, step, **fields)
    return host


def test_each_tap_counts_at_once(host: FlaskClient, desk: FakeDesk) -> None:
    """The page shows the cameras; a tap gives one to a table and shows the page again; Next goes on."""
    assert send(host, "tables").location == "/welcome/cameras"
    page = host.get("/welcome/cameras").text
    assert 'action="/welcome/cameras"' in page
    assert "Pi camera imx708" in page
    assert send(host, "cameras", do="give", camera="bb", table="2").location.startswith("/welcome/cameras")
    assert "Take it away from table 2" in host.get("/welcome/cameras").text
    assert send(host, "cameras", do="next").location == "/welcome/bell"
    assert desk.calls == [("give", 2, "bb"), ("drop missing",)]
    send(host, "bell", do="skip")
    assert "2 tables have a camera" in host.get("/welcome/ready").text


def test_what_is_wrong_is_said_on_the_page(host: FlaskClient) -> None:
    """A camera that has gone meanwhile is named there, and the question stays open."""
    send(host, "tables")
    answer = send(host, "cameras", do="give", camera="gone", table="2")
    assert answer.status_code == 409
    assert "not there any more" in answer.text
    assert send(host, "bell", do="skip").location == "/welcome/cameras"


def test_without_a_camera_nobody_is_asked(host: FlaskClient, desk: FakeDesk) -> None:
    """The page stays reachable from the last one, since somebody may use a phone."""
    desk.cameras = []
    assert send(host, "tables").location == "/welcome/bell"
    send(host, "bell", do="skip")
    ready = host.get("/welcome/ready").text
    assert "None: everybody taps the dice" in ready
    assert "/welcome/cameras" in ready
    assert "No camera was found" in host.get("/welcome/cameras").text
