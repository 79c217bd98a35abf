"""The requests of the calibration page."""

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from flask.testing import FlaskClient

from pi_bunco.game.refused import Refused
from pi_bunco.web import create_app
from tests.vision.calibrate.mats import CORNERS
from tests.web.calibrations import DONE, LEARNT, FakeCalibrator
from tests.web.conftest import FakePageService
from tests.web.states import begin, playing


@pytest.fixture
def calibrator() -> FakeCalibrator:
    return FakeCalibrator()


@pytest.fixture
def between(service: FakePageService, calibrator: FakeCalibrator) -> Iterator[FlaskClient]:
    service.show(begin())
    with create_app(service, calibrators={1: calibrator}).test_client() as client:
        yield client


def test_the_page_has_its_four_steps(between: FlaskClient) -> None:
    """The page works without scripts: each step that can be done now has a form."""
    page = between.get("/calibrate")
    assert page.status_code == 200
    text = page.get_data(as_text=True)
    assert re.findall(r'<li class="(\w+)"', text) == ["now", "later", "later", "later"]
    assert re.findall(r'action="(/api/calibrate/\w+)"', text) == [
        "/api/calibrate/find",
        "/api/calibrate/corners",
    ]
    assert b"/calibrate" in between.get("/camera").data


@pytest.mark.parametrize(
    ("step", "body", "call"),
    [
        ("find", {}, ("find",)),
        ("corners", {"corners": CORNERS}, ("corners", CORNERS)),
        ("learn", {}, ("learn",)),
        ("test", {"on": True}, ("test", True)),
        ("test", {"on": False}, ("test", False)),
        ("save", {}, ("save",)),
    ],
)
def test_each_step_is_done_once(
    between: FlaskClient,
    calibrator: FakeCalibrator,
    step: str,
    body: dict[str, object],
    call: tuple[object, ...],
) -> None:
    """The answer is the new state of the calibration."""
    answer = between.post(f"/api/calibrate/{step}", json=body)
    assert answer.status_code == 200
    assert calibrator.calls == [call]
    assert answer.json == between.get("/api/calibrate").json


@pytest.mark.parametrize("step", ["find", "corners", "learn", "test", "save"])
def test_a_step_during_a_round_must_be_confirmed(
    between: FlaskClient, service: FakePageService, calibrator: FakeCalibrator, step: str
) -> None:
    """The first request is refused. With a confirmation the step is done."""
    service.show(playing())
    bodies: dict[str, dict[str, object]] = {"corners": {"corners": CORNERS}, "test": {"on": True}}
    body = bodies.get(step, {})
    answer = between.post(f"/api/calibrate/{step}", json=body)
    assert answer.status_code == 409
    assert answer.json == {
        "error": "A round is being played.",
        "remedy": "Wait for its end, or calibrate anyway.",
        "round": True,
        "sheet": f"/calibrate/anyway/{step}?",
    }
    assert calibrator.calls == []
    assert between.post(f"/api/calibrate/{step}", json=body | {"anyway": True}).status_code == 200
    assert len(calibrator.calls) == 1


def test_a_test_can_end_during_a_round(
    between: FlaskClient, service: FakePageService, calibrator: FakeCalibrator
) -> None:
    """Leaving a test needs no confirmation."""
    service.show(playing())
    assert between.post("/api/calibrate/test", json={"on": False}).status_code == 200
    assert calibrator.calls == [("test", False)]


@pytest.mark.parametrize(
    "body", [{"corners": [[1, 2], [3, 4], [5, 6]]}, {"corners": [[1, "x"]] * 4}, {"corners": 7}, {}]
)
def test_wrong_corners_are_refused(between: FlaskClient, calibrator: FakeCalibrator, body: object) -> None:
    """Anything but four places of two numbers is status 400 with a remedy, and nothing is done."""
    answer = between.post("/api/calibrate/corners", json=body)
    assert answer.status_code == 400
    assert answer.json is not None
    assert answer.json["remedy"].startswith('Send {"corners": [[90, 60],')
    assert calibrator.calls == []


def test_a_refused_step_says_why(between: FlaskClient, calibrator: FakeCalibrator) -> None:
    """The answer has the two sentences of the calibrator."""
    calibrator.refusal = Refused("I see none of the four markers.", "Uncover them.")
    answer = between.post("/api/calibrate/find", json={})
    assert (answer.status_code, answer.json) == (
        409,
        {"error": "I see none of the four markers.", "remedy": "Uncover them."},
    )


def test_the_file_can_be_copied_once_it_is_saved(between: FlaskClient, calibrator: FakeCalibrator) -> None:
    """Before that the address is not found. Afterwards it sends a file with its name."""
    assert between.get("/calibration.zip").status_code == 404
    calibrator.now = DONE
    answer = between.get("/calibration.zip")
    assert (answer.data, answer.mimetype) == (b"PK whole", "application/zip")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="calibration.zip"'


def test_a_page_of_another_site_cannot_calibrate(between: FlaskClient, calibrator: FakeCalibrator) -> None:
    """The request of a page of another site is refused."""
    calibrator.now = replace(LEARNT)
    headers = {"Sec-Fetch-Site": "cross-site"}
    assert between.post("/api/calibrate/save", json={}, headers=headers).status_code == 403
    assert calibrator.calls == []


def test_without_scripts_the_steps_are_forms(
    between: FlaskClient, service: FakePageService, calibrator: FakeCalibrator
) -> None:
    """A form leads back to the page. During a round it leads to a page that asks for a confirmation."""
    answer = between.post("/api/calibrate/test", data={"on": "yes"})
    assert (answer.status_code, answer.location) == (303, "/calibrate")
    service.show(playing())
    asks = between.post("/api/calibrate/corners", data={"corners": "90,60 1180,70.5 1210,900 60,890"})
    assert asks.status_code == 303
    page = between.get(asks.location).get_data(as_text=True)
    assert 'name="corners" value="90,60 1180,70.5 1210,900 60,890"' in page
    assert calibrator.calls == [("test", True)]
    confirmed = {"corners": "90,60 1180,70.5 1210,900 60,890", "anyway": "yes"}
    assert between.post("/api/calibrate/corners", data=confirmed).status_code == 303
    assert calibrator.calls[1:] == [("corners", ((90, 60), (1180, 70.5), (1210, 900), (60, 890)))]


@pytest.mark.parametrize("corners", ["90,60", "a,b c,d e,f g,h", "nan,1 2,3 4,5 6,7", ""])
def test_wrong_corners_in_a_form_are_refused(
    between: FlaskClient, calibrator: FakeCalibrator, corners: str
) -> None:
    """A form is checked like JSON."""
    headers = {"Accept": "application/json"}
    assert (
        between.post("/api/calibrate/corners", data={"corners": corners}, headers=headers).status_code == 400
    )
    assert calibrator.calls == []
