"""The small values of a sheet: layouts, awards, and moves between tables."""

from dataclasses import dataclass
from typing import Literal

Move = Literal["stay", "up", "down", "next", "top_to_bottom"]
"""The move of a side after a round: none; one table up (the first table's players stay); one table down (the
last table's players stay); to the next table, and from the last to the first; only from the first to the
last."""

BadDiceRule = Literal["ask", "re-roll"]
"""What happens after a throw with badly lying dice: the table asks somebody, or the player throws again."""

BagRule = Literal["agreed", "bunco", "mini", "three_alike"]
"""The throws that take the traveling bag: what the game ``agreed`` on at its start, any ``bunco``, any
``mini`` (three alike of another number than the target, whatever they score), or any ``three_alike``."""

CardLine = Literal["team", "buncos", "minis", "wins", "losses", "points"]
"""A line of a player's score card; ``team``: the number of their team."""

AwardFor = Literal[
    "most_buncos",
    "most_wins",
    "most_losses",
    "even",
    "most_minis",
    "most_points",
    "fewest_points",
    "traveling",
    "costume",
    "last_bunco",
    "loser_lottery",
]
"""What an award is for; ``even``: equal numbers of wins and losses; ``costume``: a judge decides.

``loser_lottery``: a player is drawn among those who have earned nothing else.
"""

Among = Literal["room", "group", "groups"]
"""Who competes for an award: the players of the room, the players of each group of three tables, or the
groups, by the sums of their players."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The layout of one table: the number of ``seats``, and whether opposite seats are partners (``teams``).

    >>> Layout.parse("T4")
    Layout(seats=4, teams=True)
    >>> str(Layout(3, teams=False))
    'S3'
    """

    seats: int
    teams: bool

    @classmethod
    def parse(cls, text: str) -> "Layout":
        """Read ``T4`` (a table of four in teams) or ``S3`` (three single players)."""
        return cls(int(text[1:]), teams=text[0] == "T")

    def __str__(self) -> str:
        """Return it as :meth:`parse` reads it."""
        return f"{'T' if self.teams else 'S'}{self.seats}"


@dataclass(frozen=True, slots=True)
class Award:
    """An award at the end of a game; equal winners share it.

    Attributes
    ----------
    what
        What it is for.
    among
        Who competes for it.
    prize
        An amount or any text, ``""`` if there is none.
    """

    what: AwardFor
    among: Among = "room"
    prize: str = ""


GROUP_TABLES = 3
"""The number of tables in a group, on a sheet on which players move within groups."""


def split_groups(tables: int) -> list[range]:
    """Split this number of tables, counted from 0, into groups; tables left over join the last group.

    >>> split_groups(7)
    [range(0, 3), range(3, 7)]
    >>> split_groups(2)
    [range(0, 2)]
    """
    starts = range(0, max(tables - GROUP_TABLES + 1, 1), GROUP_TABLES)
    return [range(start, tables if start == starts[-1] else start + GROUP_TABLES) for start in starts]


def find_destination(move: Move, table: int, among: range) -> int:
    """Return the table that a side of ``table`` moves to, both counted from 0, among these tables.

    >>> [find_destination("next", table, range(3)) for table in range(3)]
    [1, 2, 0]
    >>> [find_destination("top_to_bottom", table, range(3)) for table in range(3)]
    [2, 1, 2]
    """
    first, last = among[0], among[-1]
    match move:
        case "stay":
            return table
        case "up":
            return max(table - 1, first)
        case "down":
            return min(table + 1, last)
        case "next":
            return table + 1 if table < last else first
        case "top_to_bottom":
            return last if table == first else table
