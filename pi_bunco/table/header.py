"""A new game's header: the sheet, its options, and who sits where at one table."""

from typing import Any

from pi_bunco.beginning import beyond, is_written
from pi_bunco.limits import NAME
from pi_bunco.rules import Header, load_sheet
from pi_bunco.rules.quoting import quoted
from pi_bunco.table.commands import NewGame
from pi_bunco.table.refused import Refused

SEATS = 4
FEWEST = 2


def header(command: NewGame) -> dict[str, Any]:
    """Write the header of a new game at one table; every game that begins here begins with it.

    In team play ghosts fill the empty seats, opposite the players that are there, so that with two
    players each has a ghost for a partner.

    Raises
    ------
    Refused
        If the sheet, an option or the names do not fit, or go beyond the limits, with what is allowed.
    """
    names = tuple(" ".join(name.split()) for name in command.players)
    if not FEWEST <= len(names) <= SEATS:
        raise Refused(
            f"One table takes 2 to 4 players, not {len(names)}.",
            "Name 2 to 4 players, such as Ann,Bob,Cy,Di.",
        )
    for name in names:
        _check_name(name)
    try:
        sheet = command.sheet or load_sheet(command.rules)
        empty = range(1, SEATS - len(names) + 1) if sheet.takes_ghosts(len(names)) else ()
        ghosts = [f"ghost {number}" for number in empty]
        lines: dict[str, Any] = {
            "record": "bunco/1",
            "rules": command.rules,
            "tables": [[*names, *ghosts]],
            "options": command.options or {},
        }
        if command.sheet is not None:
            lines["sheet"] = command.sheet.to_dict()
        if command.sets is not None:
            lines["sets"] = command.sets
        parsed = Header.parse(lines)
    except ValueError as error:
        raise Refused(f"This game cannot be played: {error}.", "Change it on the new game page.") from error
    if too_much := beyond(parsed):
        raise Refused(*too_much)
    return parsed.to_dict()


def _check_name(name: str) -> None:
    if name.lower().startswith("ghost"):
        raise Refused(f"A player cannot be called {quoted(name)}: ghosts are.", "Choose another name.")
    if len(name) > NAME:
        raise Refused(f"The name {quoted(name)} is too long.", f"Use at most {NAME} letters.")
    if not is_written(name):
        raise Refused(f"The name {quoted(name)} has a sign that cannot be shown.", "Use letters and digits.")
