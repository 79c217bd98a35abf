"""The doctor's page, and its findings for programs."""

import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from pi_bunco.findings import Finding
from pi_bunco.web import create_app
from tests.web.conftest import FakePageService
from tests.web.doctors import ILL, LOOKS, WELL, FakeDoctor


def client(service: FakePageService, doctor: FakeDoctor | None) -> FlaskClient:
    return create_app(service, examiner=doctor).test_client()


@pytest.mark.parametrize(
    ("findings", "says"),
    [(WELL, "Everything is working"), (LOOKS, "The table plays"), (ILL, "2 things do not work")],
)
def test_the_page_sums_up(service: FakePageService, findings: tuple[Finding, ...], says: str) -> None:
    """The heading says how the table does as a whole."""
    page = client(service, FakeDoctor(*findings)).get("/doctor").get_data(as_text=True)
    assert f"<b>{says}.</b>" in page
    assert all(finding.check.capitalize() in page for finding in findings)


def test_what_is_wrong_comes_first(service: FakePageService) -> None:
    """Bad before look before good, each mark in a word too; nothing is taken for HTML but our own link."""
    page = client(service, FakeDoctor(*ILL)).get("/doctor").get_data(as_text=True)
    assert re.findall(r'<li class="(\w+)">', page) == ["bad", "bad", "look", "good", "good", "good"]
    assert re.findall(r'class="unseen">([^<]+)<', page)[:3] == [
        "does not work",
        "does not work",
        "needs a look",
    ]
    assert "&lt;b&gt;http://a-very-long-name" in page
    assert "Ask Bob &amp; Di." in page
    assert '<a class="button plain" href="/calibrate">Calibrate</a>' in page


def test_programs_ask_for_some(service: FakePageService) -> None:
    """The command asks a table that runs for the checks that it alone knows."""
    doctor = FakeDoctor(*LOOKS)
    answer = client(service, doctor).get("/api/doctor?only=mat,light")
    assert doctor.asked == [("mat", "light")]
    assert answer.get_json() == {"findings": [LOOKS[1].to_json(), LOOKS[3].to_json()]}
    client(service, doctor).get("/api/doctor")
    assert doctor.asked[-1] == ()


def test_a_check_that_nobody_knows(service: FakePageService) -> None:
    """A misspelt check is refused with what there is."""
    answer = client(service, FakeDoctor(*WELL)).get("/api/doctor?only=camra")
    assert answer.status_code == 400
    assert "camera, light" in answer.get_json()["remedy"]


def test_the_host_takes_a_backup_along(service: FakePageService, tmp_path: Path) -> None:
    """The button makes one and the browser keeps it as a file; what goes wrong is said."""
    doctor = FakeDoctor(*WELL)
    browser = client(service, doctor)
    assert 'action="/doctor/backup"' in browser.get("/doctor").text
    failed = browser.post("/doctor/backup")
    assert (failed.status_code, "There is no log." in failed.text) == (503, True)
    doctor.backup = tmp_path / "pi-bunco-0001.zip"
    doctor.backup.write_bytes(b"PK, and all games")
    with browser.post("/doctor/backup", buffered=True) as sent:
        assert sent.data == b"PK, and all games"
        assert sent.headers["Content-Disposition"] == "attachment; filename=pi-bunco-0001.zip"


def test_the_program_is_started_again_where_something_does_so(service: FakePageService) -> None:
    """The table's page waits for it; a program that nobody would start again goes on."""
    doctor = FakeDoctor(*WELL)
    browser = client(service, doctor)
    assert 'action="/doctor/restart"' in browser.get("/doctor").text
    assert browser.post("/doctor/restart").headers["Location"] == "/"
    doctor.served = False
    assert 'action="/doctor/restart"' not in browser.get("/doctor").text
    refused = browser.post("/doctor/restart")
    assert (refused.status_code, "would not start again" in refused.text) == (409, True)
    assert doctor.restarted == 1


def test_a_table_that_nobody_examines(service: FakePageService) -> None:
    """Pages without a table behind them say so."""
    answer = client(service, None).get("/doctor")
    assert answer.status_code == 503
    assert "This table cannot be examined." in answer.get_data(as_text=True)


def test_no_page_asks_for_a_command(service: FakePageService) -> None:
    """What takes a keyboard at the machine is said in plain words, with where the guide says more."""
    told = Finding.bad("service", "The service is stopped.", "Start it: sudo systemctl start pi-bunco")
    page = client(service, FakeDoctor(told)).get("/doctor").get_data(as_text=True)
    assert "sudo" not in page
    assert "under “Is everything working?”" in page
