"""Reads the body of a request into checked fields, or raises an error that says what is wrong."""

import json
from collections.abc import Callable
from typing import Any, ClassVar, TypeVar

from flask import redirect, request
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from pi_bunco.errors import Trouble
from pi_bunco.guest_list import ListTrouble, read_guests
from pi_bunco.limits import TOKEN
from pi_bunco.rules.quoting import clip_text
from pi_bunco.sentences import say
from pi_bunco.whole_numbers import parse_whole

_LATEST = 10**15  # the latest time that a form may say, in milliseconds since 1970


class RequestBody(BaseModel):
    """The body of a request. Unknown fields are refused.

    Attributes
    ----------
    usage
        What to send, in one sentence with an example.
    """

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)
    usage: ClassVar[str] = "Send an empty object: {}."


class FormBody(RequestBody):
    """The body of a request that a form may send.

    Attributes
    ----------
    token
        Distinguishes a tap that was sent twice from two taps. The pages' script adds it to every form.
    """

    token: str = Field("", max_length=TOKEN)


Model = TypeVar("Model", bound=RequestBody)


class BadRequestBody(Trouble, ValueError):
    """The body of a request is not what it should be."""


def read_body(model: type[Model]) -> Model:
    """Return the body of the current request, JSON or the fields of a form, as ``model``.

    Raises
    ------
    BadRequestBody
        If it does not fit. The remedy is the model's ``usage``.
    """
    return read_fields(request.form, model) if request.form else _validate(request.get_data(), model)


def redirect_plain_form(address: str) -> Response | None:
    """Return a redirect to a page if a page without scripts has sent a form, ``None`` otherwise."""
    return redirect(address, 303) if is_plain_form() else None


def is_plain_form() -> bool:
    """Return whether a page without scripts has sent a form. A form without fields has an empty body."""
    is_form = request.mimetype == "application/x-www-form-urlencoded"
    return is_form and "application/json" not in request.headers.get("Accept", "")


def read_fields(fields: MultiDict[str, str], model: type[Model]) -> Model:
    """Return the fields of a form, or of an address, as ``model``.

    Raises
    ------
    BadRequestBody
        If they do not fit. The remedy is the model's ``usage``.
    """
    return _validate(json.dumps(_convert_form(fields)).encode(), model)


def _validate(body: bytes, model: type[Model]) -> Model:
    try:
        return model.model_validate_json(body or b"{}")
    except ValidationError as error:
        raise BadRequestBody(_explain_error(error), model.usage) from None


def _convert_form(form: MultiDict[str, str]) -> dict[str, Any]:
    """Return the fields of a form with the types that JSON would have."""
    fields: dict[str, Any] = {}
    for name, values in form.lists():
        kind, _, player = name.partition(" ")
        if kind in ("bunco", "mini") and player:  # "bunco Ann": how many Ann has
            if values[-1] not in {"", "0"}:
                fields.setdefault(f"{kind}s", {})[player] = _read_number(values[-1])
        elif name == "offered":
            fields["awards"] = _combine_awards(form)
        elif name == "team" and "come" not in form:  # the judge names a team; a late guest joins one
            fields["best"] = _read_number(values[-1])
        elif "offered" not in form or name not in ("award", "among", "prize"):  # these belong to the awards
            value = _CONVERTERS[name](values) if name in _CONVERTERS else values[-1]
            if value is not None:
                fields[name] = value
    return fields


def _split_lines(values: list[str]) -> list[str]:
    return [line.strip() for value in values for line in value.splitlines() if line.strip()]


def _read_last_number(values: list[str]) -> int | str | None:
    """Return the number, ``None`` if the field is empty."""
    return _read_number(values[-1]) if values[-1] else None


def _read_late_guests(values: list[str]) -> list[str]:
    """Return the names in a list of late guests, whose table and team are chosen elsewhere."""
    try:
        listed = read_guests("\n".join(values))
    except ListTrouble:  # only tables and teams of a list can be wrong
        listed = None
    if listed is None or listed.tables or listed.teams:
        raise BadRequestBody(
            say("A list of late guests cannot name tables or teams."),
            say("Write only names. Choose their team below them, and swap seats after they are added."),
        )
    return list(listed.names)


def _read_dice(values: list[str]) -> list[int | str]:
    return [_read_number(part) for value in values for part in value.replace(",", " ").split()]


# How to read the fields that are more than one text.
_CONVERTERS: dict[str, Callable[[list[str]], Any]] = {
    "dice": _read_dice,
    "was": _read_dice,
    "entered": lambda values: [_read_number(value) for value in values],
    "scores": lambda values: [_read_number(value) for value in values],
    "claims": list,
    "come": _read_late_guests,
    "leave": _split_lines,
    "team": _read_last_number,
    "devices": list,
    "tables": lambda values: [_read_number(value) for value in values],
    "seq": _read_last_number,
    "number": _read_last_number,
    "after": _read_last_number,
    "draft": _read_last_number,
    "drawn": _read_last_number,
    "minutes": _read_last_number,
    "names": list,
    "prizes": list,
    **dict.fromkeys(("one_prize", "ids", "cards"), bool),
    "seconds": _read_last_number,
    "game": _read_last_number,
    "days": _read_last_number,
    "winner": _read_last_number,
    "winners": lambda values: [_read_number(value) for value in values],
    **dict.fromkeys(("wins", "buncos", "minis"), lambda values: _read_number(values[-1])),
    "staff": lambda values: [_read_number(part) for value in values for part in value.split(",") if part],
    "sure": bool,
    "stands": bool,
    "another": bool,
    "lottery": bool,
    "again": bool,
    "now": lambda values: parse_whole(values[-1], most=_LATEST),
    "answers": _read_last_number,
    "keep_end": bool,
    "anyway": bool,
    "on": lambda values: values[-1] == "yes",
    "horn": lambda values: values[-1] == "yes",
    "quiet_now": lambda values: values[-1] == "yes",
    "corners": lambda values: [
        [_read_measure(part) for part in point.split(",")] for point in values[-1].split()
    ],
}


def _combine_awards(form: MultiDict[str, str]) -> list[dict[str, str]]:
    """Return the awards in the host's form, which has three fields for each."""
    columns = (form.getlist(key) for key in ("award", "among", "prize"))
    return [dict(zip(("what", "among", "prize"), line, strict=True)) for line in zip(*columns, strict=False)]


def _read_number(text: str) -> int | str:
    """Return a number. Anything else stays a text, which no field for numbers accepts."""
    value = parse_whole(text)
    return text if value is None else value


def _read_measure(text: str) -> float | str:
    """Return a measure such as ``90.5``. Anything else stays a text, which no field for measures accepts."""
    try:
        return float(text)
    except ValueError:
        return text


def _explain_error(error: ValidationError) -> str:
    first = error.errors(include_url=False, include_input=False)[0]
    place = clip_text(".".join(str(part) for part in first["loc"]))
    match first["type"]:
        case "json_invalid" if "number out of range" in first["msg"]:
            return say("A number in it has too many digits.")
        case "json_invalid":
            return say("This is not JSON.")
        case "extra_forbidden":
            return say("There is no field “{place}” here.", place=place)
        case "missing":
            return say("The field “{place}” is missing.", place=place)
        case _:
            why = first["msg"][0].lower() + first["msg"][1:]
            if place:
                return say("“{place}” does not fit: {why}.", place=place, why=why)
            return say("The body does not fit: {why}.", why=why)
