"""Makes the description of an application's addresses for programs (OpenAPI 3.1)."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, cast

from flask import Flask

from pi_bunco.access.roles import GUEST
from pi_bunco.limits import TABLES
from pi_bunco.web.api_document.docstrings import convert_to_markdown, split_words
from pi_bunco.web.api_document.operations import Operation, list_operations
from pi_bunco.web.api_document.schemas import list_examples, make_schemas
from pi_bunco.web.bodies import AMEND_BODIES, BODIES
from pi_bunco.web.visitors import COOKIE

VERSION = "1.1"
"""The version of the addresses for programs. The second number grows with something new. The first grows if a
body or an answer of the version before no longer fits."""

_DOCUMENT = "pi_bunco.api_document"
_WRITTEN = "pi_bunco.api_document.text"
_TEXT = {"type": "string"}
_FORM = "application/x-www-form-urlencoded"
_ABOUT = (
    "Requests and answers are JSON over HTTP, at the address and port of the pages. `docs/api.md` of the "
    "program says what this page cannot: moments, tokens, roles and streams.\n\n"
    "The first number of the version grows if a program for the version before would no longer work, the "
    "second with something new. Each answer has it as its header `Bunco-API`."
)
_PARTS = {
    "api": "The room and its tables",
    "access": "Devices and roles",
    "camera": "Cameras",
    "cameras": "Cameras",
    "calibrate": "Cameras",
    "evenings": "Past evenings",
    "money": "Money",
    "sounds": "Sounds and pictures",
    "room": "Sounds and pictures",
    "join_pis": "Other Pis",
    "host": "The room and its tables",
    "doctor": "The machine",
    "secure": "The machine",
    "people": "The machine",
    "api_reference": "The machine",
}
_PAGES = "Pages and their files"
_NUMBER = {"type": "integer", "minimum": 1}
_VARIABLES: Mapping[str, tuple[Mapping[str, Any], str, object]] = {
    "number": ({"type": "integer", "minimum": 1, "maximum": TABLES}, "The number of the table.", 1),
    "people.number": (_NUMBER, "The number of the game in the log.", 1),
    "staff.number": (_NUMBER, "The number of the team.", 1),
    "device": (_TEXT, "The `id` of the device.", "k3J"),
    "picture": (_TEXT, "The name of the picture.", "0123456789abcdef.jpg"),
    "evenings.key": (_TEXT, "The key of the evening: its number, or `p` and 16 hexadecimal digits.", "1"),
    "upload": ({**_TEXT, "pattern": "^[0-9a-z]{8,40}$"}, "A name of your choice for the file.", "a1b2c3d4"),
    "camera": (_TEXT, "The `id` of the camera.", "aa"),
    "slug": (_TEXT, "The short name of the sheet.", "classic"),
}
"""The parts of addresses that differ, by their names; those of one part of the program have its name too."""
_REFUSALS = {
    400: "The request is not as it must be.",
    403: "This device may not do this, or a page from another site sent it.",
    404: "There is nothing of this name or number.",
    409: "The game cannot take it now, or somebody must confirm it. Nothing was changed.",
    413: "The body is too large.",
    421: "The machine does not have this name.",
    429: "Too many tries, or too much work; `wait` and `Retry-After` say for how many seconds.",
    503: "It could not be done, or there is no game (`welcome`). Nothing was changed, unless `unanswered`.",
}


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a request is refused, in two sentences. The other fields are there only where they say something.

    Attributes
    ----------
    error
        What is wrong.
    remedy
        What to do.
    """

    error: str
    remedy: str


_FAILURE_FIELDS: Mapping[str, Any] = {
    "needs": {"type": "object", "description": "The role that is needed: `role`, `number` and `table`."},
    "code": {"type": ["string", "null"], "description": "The code by which the host finds this device."},
    "wait": {"type": "integer", "description": "After how many seconds to try again."},
    "changes": {"type": "array", "items": _TEXT, "description": "What the correction would change."},
    "sheet": {**_TEXT, "description": "The address of the dialog in which people confirm it."},
    "round": {"type": "boolean", "description": "Whether a round is being played."},
    "welcome": {"type": "boolean", "description": "Whether there is no game yet."},
    "unanswered": {
        "type": "boolean",
        "description": "Whether it may still be done. Send the same again with the same `token`.",
    },
}


@dataclass(frozen=True, slots=True)
class RequestLine:
    """A request in a list: what it belongs to, its method and path, what it does, and which device may."""

    part: str
    method: str
    path: str
    summary: str
    role: str


def get_document(app: Flask) -> dict[str, Any]:
    """Return the description of an application. The first call makes it (0.1 seconds on a laptop)."""
    if _DOCUMENT not in app.extensions:
        app.extensions[_DOCUMENT] = _make_document(list_operations(app))
    return cast("dict[str, Any]", app.extensions[_DOCUMENT])


def write_document(app: Flask) -> str:
    """Return the description of an application as JSON. It is written once, since it is long."""
    if _WRITTEN not in app.extensions:
        app.extensions[_WRITTEN] = app.json.dumps(get_document(app))
    return cast("str", app.extensions[_WRITTEN])


def list_lines(document: Mapping[str, Any]) -> list[RequestLine]:
    """Return the requests of a description, in the order of its parts."""
    order = [tag["name"] for tag in document["tags"]]
    lines = [
        RequestLine(each["tags"][0], method.upper(), path, each["summary"], each["x-role"])
        for path, methods in document["paths"].items()
        for method, each in methods.items()
    ]
    return sorted(lines, key=lambda line: order.index(line.part))


