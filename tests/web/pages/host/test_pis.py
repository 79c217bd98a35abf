"""The host's page lists the Pis that follow this one, and lets others in; a far Pi's pages say so."""

import re
from collections.abc import Sequence
from dataclasses import replace

import pytest
from flask.testing import FlaskClient

from pi_bunco.access.door import Door, DoorConfig
from pi_bunco.access.roles import GUEST
from pi_bunco.errors import Trouble
from pi_bunco.link.join_messages import JoinAnswer, JoinAsk, JoinOffer, JoinReveal, JoinWait
from pi_bunco.link.joining import JoinRequest, JoinTrouble
from pi_bunco.link.standing import PiStanding
from pi_bunco.web import create_app
from pi_bunco.web.ports.pis import PiLine
from tests.web.conftest import FakePageService
from tests.web.states import playing
from tests.web.visitors import open_browser_as

HASH, NONCE = "0" * 64, "0" * 32
ASK = {"name": "hall", "protocol": 1, "version": "1.0", "request": "PEM", "commitment": HASH}


class FakePis:
    """Other Pis whose answers a test sets; it remembers what it was asked."""

    def __init__(self) -> None:
        self.done: list[object] = []
        self.trouble: Trouble | None = None
        self.waiting: tuple[JoinRequest, ...] = ()
        self.pis: tuple[PiLine, ...] = ()
        self.standing: PiStanding | None = None

    def get_standing(self) -> PiStanding | None:
        """Return what the test has set."""
        return self.standing

    def ask(self, address: str, ask: JoinAsk) -> JoinOffer:
        """Return an offer."""
        self.done.append((address, ask))
        return JoinOffer("id", NONCE, "PEM", "head")

    def reveal(self, reveal: JoinReveal) -> None:
        """Remember it."""
        self.done.append(reveal)

    def get_answer(self, wait: JoinWait) -> JoinAnswer:
        """Return that the request is not known."""
        raise JoinTrouble(f"{wait.id} is not known.", "Ask again.")

    def list_waiting(self) -> Sequence[JoinRequest]:
        """Return what the test has set."""
        return self.waiting

    def list_pis(self) -> Sequence[PiLine]:
        """Return what the test has set."""
        return self.pis

    def let_in(self, number: int) -> None:
        """Remember it."""
        self.done.append(("in", number))

    def refuse(self, number: int) -> None:
        """Remember it."""
        self.done.append(("refused", number))

    def put_out(self, name: str) -> None:
        """Remember it."""
        self.done.append(("out", name))

    def assign(self, name: str, tables: Sequence[int]) -> None:
        """Remember it."""
        self.done.append(("tables", name, tables))

    def go_on(self, name: str) -> None:
        """Remember it."""
        self.done.append(("on", name))


@pytest.fixture
def pis() -> FakePis:
    return FakePis()


@pytest.fixture
def client(service: FakePageService, pis: FakePis) -> FlaskClient:
    return create_app(service, other_pis=pis).test_client()


def test_the_host_sees_the_code_and_decides(client: FlaskClient, pis: FakePis) -> None:
    """A Pi that asks is listed with its code, and both answers work also without scripts."""
    pis.waiting = (JoinRequest(7, "<hall>", "1.0", "10.0.0.7", "483 920"),)
    page = client.get("/host").text
    assert "483 920" in page
    assert "&lt;hall&gt;" in page
    for way, done in (("let-in", "in"), ("refuse", "refused")):
        assert f'action="/api/link/{way}"' in page
        answer = client.post(f"/api/link/{way}", data={"number": "7"})
        assert (answer.status_code, answer.headers["Location"]) == (303, "/host")
        assert pis.done[-1] == (done, 7)


def test_pis_that_follow_are_listed(client: FlaskClient, pis: FakePis) -> None:
    """Each has its state and can be put out; a Pi that is not there looks different."""
    pis.pis = (PiLine("hall", "up to date", there=True), PiLine("bar", "not there", there=False))
    list_ = client.get("/host/pis").text
    assert list_.count('class="silent"') == 1
    assert "up to date" in list_
    answer = client.post("/api/link/put-out", json={"name": "bar"})
    assert pis.done == [("out", "bar")]
    nothing: dict[str, object] = {"tables": [], "is_awaited": False, "address": ""}
    assert answer.json == {
        "waiting": [],
        "pis": [
            {"name": "hall", "says": "up to date", "there": True} | nothing,
            {"name": "bar", "says": "not there", "there": False} | nothing,
        ],
    }


def test_host_gets_to_the_pages_of_another_pi(client: FlaskClient, pis: FakePis) -> None:
    """Its cameras and its doctor are one tap away, also while it is not heard."""
    pis.pis = (
        PiLine("hall", "", there=False, tables=(2,), address="http://10.0.0.7:8080/"),
        PiLine("bar", "", there=True, address="http://10.0.0.8/"),
        PiLine("attic", "", there=False, tables=(3,)),
    )
    links = re.findall(r'href="(http://[^"]*)"', client.get("/host/pis").text)
    assert links == [
        "http://10.0.0.7:8080/cameras", "http://10.0.0.7:8080/doctor", "http://10.0.0.8/doctor",
    ]  # fmt: skip


