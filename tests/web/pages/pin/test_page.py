"""After a wrong PIN or code a person can try again at once, on pages without scripts too."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from pi_bunco.access.door import Door, DoorConfig
from pi_bunco.access.roles import HOST, Role
from pi_bunco.game.commands import EnterDice, NewGame, RingBell
from pi_bunco.web import create_app
from pi_bunco.web.context import get_parts
from tests.web.forms import read_page
from tests.web.real_service import open_service
from tests.web.visitors import PHONE, open_browser, open_browser_as

HTML = {"Accept": "text/html"}
MACHINE = "127.0.0.1"


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    """Two tables in round 2. Throw 2 is of round 1."""
    names = tuple(f"P{number}" for number in range(1, 9))
    thrown = [EnterDice((1, 3, 4), table=2), EnterDice((1, 4, 5)), EnterDice((1, 1, 1))]
    with open_service(tmp_path, NewGame("classic", names), RingBell(), *thrown, RingBell()) as service:
        yield create_app(service, door=Door(DoorConfig(count_tables=lambda: 2)))


def set_pin(app: Flask) -> None:
    door = get_parts(app).door
    door.set_pin(door.identify(None, MACHINE), "", "2580")


def test_after_a_wrong_pin_its_page_asks_again(app: Flask) -> None:
    """It says what was wrong, later how long to wait, and the same form still works."""
    set_pin(app)
    phone = open_browser(app)
    for expected in (
        "This is not the PIN.",
        "This is not the PIN.",
        "This is not the PIN.",
        "Try again in 2 seconds, or type the code on the machine’s own page",
    ):
        answer = phone.post("/api/access/pin", data={"pin": "0000", "back": "/results"}, headers=HTML)
        page = read_page(answer.text, scripts=False)
        assert expected in page.text
        assert [form.action for form in page.forms] == [*["/api/access/pin"] * 2, "/api/access/pin/set"]
        assert ("back", "/results") in next(page.forms[0].list_bodies())
        assert answer.text.index('role="alert"') < answer.text.index('action="/api/access/pin/set"')
    assert answer.status_code == 429
    other = open_browser(app, "10.0.0.9")
    other.post("/api/access/pin", data={"pin": "0000"}, headers=HTML)
    right = other.post("/api/access/pin", data={"pin": "2580", "back": "/host"}, headers=HTML)
    assert (right.status_code, right.headers["Location"]) == (303, "/host")


@pytest.mark.parametrize(
    ("proof", "pin", "status", "sentence"),
    [
        ("XXXXXX", "2580", 403, "This is not the code that the machine shows."),
        ("XXXXXX", "12", 400, "This is not a PIN."),
    ],
)
def test_after_a_wrong_code_the_page_asks_again(
    app: Flask, proof: str, pin: str, status: int, sentence: str
) -> None:
    """The sentence is in the form that sets the PIN."""
    answer = open_browser(app).post("/api/access/pin/set", data={"proof": proof, "pin": pin}, headers=HTML)
    assert answer.status_code == status
    form = answer.text.partition('action="/api/access/pin/set"')[2]
    assert sentence in form.partition("</form>")[0]


def test_programs_get_a_wrong_pin_as_json(app: Flask) -> None:
    """Neither a program nor a page's script gets a page."""
    set_pin(app)
    for more in (
        {"json": {"pin": "0000"}},
        {"data": {"pin": "0000"}, "headers": {"Accept": "application/json"}},
    ):
        answer = open_browser(app).post("/api/access/pin", **more)
        assert answer.status_code == 403
        assert answer.json is not None
        assert answer.json["error"] == "This is not the PIN."


def test_after_a_wrong_pin_the_dialog_of_a_correction_asks_again(app: Flask) -> None:
    """The dialog as a page says what was wrong, and its form still has the correction."""
    set_pin(app)
    tablet = open_browser_as(app, Role("table", 2), PHONE)
    fields = {"seq": "2", "sure": "yes", "pin": "0000"}
    answer = tablet.post("/api/table/2/void", data=fields, headers=HTML)
    assert answer.status_code == 403
    assert "This is not the PIN. Check what you typed, and try again." in answer.text
    forms = {form.action: form for form in read_page(answer.text, scripts=False).forms}
    assert ("seq", "2") in next(forms["/api/table/2/void"].list_bodies())
    assert tablet.post("/api/table/2/void", data=fields | {"pin": "2580"}, headers=HTML).status_code == 303


@pytest.mark.parametrize("page", ["/", "/room", "/t/1", "/results"])
def test_the_machines_own_screen_shows_the_code_while_it_is_wanted(app: Flask, page: str) -> None:
    """No other device gets it, not even the host's. Once a PIN is set nobody needs it."""
    code = get_parts(app).door.machine_code
    assert code is not None
    shown = open_browser(app, MACHINE).get(page).text
    assert f'data-code="{code}"' in shown or f"<b>{code}</b>" in shown
    assert code not in open_browser(app).get(page).text
    assert code not in open_browser_as(app, HOST).get(page).text
    set_pin(app)
    assert code not in open_browser(app, MACHINE).get(page).text


def test_the_page_for_the_pin_says_where_the_code_is(app: Flask) -> None:
    """A person on another device reads where to look, and the machine's own page has it."""
    assert "On its own screen" in open_browser(app).get("/pin").text
    assert str(get_parts(app).door.machine_code) in open_browser(app, MACHINE).get("/pin").text


def test_the_machines_code_stands_in_for_the_pin(app: Flask) -> None:
    """With a PIN too, only the machine's own page shows a code; another device becomes the host's with it."""
    set_pin(app)
    code = str(get_parts(app).door.own_code)
    assert code in open_browser(app, MACHINE).get("/pin").text
    assert code not in open_browser_as(app, HOST).get("/pin").text
    phone = open_browser(app)
    assert "eight letters" in phone.get("/pin").text
    answer = phone.post("/api/access/pin", data={"pin": code, "back": "/host"}, headers=HTML)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/host")


def test_wrong_pins_are_told_on_the_hosts_page(app: Flask) -> None:
    """The host reads how many were typed and refused, and what to do if there are many."""
    set_pin(app)
    host = open_browser_as(app, HOST)
    assert "wrong PIN" not in host.get("/host").text
    for number in range(22):
        open_browser(app, f"10.0.5.{number}").post("/api/access/pin", json={"pin": "0000"})
    shown = host.get("/host").text
    assert "20 wrong PINs were typed since the last right one. 2 more tries were refused." in shown
    assert "Somebody may be guessing" in shown
