"""Printed papers from the page."""

from dataclasses import replace
from io import BytesIO
from pathlib import Path

import cv2
import pytest
from flask.testing import FlaskClient
from pypdf import PdfReader

from pi_bunco.access.door import Door, DoorConfig
from pi_bunco.access.roles import GUEST, HOST
from pi_bunco.views.moment import MomentView
from pi_bunco.views.results import AwardLine, Results
from pi_bunco.web import create_app
from pi_bunco.web.ports.secure import SecureView
from tests.fonts import PRINTED
from tests.hardware.prints import draw_page, needs_pdftoppm
from tests.web.conftest import FakePageService
from tests.web.secure import FakeSecurePages
from tests.web.states import playing
from tests.web.visitors import open_browser_as
from tests.web.wifis import ACCESS, HALL, OWN, FakeOwnWifi

pytestmark = [PRINTED, needs_pdftoppm]


def decode(pdf: bytes, folder: Path) -> list[str]:
    """Return the texts of the codes on a printed page."""
    _, texts, _, _ = cv2.QRCodeDetector().detectAndDecodeMulti(draw_page(pdf, folder))
    return sorted(texts)


@pytest.mark.parametrize(("language", "size"), [("en-US,en", "letter"), ("de-DE", "a4"), ("", "a4")])
def test_the_page_offers_the_countrys_paper(client: FlaskClient, language: str, size: str) -> None:
    """The paper size of the browser's country is already chosen."""
    page = client.get("/paper", headers={"Accept-Language": language}).text
    assert f'value="{size}" checked' in page
    assert page.count(" checked") == 1


def test_a_pdf_is_sent(client: FlaskClient) -> None:
    """Browsers do not cache it."""
    answer = client.get("/paper/score-cards.pdf?size=letter&evening=Ours")
    assert answer.mimetype == "application/pdf"
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.data.startswith(b"%PDF-")


@pytest.mark.parametrize("address", ["/paper/menu.pdf", "/paper/results.pdf?size=a0"])
def test_an_unknown_paper_is_not_found(client: FlaskClient, address: str) -> None:
    """A paper or a size that does not exist is status 404."""
    assert client.get(address).status_code == 404


def test_only_the_host_prints_the_wifi(service: FakePageService, tmp_path: Path) -> None:
    """The poster shows the password, so a guest neither finds it on the page nor gets it."""
    wifi = FakeOwnWifi(OWN)
    app = create_app(service, own_wifi=wifi, door=Door(DoorConfig(roles="on")))
    host, guest = open_browser_as(app, HOST), open_browser_as(app, GUEST)
    assert "/paper/wifi-poster.pdf" in host.get("/paper").text
    assert "wifi-poster.pdf" not in guest.get("/paper").text
    assert guest.get("/paper/wifi-poster.pdf").status_code == 403
    pdf = host.get("/paper/wifi-poster.pdf").data
    assert ACCESS.password in PdfReader(BytesIO(pdf)).pages[0].extract_text()
    code = decode(pdf, tmp_path)
    assert code == [ACCESS.make_code()]
    wifi.state = HALL
    assert "The Pi makes no Wi-Fi of its own now." in host.get("/paper").text
    assert host.get("/paper/wifi-poster.pdf").status_code == 409


def test_codes_lead_to_where_phones_find_the_pages(service: FakePageService, tmp_path: Path) -> None:
    """In the Pi's own Wi-Fi it is the address there, otherwise the one that this device has used."""
    service.show(replace(playing(), table=2))
    wifi = FakeOwnWifi(OWN)
    client = create_app(service, own_wifi=wifi).test_client()
    headers = {"Host": "192.168.1.20:8080"}
    assert decode(client.get("/paper/phone-poster.pdf", headers=headers).data, tmp_path) == [
        "http://10.42.0.1:8080/me"
    ]
    wifi.state = HALL
    codes = client.get("/paper/table-codes.pdf", headers=headers).data
    assert "It leads to http://192.168.1.20:8080." in client.get("/paper", headers=headers).text
    assert decode(codes, tmp_path) == ["http://192.168.1.20:8080/join/1", "http://192.168.1.20:8080/join/2"]


def test_codes_lead_to_the_plain_pages(service: FakePageService) -> None:
    """The host may print from a secure page, whose certificate the guests' phones do not know."""
    secure = FakeSecurePages(SecureView(is_on=True, port=8443, plain_port=8080))
    client = create_app(service, secure_pages=secure).test_client()
    page = client.get("/paper", base_url="https://192.168.1.20:8443").text
    assert "It leads to http://192.168.1.20:8080." in page


def test_a_machine_without_network_offers_no_codes(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page says why, and what to do."""
    monkeypatch.setattr("pi_bunco.web.join.find_own_address", lambda: None)
    page = client.get("/paper").text
    assert "This machine is not connected to a network" in page
    assert "phone-poster.pdf" not in page
    assert client.get("/paper/phone-poster.pdf").status_code == 409


def test_what_would_be_empty_is_not_offered(client: FlaskClient, service: FakePageService) -> None:
    """Walking signs need a table that somebody leaves, and certificates an award that is final."""
    page = client.get("/paper").text
    assert "In this game nobody changes tables." in page
    assert "They are here when the game is over" in page
    assert "walking-signs.pdf" not in page
    assert client.get("/paper/walking-signs.pdf").status_code == 409
    assert client.get("/paper/certificates.pdf").status_code == 409
    award = AwardLine("most_wins", "room", "Most wins", "", ("Ann",), "5 wins", "", "", 0, final=True)
    room = service.view_room()
    table = replace(room.tables[0], ways=(1, 3))
    service.show_room(replace(room, tables=(table,), results=Results(awards=(award,))))
    page = client.get("/paper").text
    assert "walking-signs.pdf" in page
    assert "certificates.pdf" in page
    settling = MomentView("settling", "Everybody waits for table 3.")
    service.show_room(replace(service.view_room(), moment=settling))
    assert "certificates.pdf" not in client.get("/paper").text
    refused = client.get("/paper/certificates.pdf", headers={"Accept": "text/html"})
    assert "The last round is not final yet." in refused.text


def test_the_results_page_can_be_printed(client: FlaskClient) -> None:
    """The paper has the evening's name and date as they were typed, or today's date."""
    assert 'formaction="/results"' in client.get("/paper").text
    named = client.get("/results?evening=Rosa%E2%80%99s+%3Cb%3E&date=1+May").text
    assert '<p class="printed">Rosa’s &lt;b&gt;, 1 May</p>' in named
    assert '<p class="printed">20' in client.get("/results").text
