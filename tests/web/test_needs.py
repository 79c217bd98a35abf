"""Every route is requested by every role."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask

from pi_bunco.access.door import Door, DoorConfig
from pi_bunco.access.roles import GUEST, HOST, ROLE_KINDS, SCREEN, STAFF, Role
from pi_bunco.app.house_folder import HouseFolder
from pi_bunco.app.sound_desk import SoundKeeper
from pi_bunco.app.sponsor_folder import SponsorFolder
from pi_bunco.web import create_app
from pi_bunco.web.bodies import BODIES
from pi_bunco.web.needs import COMMAND_ROLES, says_need
from tests.web.conftest import FakePageService
from tests.web.desks import MAT, FakeDesk
from tests.web.doctors import FakeDoctor
from tests.web.states import playing
from tests.web.visitors import open_browser_as

ROLES: tuple[Role, ...] = (GUEST, SCREEN, Role("table", 1), Role("table", 3), Role("staff", 1), STAFF, HOST)
TABLE_3 = {
    *(f"POST /api/table/3/{name}" for name in ("enter", "answer", "dismiss", "correct", "undo", "redo")),
    *(f"POST /api/table/3/{name}" for name in ("call", "tally", "foretell", "foretell/void")),
    *(f"POST /api/table/3/{name}" for name in ("void", "restore", "insert", "withdraw", "ask-host/void")),
}
"""Requests that the device of table 3 may send."""
TABLE_1 = {"POST /api/table/3/ring"}
"""Requests that the device of table 1 may send."""
STAFF_ONLY = {
    *(f"POST /api/table/3/{name}" for name in ("confirm", "doubt", "take-back", "retabulate", "judge")),
    "GET /retabulate",
}
"""Requests that a device of staff may send; those about a player of another team are refused later."""
ANYBODY = {
    "POST /welcome/names",  # it leads to the game
    "POST /phone",
    "POST /secure/open",
    "POST /secure/read",
    *(f"POST /api/access/{name}" for name in ("ask", "pin", "pin/set")),
    *(f"POST /api/link/{name}" for name in ("ask", "reveal", "answer")),  # other Pis send them
}
"""Requests for changes that every device may send."""
HOST_PAGES = {
    "GET /api/access/devices",
    "GET /api/link",
    "GET /api/room/seats",
    "GET /api/room/sound",
    "GET /api/evenings/1-3/record",
    "GET /evenings/1-3/delete",
    "GET /evenings/1-3/file",
    "GET /evenings/1-3/ledger.pdf",
    "GET /evenings/file/a1b2c3d4",
    "GET /host",
    "GET /api/cameras",
    "GET /cameras",
    "GET /cameras/aa.jpg",
    "GET /host/asked",
    "GET /host/devices",
    "GET /host/end-round",
    "GET /host/leave",
    "GET /host/let-in/KHRM",
    "GET /host/lost",
    "GET /host/pis",
    "GET /host/pis/hall",
    "GET /host/sponsors",
    "GET /host/sound",
    "GET /host/take-over",
    "GET /host/tally/3",
    "GET /house",
    "GET /house/make",
    "GET /house/sheets/classic",
    "GET /house/sheets/classic/delete",
    "GET /house/sheets/classic/file",
    "GET /money",
    "GET /api/money",
    "GET /money/ledger.csv",
    "GET /new",
    "GET /people",
    "GET /people/evening/3",
    "GET /people/guest",
    "GET /people/kept",
    "GET /people/photos",
    "GET /people/photos/3",
    "GET /wifi",
}
"""Pages that only the host may read."""


def make_app(folder: Path) -> Flask:
    """Return the pages of a room with the tables 1 to 3."""
    service = FakePageService(folder)
    for table in (2, 3):
        service.show(replace(playing(), table=table))
    return create_app(
        service,
        door=Door(DoorConfig(count_tables=lambda: 3)),
        examiner=FakeDoctor(),
        camera_desk=FakeDesk(MAT),
        sponsors=SponsorFolder(folder),
        sounds=SoundKeeper(folder, lambda _: None),
        house=HouseFolder(folder),
    )


def list_requests() -> Iterator[str]:
    """Yield every request that there is, once for each command."""
    values = {
        "number": "3",
        "camera": "aa",
        "stamp": "stamp",
        "request_number": "1",
        "device": "a7",
        "seq": "51",
        "code": "KHRM",
        "key": "1-3",
        "after": "51",
        "kind": "results",
        "slug": "classic",
        "changed": "1",
        "upload": "a1b2c3d4",
        "picture": "0123456789abcdef.jpg",
    }
    names = {"calibrate.take_step": ["find"], "api.do_command": [*BODIES, "fly"],
             "camera.send_photo": ["135.jpg"],
             "evenings.send_photo": ["3-135.jpg"],
             "files.send_own_file": ["base.css", "page/table.css", "page/table.js"],
             "table.send_dialog": ["more"], "table.send_change": ["void"], "api.preview_correction": ["void"],
             "setup.show_page": ["names"], "setup.answer": ["names"],
             "host.ask_host": ["void"], "host.send_pi_tables": ["hall"]}  # fmt: skip
    for rule in make_app(Path()).url_map.iter_rules():
        for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}):
            for name in names.get(rule.endpoint, [""]):
                filled = values | {"name": name}
                yield f"{method} " + re.sub(r"<(?:\w+:)?(\w+)>", lambda part: filled[part[1]], rule.rule)  # noqa: B023 - used at once


REQUESTS = sorted(list_requests())


def is_allowed(role: Role, request: str) -> bool:
    """Return whether a role may send a request, by the sets above and not by the tested table."""
    if role == HOST:
        return True
    if request in TABLE_3:
        return role == Role("table", 3)
    if request in TABLE_1:
        return role == Role("table", 1)
    if request in STAFF_ONLY:
        return role.name == "staff"
    return request in ANYBODY or (request.startswith("GET ") and request not in HOST_PAGES)


@pytest.mark.parametrize("request_", REQUESTS)
def test_every_route_knows_every_role(request_: str, tmp_path: Path) -> None:
    """A role that is not allowed gets status 403 with a sentence and a remedy."""
    app = make_app(tmp_path)
    method, address = request_.split()
    for role in ROLES:
        answer = open_browser_as(app, role).open(
            address, method=method, json={} if method == "POST" else None
        )
        assert (answer.status_code != 403) == is_allowed(role, request_), (role, answer.text[:300])
        answer.close()
        if answer.status_code == 403 and address.startswith("/api/"):
            assert answer.json is not None
            assert answer.json["error"]
            assert answer.json["remedy"]
            assert answer.json["needs"]["role"] in {"table", "staff", "host"}


def test_all_routes_say_which_role_they_need() -> None:
    """A route that says nothing would be only the host's."""
    routes = make_app(Path()).view_functions
    assert [name for name, route in routes.items() if not says_need(route)] == []


