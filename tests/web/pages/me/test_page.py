"""A guest's own page: the device remembers who they are, and the page follows them."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from pi_bunco.game.commands import EnterDice, NewGame, RingBell, SeatGuests
from pi_bunco.web import create_app
from tests.web.real_service import RealService, open_service

NAMES = ("Ann", "שרה כהן", "🎲 Queen & Co", "Di", "Eve", "Fay", "Gil", "Hal")


@pytest.fixture
def service(tmp_path: Path) -> Iterator[RealService]:
    with open_service(tmp_path, NewGame("houseparty", NAMES), RingBell()) as service:
        yield service


@pytest.fixture
def client(service: RealService) -> Iterator[FlaskClient]:
    with create_app(service).test_client() as client:
        yield client


def load_blocks(client: FlaskClient, guest: str) -> dict[str, str]:
    """Return the blocks that the stream of a guest's page sends first."""
    answer = client.get("/events", query_string={"page": "me", "guest": guest})
    data = next(line for line in answer.text.splitlines() if line.startswith('data: {"set"'))
    found: dict[str, str] = json.loads(data[6:])["set"]
    return found


@pytest.mark.parametrize("name", NAMES)
def test_a_telephone_remembers_whose_it_is(client: FlaskClient, name: str) -> None:
    """Names may be in every script. The page asks again when somebody else uses the device."""
    assert "Who are you?" in client.get("/me").text
    chosen = client.get("/me", query_string={"guest": name})
    assert (chosen.status_code, chosen.location) == (302, "/me")
    assert "HttpOnly" in chosen.headers["Set-Cookie"]
    page = client.get("/me").text
    assert f"<h1>{name.replace('&', '&amp;')}</h1>" in page
    assert "Who are you?" in client.get("/me?guest=").text


def test_an_unknown_name_is_asked_again(client: FlaskClient, service: RealService) -> None:
    """A cookie of another evening may name somebody else. A guest who comes late is on the list."""
    client.set_cookie("bunco-guest", "Somebody")
    assert "Who are you?" in client.get("/me").text
    assert "Who are you?" in client.get("/me?guest=Somebody").text
    refused = client.get("/events?page=me&guest=Somebody")
    assert refused.status_code == 404
    assert "Choose a name at /me." in refused.text
    service.ask(SeatGuests(come=("Late Lou",)))
    assert "Late Lou" in client.get("/me").text


def test_the_telephone_keeps_larger_type(client: FlaskClient) -> None:
    """Each tap takes the next step, and the last one goes back. The list of names has it too."""
    steps = []
    for _ in range(4):
        page = client.get("/me").text
        steps.append(re.findall(r"me-page type-(\d)", page)[0])
        address = re.findall(r'href="(/me\?type=\d)', page)[0]
        assert client.get(address).location == "/me"
    assert steps == ["0", "1", "2", "3"]
    assert "me-page type-0" in client.get("/me").text
    assert client.get("/me?type=2&guest=").location == "/me?guest="
    client.set_cookie("bunco-type", "77")
    assert "me-page type-0" in client.get("/me").text


def test_a_hundred_guests_find_themselves(client: FlaskClient, service: RealService) -> None:
    """A long list has letters to jump to, and finds the begin of a first or last name."""
    assert "First letters" not in client.get("/me").text
    service.ask(
        SeatGuests(come=tuple(f"{first} Öz{number}" for first in ("Ida", "Élo") for number in range(10, 20)))
    )
    page = client.get("/me").text
    letters = re.search(r'aria-label="First letters">(.*?)</nav>', page)
    assert letters is not None
    assert re.findall(r">(.)</a>", letters[1]) == ["A", "D", "E", "F", "G", "H", "I", "ש", "🎲"]
    found = client.get("/me?guest=&find=elo+oz1").text
    assert found.count("?guest=%C3%89lo") == 10
    assert found.count('class="button paper"') == 10
    assert "Nobody’s name begins like that" in client.get("/me?guest=&find=xyz").text


def test_the_score_card_is_there_in_a_round(client: FlaskClient, service: RealService) -> None:
    """It counts a bunco at once, and says where winners and losers go."""
    service.ask(EnterDice((1, 1, 1), table=2))
    blocks = load_blocks(client, "Eve")
    assert "<dt>Buncos</dt><dd>1</dd>" in blocks["guest_card"]
    assert "If you win, go to table 1." in blocks["guest_place"]


def test_the_page_follows_the_guest(client: FlaskClient, service: RealService) -> None:
    """The blocks of the page show the guest's own table."""
    assert "You throw." in load_blocks(client, "Eve")["guest_place"]
    service.ask(EnterDice((1, 1, 4), table=2))
    assert "<b>2</b><span>Eve and Gil</span>" in load_blocks(client, "Eve")["guest_place"]
    assert "Eve throws." in load_blocks(client, "Gil")["guest_place"]
