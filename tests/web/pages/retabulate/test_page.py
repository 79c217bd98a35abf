"""The totals of the cards on paper: what the page shows, and who may send them."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from pi_bunco.access.door import Door, DoorConfig
from pi_bunco.access.roles import STAFF, Role
from pi_bunco.game.commands import CorrectThrow, EndRoundNow, EnterDice, NewGame, RetabulateCard, RingBell
from pi_bunco.web import create_app
from tests.web.real_service import RealService, open_service
from tests.web.visitors import open_browser_as

NAMES = (*(f"P{number}" for number in range(1, 24)), "<b>Zoë & Co</b>")


@pytest.fixture
def service(tmp_path: Path) -> Iterator[RealService]:
    """Play a casino of two teams to its end. P1 throws a bunco in the first round."""
    with open_service(tmp_path, NewGame("casino", NAMES)) as service:
        for face in range(1, 7):
            service.ask(RingBell())
            if face == 1:
                service.ask(EnterDice((1, 1, 1)))
            else:
                service.ask(EndRoundNow())
            for table in range(1, 7):
                while service.view(table).here.awaits == "throw":
                    service.ask(EnterDice((face, 7 - face, 7 - face), table=table))
                    if service.view(table).phase == "playing":
                        service.ask(EnterDice((2, 3, 6), table=table))
        yield service


@pytest.fixture
def client(service: RealService) -> Iterator[FlaskClient]:
    with create_app(service).test_client() as client:
        yield client


def test_all_cards_agree_by_one_tap_each(client: FlaskClient, service: RealService) -> None:
    """Each card has one button that sends what was counted; in the end the page says that all agree."""
    page = client.get("/retabulate").text
    assert page.count('data-do="agree"') == 24
    assert "<b>Zoë" not in page
    for card in service.view_retabulation().teams[1].cards:
        totals = {total.line: str(total.counted) for total in card.totals}
        assert (
            client.post("/api/table/1/retabulate", data={"player": card.player} | totals).status_code == 303
        )
    page = client.get("/retabulate").text
    assert "All cards of team 2 agree." in page
    assert "0 of 12 cards agree." in page
    first = service.view_retabulation().teams[1].cards[0].seq
    client.post("/api/table/1/take-back", data={"seq": str(first)})
    assert "11 of 12 cards agree." in client.get("/retabulate").text


def test_differences_are_named_with_their_throws(client: FlaskClient, service: RealService) -> None:
    """The page links to the throw; when it is put right, the card agrees by itself."""
    (card,) = (card for card in service.view_retabulation().teams[0].cards if card.player == "P1")
    wins = card.totals[0].counted
    service.ask(RetabulateCard("P1", wins=wins, buncos=2, minis=0))
    page = client.get("/retabulate").text
    assert "2 on paper, 1 counted" in page
    (claim,) = service.view_retabulation().teams[0].claims.values()
    assert f"/t/1/throw/{claim.seq}" in page
    assert claim.seq is not None
    service.ask(RetabulateCard("P1", wins=wins, buncos=0, minis=1))
    service.ask(CorrectThrow(claim.seq, (3, 3, 3), sure=True, keep_end=True))
    assert [total.counted for total in service.view_retabulation().teams[0].cards[0].totals[1:]] == [0, 1]


@pytest.mark.parametrize("typed", ["", "ten", "-5", "1000000000", "1.5"])
def test_what_is_no_number_is_refused(client: FlaskClient, service: RealService, typed: str) -> None:
    """An empty field is not 0. Nothing is kept."""
    form = {"player": "P1", "wins": typed, "buncos": "0", "minis": "0"}
    answer = client.post("/api/table/1/retabulate", data=form, headers={"Accept": "application/json"})
    assert answer.status_code == 400
    assert answer.json is not None
    assert "wins" in answer.json["error"]
    assert service.view_retabulation().teams[0].cards[0].seq is None


def test_a_game_that_goes_on_has_no_cards_yet(tmp_path: Path) -> None:
    """The page says when they are compared; on a sheet without staff it says that nothing is."""
    with open_service(tmp_path / "a", NewGame("casino", NAMES), RingBell()) as service:
        page = create_app(service).test_client().get("/retabulate").text
        assert "The game goes on." in page
        assert "P1" not in page
    with open_service(tmp_path / "b", NewGame("classic", NAMES)) as service:
        page = create_app(service).test_client().get("/retabulate").text
        assert "no cards are totalled again" in page


@pytest.mark.parametrize(
    ("role", "status"),
    [(Role("staff", 1), 200), (Role("staff", 2), 403), (STAFF, 200), (Role("table", 1), 403)],
)
def test_staff_total_the_cards_of_their_own_team(service: RealService, role: Role, status: int) -> None:
    """A device of another team's staff, or of a table, is refused with a sentence."""
    app = create_app(service, door=Door(DoorConfig(count_tables=lambda: 6)))
    browser = open_browser_as(app, role)
    answer = browser.post(
        "/api/table/1/retabulate", json={"player": "P1", "wins": 1, "buncos": 1, "minis": 0}
    )
    assert answer.status_code == status
    assert (service.view_retabulation().teams[0].cards[0].seq is None) == (status == 403)
    service.ask(RetabulateCard("P1", wins=1, buncos=1, minis=0))
    last = service.view_retabulation().teams[0].cards[0].seq
    assert browser.post("/api/table/1/take-back", json={"seq": last}).status_code == status
    page = browser.get("/retabulate")
    if role.numbers and role.name == "staff":
        assert f'data-own="{role.number}"' in page.text
