"""Reads the form for a new game.

A blank field leaves its value open, and only the options of the chosen sheet count.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from werkzeug.datastructures import MultiDict

from pi_bunco.guest_list import ListedGuests, read_guests
from pi_bunco.limits import GOAL, KEY, PLAYERS, SETS, TABLES
from pi_bunco.names import clean_name, is_clean_name, make_name_key
from pi_bunco.rules.quoting import clip_text
from pi_bunco.sentences import Sentence, say
from pi_bunco.web.new_game import SEATS, GameBody
from pi_bunco.web.parse import BadRequestBody
from pi_bunco.web.ports.room import Option, SheetChoice
from pi_bunco.whole_numbers import parse_whole

Fields = MultiDict[str, str]


def read_form(fields: Fields, sheet: SheetChoice) -> tuple[GameBody, tuple[Sentence, ...]]:
    """Return the new game that the form asks for, and what to note about its list of guests.

    Raises
    ------
    BadRequestBody
        If a field for a number contains anything else.
    ListTrouble
        If the list of guests cannot be understood.
    """
    guests = _read_guests(fields)
    sets, options = read_options(fields, sheet)
    body = GameBody(
        rules=sheet.slug,
        players=guests.names,
        tables=guests.tables,
        teams=guests.teams,
        team_names=guests.team_names,
        sets=sets,
        options=options,
        draw=is_room(fields) and fields.get("draw") == "on",
        end=fields.get("end") == "yes",
    )
    return body, guests.notes


def read_options(fields: Fields, sheet: SheetChoice) -> tuple[int | None, dict[str, Any]]:
    """Return how many sets are wished, ``None`` if as many as the sheet has, and the options of a sheet.

    Raises
    ------
    BadRequestBody
        If a field for a number contains anything else.
    """
    values = {
        option.name: _read_value(fields, f"{sheet.slug}.{option.name}", option) for option in sheet.options
    }
    options = {name: value for name, value in values.items() if value not in (None, False, [])}
    return _read_number(fields, f"{sheet.slug}.sets", say("The number of sets"), SETS), options


def is_room(fields: Fields) -> bool:
    """Return whether several tables play. Then one field contains the list of guests."""
    return fields.get("who") == "room"


def fill_options(slug: str, sets: int | None, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields for the sets and the options of a sheet; ``sets``: ``None`` if as the sheet has.

    A field with several values has a list of them.
    """
    fields: dict[str, Any] = {}
    if sets is not None:
        fields[f"{slug}.sets"] = str(sets)
    for name, value in options.items():
        field = f"{slug}.{name}"
        match value:
            case True:
                fields[field] = "on"
            case list():
                fields[field] = [str(face) for face in value]
            case {"any_mini": True}:
                fields[field] = "mini"
            case {"number": number}:
                fields[field] = "number" if value.get("bunco_counts", True) else "no-bunco"
                fields[f"{field}.number"] = str(number)
            case int():
                fields[field] = str(value)
    return fields


def _read_guests(fields: Fields) -> ListedGuests:
    if not is_room(fields):
        names = (fields.get(f"name{seat}", "") for seat in range(1, SEATS + 1))
        return ListedGuests(tuple(name[:KEY] for name in names if clean_name(name[:KEY])))
    guests = _add_ticked(read_guests(fields.get("names", "")), fields.getlist("guest"))
    if len(guests.names) > PLAYERS:
        raise BadRequestBody(say("A room takes at most {most} players.", most=PLAYERS), say("Name fewer."))
    if not guests.names:
        raise BadRequestBody(
            say("The list has no names."), say("Type the names of the guests, or paste a list.")
        )
    if len(guests.tables) and max(guests.tables) > TABLES:
        raise BadRequestBody(
            say("A room has at most {number} tables.", number=TABLES), say("Seat the players at fewer.")
        )
    return guests


def _add_ticked(listed: ListedGuests, ticked: Sequence[str]) -> ListedGuests:
    """Return the guests of a list, and after them the earlier guests who were ticked."""
    known = {make_name_key(name) for name in listed.names}
    added = [name for name in ticked if name and is_clean_name(name) and make_name_key(name) not in known]
    if not added:
        return listed
    return listed.with_ticked((*listed.names, *dict.fromkeys(added)))


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
