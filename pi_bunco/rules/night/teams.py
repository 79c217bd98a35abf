"""Teams: their names, and the tables of guests who sign up by team (casino: "NAME & TEAM NUMBER").

A *team* of the sheet is a group of three tables. Its number follows from its tables, and its name is free.
"""

from collections.abc import Iterable, Mapping, Sequence

from pi_bunco.rules import Game, Misfit, RecordError
from pi_bunco.rules.events import read_whole
from pi_bunco.rules.night.extension import ExtensionEvent, read_text, take_each
from pi_bunco.rules.quoting import quote_value
from pi_bunco.rules.sheets.parts import GROUP_TABLES
from pi_bunco.sentences import Sentence, say

TEAM_NAMED = "team:named"
"""The name of the event that names a team."""

_SEATS, _FEWEST = 4, 2
"""The most and the fewest guests at a table."""
_MOST_TABLES = 2 * GROUP_TABLES - 1
"""The most tables of the last team: one more, and they are two teams."""


def has_teams(game: Game) -> bool:
    """Return whether the sheet of a game speaks of teams of several tables."""
    return "team" in game.sheet.card or any(award.among != "room" for award in game.sheet.awards)


def say_team(number: int, names: Mapping[int, str]) -> Sentence:
    """Return how a team is called, with its number.

    >>> say_team(1, {2: "The Rollers"}), say_team(2, {2: "The Rollers"})
    ('Team 1', 'Team 2: The Rollers')
    """
    if name := names.get(number):
        return say("Team {team}: {name}", team=number, name=name)
    return say("Team {team}", team=number)


def read_team_names(
    extension_events: Iterable[ExtensionEvent], last: int, ignored: dict[int, str]
) -> Mapping[int, str]:
    """Return the name of each team that has one, by its number; ``last`` is the number of the last team.

    The last event for each team counts. With an empty name the team has only its number again.
    """
    names: dict[int, str] = {}

    def take(event: ExtensionEvent) -> None:
        number, name = read_whole(event.raw, "team"), read_text(event.raw, "name")
        if not 1 <= number <= last:
            raise Misfit(
                say("there is no team {team}; the last is team {last}", team=quote_value(number), last=last)
            )
        names[number] = name

    take_each((event for event in extension_events if event.name == TEAM_NAMED), take, ignored)
    return {number: names[number] for number in sorted(names) if names[number]}


def seat_teams_at_tables(teams: Sequence[int]) -> tuple[int, ...]:
    """Return the table of each guest, by the team of each guest: team 1 sits at the first three tables.

    A team spreads evenly over its tables, in the order of its guests. The last team takes as many tables as
    it needs, up to five.

    Raises
    ------
    RecordError
        If a team has too many guests for its tables, or too few.

    >>> seat_teams_at_tables([1] * 7 + [2] * 6)
    (1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6)
    >>> seat_teams_at_tables([1] * 13 + [2] * 6)
    Traceback (most recent call last):
    ...
    pi_bunco.rules.faults.RecordError: team 1 has 13 guests, but its 3 tables have only 12 chairs
    """
    last = max(teams)
    chairs: dict[int, list[int]] = {}
    for team in range(1, last + 1):
        guests, most = teams.count(team), _MOST_TABLES if team == last else GROUP_TABLES
        needed = min(-(-guests // _SEATS), most)
        tables = needed if last == 1 else max(needed, GROUP_TABLES)
        if guests > tables * _SEATS:
            raise RecordError(
                say(
                    "team {team} has {guests} guests, but its {tables} tables have only {chairs} chairs",
                    team=team,
                    guests=guests,
                    tables=tables,
                    chairs=tables * _SEATS,
                )
            )
        if guests < tables * _FEWEST:
            raise RecordError(
                say(
                    "team {team} has {guests} guests, but needs {fewest} for its {tables} tables",
                    team=team,
                    guests=guests,
                    tables=tables,
                    fewest=tables * _FEWEST,
                )
            )
        first = (team - 1) * GROUP_TABLES + 1
        chairs[team] = sorted((first + guest % tables for guest in range(guests)), reverse=True)
    return tuple(chairs[team].pop() for team in teams)
