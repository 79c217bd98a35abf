"""Begins a new game if the request is right and the current game may end."""

from typing import Annotated, Any

from pydantic import Field

from pi_bunco.game.commands import NewGame
from pi_bunco.game.refused import Refused
from pi_bunco.limits import NAME, PLAYERS, SETS, TABLES
from pi_bunco.names import clean_name, find_same, is_clean_name, make_name_key
from pi_bunco.rules.quoting import clip_text
from pi_bunco.sentences import say, say_count, say_series
from pi_bunco.views.table import TableView
from pi_bunco.web.bodies import GuestNames
from pi_bunco.web.parse import BadRequestBody, RequestBody
from pi_bunco.web.ports.room import PagePort, SheetChoice

SEATS = 4
"""Seats at a table. With more names several tables play."""


class GameBody(RequestBody):
    """A new game.

    ``draw``: the seats are drawn. ``tables``: the table of each player; then nothing is drawn. ``teams``: the
    team of each player, and ``team_names`` their names. ``end``: an unfinished game ends for it.
    """

    usage = 'Send a sheet and names, such as {"rules": "classic", "players": ["Ann", "Bob"]}.'
    rules: str
    players: GuestNames
    sets: Annotated[int, Field(ge=1, le=SETS)] | None = None
    options: dict[str, Any] = Field(default_factory=dict)
    draw: bool = False
    tables: Annotated[tuple[Annotated[int, Field(ge=1, le=TABLES)], ...], Field(max_length=PLAYERS)] = ()
    teams: Annotated[tuple[Annotated[int, Field(ge=1, le=TABLES)], ...], Field(max_length=PLAYERS)] = ()
    team_names: Annotated[GuestNames, Field(max_length=TABLES)] = ()
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
    return build_command(find_sheet(service.list_sheets(), body.rules), body)


def build_command(sheet: SheetChoice, body: GameBody) -> NewGame:
    """Return the command that begins a game by a sheet; errors as for :func:`make_command`."""
    players = _check_names(body.players, sheet)
    options = [option.name for option in sheet.options]
    for name in body.options:
        if name not in options:
            raise BadRequestBody(
                say("{sheet} has no option “{option}”.", sheet=sheet.title, option=clip_text(name)),
                say("It has: {names}.", names=say_series(options)) if options else say("It has none."),
            )
    for numbers in filter(None, (body.tables, body.teams)):
        if len(numbers) != len(players) or {*numbers} != {*range(1, max(numbers) + 1)}:
            raise BadRequestBody(
                say("The tables or teams do not fit the players."),
                say("Send the table or team of each player, with numbers from 1 without gaps."),
            )
    return NewGame(
        sheet.slug,
        players,
        body.sets,
        body.options,
        sheet=sheet.house,
        draw=body.draw and not body.tables,
        tables=body.tables,
        teams=body.teams,
        team_names=body.team_names,
    )


def find_unfinished(service: PagePort, body: GameBody) -> UnfinishedGame | None:
    """Return the refusal if a game is not finished and the request does not allow to end it.

    It is being played, it has not begun but money came in, or it is over and prizes are not paid that are in
    its ledger.
    """
    if body.end:
        return None
    now = service.view()
    if not (now.rounds or now.course or now.doubt) and now.phase == "ready":
        money = service.view_money()
        return (
            UnfinishedGame(
                say(
                    "This game has {amount} in its kitty; a new game begins with an empty one.",
                    amount=money.kitty,
                ),
                say("Change the seats instead, so that the ledger stays, or say that the game may end."),
            )
            if not money.is_expected
            else None
        )
    if now.phase == "over":
        money = service.view_money()
        return (
            UnfinishedGame(
                say("Prizes of the last game are still to pay: {amount}.", amount=money.due),
                say("Pay them on the page about money, or say that the game may end."),
            )
            if money.is_unpaid
            else None
        )
    return UnfinishedGame(
        say(
            "{sheet} is being played: set {set}, round {round}.",
            sheet=now.title,
            set=now.set,
            round=now.round,
        ),
        say("Say that it may end, or go on with it."),
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
