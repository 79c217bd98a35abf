"""From a request's body to checked fields, or one sentence that says what is wrong with it."""

import json
from collections.abc import Callable
from typing import Any, TypeVar

from flask import Request
from pydantic import BaseModel, ValidationError
from werkzeug.datastructures import MultiDict

from pi_bunco.errors import Trouble
from pi_bunco.rules.quoting import clip_text
from pi_bunco.sentences import say
from pi_bunco.whole_numbers import parse_whole

Model = TypeVar("Model", bound=BaseModel)


class BadRequestBody(Trouble, ValueError):
    """A request carries something else than it may."""


def parse(request: Request, model: type[Model], wants: str) -> Model:
    """Read the body, JSON or a form's fields, as ``model``.

    Raises
    ------
    BadRequestBody
        If it does not fit; the remedy is ``wants``.
    """
    if request.form:
        return read_fields(request.form, model, wants)
    return _validated(request.get_data(), model, wants)


def read_fields(fields: MultiDict[str, str], model: type[Model], wants: str) -> Model:
    """Read the fields of a form, or of an address, as ``model``.

    Raises
    ------
    BadRequestBody
        If they do not fit; the remedy is ``wants``.
    """
    return _validated(json.dumps(_from_form(fields)).encode(), model, wants)


def _validated(body: bytes, model: type[Model], wants: str) -> Model:
    try:
        return model.model_validate_json(body or b"{}")
    except ValidationError as error:
        raise BadRequestBody(_sentence(error), wants) from None


def _from_form(form: MultiDict[str, str]) -> dict[str, Any]:
    """Read a form's fields as the types that JSON would have."""
    fields: dict[str, Any] = {}
    for name, values in form.lists():
        kind, _, player = name.partition(" ")
        if kind in ("bunco", "mini") and player:  # "bunco Ann": how many Ann has
            if values[-1]:
                fields.setdefault(f"{kind}s", {})[player] = _number(values[-1])
        elif name == "offered":
            fields["awards"] = _awards(form)
        elif name == "team":
            fields["best"] = _number(values[-1])
        elif name not in ("award", "among", "prize"):  # those are read with the awards
            value = _READ.get(name, _last)(values)
            if value is not None:
                fields[name] = value
    return fields


def _last(values: list[str]) -> str:
    return values[-1]


def _lines(values: list[str]) -> list[str]:
    return [line.strip() for value in values for line in value.splitlines() if line.strip()]


def _last_number(values: list[str]) -> int | str | None:
    """Return the number, ``None`` where the field was left empty."""
    return _number(values[-1]) if values[-1] else None


_READ: dict[str, Callable[[list[str]], Any]] = {
    "dice": lambda values: [_number(part) for value in values for part in value.replace(",", " ").split()],
    "scores": lambda values: [_number(value) for value in values],
    "claims": list,
    "come": _lines,
    "leave": _lines,
    "seq": _last_number,
    "after": _last_number,
    "draft": _last_number,
    "seconds": _last_number,
    "winner": _last_number,
    "sure": bool,
    "anyway": bool,
    "on": lambda values: values[-1] == "yes",
    "corners": lambda values: [[_measure(part) for part in point.split(",")] for point in values[-1].split()],
}
"""How the fields are read that are more than one text."""


def _awards(form: MultiDict[str, str]) -> list[dict[str, str]]:
    """Put the awards of the host's form together: three fields a line."""
    columns = (form.getlist(key) for key in ("award", "among", "prize"))
    return [dict(zip(("what", "among", "prize"), line, strict=True)) for line in zip(*columns, strict=False)]


def _number(text: str) -> int | str:
    """Read a number; what is none stays a text, which no field for numbers takes."""
    value = parse_whole(text)
    return text if value is None else value


def _measure(text: str) -> float | str:
    """Read a measure such as ``90.5``; what is none stays a text, which no field for measures takes."""
    try:
        return float(text)
    except ValueError:
        return text


def _sentence(error: ValidationError) -> str:
    first = error.errors(include_url=False, include_input=False)[0]
    place = clip_text(".".join(str(part) for part in first["loc"]))
    match first["type"]:
        case "json_invalid" if "number out of range" in first["msg"]:
            return say("A number in it has too many digits.")
        case "json_invalid":
            return say("This is no JSON.")
        case "extra_forbidden":
            return say("There is no field “{place}” here.", place=place)
        case "missing":
            return say("The field “{place}” is missing.", place=place)
        case _:
            why = first["msg"][0].lower() + first["msg"][1:]
            if place:
                return say("“{place}” does not fit: {why}.", place=place, why=why)
            return say("The body does not fit: {why}.", why=why)
