"""A casino night of 48 by hands: four staff, one of them careless, and money to the cent."""

import json
from decimal import Decimal
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.hands.checks import check_evening, read_lines
from tests.hands.evening import Evening, Plan, open_evening
from tests.hands.prizes import hand_out
from tests.hands.staff import BUY_IN, StaffPerson, count_host_taps, pay_prizes, plan_money
from tests.web.driving import DRIVEN

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

pytestmark = [*DRIVEN, pytest.mark.nightly]

PLAYERS = 48
MOST_STAFF_TAPS, MOST_HOST_TAPS = 90, 40
MOST_STEPS = 300
"""The most steps that each of the staff needs after the end."""


def test_a_casino_night_is_confirmed_and_paid(browser: Any, tmp_path: Path, seed: str) -> None:
    """Each of the staff needs at most 90 taps, the host 40 for money and staff; the kitty is what is left."""
    plan = Plan(rules="casino", players=PLAYERS, pin=True, second_tablets=0, phones=1)
    with open_evening(browser, tmp_path, plan, seed) as evening:
        host = evening.host.device
        staff = _let_staff_in(evening, seed)
        plan_money(host)
        evening.play(others=[person.act for person in staff])
        _finish(evening, staff)
        for person in staff:
            person.total_cards()
        hand_out(evening)
        pay_prizes(host, [person.team for person in staff])
        sums = host.look()
        taps = [person.taps for person in staff]
        host_taps = count_host_taps(evening)
        host_taps["let in"] = len(staff)  # one for each; the tables' tablets are let in at any evening
        print(f"taps of the staff {taps}, of the host {host_taps.total()}: {dict(host_taps)}")  # noqa: T201
        _check_money(read_lines(evening.folder), sums.text)
        assert max(taps) <= MOST_STAFF_TAPS
        assert host_taps.total() <= MOST_HOST_TAPS
        check_evening(evening)
        assert not [error for person in staff for error in person.device.errors]


def _let_staff_in(evening: Evening, seed: str) -> list[StaffPerson]:
    people = []
    for team in range(1, PLAYERS // 12 + 1):
        device = evening.shop.buy(f"staff of team {team}", "telephone" if team % 2 else "standing")
        people.append(StaffPerson(device, team, Random(f"{seed} staff {team}"), careless=team == 4))
        people[-1].ask(evening.host.device)
    return people


def _finish(evening: Evening, staff: list[StaffPerson]) -> None:
    """Let the staff confirm what is left, and the host decide about their doubts."""
    where = [crew.where for crew in evening.crews]
    for _ in range(MOST_STEPS):
        done = [person.act() for person in staff] + [evening.host.act(where)]
        if not any(done):
            return
        evening.done += filter(None, done)
    raise AssertionError(f"somebody still finds something to do\n{evening.describe()}")


def _check_money(lines: list[str], shown: str) -> None:
    """Add up the record in another way, and compare it with the page."""
    events = [json.loads(line) for line in lines]
    money = [event for event in events if str(event.get("event")).startswith("money:")]
    came = sum((Decimal(event["amount"]) for event in money if event["event"] == "money:in"), Decimal())
    went = sum((Decimal(event["amount"]) for event in money if event["event"] == "money:paid"), Decimal())
    assert came == PLAYERS * Decimal(BUY_IN)
    assert 0 < went <= came
    told = shown.replace(",", "")
    for title, amount in (
        ("kitty", came - went),
        ("Came in", came),
        ("Went out", went),
        ("to pay", Decimal()),
    ):
        assert f"{title}\n${str(amount).removesuffix('.00')}\n" in told, (title, amount, shown)
