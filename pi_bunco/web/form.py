"""Reads the form for a new game.

A blank field means that nothing was said, and only the options of the chosen sheet count.
"""

from typing import Any

from werkzeug.datastructures import MultiDict

from pi_bunco.limits import GOAL, KEY, PLAYERS, SETS
from pi_bunco.rules.quoting import clip_text
from pi_bunco.sentences import say
from pi_bunco.web.newgame import SEATS, GameBody
from pi_bunco.web.parse import BadRequestBody
from pi_bunco.web.port import Option, SheetChoice
from pi_bunco.whole_numbers import parse_whole

Fields = MultiDict[str, str]


def read(fields: Fields, sheet: SheetChoice) -> GameBody:
    """Return the new game that the form asks for.

    Raises
    ------
    BadRequestBody
        If a field for a number has something else.
    """
    names = _names(fields)
    return GameBody(
        rules=sheet.slug,
        players=names,
        sets=_number(fields, f"{sheet.slug}.sets", say("The number of sets"), SETS),
        options=_options(fields, sheet),
        draw=is_room(fields) and fields.get("draw") == "on",
        end=fields.get("end") == "yes",
    )


def is_room(fields: Fields) -> bool:
    """Return whether several tables play. Then one field has all guests, one name on each line."""
    return fields.get("who") == "room"


def _names(fields: Fields) -> tuple[str, ...]:
    given = [fields.get(f"name{seat}", "") for seat in range(1, SEATS + 1)]
    if is_room(fields):
        given = fields.get("names", "").splitlines()
    if len(given) > PLAYERS and sum(bool(name.strip()) for name in given) > PLAYERS:
        raise BadRequestBody(say("A room takes at most {most} players.", most=PLAYERS), say("Name fewer."))
    return tuple(name[:KEY] for name in given if name.strip())


def _options(fields: Fields, sheet: SheetChoice) -> dict[str, Any]:
    values = {option.name: _value(fields, f"{sheet.slug}.{option.name}", option) for option in sheet.options}
    return {name: value for name, value in values.items() if value not in (None, False, [])}


def _value(fields: Fields, field: str, option: Option) -> Any:
    match option.kind:
        case "flag":
            return fields.get(field) == "on"
        case "number":
            return _number(fields, field, option.label, GOAL)
        case "faces":
            return [face for face in range(1, 7) if str(face) in fields.getlist(field)]
        case "traveling":
            return _traveling(fields, field)


def _traveling(fields: Fields, field: str) -> dict[str, Any] | None:
    """Read which three of a kind take the bag: none, any mini, or one number, with or without its bunco."""
    how = fields.get(field, "")
    if how == "mini":
        return {"any_mini": True}
    if how not in {"number", "no-bunco"}:
        return None
    number = _number(fields, f"{field}.number", say("The bag’s number"), 6)
    return {"number": number} if how == "number" else {"number": number, "bunco_counts": False}


def _number(fields: Fields, field: str, what: str, most: int) -> int | None:
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
