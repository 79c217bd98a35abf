"""The pages of past evenings without scripts, and what programs get of them."""

import csv
import io
import json
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from pi_bunco.access.door import Door, DoorConfig
from pi_bunco.access.roles import GUEST, HOST
from pi_bunco.app.evenings.shelf import EveningShelf
from pi_bunco.limits import REQUEST_BYTES
from pi_bunco.rules import replay
from pi_bunco.store import Log
from pi_bunco.web import create_app
from tests.app.evenings.nights import make_pi, stay_here
from tests.money.nights import enter, play_night, write_lines
from tests.web.conftest import FakePageService
from tests.web.visitors import open_browser_as

NAMES = ("=cmd|' /C calc'!A0", "<b>Zoë</b>")


@pytest.fixture(autouse=True)
def _stay_here(monkeypatch: pytest.MonkeyPatch) -> None:
    stay_here(monkeypatch)


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> EveningShelf:
    return make_pi(tmp_path_factory.mktemp("pi"), 1, 2, 3, guests=NAMES)


@pytest.fixture(scope="module")
def packed(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Return an evening of another Pi as a file."""
    return make_pi(tmp_path_factory.mktemp("other"), 9, guests=("Ann", "Bob")).pack("1", ())


def make_app(service: FakePageService, shelf: EveningShelf) -> Flask:
    """Return pages that only the host may use fully, as in a room of several tables."""
    return create_app(service, evenings=shelf, door=Door(DoorConfig(count_tables=lambda: 3)))


@pytest.fixture
def host(service: FakePageService, shelf: EveningShelf) -> FlaskClient:
    return open_browser_as(make_app(service, shelf), HOST)


@pytest.fixture
def guest(service: FakePageService, shelf: EveningShelf) -> FlaskClient:
    return open_browser_as(make_app(service, shelf), GUEST)


def test_the_list_leads_to_each_evening(guest: FlaskClient) -> None:
    """Newest first, by years; names are text and no markup. Guests see no form."""
    page = guest.get("/evenings").text
    places = [page.index(f'href="/evenings/{key}"') for key in (3, 2, 1)]
    assert places == sorted(places)
    assert "<h3>2026</h3>" in page
    assert "2 guests, 1 table" in page
    assert "<b>Zoë" not in page
    assert "<form" not in page


def test_an_evening_has_its_results(guest: FlaskClient, host: FlaskClient) -> None:
    """Winners, score card, rounds and photos; what changes something is only the host's."""
    page = guest.get("/evenings/1").text
    for text in ("Won by", "Score card", "Set 1", "&lt;b&gt;Zoë", "/evenings/1/photos/1-", "results.csv"):
        assert text in page
    assert "<form" not in page
    assert "record" not in page
    for text in ("Hosted by", "/evenings/1/file?photos=yes", "/people/evening/1", "/api/evenings/1/record"):
        assert text in host.get("/evenings/1").text


@pytest.mark.parametrize("key", ["9", "0", "x", "p", "p0123456789abcdef", "p..%2F..", "-1", "1e1"])
def test_there_is_nothing_at_a_wrong_key(host: FlaskClient, key: str) -> None:
    """Each address of an evening says so, and no key is a path."""
    paths = ("", "/results.pdf", "/ledger.pdf", "/file", "/delete", "/photos/1-2.jpg")
    addresses = [f"/evenings/{key}{path}" for path in paths]
    addresses += [f"/api/evenings/{key}{path}" for path in ("", "/record", "/results.csv")]
    assert {host.get(address).status_code for address in addresses} == {404}
    assert {host.post(f"/evenings/{key}/{what}").status_code for what in ("delete", "host")} == {404}


@pytest.mark.parametrize("name", ["1-9999.jpg", "..%2Flog.sqlite3", "log.sqlite3"])
def test_only_photos_are_sent(guest: FlaskClient, name: str) -> None:
    """A photo that is gone, and a path, are nothing."""
    assert guest.get(f"/evenings/1/photos/{name}").status_code == 404


def test_programs_get_json(guest: FlaskClient) -> None:
    """The list has summaries; an evening has awards, cards and rounds."""
    evenings = guest.get("/api/evenings").json["evenings"]  # type: ignore[index] # it is JSON
    assert (evenings[0]["key"], evenings[0]["date"], evenings[0]["title"]) == (
        "3",
        "2026-01-04",
        "Boxed",
    )
    evening = guest.get("/api/evenings/3").json
    assert evening is not None
    assert evening["winners"] == evenings[0]["winners"]
    assert len(evening["rounds"]) == 6
    assert {card["name"] for card in evening["cards"]} == {*NAMES}


def test_a_record_can_be_played_again(host: FlaskClient) -> None:
    """It is the record of the log, line by line."""
    game, fault = replay(host.get("/api/evenings/2/record").data.splitlines())
    assert fault is None
    assert game
    assert game.status == "over"


def test_no_name_is_a_formula_in_a_spreadsheet(guest: FlaskClient) -> None:
    """A name that begins like a formula has an apostrophe before it; numbers stay numbers."""
    answer = guest.get("/api/evenings/1/results.csv")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="bunco-2026-01-02.csv"'
    rows = [*csv.reader(io.StringIO(answer.data.decode("utf-8-sig")))]
    assert rows[0] == ["Name", "Wins", "Losses", "Buncos", "Minis", "Points", "Won"]
    assert {row[0] for row in rows[1:]} == {f"'{NAMES[0]}", NAMES[1]}
    assert all(cell.isdigit() for row in rows[1:] for cell in row[1:])


def test_paper_is_drawn(guest: FlaskClient) -> None:
    """The results of a past evening are a PDF."""
    answer = guest.get("/evenings/1/results.pdf?size=letter")
    assert answer.data.startswith(b"%PDF")
    assert guest.get("/evenings/1/results.pdf?size=a5").status_code == 404


def test_ledger_of_a_past_evening_is_the_hosts(tmp_path: Path, service: FakePageService) -> None:
    """It can be printed again after the next game has begun, and only if there is money in it."""
    shelf = make_pi(tmp_path, 1)
    book = play_night({"A1": 3}, {}, [{"what": "most_buncos", "prize": "$30"}])
    enter(book, "in", "30", what="other", note="door")
    with Log(tmp_path) as log:
        log.copy([json.dumps(line) for line in write_lines(book)])
    host, guest = (open_browser_as(make_app(service, shelf), role) for role in (HOST, GUEST))
    assert "/evenings/1/ledger.pdf" not in host.get("/evenings/1").text
    assert "/evenings/2/ledger.pdf" in host.get("/evenings/2").text
    assert "/evenings/2/ledger.pdf" not in guest.get("/evenings/2").text
    assert host.get("/evenings/2/ledger.pdf").data.startswith(b"%PDF")
    assert guest.get("/evenings/2/ledger.pdf").status_code == 403


def test_an_evening_is_taken_in_without_scripts(host: FlaskClient, packed: bytes) -> None:
    """The file is shown first, then taken in; it has a page as others have, and is deleted for good."""
    answer = host.post("/evenings/file", data={"file": (io.BytesIO(packed), "evening.zip")})
    preview = host.get(answer.location).text
    assert "Ann" in preview
    assert "Add it here" in preview
    taken = host.post(answer.location)
    assert taken.status_code == 303
    assert "from another Pi" in host.get(taken.location).text
    again = host.post("/evenings/file", data={"file": (io.BytesIO(packed), "evening.zip")})
    refused = host.get(again.location)
    assert (refused.status_code, "This evening is here already." in refused.text) == (409, True)
    assert "cannot come back here" in host.get(f"{taken.location}/delete").text
    assert host.post(f"{taken.location}/delete").location == "/evenings"
    assert host.get(taken.location).status_code == 404
    assert len(host.get("/api/evenings").json["evenings"]) == 3  # type: ignore[index] # it is JSON


def test_pieces_come_one_after_the_other(host: FlaskClient, packed: bytes) -> None:
    """A script sends a file in pieces; a piece in a wrong place is refused with words."""
    half = len(packed) // 2
    address = "/api/evenings/file/0123456789ab"
    assert host.post(f"{address}?at=0", data=packed[:half]).json == {"at": half}
    assert host.post(f"{address}?at=3", data=packed[half:]).status_code == 409
    assert host.post(f"{address}?at={half}", data=packed[half:]).json == {"at": len(packed)}
    assert "Add it here" in host.get("/evenings/file/0123456789ab").text
    assert host.get("/evenings/file/ba9876543210").status_code == 409


@pytest.mark.parametrize("data", [b"", b"no file of an evening"])
def test_what_is_no_evening_is_refused_with_words(host: FlaskClient, data: bytes) -> None:
    """The page says what to do."""
    answer = host.post("/evenings/file", data={"file": (io.BytesIO(data), "x.zip")})
    page = host.get(answer.location) if answer.location else answer
    assert page.status_code == 400
    assert "file" in page.text


def test_a_large_file_needs_scripts(host: FlaskClient) -> None:
    """Without them it does not fit into one request, and the page says so."""
    data = {"file": (io.BytesIO(bytes(REQUEST_BYTES)), "x.zip")}
    answer = host.post("/evenings/file", data=data)
    assert answer.status_code == 413
    assert "Switch on scripts" in answer.text


def test_the_host_chooses_what_counts(host: FlaskClient, guest: FlaskClient, shelf: EveningShelf) -> None:
    """The rule, the season, and evenings that do not count; guests see the table alone."""
    identities = [each.identity for each in shelf.list_all().evenings]
    page = host.get("/league").text
    assert "3 evenings count" in page
    answer = host.post("/league", data={"rule": "attendance", "since": "2026-01-03", "counts": identities[0]})
    assert answer.location == "/league"
    page = guest.get("/league").text
    assert "1 evening counts" in page
    assert "Attendance" in page
    assert "<form" not in page
    host.post("/league", data={"rule": "wins", "since": "", "counts": identities})
    assert "3 evenings count" in guest.get("/league").text
    for wrong in ({"rule": "luck", "since": ""}, {"rule": "wins", "since": "yesterday"}):
        assert host.post("/league", data=wrong).status_code == 400


def test_the_next_hostess_follows_from_who_hosted(host: FlaskClient) -> None:
    """The host says who hosted; the turn goes on, and can be taken back."""
    zoe, cmd = NAMES[1], NAMES[0]
    assert host.post("/evenings/3/host", data={"name": cmd}).location == "/evenings/3"
    assert "<h2>&lt;b&gt;Zoë" in host.get("/league").text
    host.post("/evenings/2/host", data={"name": zoe})
    host.post("/evenings/3/host", data={"name": ""})
    assert "<h2>=cmd" in host.get("/league").text


def test_a_pi_that_follows_leads_to_the_other(service: FakePageService) -> None:
    """Its own log is not what the room plays."""
    service.head = "http://10.0.0.2/"
    client = create_app(service).test_client()
    assert "http://10.0.0.2/evenings" in client.get("/evenings").text
    assert "another Pi" in client.get("/league").text
    assert client.get("/evenings/1").status_code == 404
