"""What was understood of a list of guests, before their game begins."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from pi_bunco.game.commands import NewGame
from pi_bunco.game.new_game import make_header
from pi_bunco.rules import is_ghost
from pi_bunco.rules.night import say_team
from pi_bunco.sentences import Sentence, say, say_count


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
    teams
        How each team is called, and its guests; empty if the list has none.
    notes
        What was left out or may be wrong.
    """

    title: Sentence
    seats: Sentence
    names: tuple[str, ...]
    tables: tuple[tuple[str, ...], ...]
    notes: tuple[Sentence, ...]
    teams: tuple[tuple[Sentence, tuple[str, ...]], ...] = ()


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
            who=say("Each team sits at its own tables.")
            if command.teams
            else say("Chance decides who sits where.")
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
        teams=tuple(_list_teams(command)),
    )


def _list_teams(command: NewGame) -> Iterator[tuple[Sentence, tuple[str, ...]]]:
    """Yield how each team is called, and its guests."""
    called = dict(enumerate(command.team_names, 1))
    for number in sorted({*command.teams}):
        guests = zip(command.players, command.teams, strict=True)
        yield say_team(number, called), tuple(name for name, team in guests if team == number)
