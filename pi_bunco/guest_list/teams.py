"""Numbers the teams that a list names, and finds their names."""

import re
from collections.abc import Iterable, Sequence

from pi_bunco.guest_list.listed import ListTrouble
from pi_bunco.limits import TABLES
from pi_bunco.rules.quoting import clip_text
from pi_bunco.rules.sheets.parts import split_groups
from pi_bunco.sentences import say

_NUMBERED = re.compile(
    r"(?:(team|mannschaft|equipo|équipe|squadra)\W*(?:n[or]\W*)?)?#?\s*0?([1-9]\d?)(?:[\s:.)–—-]+(.*))?",
    re.IGNORECASE,
)

_MOST = len(split_groups(TABLES))


def is_team(text: str) -> bool:
    """Return whether a cell names a team by its number.

    >>> is_team("Team 3"), is_team("Team 3: The Rollers"), is_team("3")
    (True, True, False)
    """
    match = _NUMBERED.fullmatch(text)
    return match is not None and bool(match[1])


def number_teams(names: Sequence[str], labels: Sequence[str]) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """Return the team of each guest, from 1, and the name of each team, ``""`` for none.

    Parameters
    ----------
    names
        The guests.
    labels
        What the list says about the team of each guest; ``""``: nothing.

    Raises
    ------
    ListTrouble
        If only some guests have a team, only some teams have a number, a team has two names or no guests, or
        there are too many teams.

    >>> number_teams(["Ann", "Bob", "Cy"], ["Team 2: The Rollers", "1", "2"])
    ((2, 1, 2), ('', 'The Rollers'))
    >>> number_teams(["Ann", "Bob"], ["Red", "Blue"])
    ((1, 2), ('Red', 'Blue'))
    """
    if not any(labels):
        return (), ()
    if not all(labels):
        raise ListTrouble(
            say(
                "“{name}” has no team in the list, but others have one.",
                name=clip_text(names[list(labels).index("")]),
            ),
            say("Write a team for each guest, or for none."),
        )
    matches = [match for label in labels if (match := _NUMBERED.fullmatch(label))]
    if len(matches) < len(labels) and (plain := [match[0] for match in matches if match[1] or not match[3]]):
        raise ListTrouble(
            say("The list names team “{team}” by its number, but others by their names.", team=plain[0]),
            say("Write the number of each team before its name, such as Team 2: The Rollers."),
        )
    if len(matches) == len(labels):
        numbers = tuple(int(match[2]) for match in matches)
        called = _name_teams((int(match[2]), match[3] or "") for match in matches)
    else:
        keys = list(dict.fromkeys(label.casefold() for label in labels))
        numbers = tuple(keys.index(label.casefold()) + 1 for label in labels)
        called = dict(zip(numbers, labels, strict=True))
    last = max(numbers)
    if missing := sorted({*range(1, last + 1)} - {*numbers}):
        raise ListTrouble(
            say("The list names team {last}, but team {team} has no guests.", last=last, team=missing[0]),
            say("Number the teams from 1 without gaps."),
        )
    if last > _MOST:
        raise ListTrouble(say("A room has at most {most} teams.", most=_MOST), say("Name fewer teams."))
    return numbers, tuple(called.get(number, "") for number in range(1, last + 1))


def _name_teams(labels: Iterable[tuple[int, str]]) -> dict[int, str]:
    """Return the name of each team that has one."""
    called: dict[int, str] = {}
    for number, name in labels:
        first = called.setdefault(number, name) if name else ""
        if first.casefold() != name.casefold():
            raise ListTrouble(
                say(
                    "The list calls team {team} “{first}” and “{name}”.", team=number, first=first, name=name
                ),
                say("Write one name for a team, or correct its number."),
            )
    return called


def check_tables(names: Sequence[str], tables: Sequence[int], teams: Sequence[int]) -> None:
    """Raise :class:`ListTrouble` if a list has tables and teams, and a guest sits with another team."""
    groups = split_groups(max(tables, default=1))
    for name, table, team in zip(names, tables, teams, strict=False):
        its = next(number for number, group in enumerate(groups, 1) if table - 1 in group)
        if its != team:
            raise ListTrouble(
                say(
                    "“{name}” is in team {team} in the list, but table {table} is one of team {other}.",
                    name=clip_text(name),
                    team=team,
                    table=table,
                    other=its,
                ),
                say("Three tables are a team. Write only the teams, or change the tables."),
            )
