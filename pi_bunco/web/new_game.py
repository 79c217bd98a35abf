"""Begins a new game, if the request is right and the current game may end."""

from typing import Annotated, Any

from pydantic import Field

from pi_bunco.game.commands import NewGame
from pi_bunco.game.refused import Refused
from pi_bunco.limits import KEY, NAME, PLAYERS, SETS
from pi_bunco.new_game_limits import is_clean_name
from pi_bunco.rules.quoting import clip_text
from pi_bunco.sentences import say, say_count, say_series
from pi_bunco.views.table import TableView
from pi_bunco.web.parse import BadRequestBody, RequestBody
from pi_bunco.web.port import PagePort, SheetChoice

SEATS = 4
"""Seats at a table. With more names several tables play."""
Name = Annotated[str, Field(max_length=KEY)]


class GameBody(RequestBody):
    """A new game.

    ``draw``: the seats are drawn. ``end``: an unfinished game ends for it.
    """

    usage = 'Send a sheet and names, such as {"rules": "classic", "players": ["Ann", "Bob"]}.'
    rules: str
    players: Annotated[tuple[Name, ...], Field(max_length=PLAYERS)]
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
    players = check_names(body.players, sheet)
    known = {option.name for option in sheet.options}
    if unknown := [name for name in body.options if name not in known]:
        raise BadRequestBody(
            say("{sheet} has no option “{option}”.", sheet=sheet.title, option=clip_text(unknown[0])),
            _describe_options(sheet),
        )
    now = service.view()
    if is_unfinished(now) and not body.end:
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
    for sheet in sheets:
        if sheet.slug == slug:
            if sheet.fault:
                raise BadRequestBody(
                    say("“{sheet}” cannot be played: {fault}", sheet=slug, fault=sheet.fault),
                    say("Correct its file, or choose another sheet."),
                )
            return sheet
    choices = ", ".join(sheet.slug for sheet in sheets if not sheet.fault)
    raise BadRequestBody(
        say("There is no sheet “{sheet}”.", sheet=clip_text(slug)),
        say("Choose one of: {choices}.", choices=choices),
    )


def check_names(names: tuple[str, ...], sheet: SheetChoice) -> tuple[str, ...]:
    """Return the names without their outer blanks.

    Raises
    ------
    BadRequestBody
        If a name cannot be used, or the number of players is wrong.
    """
    trimmed = tuple(" ".join(name.split()) for name in names)
    seen = set()
    for name in trimmed:
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
        if name in seen:
            raise BadRequestBody(
                say("Two players are called “{name}”.", name=name),
                say("Add a letter to one of them, such as Ann B."),
            )
        seen.add(name)
    if len(trimmed) <= SEATS and not sheet.least <= len(trimmed) <= sheet.most:
        fewest, most = sheet.least, sheet.most
        several = say("{fewest} to {most}", fewest=fewest, most=most) if fewest < most else str(fewest)
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


def is_unfinished(now: TableView) -> bool:
    """Return whether a new game would end one in which something has been played."""
    has_begun = bool(now.rounds or now.course or now.doubt) or now.phase != "ready"
    return has_begun and now.phase != "over"


def _describe_options(sheet: SheetChoice) -> str:
    names = [option.name for option in sheet.options]
    return say("It has: {names}.", names=say_series(names)) if names else say("It has none.")
