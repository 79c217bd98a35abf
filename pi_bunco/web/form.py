"""Reads the new-game form: blank fields mean nothing said, and only the chosen sheet's options count."""

from typing import Any

from werkzeug.datastructures import MultiDict

from pi_bunco.web.desk import Option, SheetChoice
from pi_bunco.web.newgame import GameBody
from pi_bunco.web.parse import BadRequestBody

Fields = MultiDict[str, str]

SEATS = 4


def read(fields: Fields, sheet: SheetChoice) -> GameBody:
    """Give what the form asks for.

    Raises
    ------
    BadRequestBody
        If a number is none.
    """
    names = tuple(fields.get(f"name{seat}", "")[:200] for seat in range(1, SEATS + 1))
    return GameBody(
        rules=sheet.slug,
        players=tuple(name for name in names if name.strip()),
        sets=_number(fields, f"{sheet.slug}.sets", "The number of sets"),
        options=_options(fields, sheet),
        end=fields.get("end") == "yes",
    )


def _options(fields: Fields, sheet: SheetChoice) -> dict[str, Any]:
    values = {option.name: _value(fields, f"{sheet.slug}.{option.name}", option) for option in sheet.options}
    return {name: value for name, value in values.items() if value not in (None, False, [])}


def _value(fields: Fields, field: str, option: Option) -> Any:
    match option.kind:
        case "flag":
            return fields.get(field) == "on"
        case "number":
            return _number(fields, field, option.label)
        case "faces":
            return [face for face in range(1, 7) if str(face) in fields.getlist(field)]
        case "traveling":
            return _traveling(fields, field)


def _traveling(fields: Fields, field: str) -> dict[str, Any] | None:
    """Read which three alike take the bag: none, any mini, or one number, its bunco counting or not."""
    how = fields.get(field, "")
    if how == "mini":
        return {"any_mini": True}
    if how not in {"number", "no-bunco"}:
        return None
    number = _number(fields, f"{field}.number", "The bag's number")
    return {"number": number} if how == "number" else {"number": number, "bunco_counts": False}


def _number(fields: Fields, field: str, what: str) -> int | None:
    text = fields.get(field, "").strip()
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and 1 <= int(text[:6]) <= 99):  # noqa: PLR2004 - two digits
        raise BadRequestBody(f"{what} is no whole number: “{text[:20]}”.", "Give a number from 1 to 99.")
    return int(text)
