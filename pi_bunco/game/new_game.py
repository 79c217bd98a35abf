"""Makes the header of a new game: the sheet, its options and the seats."""

from collections.abc import Collection, Sequence
from typing import Any

from pi_bunco.game.commands import NewGame
from pi_bunco.game.new_game_limits import find_excess
from pi_bunco.game.refused import Refused
from pi_bunco.limits import NAME, PLAYERS
from pi_bunco.names import clean_name, find_same, is_clean_name, make_name_key
from pi_bunco.rules import Header, load_sheet, seat_first_tables
from pi_bunco.rules.header import Seats
from pi_bunco.rules.night import seat_teams_at_tables
from pi_bunco.rules.quoting import quote_value
from pi_bunco.rules.seating import MIN_PLAYERS, seat_at_tables
from pi_bunco.rules.sheets import Sheet
from pi_bunco.sentences import say, say_list


def make_header(command: NewGame) -> dict[str, Any]:
    """Return the header of a new game.

    The players sit at the tables of the command or of their teams, or in their order at as many tables as
    they need. In team play ghosts fill the empty seats; if nobody has chosen the tables, no ghost has a ghost
    as a partner.

    Raises
    ------
    Refused
        If the sheet, an option or the names do not fit, or exceed the limits; the message says what is
        allowed.
    """
    names = tuple(map(clean_name, command.players))
    check_names(names)
    check_team_names(command.team_names)
    try:
        sheet = command.sheet or load_sheet(command.rules)
        tables = command.tables or (seat_teams_at_tables(command.teams) if command.teams else ())
        raw: dict[str, Any] = {
            "record": "bunco/1",
            "rules": command.rules,
            "tables": [[*seats] for seats in _seat(sheet, names, tables)],
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


def _seat(sheet: Sheet, names: Sequence[str], tables: Sequence[int]) -> tuple[Seats, ...]:
    if not tables:
        return seat_first_tables(sheet, names)
    pairs = list(zip(names, tables, strict=True))
    chosen = [[name for name, its in pairs if its == table] for table in range(1, max(tables) + 1)]
    return seat_at_tables(sheet, chosen)


def check_names(new: Sequence[str], here: Collection[str] = ()) -> None:
    """Check the number of players and the names of those who are new.

    Parameters
    ----------
    new
        The cleaned names of new players.
    here
        The other players of the game. Their names are not checked, since an older game may have others.

    Raises
    ------
    Refused
        With the impossible name or number.
    """
    number = len(new) + len(here)
    if not MIN_PLAYERS <= number <= PLAYERS:
        raise Refused(
            say(
                "A room takes {fewest} to {players} players, not {number}.",
                fewest=MIN_PLAYERS,
                players=PLAYERS,
                number=number,
            ),
            say(
                "Name {fewest} to {players} players, such as Ann,Bob,Cy,Di.",
                fewest=MIN_PLAYERS,
                players=PLAYERS,
            ),
        )
    for name in new:
        _check_name(name)
    if same := find_same(new):
        raise make_same_refusal(*same)


def check_team_names(names: Sequence[str]) -> None:
    """Check the names of teams; ``""``: the team has no name.

    Raises
    ------
    Refused
        With the impossible name.
    """
    for name in map(clean_name, names):
        if len(name) > NAME or not is_clean_name(name):
            raise Refused(
                say("A team cannot be called {name}.", name=quote_value(name)),
                say("Use at most {most} letters and digits.", most=NAME),
            )
    if same := find_same(filter(None, names)):
        raise Refused(
            say("Two teams are called {name}.", name=quote_value(same[0])),
            say("Give one of them another name."),
        )


def make_same_refusal(one: str, other: str) -> Refused:
    """Return the refusal of two names that look alike."""
    both = say_list(tuple(map(quote_value, dict.fromkeys((one, other)))))
    return Refused(
        say("Two players are called {both}.", both=both), say("Add a letter to one of them, such as Ann B.")
    )


def _check_name(name: str) -> None:
    if not name:
        raise Refused(say("A name is empty."), say("Name every player."))
    if make_name_key(name).startswith("ghost"):
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
            say("The name {name} has a character that cannot be shown.", name=quote_value(name)),
            say("Use letters and digits."),
        )
