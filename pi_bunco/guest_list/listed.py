"""What was understood of a list of guests."""

from dataclasses import dataclass, replace
from typing import Self

from pi_bunco.errors import Trouble
from pi_bunco.sentences import Sentence, say


class ListTrouble(Trouble, ValueError):
    """A list of guests cannot be understood."""


@dataclass(frozen=True, slots=True)
class ListedGuests:
    """The guests of a list.

    Attributes
    ----------
    names
        Their cleaned names, in the order of the list. Two may still be the same.
    tables
        The table of each guest, from 1 without gaps; empty if the list names no tables.
    teams, team_names
        The team of each guest, from 1 without gaps, and the name of each team, ``""`` for none; both are
        empty if the list names no teams.
    notes
        What was left out of the list or may be wrong, in sentences.

    >>> ListedGuests(("Ann", "Bob", "Cy"), (1, 2, 1)).group()
    (('Ann', 'Cy'), ('Bob',))
    """

    names: tuple[str, ...]
    tables: tuple[int, ...] = ()
    notes: tuple[Sentence, ...] = ()
    teams: tuple[int, ...] = ()
    team_names: tuple[str, ...] = ()

    def group(self) -> tuple[tuple[str, ...], ...]:
        """Return the names at each table, empty without tables."""
        return tuple(
            tuple(name for name, its in zip(self.names, self.tables, strict=True) if its == table)
            for table in range(1, max(self.tables, default=0) + 1)
        )

    def with_ticked(self, names: tuple[str, ...]) -> Self:
        """Return the list with these names, some of which were ticked beside it.

        Nobody knows the table or the team of those, so the ones in the list do not count, and a note says so.

        >>> ListedGuests(("Ann",), teams=(1,), team_names=("Red",)).with_ticked(("Ann", "Bob")).teams
        ()
        """
        if not (self.tables or self.teams):
            return replace(self, names=names)
        note = say("The tables and teams in the list do not count, because earlier guests were ticked too.")
        return replace(self, names=names, tables=(), teams=(), team_names=(), notes=(*self.notes, note))
