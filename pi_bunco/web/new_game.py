"""Begins a new game, from JSON or from the form, if the request is right and the current game may end.

In the form a blank field leaves its value open, and only the options of the chosen sheet count.
"""

from dataclasses import dataclass
from itertools import chain
from typing import Annotated, Any

from pydantic import Field
from werkzeug.datastructures import MultiDict

from pi_bunco.game.commands import NewGame
from pi_bunco.game.new_game import make_header
from pi_bunco.game.refused import Refused
from pi_bunco.guest_list import ListedGuests, read_guests
from pi_bunco.limits import GOAL, KEY, NAME, PLAYERS, SETS, TABLES
from pi_bunco.names import clean_name, find_same, is_clean_name, make_name_key
from pi_bunco.rules import is_ghost
from pi_bunco.rules.quoting import clip_text
from pi_bunco.sentences import Sentence, say, say_count, say_series
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

    ``draw``: the seats are drawn. ``tables``: the table of each player; then nothing is drawn. ``end``: an
    unfinished game ends for it.
    """

    usage = 'Send a sheet and names, such as {"rules": "classic", "players": ["Ann", "Bob"]}.'
    rules: str
    players: GuestNames
    sets: Annotated[int, Field(ge=1, le=SETS)] | None = None
    options: dict[str, Any] = Field(default_factory=dict)
    draw: bool = False
    tables: Annotated[tuple[Annotated[int, Field(ge=1, le=TABLES)], ...], Field(max_length=PLAYERS)] = ()
    end: bool = False


class UnfinishedGame(Refused):
    """A game is being played, and the request does not allow to end it."""


@dataclass(frozen=True, slots=True)
class UnderstoodView:
    """What was understood of a list of guests.

    Attributes
    ----------
    title
        How many guests there are.
    seats
        At how many tables they sit, and who decides at which.
    names
        The guests.
    tables
        Who sits at each table, without ghosts; empty if chance decides.
    notes
        What was left out or may be wrong.
    """

    title: Sentence
    seats: Sentence
    names: tuple[str, ...]
    tables: tuple[tuple[str, ...], ...]
    notes: tuple[Sentence, ...]


def begin_game(service: PagePort, body: GameBody) -> TableView:
    """Begin a game, and return its head table.

    Raises
    ------
    BadRequestBody
        If the sheet, a name, the number of players or an option is wrong.
    UnfinishedGame
        If a game is being played and ``body.end`` is not set.
    """
    command = make_command(service, body)
    if unfinished := find_unfinished(service, body):
        raise unfinished
    return service.ask(command)


def make_command(service: PagePort, body: GameBody) -> NewGame:
    """Return the command that begins a game.

    Raises
    ------
    BadRequestBody
        If the sheet, a name, the number of players or an option is wrong.
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
    if body.tables and (
        len(body.tables) != len(players) or {*body.tables} != {*range(1, max(body.tables) + 1)}
    ):
        raise BadRequestBody(
            say("The tables do not fit the players."),
            say("Send the table of each player, with numbers from 1 without gaps."),
        )
    return NewGame(
        sheet.slug,
        players,
        body.sets,
        body.options,
        sheet=sheet.house,
        draw=body.draw and not body.tables,
        tables=body.tables,
    )


def find_unfinished(service: PagePort, body: GameBody) -> UnfinishedGame | None:
    """Return the refusal if a game is being played and the request does not allow to end it."""
    now = service.view()
    has_begun = bool(now.rounds or now.course or now.doubt) or now.phase != "ready"
    if not has_begun or now.phase == "over" or body.end:
        return None
    return UnfinishedGame(
        say(
            "{sheet} is being played: set {set}, round {round}.",
            sheet=now.title,
            set=now.set,
            round=now.round,
        ),
        say("Say that it may end, or go on with it."),
    )


def view_guests(command: NewGame, notes: tuple[Sentence, ...]) -> UnderstoodView:
    """Return what was understood of the guests in a form.

    Raises
    ------
    Refused
        If this game cannot be played.
    """
    tables = make_header(command)["tables"]
    ghosts = sum(map(is_ghost, chain.from_iterable(tables)))
    with_ghosts = say_count("{count} ghost in an empty seat", "{count} ghosts in empty seats", ghosts)
    at_tables = say_count("{count} table", "{count} tables", len(tables))
    return UnderstoodView(
        title=say_count("{count} guest", "{count} guests", len(command.players)),
        seats=say(
            "{tables}. {who}",
            tables=say("{tables}, {ghosts}", tables=at_tables, ghosts=with_ghosts) if ghosts else at_tables,
            who=say("Chance decides who sits where.")
            if command.draw
            else say("They sit as the list says, seat 1 first.")
            if command.tables
            else say("They sit in the order of the list, seat 1 first."),
        ),
        names=command.players,
        tables=()
        if command.draw
        else tuple(tuple(name for name in seats if not is_ghost(name)) for seats in tables),
        notes=notes,
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
    """Return the cleaned names.

    Raises
    ------
    BadRequestBody
        If a name cannot be used, or the number of players is wrong.
    """
    cleaned = tuple(map(clean_name, names))
    for name in cleaned:
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
        if make_name_key(name).startswith("ghost"):
            raise BadRequestBody(
                say("“{name}” is a ghost’s name.", name=name),
                say("Choose another; ghosts come by themselves."),
            )
    if same := find_same(cleaned):
        one, other = same
        raise BadRequestBody(
            say("Two players are called “{name}”.", name=one)
            if one == other
            else say(
                "Two players are called “{one}” and “{other}”, which is the same.", one=one, other=other
            ),
            say("Add a letter to one of them, such as Ann B."),
        )
    if len(cleaned) <= SEATS and not sheet.least <= len(cleaned) <= sheet.most:
        several = str(sheet.least)
        if sheet.least < sheet.most:
            several = say("{fewest} to {most}", fewest=sheet.least, most=sheet.most)
        raise BadRequestBody(
            say_count(
                "{sheet} at one table is not for {count} player.",
                "{sheet} at one table is not for {count} players.",
                len(cleaned),
                sheet=sheet.title,
            ),
            say("Type {several} names.", several=several),
        )
    return cleaned


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
    options = {
        option.name: _read_value(fields, f"{sheet.slug}.{option.name}", option) for option in sheet.options
    }
    body = GameBody(
        rules=sheet.slug,
        players=guests.names,
        tables=guests.tables,
        sets=_read_number(fields, f"{sheet.slug}.sets", say("The number of sets"), SETS),
        options={name: value for name, value in options.items() if value not in (None, False, [])},
        draw=is_room(fields) and fields.get("draw") == "on",
        end=fields.get("end") == "yes",
    )
    return body, guests.notes


def is_room(fields: Fields) -> bool:
    """Return whether several tables play. Then one field contains the list of guests."""
    return fields.get("who") == "room"


def _read_guests(fields: Fields) -> ListedGuests:
    if not is_room(fields):
        names = (fields.get(f"name{seat}", "") for seat in range(1, SEATS + 1))
        return ListedGuests(tuple(name[:KEY] for name in names if clean_name(name[:KEY])))
    guests = read_guests(fields.get("names", ""))
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
