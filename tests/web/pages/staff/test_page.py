"""The staff's page: who may open it, ask for it, and decide there."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from pi_bunco.access.door import Door, DoorConfig
from pi_bunco.access.roles import GUEST, HOST, STAFF, Role
from pi_bunco.game.commands import EndRoundNow, EnterDice, JudgeCostume, NewGame, OfferAwards, RingBell
from pi_bunco.rules.sheets import Award
from pi_bunco.web import create_app
from pi_bunco.web.context import get_parts
from tests.web.real_service import RealService, open_service
from tests.web.visitors import open_browser, open_browser_as

NAMES = tuple(f"P{number}" for number in range(1, 25))


@pytest.fixture
def service(tmp_path: Path) -> Iterator[RealService]:
    """Return a casino of two teams: P1 has a mini, and P13 of team 2 another one."""
    begun = NewGame("casino", NAMES), RingBell(), EnterDice((5, 5, 5)), EnterDice((6, 6, 6), table=4)
    with open_service(tmp_path, *begun) as service:
        yield service


@pytest.fixture
def app(service: RealService) -> Flask:
    return create_app(service, door=Door(DoorConfig(count_tables=lambda: 6)))


def get_keys(service: RealService) -> list[str]:
    return [claim.key for claim in service.view(with_results=True).results.claims]


def post(client: FlaskClient, name: str, **body: object) -> int:
    return client.post(f"/api/table/1/{name}", json=body).status_code


def test_a_device_asks_for_its_teams_and_is_let_in(app: Flask) -> None:
    """Its form names the teams, the host lets it in with one tap, and the page of its first team opens."""
    phone, host = open_browser(app), open_browser_as(app, HOST)
    assert "Ask the host to let it in" in phone.get("/staff").text
    asked = phone.post("/api/access/ask", data={"staff": ["", "2", "1"], "back": "/staff"})
    assert (asked.status_code, asked.headers["Location"]) == (303, "/staff")
    assert phone.get("/staff").headers["Location"] == "/staff/1"
    assert "This device asks to confirm here." in phone.get("/staff/1").text
    devices = host.get("/host/devices").text
    assert "asks to be let in as the staff of team 1 and the staff of team 2" in devices
    [asks] = [each for each, _, _ in get_parts(app).door.devices if each.since is None]
    assert '<input type="hidden" name="staff" value="1,2">' in devices
    host.post(f"/api/access/devices/{asks.id}", data={"staff": "1,2"})
    page = phone.get("/staff/2").text
    assert 'href="/staff/1"' in page
    assert 'data-do="confirm"' in page
    assert phone.get("/api/access").json["numbers"] == [1, 2]  # type: ignore[index]  # it is JSON


def test_the_host_gives_a_waiting_device_a_team(app: Flask) -> None:
    """The list offers each team, then each other team, and every team."""
    phone, host = open_browser(app), open_browser_as(app, HOST)
    phone.post("/api/access/ask", json={"table": 3})
    [asks] = [each for each, _, _ in get_parts(app).door.devices if each.since is None]
    assert '<option value="2">Team 2</option>' in host.get("/host/devices").text
    host.post(f"/api/access/devices/{asks.id}", data={"staff": "2"})
    assert '<option value="2,1">also Team 1</option>' in host.get("/host/devices").text
    host.post(f"/api/access/devices/{asks.id}", data={"staff": ","})
    assert phone.get("/staff").headers["Location"] == "/staff/1"
    assert phone.get("/api/access").json["numbers"] == []  # type: ignore[index]  # it is JSON
    assert "the staff of every team" in host.get("/host/devices").text


def test_a_device_that_asks_to_be_the_host_s_may_ask_for_staff(app: Flask) -> None:
    """It is not led to a page on which it asks for nothing."""
    phone = open_browser(app)
    phone.post("/api/access/ask", json={"role": "host"})
    assert "Ask the host to let it in" in phone.get("/staff").text


@pytest.mark.parametrize("role", [GUEST, Role("table", 1), Role("staff", 2)])
def test_others_only_look(app: Flask, role: Role) -> None:
    """They see what waits, with nothing to tap."""
    page = open_browser_as(app, role).get("/staff/1").text
    assert "mini, round 1" in page
    assert 'data-do="confirm"' not in page


@pytest.mark.parametrize("address", ["/staff/3", "/staff/0", "/staff/x"])
def test_an_unknown_team_has_no_page(app: Flask, address: str) -> None:
    """The answer names the last team, or the numbers that there are."""
    answer = open_browser_as(app, HOST).get(address)
    assert answer.status_code == 404
    assert "There is no t" in answer.text


def test_the_first_page_leads_staff_to_their_team(app: Flask) -> None:
    """It still shows the other pages if somebody wants to choose. A refusal says for what the device is."""
    staff = open_browser_as(app, STAFF)
    assert staff.get("/").headers["Location"] == "/staff"
    assert staff.get("/?choose").status_code == 200
    assert "This device is for the staff of every team." in staff.get("/t/1").text


def test_staff_decide_about_their_own_team(app: Flask, service: RealService) -> None:
    """They confirm, doubt and take back there; a key of another team refuses the whole request."""
    staff = open_browser_as(app, Role("staff", 1))
    own, other = get_keys(service)
    assert [post(staff, name, claims=[own, other]) for name in ("confirm", "doubt")] == [403, 403]
    assert post(staff, "confirm", claims=[own]) == 200
    [verdict] = [claim.verdict for claim in service.view(with_results=True).results.claims if claim.confirmed]
    assert post(open_browser_as(app, Role("staff", 2)), "take-back", seq=verdict) == 403
    assert post(staff, "take-back", seq=verdict) == 200
    assert post(staff, "doubt", claims=[own]) == 200
    assert post(staff, "confirm", claims=[own], stands=True) == 403
    assert post(open_browser_as(app, STAFF), "confirm", claims=[other]) == 200
    assert "The host decides" in staff.get("/staff/1").text
    assert "Doubted by the staff" in open_browser_as(app, HOST).get("/host").text
    assert "It stands" in open_browser_as(app, HOST).get("/results").text
    assert "It stands" not in staff.get("/results").text
    assert post(open_browser_as(app, HOST), "confirm", claims=[own], stands=True) == 200


def test_the_device_that_entered_a_throw_is_refused(app: Flask, service: RealService) -> None:
    """The route notes the device of each tap. The page knows the devices too."""
    tablet = open_browser_as(app, Role("table", 5))
    assert tablet.post("/api/table/5/enter", json={"dice": [4, 4, 4]}).status_code == 200
    device = next(each for each, _, _ in get_parts(app).door.devices)
    get_parts(app).door.let_in(device.id, STAFF)
    answer = tablet.post("/api/table/1/confirm", json={"claims": [get_keys(service)[-1]]})
    assert (answer.status_code, "This device has entered that throw." in answer.text) == (409, True)
    page = tablet.get("/staff/2").text
    assert f'data-codes="{device.code}"' in page
    assert f"entered on device {device.code}" in page


def test_staff_judge_costumes_of_their_team(app: Flask, service: RealService) -> None:
    """A player of their own, and no other; the best team only with a device for all teams, or the host."""
    service.ask(EndRoundNow())
    service.ask(OfferAwards((Award("costume", "group"), Award("costume", "groups"))))
    staff = open_browser_as(app, Role("staff", 2))
    assert [post(staff, "judge", best=best) for best in ("P1", 1, "P13", 2)] == [403, 403, 200, 403]
    assert [post(open_browser_as(app, role), "judge", best=2) for role in (STAFF, HOST)] == [200, 200]
    assert [command for command in service.commands if isinstance(command, JudgeCostume)] == [
        JudgeCostume("P13"), JudgeCostume(2), JudgeCostume(2),
    ]  # fmt: skip


def test_the_best_costume_of_all_is_the_hosts(app: Flask, service: RealService) -> None:
    """Staff name the best of their team alone, so that they cannot change who is the best of all."""
    service.ask(EndRoundNow())
    service.ask(OfferAwards((Award("costume", "group"), Award("costume"))))
    staff, host = (open_browser_as(app, role) for role in (Role("staff", 2), HOST))
    assert [post(staff, "judge", best="P13", among=among) for among in ("", "room", "group")] == [
        403,
        403,
        200,
    ]
    assert post(host, "judge", best="P1", among="room") == 200
    page = staff.get("/staff/2").text
    assert page.count('name="among" value="group"') == 12
    results = host.get("/results").text
    assert "In each team</h3>" in results
    assert "Of all guests</h3>" in results
    assert results.count('aria-pressed="true">P1<') == 1
    assert results.count('aria-pressed="true">P13<') == 1


def test_the_results_have_a_line_for_each_team(app: Flask) -> None:
    """The list of claims itself is on the staff's pages."""
    page = open_browser_as(app, GUEST).get("/results").text
    assert page.count("0 of 1 confirmed") == 2
    assert 'href="/staff/2"' in page
    assert 'name="claims"' not in page


def test_the_codes_of_tables_have_one_for_staff(app: Flask) -> None:
    """It leads to the page on which a device asks."""
    assert ">Staff<" in open_browser_as(app, GUEST).get("/join/tables").text


def test_nothing_of_staff_is_on_the_television(app: Flask) -> None:
    """The room's screen has neither claims nor forms about them."""
    page = open_browser_as(app, HOST).get("/room").text
    assert "confirm" not in page.lower()