def test_the_host_reads_why_nobody_can_follow(client: FlaskClient, pis: FakePis) -> None:
    """What is wrong with the broker stands above the list, with the remedy."""
    pis.trouble = Trouble("Mosquitto is not installed.", "Install it.")
    assert "Mosquitto is not installed. Install it." in client.get("/host").text


def test_a_table_without_other_pis_has_no_list(service: FakePageService) -> None:
    """A Pi that follows another one offers nobody to follow itself."""
    client = create_app(service).test_client()
    assert 'id="pis"' not in client.get("/host").text
    assert client.get("/host/pis").status_code == 404
    assert client.post("/api/link/ask", json=ASK).status_code == 404


def test_another_pi_asks(client: FlaskClient, pis: FakePis) -> None:
    """Its request comes with its address, and an unknown one gets a sentence."""
    assert client.post("/api/link/ask", json=ASK).json == {
        "id": "id",
        "nonce": NONCE,
        "authorities": "PEM",
        "head": "head",
    }
    assert client.post("/api/link/reveal", json={"id": "id", "nonce": NONCE}).status_code == 200
    assert pis.done == [("127.0.0.1", JoinAsk("hall", 1, "1.0", "PEM", HASH)), JoinReveal("id", NONCE)]
    answer = client.post("/api/link/answer", json={"id": "x"})
    assert answer.status_code == 409
    assert answer.json
    assert answer.json["error"] == "x is not known."


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{}",
        b"\xff",
        b"[]",
        b'{"id":5,"nonce":""}',
        b"[" * 60_000,
        b'{"nonce":"z","name":"hall"}',
    ],
)
def test_rubbish_is_refused(client: FlaskClient, pis: FakePis, body: bytes) -> None:
    """What no Pi sends gets a sentence, and reaches nobody."""
    for what in ("ask", "reveal", "answer"):
        answer = client.post(f"/api/link/{what}", data=body, content_type="application/json")
        assert answer.status_code == 400
    assert not pis.done


def test_a_page_says_how_old_it_is(client: FlaskClient, service: FakePageService) -> None:
    """Also without scripts each live page of a Pi that does not hear its head says since when."""
    assert 'id="stale" role="alert" hidden' in client.get("/room").text
    service.age = 75.0
    for address in ("/room", "/t/1", "/results", "/host"):
        page = client.get(address).text
        assert 'id="stale" role="alert">' in page, address
        assert "1 minute ago" in page


def test_a_page_of_a_far_pi_says_where_to_tap(service: FakePageService) -> None:
    """It names the head instead of a button that asks to tap."""
    app = create_app(service, door=Door(DoorConfig(count_tables=lambda: 3)))
    assert "ask-in" in open_browser_as(app, GUEST).get("/t/1").text
    service.head = "http://10.0.0.7:8080/"
    page = open_browser_as(app, GUEST).get("/t/1").text
    assert "ask-in" not in page
    assert "10.0.0.7:8080" in page


def test_the_host_gives_tables_to_a_pi(client: FlaskClient, pis: FakePis, service: FakePageService) -> None:
    """A dialog has a box for each table, checked for those that the Pi has; it works without scripts too."""
    service.show(replace(playing(), table=2))
    pis.pis = (PiLine("hall", "up to date", there=True, tables=(2,)), PiLine("bar", "", there=True))
    page = client.get("/host/pis").text
    assert "Table 2…" in page
    assert "Only shows…" in page
    dialog = client.get("/host/pis/hall").text
    boxes = re.findall(r'name="tables" value="(\d+)"( checked)?', dialog)
    assert boxes == [("1", ""), ("2", " checked")]
    assert client.get("/host/pis/attic").status_code == 404
    form = {"name": "hall", "tables": ["1", "2"]}
    assert client.post("/api/link/tables", data=form).headers["Location"] == "/host"
    assert client.post("/api/link/tables", json={"name": "hall", "tables": []}).status_code == 200
    assert client.post("/api/link/tables", data={"name": "hall"}).status_code == 303
    assert pis.done == [("tables", "hall", (1, 2)), ("tables", "hall", ()), ("tables", "hall", ())]


@pytest.mark.parametrize("tables", [[0], [26], ["1"], [True], [1] * 26, 1, None])
def test_impossible_tables_are_refused(client: FlaskClient, pis: FakePis, tables: object) -> None:
    """A request with a table that no room can have reaches nobody."""
    assert client.post("/api/link/tables", json={"name": "hall", "tables": tables}).status_code == 400
    assert pis.done == []


def test_the_host_goes_on_without_a_pi(client: FlaskClient, pis: FakePis) -> None:
    """Only a Pi for which the room waits has the button."""
    pis.pis = (
        PiLine("hall", "not there", there=False, tables=(2,), is_awaited=True),
        PiLine("bar", "up to date", there=True, tables=(3,)),
    )
    page = client.get("/host").text
    assert page.count('action="/api/link/go-on"') == 1
    assert client.post("/api/link/go-on", data={"name": "hall"}).headers["Location"] == "/host"
    assert pis.done == [("on", "hall")]