def test_all_roles_are_tested() -> None:
    """A new role must be added to this file."""
    assert {role.name for role in ROLES} == set(ROLE_KINDS)


def test_all_commands_are_in_the_table() -> None:
    """Without an entry a command would be only the host's."""
    assert set(COMMAND_ROLES) == set(BODIES)


def test_all_requests_of_this_file_exist() -> None:
    """Otherwise an exception could stay here after its route was renamed."""
    assert set(REQUESTS) >= TABLE_3 | TABLE_1 | STAFF_ONLY | ANYBODY | HOST_PAGES


@pytest.mark.parametrize("number", ["0", "26", "x", "-3", "٣", "3%0A", "003"])
def test_an_invalid_table_belongs_to_nobody(number: str, tmp_path: Path) -> None:
    """Zeros before a number change nothing, but other forms of a number are refused."""
    app = make_app(tmp_path)
    answer = open_browser_as(app, Role("table", 3)).post(
        f"/api/table/{number}/enter", json={"dice": [1, 1, 1]}
    )
    assert answer.status_code == (200 if number in {"003", "3%0A"} else 403)


def test_no_page_asks_for_a_command(tmp_path: Path) -> None:
    """Nobody at a page has a keyboard, so remedies do not contain commands of the program."""
    host = open_browser_as(make_app(tmp_path), HOST)
    pages = [request.removeprefix("GET ") for request in list_requests() if request.startswith("GET ")]
    pages.remove("/guide")  # it says what can be done at the machine itself, with a keyboard
    texts = {}
    for path in pages:
        with host.get(path, headers={"Accept": "text/html"}) as answer:
            if answer.mimetype == "text/html":
                texts[path] = answer.get_data(as_text=True)
    assert len(texts) > 20
    commands = re.compile(r"\bsudo\b|pi-bunco [a-z]|journalctl|\s--[a-z-]+[\s=.,)]")
    assert {path: commands.findall(text) for path, text in texts.items() if commands.search(text)} == {}
