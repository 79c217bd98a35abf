"""Reads the form for a new game.

A blank field leaves its value open. Only the options of the chosen sheet count.
"""

from typing import Any

from werkzeug.datastructures import MultiDict

from pi_bunco.limits import GOAL, KEY, PLAYERS, SETS
from pi_bunco.rules.quoting import clip_text
from pi_bunco.sentences import say
from pi_bunco.web.new_game import SEATS, GameBody
from pi_bunco.web.parse import BadRequestBody
from pi_bunco.web.port import Option, SheetChoice
from pi_bunco.whole_numbers import parse_whole

Fields = MultiDict[str, str]


def read_form(fields: Fields, sheet: SheetChoice) -> GameBody:
    """Return the new game that the form asks for.

    Raises
    ------
    BadRequestBody
        If a field for a number contains anything else.
    """
    names = _read_names(fields)
    return GameBody(
        rules=sheet.slug,
        players=names,
        sets=_read_number(fields, f"{sheet.slug}.sets", say("The number of sets"), SETS),
        options=_read_options(fields, sheet),
        draw=is_room(fields) and fields.get("draw") == "on",
        end=fields.get("end") == "yes",
    )


def is_room(fields: Fields) -> bool:
    """Return whether several tables play. Then one field contains all guests, one on each line."""
    return fields.get("who") == "room"


def _read_names(fields: Fields) -> tuple[str, ...]:
    names = [fields.get(f"name{seat}", "") for seat in range(1, SEATS + 1)]
    if is_room(fields):
        names = fields.get("names", "").splitlines()
    if len(names) > PLAYERS and sum(bool(name.strip()) for name in names) > PLAYERS:
        raise BadRequestBody(say("A room takes at most {most} players.", most=PLAYERS), say("Name fewer."))
    return tuple(name[:KEY] for name in names if name.strip())


def _read_options(fields: Fields, sheet: SheetChoice) -> dict[str, Any]:
    values = {
        option.name: _read_value(fields, f"{sheet.slug}.{option.name}", option) for option in sheet.options
    }
    return {name: value for name, value in values.items() if value not in (None, False, [])}


def _read_value(fields: Fields, field: str, option: Option) -> Any:
    match option.kind:
        case "flag":
            return fields.get(field) == "on"
        case "number":
            return _read_number(fields, field, option.label, GOAL)
        case "faces":
            return [face for face in range(1, 7) if str(face) in fields.getlist(field)]
        case "traveling":
            return _read_traveling(fields, field)


def _read_traveling(fields: Fields, field: str) -> dict[str, Any] | None:
    """Return which three alike take the bag: any mini, or one number with or without its bunco."""
    how = fields.get(field, "")
    if how == "mini":
        return {"any_mini": True}
    if how not in {"number", "no-bunco"}:
        return None
    number = _read_number(fields, f"{field}.number", say("The bag’s number"), 6)
    return {"number": number} if how == "number" else {"number": number, "bunco_counts": False}


def _read_number(fields: Fields, field: str, what: str, most: int) -> int | None:
    text = fields.get(field, "").strip()
    if not text:
        return None
    number = parse_whole(text, 1, most)
    if number is None:
        raise BadRequestBody(
            say(
                "{what} must be a whole number from 1 to {most}, not “{given}”.",
                what=what,
                most=most,
                given=clip_text(text, 20),
            ),
            say("Type a number from 1 to {most}.", most=most),
        )
    return number
