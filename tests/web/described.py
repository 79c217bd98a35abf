"""Compares each answer that a test gets with the description of the API, and each body that was accepted."""

import json
import re
from collections.abc import Mapping
from functools import cache
from typing import Any

import jsonschema_rs
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.exceptions import HTTPException
from werkzeug.routing import Map, Rule
from werkzeug.test import TestResponse

from pi_bunco.web.api_document.document import get_document

_DOCUMENTS: dict[frozenset[tuple[str, str]], "Described"] = {}
_SELF_MADE = (500, 405)
"""The answers to a fault of the program, which some tests make, and to a method that no address takes."""


class NotDescribed(AssertionError):
    """The description of the API says something else."""


class Described:
    """The description of an application, with which answers are compared.

    An answer may have no fields that are not described. A program must accept them all the same, since a
    later version may have more.
    """

    def __init__(self, app: Flask) -> None:
        self.document = get_document(app)
        components = make_strict(self.document["components"])
        self._make_validator = cache(
            lambda schema: jsonschema_rs.Draft202012Validator(json.loads(schema) | {"components": components})
        )

    def check(self, rule: Rule, values: Mapping[str, object], response: TestResponse, sent: object) -> None:
        """Check an answer to a request; ``sent``: its body as JSON values, ``None``: it had none."""
        method = response.request.method
        operation = self._find(rule, values, method)
        if operation is None:  # no command has this name
            refusals = self.document["components"]["responses"]
            operation = {"responses": {name.removeprefix("Failure"): refusals[name] for name in refusals}}
        status = str(response.status_code)
        described = operation["responses"].get(status) or operation["responses"].get(f"{status[0]}XX")
        where = f"{method} {rule.rule} → {status}"
        if described is None:
            raise NotDescribed(f"{where}: this status is not described. {response.text[:300]}")
        if "$ref" in described:
            described = self.document["components"]["responses"][described["$ref"].rpartition("/")[2]]
        content = described.get("content", {})
        sent_as = response.mimetype or ""
        kinds = (sent_as, f"{sent_as.partition('/')[0]}/*", "*/*")
        kind = next((kind for kind in kinds if kind in content), None)
        if content and kind is None:
            raise NotDescribed(f"{where}: {sent_as} is none of {list(content)}")
        if kind == "application/json":
            self._compare(f"{where} answer", content[kind]["schema"], response.get_json())
        body = operation.get("requestBody", {}).get("content", {}).get("application/json")
        if body and sent is not None and response.status_code == 200:
            self._compare(f"{where} body", body["schema"], sent)

    def _find(self, rule: Rule, values: Mapping[str, object], method: str) -> Mapping[str, Any] | None:
        template = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule)
        named = re.sub(r"\{(\w+)\}$", lambda found: str(values[found[1]]), template)
        paths = self.document["paths"]
        found = paths.get(named) or paths.get(template)
        return found.get(method.lower()) if found else None

    def _compare(self, where: str, schema: Any, value: object) -> None:
        error = next(self._make_validator(json.dumps(schema)).iter_errors(value), None)
        if error is not None:
            raise NotDescribed(f"{where}: {error.message[:300]} at {'/'.join(map(str, error.instance_path))}")


def make_strict(document: Any) -> Any:
    """Return a description in which no object may have more fields than those that are named."""
    if isinstance(document, list):
        return [make_strict(each) for each in document]
    if not isinstance(document, dict):
        return document
    closed = {"additionalProperties": False} if document.get("properties") else {}
    return closed | {key: make_strict(value) for key, value in document.items()}


def describe(app: Flask) -> Described:
    """Return the description of an application. Applications with the same addresses share one."""
    rules = frozenset((rule.rule, rule.endpoint) for rule in app.url_map.iter_rules())
    if rules not in _DOCUMENTS:
        _DOCUMENTS[rules] = Described(app)
    return _DOCUMENTS[rules]


class CheckedClient(FlaskClient):
    """A client whose answers must be as described."""

    def open(self, *args: Any, **kwargs: Any) -> TestResponse:
        """Send a request, and check its answer."""
        response = super().open(*args, **kwargs)
        if response.request.method in {"GET", "POST"} and response.status_code not in _SELF_MADE:
            app = self.application
            rule, values = _match(app.url_map, response)
            if rule is not None:
                describe(app).check(rule, values, response, kwargs.get("json"))
        return response


def _match(url_map: Map, response: TestResponse) -> tuple[Rule | None, Mapping[str, object]]:
    try:
        found, values = url_map.bind("localhost").match(
            response.request.path, response.request.method, return_rule=True
        )
    except HTTPException:  # nothing is at this address
        return None, {}
    return found, values
