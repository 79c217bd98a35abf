"""The page about people, without scripts: what it says, and that each deletion asks once."""

import shutil
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from pi_bunco.access.door import Door, DoorConfig
from pi_bunco.app.people.finish import finish_wish
from pi_bunco.app.people.wish import Wish, load_wish, save_wish
from pi_bunco.web import create_app
from tests.app.people.evenings import GUEST, make_state
from tests.app.people.test_desk import Desk
from tests.web.conftest import FakePageService


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_state(tmp_path_factory.mktemp("made") / "state")


@pytest.fixture
def table(made: Path, tmp_path: Path) -> Desk:
    return Desk(Path(shutil.copytree(made, tmp_path / "state")))


@pytest.fixture
def client(service: FakePageService, table: Desk) -> FlaskClient:
    return create_app(service, people=table.desk, door=Door(DoorConfig())).test_client()


def test_the_page_says_what_is_stored(client: FlaskClient) -> None:
    """Each kind of thing has its place, with how many there are."""
    page = client.get("/people").get_data(as_text=True).replace("\N{WORD JOINER}", "")
    for text in (
        f"<b>{GUEST}</b><span>2 evenings, the last on 2026-01-03</span>",
        "<b>evening 4, 2026-03-01, Boxed</b><span>2 guests, 1 table; on the pages now</span>",
        "There are 3 photos of dice",
        "kept, so that the reader can learn: 1 picture.",
        "On this Pi’s card: 2 backups",
        "in replaced, followed, followed-1.",
        "No device has been let in, and none is asking.",
        "No faces:",
    ):
        assert text in page
    assert 'href="/people/evening/4"' not in page


def test_a_guest_is_asked_about_once(client: FlaskClient, table: Desk) -> None:
    """The question says exactly what goes and what stays; a tap on the button begins it."""
    question = client.get("/people/guest", query_string={"name": GUEST}).get_data(as_text=True)
    assert f"The name {GUEST} in 2 evenings: “Guest 1” stands there instead." in question
    assert "Their throws and scores, since the results of others depend on them." in question
    assert load_wish(table.desk.folder) is None
    answer = client.post("/people/guest", data={"name": GUEST})
    assert "One moment" in answer.text
    assert '<noscript><meta http-equiv="refresh" content="15; url=/people"></noscript>' in answer.text
    assert load_wish(table.desk.folder) == Wish(name=GUEST)
    finish_wish(table.desk.folder)
    page = client.get("/people").get_data(as_text=True)
    assert "It is deleted for good." in page
    assert "“Guest 1” stands for the guest in 2 evenings." in page
    assert GUEST not in page


def test_an_evening_is_asked_about_once(client: FlaskClient, table: Desk) -> None:
    """The same for an evening, with the number of its photos."""
    question = client.get("/people/evening/1").get_data(as_text=True)
    assert "2 photos of its dice." in question
    client.post("/people/evening", data={"game": "1"})
    finish_wish(table.desk.folder)
    assert "Evening 1 is gone, and 3 photos with it." in client.get("/people").get_data(as_text=True)


def test_ticked_photos_go(client: FlaskClient) -> None:
    """The album shows each photo; what is ticked goes, and a wrong name is no path."""
    assert client.get("/people/photos/1").text.count('name="photo"') == 2
    answer = client.post("/people/photos/1", data={"photo": ["1-2.jpg", "../access.json"]})
    assert answer.location == "/people/photos/1"
    assert client.get("/people/photos/1").text.count('name="photo"') == 1
    assert client.post("/people/photos/1", data={"photo": "1-3.jpg"}).location == "/people#photos"


def test_all_photos_go(client: FlaskClient) -> None:
    """Photos and pictures for learning have questions of their own."""
    assert "3 photos of dice." in client.get("/people/photos").text
    assert "1 picture of a throw" in client.get("/people/kept").text
    client.post("/people/photos")
    client.post("/people/kept")
    page = client.get("/people").get_data(as_text=True)
    assert "There are no photos of dice." in page
    assert 'href="/people/kept"' not in page


def test_the_host_chooses_how_long_photos_stay(client: FlaskClient) -> None:
    """The choice is kept and shown; an impossible one is refused."""
    assert '<option value="30" selected>30 days</option>' in client.get("/people").text
    client.post("/people/days", data={"days": "0"})
    assert '<option value="0" selected>this evening only</option>' in client.get("/people").text
    assert client.post("/people/days", data={"days": "99999"}).status_code == 400


@pytest.mark.parametrize(
    ("address", "text"),
    [
        ("/people/guest?name=Olga", "Olga is in the game that the pages show now."),
        ("/people/guest?name=Nobody", "Nobody called Nobody is in the log."),
        ("/people/evening/4", "This evening is being played."),
        ("/people/photos/9", "There is no evening 9."),
    ],
)
def test_a_refusal_leads_back(client: FlaskClient, address: str, text: str) -> None:
    """It says why and what to do, with a way back to this page."""
    answer = client.get(address)
    assert answer.status_code == 409
    assert text in answer.text
    assert 'href="/people"' in answer.text


def test_what_is_not_deleted_yet_is_said(client: FlaskClient, table: Desk) -> None:
    """The page names the reason and what to do, and can try again."""
    save_wish(
        Wish(stage="backups", number=1, stands_for=("Guest 1",), evenings=2, text="The card is full."),
        table.desk.folder,
    )
    page = client.get("/people").get_data(as_text=True)
    assert "Not everything is deleted yet." in page
    assert "The card is full." in page
    assert 'action="/people/give-up"' not in page
    client.post("/people/again")
    assert table.restarts == 1


def test_a_pi_that_follows_points_to_its_head(service: FakePageService) -> None:
    """Its copy is the head's, so nothing is deleted here."""
    service.head = "http://hall.local:8080/"
    page = create_app(service).test_client().get("/people").get_data(as_text=True)
    assert 'href="http://hall.local:8080/people"' in page
