"""The description of the API has every address, with its words, its role, its bodies and its answers."""

import re
from collections.abc import Iterator
from typing import Any

import jsonschema_rs
import pytest
from flask import Flask

from pi_bunco.web.api_document.document import get_document, list_lines
from pi_bunco.web.bodies import BODIES
from tests.web.described import NotDescribed, describe


@pytest.fixture
def document(app: Flask) -> dict[str, Any]:
    return get_document(app)


def list_described(document: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for path, methods in document["paths"].items():
        for method, described in methods.items():
            yield f"{method.upper()} {path}", described


def test_each_address_is_described(app: Flask, document: dict[str, Any]) -> None:
    """A new route is in the description without a line for it; commands have an address each."""
    described = {request for request, _ in list_described(document)}
    for rule in app.url_map.iter_rules():
        path = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule)
        of_rule = re.compile(re.escape(path).replace(r"\{name\}", "[^/]+").replace(r"\{kind\}", "[^/]+"))
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}:
            assert any(of_rule.fullmatch(each.removeprefix(f"{method} ")) for each in described), rule
    assert {f"POST /api/table/{{number}}/{name}" for name in BODIES} <= described


def test_each_request_has_words_and_names_its_variables(document: dict[str, Any]) -> None:
    """Readers see what a request does and which device may send it; programs can fill in each variable."""
    for request, described in list_described(document):
        assert described["summary"], request
        assert f"For: {described['x-role']}." in described["description"]
        named = [each["name"] for each in described["parameters"] if each["in"] == "path"]
        assert named == re.findall(r"\{(\w+)\}", request), request
    names = [described["operationId"] for _, described in list_described(document)]
    assert len(names) == len(set(names))


@pytest.mark.parametrize(
    ("request_", "role"),
    [
        ("GET /api/room", "everybody"),
        ("POST /api/table/{number}/enter", "the table"),
        ("POST /api/table/{number}/ring", "table 1"),
        ("POST /api/table/{number}/confirm", "staff"),
        ("POST /api/table/{number}/seating", "the host"),
        ("POST /api/table/{number}/foretell/void", "the table"),
        ("POST /api/game", "the host"),
    ],
)
def test_the_role_of_a_request_is_described(document: dict[str, Any], request_: str, role: str) -> None:
    """It is the one that the program asks for."""
    described = dict(list_described(document))[request_]
    assert described["x-role"] == role
    assert described["security"] == ([] if role == "everybody" else [{"device": [role]}])


def test_all_schemas_are_schemas(document: dict[str, Any]) -> None:
    """Each is one of JSON Schema 2020-12, and each reference leads to one."""
    schemas = document["components"]["schemas"]
    for name in schemas:
        jsonschema_rs.Draft202012Validator(
            {"$ref": f"#/components/schemas/{name}", "components": document["components"]}
        )
    used = set(re.findall(r"'#/components/schemas/([^']+)'", str(document)))
    assert used <= set(schemas)


def test_examples_fit_their_bodies(document: dict[str, Any]) -> None:
    """The examples in the sentences about bodies are right, and all commands with a body have one."""
    shown = 0
    for request, described in list_described(document):
        content = described.get("requestBody", {}).get("content", {}).get("application/json")
        for example in (content or {}).get("examples", {}).values():
            schema = content["schema"] | {"components": document["components"]}
            assert jsonschema_rs.is_valid(schema, example["value"]), (request, example)
            shown += 1
    assert shown > 60


@pytest.mark.parametrize("view", ["TableView", "RoomView", "SeatsView", "ThrowView", "RoomTableView"])
def test_each_field_of_a_view_is_described(document: dict[str, Any], view: str) -> None:
    """The words are those of the class and its bases."""
    fields = document["components"]["schemas"][view]["properties"]
    assert [name for name, field in fields.items() if not field.get("description")] == []


def test_the_list_has_the_parts_in_order(document: dict[str, Any]) -> None:
    """A page can show the requests one part after another; pages come last."""
    lines = list_lines(document)
    parts = [line.part for line in lines]
    assert list(dict.fromkeys(parts)) == [tag["name"] for tag in document["tags"]]
    assert sorted(parts, key=parts.index) == parts
    assert parts[-1] == "Pages and their files"
    assert len(lines) == len(list(list_described(document)))


def test_an_answer_that_is_not_described_is_noticed(app: Flask) -> None:
    """The tests of all pages compare their answers with the description: this shows that they can fail."""

    def send_more() -> dict[str, object]:
        return {"status": "ok", "revision": 1, "camera": "live", "streams": 0, "more": True}

    client = app.test_client()
    client.get("/healthz")
    app.view_functions["api.report_health"] = send_more
    describe(app)
    with pytest.raises(NotDescribed, match="more"):
        client.get("/healthz")
