"""Makes the header of a new game: the sheet, its options and the seats."""

from collections.abc import Sequence
from typing import Any

from pi_bunco.game.commands import NewGame
from pi_bunco.game.refused import Refused
from pi_bunco.limits import NAME, PLAYERS
from pi_bunco.new_game_limits import find_excess, is_clean_name
from pi_bunco.rules import Header, load_sheet, seat_first_tables
from pi_bunco.rules.quoting import quote_value
from pi_bunco.rules.seating import MIN_PLAYERS
from pi_bunco.sentences import say


def make_header(command: NewGame) -> dict[str, Any]:
    """Return the header of a new game.

    The players sit in their order, at as many tables as they need. In team play ghosts fill the empty seats
    from the last table on, so that no ghost has a ghost as a partner.

    Raises
    ------
    Refused
        If the sheet, an option or the names do not fit, or exceed the limits; the message says what is
        allowed.
    """
    names = tuple(" ".join(name.split()) for name in command.players)
    check_names(names)
    try:
        sheet = command.sheet or load_sheet(command.rules)
        raw: dict[str, Any] = {
            "record": "bunco/1",
            "rules": command.rules,
            "tables": [[*seats] for seats in seat_first_tables(sheet, names)],
            "options": command.options or {},
        }
        if command.sheet is not None:
            raw["sheet"] = command.sheet.to_dict()
        if command.sets is not None:
            raw["sets"] = command.sets
        header = Header.parse(raw)
    except ValueError as error:
        raise Refused(
            say("This game cannot be played: {reason}.", reason=str(error)),
            say("Change it on the new game page."),
        ) from error
    if excess := find_excess(header):
        raise Refused(excess.text, excess.remedy)
    return header.to_dict()


def check_names(names: Sequence[str]) -> None:
    """Check the number and the names of players.

    Raises
    ------
    Refused
        With the impossible name or number.
    """
    if not MIN_PLAYERS <= len(names) <= PLAYERS:
        raise Refused(
            say(
                "A room takes {fewest} to {players} players, not {number}.",
                fewest=MIN_PLAYERS,
                players=PLAYERS,
                number=len(names),
            ),
            say(
                "Name {fewest} to {players} players, such as Ann,Bob,Cy,Di.",
                fewest=MIN_PLAYERS,
                players=PLAYERS,
            ),
        )
    known: dict[str, str] = {}  # the names so far, by their casefolded form
    for name in names:
        _check_name(name)
        equal_name = known.get(name.casefold())
        if equal_name is not None:
            both = (
                quote_value(name)
                if equal_name == name
                else say("{one} and {other}", one=quote_value(equal_name), other=quote_value(name))
            )
            raise Refused(
                say("Two players are called {both}.", both=both),
                say("Add a letter to one of them, such as Ann B."),
            )
        known[name.casefold()] = name


def _check_name(name: str) -> None:
    if not name:
        raise Refused(say("A name is empty."), say("Name every player."))
    if name.lower().startswith("ghost"):
        raise Refused(
            say("A player cannot be called {name}: ghosts are.", name=quote_value(name)),
            say("Choose another name."),
        )
    if len(name) > NAME:
        raise Refused(
            say("The name {name} is too long.", name=quote_value(name)),
            say("Use at most {most} letters.", most=NAME),
        )
    if not is_clean_name(name):
        raise Refused(
            say("The name {name} has a sign that cannot be shown.", name=quote_value(name)),
            say("Use letters and digits."),
        )
