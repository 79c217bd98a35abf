"""What each player writes on their card, round by round."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from pi_bunco.rules import Card, RoundResult, TableResult


@dataclass(frozen=True, slots=True)
class Entry:
    """One round on a player's card.

    Attributes
    ----------
    set, round
        The set and the round, both from 1.
    won
        Whether the player's side won; ``None`` until the table is decided.
    score
        The side's score, in points.
    buncos, minis
        How many of each the player threw.
    """

    set: int
    round: int
    won: bool | None
    score: int
    buncos: int
    minis: int

    @property
    def letter(self) -> str:
        """``W`` or ``L``; ``""`` until the table is decided."""
        return {True: "W", False: "L", None: ""}[self.won]


def list_entries(rounds: Sequence[RoundResult], players: Sequence[str]) -> Mapping[str, tuple[Entry, ...]]:
    """Return each player's rounds, oldest first, in the order of ``players``."""
    written: dict[str, list[Entry]] = {name: [] for name in players}
    for result in rounds:
        for table in result.tables:
            for name in table.seats:
                if name in written:
                    written[name].append(_make_entry(result, table, name))
    return {name: tuple(each) for name, each in written.items()}


def add_entries(entries: Iterable[Entry]) -> Card:
    """Return the totals of these rounds. Points count only where the table is decided."""
    total = Card()
    for entry in entries:
        total = total.add(
            wins=entry.won is True,
            losses=entry.won is False,
            buncos=entry.buncos,
            minis=entry.minis,
            points=0 if entry.won is None else entry.score,
        )
    return total


def _make_entry(result: RoundResult, table: TableResult, name: str) -> Entry:
    count = Counter[str]()
    for feat in table.feats:
        if feat.player == name:
            count[feat.kind] += feat.times
    return Entry(
        result.set,
        result.round,
        name in table.winners if table.winners else None,
        table.scores[name],
        count["bunco"],
        count["mini"],
    )
