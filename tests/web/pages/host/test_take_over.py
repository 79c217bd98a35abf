"""The head is lost: the host lets this Pi become the head, and other Pis ask what it is."""

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from pi_bunco.access.door import Door, DoorConfig
from pi_bunco.access.roles import GUEST, HOST
from pi_bunco.app.pis.head import HeadOfPis
from pi_bunco.game.commands import NewGame
from pi_bunco.game.keeper import Keeper
from pi_bunco.game.refused import Refused
from pi_bunco.link.messages import LinePlace
from pi_bunco.link.standing import PiStanding
from pi_bunco.room.live_room import LiveRoom
from pi_bunco.store import Log, Photos
from pi_bunco.web import create_app
from pi_bunco.web.ports.pis import OtherCopy
from tests.web.conftest import FakePageService
from tests.web.pages.host.test_pis import FakePis
from tests.web.visitors import open_browser_as

HEAD = "http://10.0.0.7:8080/"
FORM = "application/x-www-form-urlencoded"
"""What a browser sends with a form without fields."""
STANDING = PiStanding(
    "7c1f09aa", "hall", "far", 3, 0, LinePlace(2, 7, "a" * 32), head="http://10.0.0.7:8080/"
)
AS_JSON = {
    "room": "7c1f09aa",
    "name": "hall",
    "role": "far",
    "term": 3,
    "port": 0,
    "place": {"game": 2, "seq": 7, "seal": "a" * 32},
    "begun": [],
    "members": [],
    "head": "http://10.0.0.7:8080/",
}


class FakeSpare:
    """A Pi that may become the head; it remembers whether it was asked to."""

    def __init__(self) -> None:
        self.silence = 0.0
        self.copies: tuple[OtherCopy, ...] = ()
        self.refusal: Refused | None = None
        self.done: list[str] = []

    def get_standing(self) -> PiStanding:
        """Return a standing."""
        return STANDING

    def list_copies(self) -> Sequence[OtherCopy]:
        """Return what the test has set."""
        return self.copies

    def take_over(self) -> None:
        """Remember it, or refuse."""
        if self.refusal:
            raise self.refusal
        self.done.append("head")


@pytest.fixture
def spare() -> FakeSpare:
    return FakeSpare()


@pytest.fixture
def app(service: FakePageService, spare: FakeSpare) -> Flask:
    service.head = HEAD
    return create_app(service, spare=spare)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


# The host's page.


@pytest.mark.parametrize(
    ("silence", "said"),
    [
        (0.5, "has not been heard for less than a minute."),
        (59.9, "has not been heard for less than a minute."),
        (61.0, "has not been heard for 1 minute."),
        (300.0, "has not been heard for 5 minutes."),
    ],
)
def test_the_host_reads_that_the_head_is_lost(
    client: FlaskClient, spare: FakeSpare, silence: float, said: str
) -> None:
    """The page says for how long, and has the button that asks first."""
    spare.silence = silence
    for address in ("/host", "/host/lost"):
        page = client.get(address).text
        assert f"{HEAD} {said} If it does not come back, this Pi can become the head." in page
        assert 'action="/host/take-over" data-dialog' in page


def test_nothing_is_offered_while_the_head_is_heard(client: FlaskClient) -> None:
    """The place for it is there, so that it can come without loading the page."""
    page = client.get("/host").text
    assert 'data-fetch="/host/lost"' in page
    assert "take-over" not in page
    assert "not heard for" not in page
    assert client.get("/host/lost").text == ""
    assert f"This Pi follows {HEAD}" in page


def test_the_dialog_says_what_happens(client: FlaskClient, spare: FakeSpare) -> None:
    """It names each other Pi with its copy. Without others it has no list."""
    dialog = client.get("/host/take-over").text
    for text in (
        "Should this Pi become the head?",
        "It goes on with the game as it has it. The other Pis find it by themselves.",
        "The Pi that was the head cannot play any more: it can only follow this one.",
        'action="/api/link/take-over"',
    ):
        assert text in dialog
    assert "copies" not in dialog
    spare.copies = (
        OtherCopy("<bar>", "has the same as this Pi", is_better=False),
        OtherCopy("loft", "does not answer", is_better=False),
    )
    dialog = client.get("/host/take-over").text
    assert "&lt;bar&gt;" in dialog
    assert dialog.index("has the same as this Pi") < dialog.index("does not answer")
    assert "Let a Pi that has more" not in dialog
    assert "waits" not in dialog
    assert spare.done == []


