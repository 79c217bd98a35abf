"""Whether the first table or seat matters: the wins of those who began there."""

from collections import defaultdict
from dataclasses import replace
from typing import Literal

from pi_bunco.chance.party import Party
from pi_bunco.chance.simulate.figures import Figure, GameWatcher, Section
from pi_bunco.chance.simulate.statistics import FEWEST, AlikeTest, Ratio, Significance

SURE = 0.05
"""A difference is called one where chance alone brings as large a one less often than this."""


class Start(GameWatcher):
    """The wins of a party's players by where they began, and whether these differ only by chance."""

    def __init__(self, by: Literal["table", "seat"]) -> None:
        super().__init__(f"start_{by}", f"Wins by the first {by}", {})
        self._by = by
        self._wins: defaultdict[int, Ratio] = defaultdict(Ratio)
        self._alike = AlikeTest()

    def close(self, party: Party) -> None:
        """End the party: sort the cards by where their players began."""
        wins: defaultdict[int, list[int]] = defaultdict(list)
        for number, table in enumerate(party.game.header.tables, 1):
            for seat, name in enumerate(table, 1):
                if name in party.game.players:
                    wins[number if self._by == "table" else seat].append(party.game.players[name].wins)
        for place in sorted(wins):
            self._wins[place].add(sum(wins[place]), len(wins[place]))
        self._alike.add([sum(wins[place]) / len(wins[place]) for place in sorted(wins)])

    def section(self) -> Section:
        """Return the mean wins for each place, and in words whether the place matters."""
        figures = tuple(
            Figure(str(place), f"Wins from {self._by} {place} on", wins.value, wins.interval())
            for place, wins in self._wins.items()
        )
        verdict = self._alike.compute_verdict()
        remarks = _describe(self._by, figures, verdict)
        return replace(super().section(), figures=figures, remarks=remarks, verdict=verdict)


def _describe(by: str, figures: tuple[Figure, ...], verdict: Significance | None) -> tuple[str, ...]:
    if len(figures) < 2:  # noqa: PLR2004 - nothing to compare
        return ()
    if verdict is None:
        return (f"Play {FEWEST} parties or more to see whether the first {by} matters.",)
    if verdict.statistic is None:
        numbers = "in every party alike"
    else:
        chance = f"p = {verdict.chance:.2f}" if verdict.chance >= 0.01 else "p < 0.01"  # noqa: PLR2004 - two digits
        numbers = f"chi-square {verdict.statistic:.1f} on {verdict.degrees:.1f} degrees of freedom, {chance}"
    if verdict.chance >= SURE:
        return (f"No sign that the first {by} matters ({numbers}).",)
    best = max(figures, key=lambda figure: figure.value)
    worst = min(figures, key=lambda figure: figure.value)
    return (f"The first {by} matters ({numbers}): {by} {best.key} wins most, {by} {worst.key} least.",)
