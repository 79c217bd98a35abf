"""Results of a game: score cards and rounds."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pi_bunco.rules.counted import Counted
from pi_bunco.rules.header import Seats
from pi_bunco.rules.table import Feat, Side, Table, Thrown


@dataclass(frozen=True, slots=True)
class Card:
    """A player's score card: rounds won and lost, buncos and minis thrown, points of their sides."""

    wins: int = 0
    losses: int = 0
    buncos: int = 0
    minis: int = 0
    points: int = 0

    def add(
        self, *, wins: int = 0, losses: int = 0, buncos: int = 0, minis: int = 0, points: int = 0
    ) -> "Card":
        """Return the card with these numbers added.

        >>> Card(wins=1, points=12).add(wins=1, points=21)
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
    """The present or final result of a round at one table.

    Attributes
    ----------
    table
        Its number; 1 is the head table.
    seats
        Who sat there, seat 1 first.
    scores
        The score of each player's side.
    winners
        Who won, in the order of the seats; empty until the table is decided.
    rolloff
        Whether there was a tie.
    sides
        Who played together, in the order of their lowest seats.
    throws
        All throws of three dice, oldest first; without die-offs.
    feats
        The buncos and minis that are on players' cards, oldest first.
    tally
        The event number and content of the paper tally, or ``None``.
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
        """Return the present result of a table."""
        by_name = {
            name: score
            for side, score in zip(table.sides, table.scores, strict=True)
            for name in side.players
        }
        return cls(
            table.number,
            table.seats,
            {name: by_name[name] for name in table.seats},
            table.winners,
            table.tied,
            table.sides,
            table.throws,
            table.feats,
            table.tally,
        )

    def to_dict(self) -> dict[str, Any]:
        """Return it as part of a record's result."""
        return {
            "table": self.table,
            "seats": list(self.seats),
            "scores": dict(self.scores),
            "winners": list(self.winners),
            "rolloff": self.rolloff,
        }


@dataclass(frozen=True, slots=True)
class RoundResult:
    """The present or final result of a round: its ``set`` and ``round``, both from 1, and its ``tables``."""

    set: int
    round: int
    tables: tuple[TableResult, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return it as part of a record's result."""
        return {
            "set": self.set,
            "round": self.round,
            "tables": [table.to_dict() for table in self.tables],
        }


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Rounds:
    """The finished rounds as a linked list: the ``last`` one, and those ``before`` it.

    This way the saved states before each bell share all earlier rounds.
    """

    before: "Rounds | None"
    last: RoundResult

    @property
    def all(self) -> tuple[RoundResult, ...]:
        """All of them, oldest first."""
        rounds = []
        node: Rounds | None = self
        while node is not None:
            rounds.append(node.last)
            node = node.before
        return tuple(reversed(rounds))
