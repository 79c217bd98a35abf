"""The doctor's page, and its findings for programs."""

import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from pi_bunco.findings import Finding
from pi_bunco.web import create_app
from tests.web.conftest import FakePageService
from tests.web.doctors import ILL, NEEDS_LOOK, WELL, FakeDoctor


def make_client(service: FakePageService, doctor: FakeDoctor | None) -> FlaskClient:
    return create_app(service, examiner=doctor).test_client()


@pytest.mark.parametrize(
    ("findings", "summary"),
    [(WELL, "Everything is working"), (NEEDS_LOOK, "The table plays"), (ILL, "2 things do not work")],
)
def test_the_page_sums_up(service: FakePageService, findings: tuple[Finding, ...], summary: str) -> None:
    """The heading sums up all findings in a few words."""
    page = make_client(service, FakeDoctor(*findings)).get("/doctor").get_data(as_text=True)
    assert f"<b>{summary}.</b>" in page
    assert all(finding.check.capitalize() in page for finding in findings)


def test_faults_come_first(service: FakePageService) -> None:
    """The order is bad, look, good. Each mark also has a text. HTML in a finding is escaped."""
    page = make_client(service, FakeDoctor(*ILL)).get("/doctor").get_data(as_text=True)
    assert re.findall(r'<li class="(\w+)">', page) == ["bad", "bad", "look", "good", "good", "good"]
    assert re.findall(r'class="unseen">([^<]+)<', page)[:3] == [
        "does not work",
        "does not work",
        "needs a look",
    ]
    assert "&lt;b&gt;http://a-very-long-name" in page
    assert "Ask Bob &amp; Di." in page
    assert '<a class="button plain" href="/calibrate">Calibrate</a>' in page


def test_a_program_can_ask_for_some_checks(service: FakePageService) -> None:
    """The answer has only the findings of the requested checks; without a request, those of all."""
    doctor = FakeDoctor(*NEEDS_LOOK)
    answer = make_client(service, doctor).get("/api/doctor?only=mat,light")
    assert doctor.requested == [("mat", "light")]
    assert answer.get_json() == {"findings": [NEEDS_LOOK[1].to_json(), NEEDS_LOOK[3].to_json()]}
    make_client(service, doctor).get("/api/doctor")
    assert doctor.requested[-1] == ()


def test_an_unknown_check_is_refused(service: FakePageService) -> None:
    """The answer names the checks that exist."""
    answer = make_client(service, FakeDoctor(*WELL)).get("/api/doctor?only=camra")
    assert answer.status_code == 400
    assert "camera, light" in answer.get_json()["remedy"]


def test_the_host_can_download_a_backup(service: FakePageService, tmp_path: Path) -> None:
    """The button makes a backup, which the browser saves as a file. A failure is reported."""
    doctor = FakeDoctor(*WELL)
    browser = make_client(service, doctor)
    assert 'action="/doctor/backup"' in browser.get("/doctor").text
    failed = browser.post("/doctor/backup")
    assert (failed.status_code, "There is no log." in failed.text) == (503, True)
    doctor.backup = tmp_path / "pi-bunco-0001.zip"
    doctor.backup.write_bytes(b"PK, and all games")
    with browser.post("/doctor/backup", buffered=True) as sent:
        assert sent.data == b"PK, and all games"
        assert sent.headers["Content-Disposition"] == "attachment; filename=pi-bunco-0001.zip"


def test_the_program_can_be_restarted_if_something_starts_it_again(service: FakePageService) -> None:
    """The button leads back to the table. If nothing would start the program again, it goes on."""
    doctor = FakeDoctor(*WELL)
    browser = make_client(service, doctor)
    assert 'action="/doctor/restart"' in browser.get("/doctor").text
    assert browser.post("/doctor/restart").headers["Location"] == "/"
    doctor.starts_again = False
    assert 'action="/doctor/restart"' not in browser.get("/doctor").text
    refused = browser.post("/doctor/restart")
    assert (refused.status_code, "would not start again" in refused.text) == (409, True)
    assert doctor.restarted == 1


def test_a_table_without_a_doctor_says_so(service: FakePageService) -> None:
    """The answer has the status 503 and says that the table cannot be examined."""
    answer = make_client(service, None).get("/doctor")
    assert answer.status_code == 503
    assert "This table cannot be examined." in answer.get_data(as_text=True)


def test_page_shows_no_commands(service: FakePageService) -> None:
    """Instead of a remedy with a command, the page refers to the guide."""
    finding = Finding.bad("service", "The service is stopped.", "Start it: sudo systemctl start pi-bunco")
    page = make_client(service, FakeDoctor(finding)).get("/doctor").get_data(as_text=True)
    assert "sudo" not in page
    assert "under “Is everything working?”" in page
