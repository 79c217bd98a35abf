"""The API says its version, and takes what programs for version 1.0 send."""

import json
from typing import Any

import pytest
from flask.testing import FlaskClient

from pi_bunco.web.api_document.document import VERSION
from pi_bunco.web.bodies import BODIES

BODIES_1_0: list[tuple[str, dict[str, Any]]] = [
    ("enter", {"dice": [1, 1, 4]}),
    ("enter", {"dice": [1, 1, 4], "after": 3, "token": "kq3-81"}),
    ("answer", {"seq": 12, "dice": [1, 1, 4]}),
    ("dismiss", {"seq": 12}),
    ("correct", {"seq": 12, "dice": [1, 1, 4], "sure": True, "pin": "2580"}),
    ("void", {"seq": 12}),
    ("restore", {"seq": 12}),
    ("insert", {"after": 12, "dice": [1, 1, 4]}),
    ("undo", {"seq": 12}),
    ("redo", {"seq": 12}),
    ("call", {}),
    ("tally", {"scores": [15, 12], "buncos": {"Ann": 1}, "minis": {"Bob": 2}, "bag": "Ann"}),
    ("ring", {}),
    ("end-round", {}),
    ("seating", {"tables": [["Ann", "Bob", "Cy", "Di"]]}),
    ("draw", {}),
    ("confirm", {"claims": ["bunco:17:Ann"]}),
    ("judge", {"best": "Ann"}),
    ("judge", {"best": 2}),
    ("offer", {"awards": [{"what": "most_wins", "among": "room", "prize": "$40"}]}),
]
"""The bodies that the page for programs of version 1.0 shows."""


@pytest.mark.parametrize(("command", "body"), BODIES_1_0, ids=[name for name, _ in BODIES_1_0])
def test_bodies_of_version_1_0_are_accepted(command: str, body: dict[str, Any]) -> None:
    """A body without what is new means the same as then: the command is for now."""
    made = BODIES[command].model_validate_json(json.dumps(body)).make_command(2)
    assert made.seen is None


LATER = {"withdraw", "doubt", "take-back", "retabulate", "name-team"}
"""The commands that came after version 1.0."""


def test_all_commands_of_today_are_known() -> None:
    """No command of version 1.0 may go without another first number, and each other one came later."""
    assert {name for name, _ in BODIES_1_0} | LATER == set(BODIES)


@pytest.mark.parametrize("address", ["/healthz", "/api/table/1", "/api/table/99", "/api/nothing"])
def test_answers_have_the_version(client: FlaskClient, address: str) -> None:
    """Failures have it too, so that a program knows it before it sends anything."""
    assert client.get(address).headers["Bunco-API"] == VERSION


def test_pages_have_no_version(client: FlaskClient) -> None:
    """Only answers for programs have it."""
    assert "Bunco-API" not in client.get("/t/1").headers