def _make_document(operations: tuple[Operation, ...]) -> dict[str, Any]:
    sent = {kind for each in operations for kind in each.sends if not isinstance(kind, str)} | {Failure}
    taken = {each.takes for each in operations if each.takes and not isinstance(each.takes, str)}
    schemas, named = make_schemas(sent, taken)
    named["Failure"] = named["Failure"] | {
        "properties": {**named["Failure"]["properties"], **_FAILURE_FIELDS},
        "additionalProperties": False,
    }
    paths: dict[str, dict[str, Any]] = {}
    for each in operations:
        paths.setdefault(each.path, {})[each.method.lower()] = _describe(each, schemas)
    used = dict.fromkeys(name_part(each) for each in operations)
    return {
        "openapi": "3.1.0",
        "info": {"title": "pi-bunco", "version": VERSION, "description": _ABOUT},
        "servers": [{"url": "/"}],
        "tags": [{"name": name} for name in sorted(used, key=lambda name: name == _PAGES)],
        "paths": paths,
        "components": {
            "schemas": named,
            "responses": {
                f"{kind}{status}": _make_failure(status, for_programs=kind == "Failure")
                for kind in ("Failure", "Page")
                for status in _REFUSALS
            },
            "securitySchemes": {"device": {"type": "apiKey", "in": "cookie", "name": COOKIE}},
        },
    }


def _describe(each: Operation, schemas: Mapping[tuple[str, Any], Any]) -> dict[str, Any]:
    summary, rest = split_words(each.route.__doc__ or "")
    if each.note.takes is BODIES:
        summary, rest = split_words(each.takes.command_type.__doc__ or "")
    described = {
        "operationId": re.sub(r"\W+", "_", f"{each.method.lower()}{each.path}").strip("_"),
        "tags": [name_part(each)],
        "summary": summary.replace("`", ""),
        "description": "\n\n".join(filter(None, (rest, f"For: {each.role}."))),
        "parameters": list(_list_parameters(each)),
        "x-role": each.role,
        "security": [] if each.need == GUEST else [{"device": [each.role]}],
        "responses": dict(_list_answers(each, schemas)),
    }
    body = _describe_body(each, schemas)
    return described | ({"requestBody": body} if body else {})


def name_part(each: Operation) -> str:
    """Return the name of the group in which readers find a request."""
    if each.note.takes in (BODIES, AMEND_BODIES):
        return "Commands"
    is_page = each.note.sends == "text/html" and not each.is_for_programs
    return _PAGES if is_page else _PARTS.get(each.part, _PAGES)


def _list_parameters(each: Operation) -> Iterator[dict[str, Any]]:
    for name in each.variables:
        schema, words, example = _VARIABLES.get(f"{each.part}.{name}") or _VARIABLES.get(
            name, (_TEXT, "", "")
        )
        about = {"description": words, "example": example} if words else {}
        yield {"name": name, "in": "path", "required": True, "schema": schema} | about
    for name, words in each.note.asks.items():
        yield {"name": name, "in": "query", "schema": _TEXT, "description": convert_to_markdown(words)}


def _describe_body(each: Operation, schemas: Mapping[tuple[str, Any], Any]) -> dict[str, Any]:
    if each.takes is None:
        is_form = each.method == "POST" and not each.is_for_programs
        return {"content": {_FORM: {"schema": {"type": "object"}}}} if is_form else {}
    if isinstance(each.takes, str):
        binary = {"type": "string", "contentMediaType": "application/octet-stream"}
        parts = {"type": "object", "properties": {"file": binary}, "required": ["file"]}
        is_form = each.takes == "multipart/form-data"
        return {"required": True, "content": {each.takes: {"schema": parts if is_form else binary}}}
    shown = {f"example {at}": {"value": value} for at, value in enumerate(list_examples(each.takes), 1)}
    content = {"schema": schemas["validation", each.takes]} | ({"examples": shown} if shown else {})
    return {
        "required": bool(getattr(each.takes, "__pydantic_fields_required__", True)),
        "content": {"application/json": content},
    }


def _list_answers(each: Operation, schemas: Mapping[tuple[str, Any], Any]) -> Iterator[tuple[str, Any]]:
    kind = "Failure" if each.is_for_programs else "Page"
    content: dict[str, Any] = {}
    for sends in each.sends:
        if isinstance(sends, str):
            content[sends] = {"schema": _TEXT} if sends.startswith("text/") else {}
        else:
            content["application/json"] = {"schema": schemas["serialization", sends]}
    yield "200", {"description": "Done.", "content": content}
    if not each.is_for_programs:
        yield "3XX", {"description": "Leads to another page."}
    elif each.method == "POST":
        yield (
            "303",
            {"description": "Leads to a page, if a page without scripts has sent the fields as a form."},
        )
    for status in _find_refusals(each):
        yield str(status), {"$ref": f"#/components/responses/{kind}{status}"}


def _find_refusals(each: Operation) -> tuple[int, ...]:
    """Return with which statuses a request may be refused."""
    changes = each.method == "POST"
    may = {
        400: changes or each.note.asks or not each.is_for_programs,
        403: changes or each.need != GUEST or not each.is_for_programs,
        409: changes or not each.is_for_programs,
        413: changes,
    }
    return tuple(status for status in _REFUSALS if may.get(status, True))


def _make_failure(status: int, *, for_programs: bool) -> dict[str, Any]:
    """Return a refusal. Browsers that ask for a page get one, also at the addresses for programs."""
    content: dict[str, Any] = {"text/html": {"schema": _TEXT}}
    if for_programs:
        content = {"application/json": {"schema": {"$ref": "#/components/schemas/Failure"}}} | content
    return {"description": f"{HTTPStatus(status).phrase}. {_REFUSALS[status]}", "content": content}
