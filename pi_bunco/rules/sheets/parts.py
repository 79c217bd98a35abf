"""The small values that a sheet is made of: layouts, awards, ways to move."""

from dataclasses import dataclass
from typing import Literal

Move = Literal["stay", "up", "down", "next", "top_to_bottom"]
"""Where a side goes after a round: nowhere; a table up (the first table's stay); a table down (the last
table's stay); to the next, from the last to the first; from the first to the last, others nowhere."""

Again = Literal["ask", "re-roll"]
"""What becomes of a throw that lies badly: somebody is asked, or it is thrown again at once."""

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
]
"""What an award is for; ``even``: as many wins as losses; ``costume``: a judge says who."""

Among = Literal["room", "group", "groups"]
"""Who an award is given among: the players of the room, the players of each group of three tables, or
the groups themselves, by the sums of their players."""


@dataclass(frozen=True, slots=True)
class Layout:
    """How one table is laid: so many ``seats``, and whether opposite seats are partners (``teams``).

    >>> Layout.parse("T4")
    Layout(seats=4, teams=True)
    >>> str(Layout(3, teams=False))
    'S3'
    """

    seats: int
    teams: bool

    @classmethod
    def parse(cls, text: str) -> "Layout":
        """Read ``T4`` (a team table of four) or ``S3`` (three who play each alone)."""
        return cls(int(text[1:]), teams=text[0] == "T")

    def __str__(self) -> str:
        """Return it as :meth:`parse` reads it."""
        return f"{'T' if self.teams else 'S'}{self.seats}"


@dataclass(frozen=True, slots=True)
class Award:
    """An award at the end of a game; equals share it.

    Attributes
    ----------
    what
        What it is for.
    among
        Who it is given among.
    prize
        An amount or any text, ``""`` for the honour alone.
    """

    what: AwardFor
    among: Among = "room"
    prize: str = ""
