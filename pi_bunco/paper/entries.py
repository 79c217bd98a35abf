"""What each player has to write down, round by round."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pi_bunco.rules import RoundResult, TableResult


@dataclass(frozen=True, slots=True)
class Entry:
    """One player's round.

    Attributes
    ----------
    set, round
        Which round it was, both from 1.
    won
        Whether their side won, ``None`` as long as the table is not decided.
    score
        Their side's score, in points.
    buncos, minis
        How many they threw in it.
    """

    set: int
    round: int
    won: bool | None
    score: int
    buncos: int
    minis: int

    @property
    def letter(self) -> str:
        """``W`` or ``L``, nothing as long as the table is not decided."""
        return {True: "W", False: "L", None: ""}[self.won]


def entries(rounds: Sequence[RoundResult], players: Sequence[str]) -> Mapping[str, tuple[Entry, ...]]:
    """Return each player's rounds, oldest first, in the order of ``players``."""
    written: dict[str, list[Entry]] = {name: [] for name in players}
    for result in rounds:
        for table in result.tables:
            for name in table.seats:
                if name in written:
                    written[name].append(_entry(result, table, name))
    return {name: tuple(each) for name, each in written.items()}


def _entry(result: RoundResult, table: TableResult, name: str) -> Entry:
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
