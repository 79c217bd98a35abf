"""What the calibration page asks, over HTTP."""

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


def test_the_page_comes_with_how_far_it_is(between: FlaskClient) -> None:
    """The page is whole without scripts: its four steps stand in it, each a form where it can be done."""
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
    ("step", "body", "asked"),
    [
        ("find", {}, ("find",)),
        ("corners", {"corners": CORNERS}, ("corners", CORNERS)),
        ("learn", {}, ("learn",)),
        ("test", {"on": True}, ("test", True)),
        ("test", {"on": False}, ("test", False)),
        ("save", {}, ("save",)),
    ],
)
def test_each_step_is_asked_and_answered_with_the_bench(
    between: FlaskClient,
    calibrator: FakeCalibrator,
    step: str,
    body: dict[str, object],
    asked: tuple[object, ...],
) -> None:
    """A step is done once, and the answer is what the page shows then."""
    answer = between.post(f"/api/calibrate/{step}", json=body)
    assert answer.status_code == 200
    assert calibrator.calls == [asked]
    assert answer.json == between.get("/api/calibrate").json


@pytest.mark.parametrize("step", ["find", "corners", "learn", "test", "save"])
def test_a_round_is_not_interrupted_unasked(
    between: FlaskClient, service: FakePageService, calibrator: FakeCalibrator, step: str
) -> None:
    """While a round is being played each step asks first, and is done once somebody says so."""
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


def test_a_test_can_be_left_during_a_round(
    between: FlaskClient, service: FakePageService, calibrator: FakeCalibrator
) -> None:
    """Whoever began a test in a round is let go on playing at once."""
    service.show(playing())
    assert between.post("/api/calibrate/test", json={"on": False}).status_code == 200
    assert calibrator.calls == [("test", False)]


@pytest.mark.parametrize(
    "body", [{"corners": [[1, 2], [3, 4], [5, 6]]}, {"corners": [[1, "x"]] * 4}, {"corners": 7}, {}]
)
def test_corners_that_are_none_are_refused(
    between: FlaskClient, calibrator: FakeCalibrator, body: object
) -> None:
    """Other than four places of two numbers gives a sentence, and nothing is done."""
    answer = between.post("/api/calibrate/corners", json=body)
    assert answer.status_code == 400
    assert answer.json is not None
    assert answer.json["remedy"].startswith('Send {"corners": [[90, 60],')
    assert calibrator.calls == []


def test_what_cannot_be_done_is_said(between: FlaskClient, calibrator: FakeCalibrator) -> None:
    """A step that the table refuses comes back with its two sentences."""
    calibrator.refusal = Refused("I see none of the four markers.", "Uncover them.")
    answer = between.post("/api/calibrate/find", json={})
    assert (answer.status_code, answer.json) == (
        409,
        {"error": "I see none of the four markers.", "remedy": "Uncover them."},
    )


def test_the_file_can_be_copied_once_it_is_saved(between: FlaskClient, calibrator: FakeCalibrator) -> None:
    """Before it is saved there is none; then it comes as a file with its name."""
    assert between.get("/calibration.zip").status_code == 404
    calibrator.now = DONE
    answer = between.get("/calibration.zip")
    assert (answer.data, answer.mimetype) == (b"PK whole", "application/zip")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="calibration.zip"'


def test_another_sites_page_cannot_calibrate(between: FlaskClient, calibrator: FakeCalibrator) -> None:
    """What another site sends is refused."""
    calibrator.now = replace(LEARNT)
    headers = {"Sec-Fetch-Site": "cross-site"}
    assert between.post("/api/calibrate/save", json={}, headers=headers).status_code == 403
    assert calibrator.calls == []


def test_without_scripts_the_steps_are_forms(
    between: FlaskClient, service: FakePageService, calibrator: FakeCalibrator
) -> None:
    """A plain form leads back to the page; during a round to a page that asks first, which knows the step."""
    answer = between.post("/api/calibrate/test", data={"on": "yes"})
    assert (answer.status_code, answer.location) == (303, "/calibrate")
    service.show(playing())
    asks = between.post("/api/calibrate/corners", data={"corners": "90,60 1180,70.5 1210,900 60,890"})
    assert asks.status_code == 303
    page = between.get(asks.location).get_data(as_text=True)
    assert 'name="corners" value="90,60 1180,70.5 1210,900 60,890"' in page
    assert calibrator.calls == [("test", True)]
    said = {"corners": "90,60 1180,70.5 1210,900 60,890", "anyway": "yes"}
    assert between.post("/api/calibrate/corners", data=said).status_code == 303
    assert calibrator.calls[1:] == [("corners", ((90, 60), (1180, 70.5), (1210, 900), (60, 890)))]


@pytest.mark.parametrize("corners", ["90,60", "a,b c,d e,f g,h", "nan,1 2,3 4,5 6,7", ""])
def test_a_forms_corners_that_are_none_are_refused(
    between: FlaskClient, calibrator: FakeCalibrator, corners: str
) -> None:
    """What a form calls corners is checked as JSON is."""
    headers = {"Accept": "application/json"}
    assert (
        between.post("/api/calibrate/corners", data={"corners": corners}, headers=headers).status_code == 400
    )
    assert calibrator.calls == []
