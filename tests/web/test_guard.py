"""The table answers only to its own names and addresses, so that no other site can pretend to be it."""

import http.client
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from pi_bunco.web import create_app, serve
from pi_bunco.web.files import make_stamp
from pi_bunco.web.guard import MachineNames
from tests.web.conftest import FakePageService

PATHS = ["/", "/api/table/1", "/api/camera", "/events", "/camera.jpg", "/healthz", "/nothing", "/doctor"]


@pytest.fixture
def client(service: FakePageService) -> FlaskClient:
    return create_app(
        service, names=MachineNames(lambda: {"bunco", "bunco.local", "bunco.fritz.box"})
    ).test_client()


@pytest.mark.parametrize(
    "host",
    [
        "localhost", "LOCALHOST:8080", "127.0.0.1", "192.168.1.20:8080", "10.0.0.2:", "[::1]",
        "[fe80::1%25eth0]:80", "[2001:DB8::1]:8080", "bunco", "Bunco.Local", "bunco.local.:8080",
        "bunco.fritz.box:80",
    ],
)  # fmt: skip
def test_the_table_answers_to_its_names_and_addresses(client: FlaskClient, host: str) -> None:
    """The port, capital letters and a dot at the end do not matter."""
    assert client.get("/", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize("path", [*PATHS, f"/static/{make_stamp()}/css/base.css"])
def test_another_name_gets_nothing(client: FlaskClient, path: str) -> None:
    """The answer has no page, stream, file or picture, but the address to open."""
    answer = client.get(path, headers={"Host": "evil.example:8080", "Accept": "text/html"})
    assert answer.status_code == 421
    assert "This table is not called evil.example." in answer.text
    assert "Open http://localhost:80/ instead" in answer.text
    assert "Ann" not in answer.text


def test_a_refusal_is_in_the_language_of_the_browser(client: FlaskClient) -> None:
    """The page under another name is Spanish for a browser that prefers Spanish."""
    headers = {"Host": "evil.example:8080", "Accept": "text/html", "Accept-Language": "es-MX,es;q=0.9"}
    answer = client.get("/", headers=headers)
    assert '<html lang="es">' in answer.text
    assert "Esta mesa no se llama evil.example." in answer.text


def test_another_name_cannot_tap(client: FlaskClient, service: FakePageService) -> None:
    """The browser reports the same origin, as such a site has the table's address, but the name differs."""
    headers = {"Host": "evil.example", "Origin": "http://evil.example", "Sec-Fetch-Site": "same-origin"}
    answer = client.post("/api/table/1/ring", json={}, headers=headers)
    assert answer.status_code == 421
    assert answer.json is not None
    assert answer.json["error"] == "This table is not called evil.example."
    assert service.commands == []


@pytest.mark.parametrize(
    "host",
    [
        "bunco.evil.example", "evil.local", "127.0.0.1.evil.example", "2130706433", "0x7f000001", "127.1",
        "bunco..", "localhost.evil.example", "bunco-local", "xlocalhost", "[evil]",
        "bunco.local.evil.example",
    ],
)  # fmt: skip
def test_a_similar_name_is_refused(client: FlaskClient, host: str) -> None:
    """A name that contains the table's name is another name."""
    assert client.get("/", headers={"Host": host}).status_code in (400, 421)


@pytest.mark.parametrize(
    "host", ["", " ", ":8080", "a b", "user@localhost", "localhost:port", "localhost/", "[::1", "."]
)
def test_an_invalid_name_is_refused(client: FlaskClient, host: str) -> None:
    """An empty or broken header is status 400 with a sentence."""
    answer = client.get("/", headers={"Host": host})
    assert answer.status_code == 400
    assert "did not send the name of the table" in answer.text


def test_a_long_name_is_shortened_in_the_answer(client: FlaskClient) -> None:
    """The answer stays short."""
    assert len(client.get("/api/table/1", headers={"Host": "e" * 5000}).text) < 300


def test_a_name_may_come_later(service: FakePageService) -> None:
    """A machine that gets its name from the network answers to it from then on."""
    names: set[str] = set()
    client = create_app(service, names=MachineNames(lambda: names)).test_client()
    assert client.get("/", headers={"Host": "bunco.fritz.box"}).status_code == 421
    names.add("bunco.fritz.box")
    assert client.get("/", headers={"Host": "bunco.fritz.box"}).status_code == 200


@pytest.mark.parametrize("header", [None, "evil.example"])
def test_the_answer_names_the_address_that_was_reached(tmp_path: Path, header: str | None) -> None:
    """A request without the header, or with a wrong one, learns the right address."""
    with serve(create_app(FakePageService(tmp_path)), "127.0.0.1", 0) as server:
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        connection.putrequest("GET", "/", skip_host=True)
        if header:
            connection.putheader("Host", header)
        connection.endheaders()
        answer = connection.getresponse()
        assert answer.status == (421 if header else 400)
        assert f"http://127.0.0.1:{server.port}/" in answer.read().decode()
        connection.close()