def test_the_dialog_names_a_better_pi(client: FlaskClient, spare: FakeSpare) -> None:
    """That one looks different, and a sentence says what to do. The tap stays possible."""
    spare.copies = (
        OtherCopy("bar", "has 2 more lines than this Pi", is_better=True),
        OtherCopy("loft", "has the same as this Pi", is_better=False),
    )
    dialog = client.get("/host/take-over").text
    assert "Let a Pi that has more become the head: open its host’s page." in dialog
    assert dialog.count('class="waits"') == 1
    assert 'action="/api/link/take-over"' in dialog


def test_this_pi_becomes_the_head(client: FlaskClient, spare: FakeSpare) -> None:
    """A page waits until the program has started again; a program gets an answer."""
    answer = client.post("/api/link/take-over", content_type=FORM)
    assert 'data-next="/"' in answer.text
    assert "is starting again" in answer.text
    assert client.post("/api/link/take-over", json={}).json == {"restarting": True}
    assert spare.done == ["head", "head"]


def test_a_refusal_is_read(client: FlaskClient, spare: FakeSpare) -> None:
    """The sentence and what to do come to the page, and the program plays on."""
    spare.refusal = Refused("The head is heard.", "Switch that one off first.")
    answer = client.post("/api/link/take-over", json={})
    assert answer.status_code == 409
    assert answer.json == {"error": "The head is heard.", "remedy": "Switch that one off first."}
    page = client.post("/api/link/take-over", content_type=FORM)
    assert "The head is heard." in page.text
    assert "data-next" not in page.text


def test_only_the_host_may(service: FakePageService, spare: FakeSpare) -> None:
    """Neither the button nor the dialog is for guests, and their request does nothing."""
    service.head, spare.silence = HEAD, 90.0
    app = create_app(service, spare=spare, door=Door(DoorConfig(roles="on")))
    guest = open_browser_as(app, GUEST)
    for path in ("/host/lost", "/host/take-over"):
        assert guest.get(path).status_code == 403
    assert guest.post("/api/link/take-over", json={}).status_code == 403
    assert "take-over" not in guest.get("/room").text
    assert spare.done == []
    assert open_browser_as(app, HOST, "10.0.0.9").post("/api/link/take-over", json={}).status_code == 200
    assert spare.done == ["head"]


def test_a_pi_that_plays_cannot_become_the_head(service: FakePageService) -> None:
    """It is the head already, or alone: there is no such address."""
    client = create_app(service, other_pis=FakePis()).test_client()
    for path in ("/host/lost", "/host/take-over"):
        assert client.get(path).status_code == 404
    assert client.post("/api/link/take-over", json={}).status_code == 404
    assert "take-over" not in client.get("/host").text


# What a Pi is.


def test_any_pi_may_ask_what_this_one_is(service: FakePageService, spare: FakeSpare) -> None:
    """A guest's device gets the same answer: there is no secret in it."""
    app = create_app(service, spare=spare, door=Door(DoorConfig(roles="on")))
    assert open_browser_as(app, GUEST).get("/api/link/standing").json == AS_JSON


def test_a_head_says_what_it_is(service: FakePageService) -> None:
    """It answers as long as it has a room."""
    pis = FakePis()
    client = create_app(service, other_pis=pis).test_client()
    assert client.get("/api/link/standing").status_code == 404
    pis.standing = STANDING
    assert client.get("/api/link/standing").json == AS_JSON


def test_a_pi_without_others_says_nothing(service: FakePageService) -> None:
    """There is no such address."""
    assert create_app(service).test_client().get("/api/link/standing").status_code == 404


def test_a_question_makes_no_room(service: FakePageService, tmp_path: Path) -> None:
    """A Pi alone answers that it has none, and writes no file for that."""
    folder = tmp_path / "state"
    with Log(folder) as log:
        keeper = Keeper(log, Photos(folder))
        keeper.handle(NewGame("classic", ("Ann", "Bob", "Cy", "Di")))
        with closing(LiveRoom(keeper, {})) as room, closing(HeadOfPis(folder, room)) as pis:
            before = sorted(path.name for path in folder.rglob("*"))
            client = create_app(service, other_pis=pis).test_client()
            for _ in range(3):
                assert client.get("/api/link/standing").status_code == 404
            assert sorted(path.name for path in folder.rglob("*")) == before
