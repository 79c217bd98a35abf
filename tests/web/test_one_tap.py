"""Every page leads in one tap to the QR code with which telephones join."""

from dataclasses import replace

import pytest
from flask import Flask
from flask.testing import FlaskClient

from pi_bunco.web import create_app
from tests.web.calibrations import FakeCalibrator
from tests.web.conftest import FakePageService
from tests.web.doctors import FakeDoctor
from tests.web.states import playing


@pytest.fixture
def app(service: FakePageService) -> Flask:
    return create_app(service, calibrators={1: FakeCalibrator()}, examiner=FakeDoctor())


PAGES = ("/room", "/host", "/results", "/paper", "/rules", "/new", "/me?guest=Ann", "/?choose")
DEVICES = ("/doctor", "/camera", "/calibrate")


@pytest.mark.parametrize("page", [*PAGES, *DEVICES])
def test_a_page_leads_to_the_code(client: FlaskClient, service: FakePageService, page: str) -> None:
    """Each page has a link or a button that leads to the code."""
    service.show(replace(playing(), table=2))
    assert 'href="/join"' in client.get(page, follow_redirects=True).text


def test_a_tables_menu_has_the_code_itself(client: FlaskClient) -> None:
    """One tap opens the menu."""
    dialog = client.get("/t/1/sheet/more", base_url="http://192.168.1.20:8080").text
    assert 'class="qr"' in dialog


def test_the_rooms_screen_shows_the_code(client: FlaskClient) -> None:
    """The room's screen shows the code without a tap."""
    assert 'class="qr"' in client.get("/room", base_url="http://192.168.1.20:8080").text
