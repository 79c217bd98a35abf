"""Begins a new game, from JSON or from the form, if the request is right and the current game may end.

In the form a blank field leaves its value open, and only the options of the chosen sheet count.
"""

from typing import Annotated, Any

from pydantic import Field
from werkzeug.datastructures import MultiDict

from pi_bunco.game.commands import NewGame
from pi_bunco.game.refused import Refused
from pi_bunco.limits import GOAL, KEY, NAME, PLAYERS, SETS
from pi_bunco.new_game_limits import is_clean_name
from pi_bunco.rules.quoting import clip_text
from pi_bunco.sentences import say, say_count, say_series
from pi_bunco.views.table import TableView
from pi_bunco.web.bodies import GuestNames
from pi_bunco.web.parse import BadRequestBody, RequestBody
from pi_bunco.web.port import Option, PagePort, SheetChoice
from pi_bunco.whole_numbers import parse_whole

SEATS = 4
"""Seats at a table. With more names several tables play."""
Fields = MultiDict[str, str]


class GameBody(RequestBody):
    """A new game.

    ``draw``: the seats are drawn. ``end``: an unfinished game ends for it.
    """

    usage = 'Send a sheet and names, such as {"rules": "classic", "players": ["Ann", "Bob"]}.'
    rules: str
    players: GuestNames
    sets: Annotated[int, Field(ge=1, le=SETS)] | None = None
    options: dict[str, Any] = Field(default_factory=dict)
    draw: bool = False
    end: bool = False


class UnfinishedGame(Refused):
    """A game is being played, and the request does not allow to end it."""


def begin_game(service: PagePort, body: GameBody) -> TableView:
    """Begin a game, and return its head table.

    Raises
    ------
    BadRequestBody
        If the sheet, a name, the number of players or an option is wrong.
    UnfinishedGame
        If a game is being played and ``body.end`` is not set.
    """
    sheet = find_sheet(service.list_sheets(), body.rules)
    players = _check_names(body.players, sheet)
    options = [option.name for option in sheet.options]
    for name in body.options:
        if name not in options:
            raise BadRequestBody(
                say("{sheet} has no option “{option}”.", sheet=sheet.title, option=clip_text(name)),
                say("It has: {names}.", names=say_series(options)) if options else say("It has none."),
            )
    now = service.view()
    has_begun = bool(now.rounds or now.course or now.doubt) or now.phase != "ready"
    if has_begun and now.phase != "over" and not body.end:
        raise UnfinishedGame(
            say(
                "{sheet} is being played: set {set}, round {round}.",
                sheet=now.title,
                set=now.set,
                round=now.round,
            ),
            say("Say that it may end, or go on with it."),
        )
    return service.ask(
        NewGame(sheet.slug, players, body.sets, body.options, sheet=sheet.house, draw=body.draw)
    )


def find_sheet(sheets: tuple[SheetChoice, ...], slug: str) -> SheetChoice:
    """Return the sheet with this slug.

    Raises
    ------
    BadRequestBody
        If there is none, or its file has a fault.
    """
    chosen = next((sheet for sheet in sheets if sheet.slug == slug), None)
    if chosen is None:
        raise BadRequestBody(
            say("There is no sheet “{sheet}”.", sheet=clip_text(slug)),
            say(
                "Choose one of: {choices}.",
                choices=", ".join(sheet.slug for sheet in sheets if not sheet.fault),
            ),
        )
    if chosen.fault:
        raise BadRequestBody(
            say("“{sheet}” cannot be played: {fault}", sheet=slug, fault=chosen.fault),
            say("Correct its file, or choose another sheet."),
        )
    return chosen


def _check_names(names: tuple[str, ...], sheet: SheetChoice) -> tuple[str, ...]:
    """Return the names without their outer blanks.

    Raises
    ------
    BadRequestBody
        If a name cannot be used, or the number of players is wrong.
    """
    trimmed = tuple(" ".join(name.split()) for name in names)
    for position, name in enumerate(trimmed):
        if not name:
            raise BadRequestBody(
                say("A name is empty."), say("Type a name for each player, or choose fewer players.")
            )
        if len(name) > NAME:
            raise BadRequestBody(
                say("“{name}” is too long.", name=clip_text(name, NAME)),
                say("Use at most {most} letters.", most=NAME),
            )
        if not is_clean_name(name):
            raise BadRequestBody(
                say("A name has a character that cannot be shown."), say("Use letters and digits.")
            )
        if name.lower().startswith("ghost"):
            raise BadRequestBody(
                say("“{name}” is a ghost’s name.", name=name),
                say("Choose another; ghosts come by themselves."),
            )
        if name in trimmed[:position]:
            raise BadRequestBody(
                say("Two players are called “{name}”.", name=name),
                say("Add a letter to one of them, such as Ann B."),
            )
    if len(trimmed) <= SEATS and not sheet.least <= len(trimmed) <= sheet.most:
        several = str(sheet.least)
        if sheet.least < sheet.most:
            several = say("{fewest} to {most}", fewest=sheet.least, most=sheet.most)
        raise BadRequestBody(
            say_count(
                "{sheet} at one table is not for {count} player.",
                "{sheet} at one table is not for {count} players.",
                len(trimmed),
                sheet=sheet.title,
            ),
            say("Type {several} names.", several=several),
        )
    return trimmed


def read_form(fields: Fields, sheet: SheetChoice) -> GameBody:
    """Return the new game that the form asks for.

    Raises
    ------
    BadRequestBody
        If a field for a number contains anything else.
    """
    options = {
        option.name: _read_value(fields, f"{sheet.slug}.{option.name}", option) for option in sheet.options
    }
    return GameBody(
        rules=sheet.slug,
        players=_read_names(fields),
        sets=_read_number(fields, f"{sheet.slug}.sets", say("The number of sets"), SETS),
        options={name: value for name, value in options.items() if value not in (None, False, [])},
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
