"""The page about money shows the kitty and the prizes, takes the host's taps, and sends the ledger."""

import csv
import io
import re
from decimal import Decimal
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from pi_bunco.access.door import Door, DoorConfig
from pi_bunco.access.roles import Role
from pi_bunco.game.commands import EnterMoney, PlanMoney, UndoMoney
from pi_bunco.languages import load_catalogues
from pi_bunco.money.amounts import Currency, read_prize
from pi_bunco.web import create_app
from tests.money.nights import enter
from tests.web.money_states import MoneyService
from tests.web.visitors import open_browser_as


@pytest.fixture
def service(tmp_path: Path) -> MoneyService:
    return MoneyService(tmp_path)


def test_page_shows_prizes_and_kitty(client: FlaskClient) -> None:
    """The page has the kitty, the prizes with their winners, and a tap for those whose ID was seen."""
    page = client.get("/money").text
    assert '<dd class="kitty">$50</dd>' in page
    assert page.count("Pay $50") == 2  # A1's share of most buncos, and most minis
    assert "Here, ID seen" in page
    assert "They are tied and share it." in page
    assert 'value="most_buncos:group:1:A1"' in page
    assert "short for these prizes" in page


def test_prizes_are_proposed_for_what_is_not_spent(client: FlaskClient, service: MoneyService) -> None:
    """The proposal keeps the proportions of the prizes, in whole amounts, together at most what is there."""
    enter(service.book, "in", "1000", what="other")
    enter(service.book, "out", "250", note="hall")
    proposal = service.view_money().proposal
    amounts = [int(award.prize.strip("$")) for award, _ in proposal]
    times = [2 if award.among == "group" else 1 for award, _ in proposal]
    assert 800 - len(amounts) * 2 < sum(a * n for a, n in zip(amounts, times, strict=True)) <= 800
    assert amounts[0] == amounts[4] > amounts[1] > amounts[2] > amounts[3]
    page = client.get("/money").text
    assert f'name="prize" value="${amounts[0]}"' in page
    assert 'name="offered"' in page


def test_taps_become_commands(client: FlaskClient, service: MoneyService) -> None:
    """Each form of the page becomes one command with what the page showed."""
    client.post("/api/money/plan", data={"currency": "$", "buy_in": "12,50", "one_prize": "on"})
    client.post("/api/money/in", data={"what": "buy_in", "names": ["A1", "B1"]})
    client.post("/api/money/out", data={"note": " hall  rent ", "amount": "30"})
    client.post("/api/money/paid", data={"prizes": ["most_buncos:group:1:A1", "costume:groups:2:"]})
    seq = service.book.next_seq - 1
    client.post("/api/money/undo", data={"seq": f"{seq}"})
    plan, came, went, paid, undone = service.commands
    assert isinstance(plan, PlanMoney)
    assert (plan.plan.currency, plan.buy_in, plan.plan.one_prize, plan.plan.ids) == (
        Currency("$"), "12,50", True, False,
    )  # fmt: skip
    assert isinstance(came, EnterMoney)
    assert [(each.kind, each.what, each.player) for each in came.entries] == [
        ("in", "buy_in", "A1"), ("in", "buy_in", "B1"),
    ]  # fmt: skip
    assert isinstance(went, EnterMoney)
    assert (went.amount, went.entries[0].note) == ("30", "hall rent")
    assert isinstance(paid, EnterMoney)
    assert [(each.key.among, each.receiver) for each in paid.entries] == [("group", "A1"), ("groups", 2)]
    assert undone == UndoMoney(seq)


@pytest.mark.parametrize(
    ("address", "body"),
    [
        ("plan", {"currency": "beads"}),
        ("plan", {"currency": "$", "buy_in": 5}),
        ("steal", {"amount": "5"}),
        ("paid", {"prizes": []}),
        ("undo", {"seq": 0}),
        ("in", {"amount": 5}),
        ("in", {"note": "x" * 61}),
    ],
)
def test_bad_request_is_refused(
    client: FlaskClient, service: MoneyService, address: str, body: dict[str, object]
) -> None:
    """What does not fit is refused with a remedy, and no command is sent."""
    answer = client.post(f"/api/money/{address}", json=body)
    assert 400 <= answer.status_code < 500
    assert answer.json
    assert answer.json["remedy"]
    assert service.commands == []


def test_csv_has_no_formula(client: FlaskClient) -> None:
    """No cell of the ledger is a formula in a spreadsheet, and amounts are plain figures."""
    rows = [*csv.reader(io.StringIO(client.get("/money/ledger.csv").text.removeprefix("\ufeff")))]
    assert rows[1][4] == "'=1+1"
    assert rows[1][6:8] == ["50.00", "50.00"]
    assert not any(cell.startswith(("=", "+", "@")) for row in rows for cell in row)


def test_only_the_host_sees_money(service: MoneyService) -> None:
    """A table's device and a guest get neither the page nor the ledger, nor its paper."""
    app = create_app(service, door=Door(DoorConfig(count_tables=lambda: 6)))
    for role in (Role("guest"), Role("table", 1)):
        browser = open_browser_as(app, role)
        for address in ("/money", "/api/money", "/money/ledger.csv", "/paper/ledger.pdf"):
            assert browser.get(address).status_code == 403


@pytest.mark.parametrize("language", ["en", *load_catalogues()])
def test_forms_can_be_sent_as_they_are(client: FlaskClient, service: MoneyService, language: str) -> None:
    """In every language the plan and the prizes that the page proposes are read as they are written there."""
    client.post("/api/money/plan", data={"currency": "$", "buy_in": "20", "raffle": "2,50"})
    enter(service.book, "in", "50000", what="other", note="door")
    page = client.get("/money", headers={"Accept-Language": language}).text
    plan = re.search(r'<form [^>]*/api/money/plan".*?</form>', page, re.DOTALL)
    offer = re.search(r'<form class="proposal".*?</form>', page, re.DOTALL)
    assert plan
    assert offer
    amounts = dict(re.findall(r'name="(buy_in|raffle)"[^>]* value="([^"]*)"', plan[0]))
    assert client.post("/api/money/plan", data={"currency": "$", **amounts}).status_code == 303
    assert service.view_money().plan.raffle == Decimal("2.50")
    prizes = re.findall(r'name="prize" value="([^"]*)"', offer[0])
    assert any(len(prize) > 4 for prize in prizes)
    assert [read_prize(prize, Currency()) for prize in prizes if prize] == [
        Decimal(prize[1:]) for prize in prizes if prize
    ]


def test_plain_form_leads_back(client: FlaskClient) -> None:
    """Without scripts, a tap leads back to the page."""
    answer = client.post("/api/money/here", data={"names": "A2"}, headers={"Accept": "text/html"})
    assert (answer.status_code, answer.location) == (303, "/money")
