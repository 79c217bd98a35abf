"""Every route, asked for by every role."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import get_args

import pytest
from flask import Flask

from pi_bunco.access.door import Door, DoorConfig
from pi_bunco.access.roles import GUEST, HOST, SCREEN, Role, RoleName
from pi_bunco.web import create_app
from pi_bunco.web.bodies import BODIES
from pi_bunco.web.needs import COMMAND_ROLES, ROUTE_ROLES
from tests.web.conftest import FakePageService
from tests.web.doctors import FakeDoctor
from tests.web.states import playing
from tests.web.visitors import as_role

ROLES: tuple[Role, ...] = (GUEST, SCREEN, Role("table", 1), Role("table", 3), HOST)
OWN = {
    *(f"POST /api/table/3/{name}" for name in ("enter", "answer", "dismiss", "correct", "undo", "redo")),
    *(f"POST /api/table/3/{name}" for name in ("call", "tally", "foretell", "foretell/void")),
    *(f"POST /api/table/3/{name}" for name in ("void", "restore", "insert", "ask-host/void")),
}
"""What the device of table 3 may ask for."""
BELL = {"POST /api/table/3/ring"}
"""What the device of table 1 may ask for."""
ANYBODY = {f"POST /api/access/{name}" for name in ("ask", "pin", "pin/set")}
"""Changes that anybody may ask for."""
NOT_TO_BE_READ = {
    "GET /api/access/devices",
    "GET /api/room/seats",
    "GET /host",
    "GET /host/asked",
    "GET /host/devices",
    "GET /host/end-round",
    "GET /host/let-in/KHRM",
    "GET /host/tally/3",
}
"""What is read by the host alone."""


def room(folder: Path) -> Flask:
    """Return the pages of a room with the tables 1 to 3."""
    service = FakePageService(folder)
    for table in (2, 3):
        service.show(replace(playing(), table=table))
    return create_app(service, door=Door(DoorConfig(count_tables=lambda: 3)), examiner=FakeDoctor())


def asked_for() -> Iterator[str]:
    """Return every request that there is, once for each command."""
    values = {
        "number": "3",
        "stamp": "stamp",
        "request_number": "1",
        "device": "a7",
        "seq": "51",
        "code": "KHRM",
        "key": "1-3",
        "after": "51",
        "kind": "results",
    }
    names = {"calibrate.take_step": ["find"], "api.do_command": [*BODIES, "fly"],
             "pages.send_photo": ["135.jpg"],
             "files.send_own_file": ["base.css", "page/table.css", "page/table.js"],
             "pages.send_dialog": ["more"], "pages.send_change": ["void"], "api.preview_correction": ["void"],
             "host_requests.ask_host": ["void"]}  # fmt: skip
    for rule in room(Path()).url_map.iter_rules():
        for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}):
            for name in names.get(rule.endpoint, [""]):
                said = values | {"name": name}
                yield f"{method} " + re.sub(r"<(?:\w+:)?(\w+)>", lambda part: said[part[1]], rule.rule)  # noqa: B023 - used at once


REQUESTS = sorted(asked_for())


def may(role: Role, request: str) -> bool:
    """Return which role each request needs, written here again and not read from the tested table."""
    if role == HOST:
        return True
    if request in OWN:
        return role == Role("table", 3)
    if request in BELL:
        return role == Role("table", 1)
    return request in ANYBODY or (request.startswith("GET ") and request not in NOT_TO_BE_READ)


@pytest.mark.parametrize("request_", REQUESTS)
def test_every_route_knows_every_role(request_: str, tmp_path: Path) -> None:
    """Who may not is refused with a sentence and a remedy, and who may is not."""
    app = room(tmp_path)
    method, address = request_.split()
    for role in ROLES:
        got = as_role(app, role).open(address, method=method, json={} if method == "POST" else None)
        assert (got.status_code != 403) == may(role, request_), (role, got.text[:300])
        got.close()
        if got.status_code == 403 and address.startswith("/api/"):
            assert got.json is not None
            assert got.json["error"]
            assert got.json["remedy"]
            assert got.json["needs"]["role"] in {"table", "host"}


def test_all_routes_are_in_the_table() -> None:
    """A route without an entry would be the host's alone; and no entry is left of a route that is gone."""
    endpoints = {rule.endpoint for rule in room(Path()).url_map.iter_rules()}
    assert set(ROUTE_ROLES) == endpoints


def test_all_roles_ask() -> None:
    """A role that is added is asked about too."""
    assert {role.name for role in ROLES} == set(get_args(RoleName))


def test_all_commands_are_in_the_table() -> None:
    """A command without an entry would be the host's alone."""
    assert set(COMMAND_ROLES) == set(BODIES)


def test_what_this_file_names_is_there() -> None:
    """Else a route could be renamed, and its exception here stay for another."""
    assert set(REQUESTS) >= OWN | BELL | ANYBODY | NOT_TO_BE_READ


@pytest.mark.parametrize("number", ["0", "26", "x", "-3", "٣", "3%0A", "003"])
def test_a_table_that_is_none_is_nobodys(number: str, tmp_path: Path) -> None:
    """However it is written; zeros before a number change nothing, as everywhere."""
    app = room(tmp_path)
    got = as_role(app, Role("table", 3)).post(f"/api/table/{number}/enter", json={"dice": [1, 1, 1]})
    assert got.status_code == (200 if number in {"003", "3%0A"} else 403)


def test_no_page_asks_for_a_command(tmp_path: Path) -> None:
    """Nobody at a page has a keyboard: what it cannot do itself it says in the guide's words."""
    host = as_role(room(tmp_path), HOST)
    pages = [request.removeprefix("GET ") for request in asked_for() if request.startswith("GET ")]
    texts = {}
    for path in pages:
        with host.get(path, headers={"Accept": "text/html"}) as got:
            if got.mimetype == "text/html":
                texts[path] = got.get_data(as_text=True)
    assert len(texts) > 20
    commands = re.compile(r"\bsudo\b|pi-bunco [a-z]|journalctl|\s--[a-z-]+[\s=.,)]")
    assert {path: commands.findall(text) for path, text in texts.items() if commands.search(text)} == {}
