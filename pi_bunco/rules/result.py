"""What a game has come to: score cards and rounds, as values and as a record's result."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pi_bunco.rules.counted import Counted
from pi_bunco.rules.header import Seats
from pi_bunco.rules.table import Feat, Side, Table, Thrown


@dataclass(frozen=True, slots=True)
class Card:
    """A player's score card: rounds won and lost, buncos and minis thrown, points of the player's sides."""

    wins: int = 0
    losses: int = 0
    buncos: int = 0
    minis: int = 0
    points: int = 0

    def plus(
        self, *, wins: int = 0, losses: int = 0, buncos: int = 0, minis: int = 0, points: int = 0
    ) -> "Card":
        """Return the card with so much more on its lines.

        >>> Card(wins=1, points=12).plus(wins=1, points=21)
        Card(wins=2, losses=0, buncos=0, minis=0, points=33)
        """
        return Card(
            self.wins + wins,
            self.losses + losses,
            self.buncos + buncos,
            self.minis + minis,
            self.points + points,
        )


@dataclass(frozen=True, slots=True)
class TableResult:
    """How a round stands, or ended, at one table.

    Attributes
    ----------
    table
        Its number; 1 is the head table.
    seats
        Who sat there, seat 1 first.
    scores
        The score of each one's side.
    winners
        Who won, in the order of the seats; nobody until the table is decided.
    rolloff
        Whether it stood equal.
    sides
        Who played together, in the order of their lowest seats.
    throws
        All that was thrown, three dice each, oldest first; die-offs are not among them.
    feats
        The buncos and minis that are on players' cards, oldest first.
    tally
        What the table counted on paper instead, and the number of that event, or ``None``.
    """

    table: int
    seats: Seats
    scores: Mapping[str, int]
    winners: tuple[str, ...]
    rolloff: bool
    sides: tuple[Side, ...]
    throws: tuple[Thrown, ...]
    feats: tuple[Feat, ...] = ()
    tally: tuple[int, Counted] | None = None

    @classmethod
    def of(cls, table: Table) -> "TableResult":
        """Take it down from a table."""
        by_name = {
            name: score
            for side, score in zip(table.sides, table.scores, strict=True)
            for name in side.players
        }
        scores = {name: by_name[name] for name in table.seats}
        return cls(
            table.number,
            table.seats,
            scores,
            table.winners,
            table.tied,
            table.sides,
            table.throws,
            table.feats,
            table.tally,
        )

    def to_dict(self) -> dict[str, Any]:
        """Return it as the result of a record has it."""
        return {
            "table": self.table,
            "seats": list(self.seats),
            "scores": dict(self.scores),
            "winners": list(self.winners),
            "rolloff": self.rolloff,
        }


@dataclass(frozen=True, slots=True)
class RoundResult:
    """How a round stands, or ended: its ``set`` and ``round``, both from 1, and its ``tables``."""

    set: int
    round: int
    tables: tuple[TableResult, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return it as the result of a record has it."""
        return {
            "set": self.set,
            "round": self.round,
            "tables": [table.to_dict() for table in self.tables],
        }


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Rounds:
    """The finished rounds: the ``last`` one, and those ``before`` it.

    Each knows the one before, so that how a game stood before a bell takes no more room than one round.
    """

    before: "Rounds | None"
    last: RoundResult

    @property
    def all(self) -> tuple[RoundResult, ...]:
        """All of them, oldest first."""
        found = []
        at: Rounds | None = self
        while at is not None:
            found.append(at.last)
            at = at.before
        return tuple(reversed(found))
