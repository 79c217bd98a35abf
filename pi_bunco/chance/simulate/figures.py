"""The figures of a simulation in sections, as values for the page and for JSON."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from pi_bunco.chance.party import Party, Round
from pi_bunco.chance.simulate.statistics import Cases, Interval, Significance


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure.

    Attributes
    ----------
    key
        Its name in JSON.
    text
        What it is, in plain words.
    value
        The figure; a share is 0 to 1.
    interval
        Its 95 % interval, ``None`` where too little was played to compute one.
    share
        Whether it is a share, which people read in per cent.
    known
        What it must be for these dice and rules, where that can be computed.
    median, nine_of_ten
        The values that half of the cases, and 9 of 10, do not exceed.
    """

    key: str
    text: str
    value: float
    interval: Interval | None = None
    share: bool = False
    known: float | None = None
    median: float | None = None
    nine_of_ten: float | None = None

    @property
    def agrees(self) -> bool | None:
        """Whether the known figure is within the interval; ``None`` where either is missing."""
        if self.known is None or self.interval is None:
            return None
        low, high = self.interval
        return low <= self.known <= high

    def to_dict(self) -> dict[str, Any]:
        """Return the figure as JSON has it, without the values that are missing."""
        low, high = self.interval or (None, None)
        more = {
            "known": self.known,
            "agrees": self.agrees,
            "median": self.median,
            "nine_of_ten": self.nine_of_ten,
        }
        present = {key: value for key, value in more.items() if value is not None}
        return {"value": self.value, "low": low, "high": high, **present}


def make_mean(key: str, text: str, cases: Cases) -> Figure:
    """Return the figure of a mean, with the spread of the cases."""
    mean = make_plain_mean(key, text, cases)
    return replace(mean, median=cases.find_quantile(0.5), nine_of_ten=cases.find_quantile(0.9))


def make_plain_mean(key: str, text: str, cases: Cases) -> Figure:
    """Return the figure of a mean."""
    return Figure(key, text, cases.ratio.value, cases.ratio.compute_interval())


def make_share(key: str, text: str, cases: Cases) -> Figure:
    """Return the figure of a share."""
    return Figure(key, text, cases.ratio.value, cases.ratio.compute_share_interval(), share=True)


@dataclass(frozen=True, slots=True)
class Section:
    """Figures that belong together.

    Attributes
    ----------
    key
        Its name in JSON.
    title
        Its heading.
    figures
        Its figures.
    remarks
        What a reader must know about them, sentence by sentence.
    verdict
        The test whether its figures differ only by chance, where that is tested.
    """

    key: str
    title: str
    figures: tuple[Figure, ...]
    remarks: tuple[str, ...] = ()
    verdict: Significance | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the section as JSON has it."""
        facts: dict[str, Any] = {figure.key: figure.to_dict() for figure in self.figures}
        if self.verdict is not None:
            facts["chi_square"] = {
                "value": self.verdict.statistic,
                "degrees": self.verdict.degrees,
                "p": self.verdict.chance,
            }
        return facts


Makers = Mapping[str, tuple[Callable[[str, str, Cases], Figure], str]]
"""By key, in order: the function that makes a figure, and the figure's text."""


class GameWatcher:
    """Watches all that is played and makes a section of figures, each from the cases under its key.

    Attributes
    ----------
    cases
        By key: the cases so far.
    remarks
        The section's remarks.
    """

    def __init__(self, key: str, title: str, makers: Makers, *remarks: str) -> None:
        self.cases = {figure: Cases() for figure in makers}
        self.remarks = remarks
        self._key = key
        self._title = title
        self._makers = makers

    def add(self, key: str, *numbers: float) -> None:
        """Add cases of the party that is being played."""
        for number in numbers:
            self.cases[key].add(number)

    def watch_round(self, played: Round) -> None:
        """Look at a round that was decided."""

    def close(self, party: Party) -> None:
        """End a party: look back at it, and close its cases."""
        self.look_back(party)
        for cases in self.cases.values():
            cases.close()

    def look_back(self, party: Party) -> None:
        """Look at a party that is over."""

    def make_figures(self) -> list[Figure]:
        """Return the figures of all parties that are closed, without those that have no case."""
        return [
            make(key, text, self.cases[key])
            for key, (make, text) in self._makers.items()
            if self.cases[key].ratio.cases
        ]

    def make_section(self) -> Section:
        """Return the section of all parties that are closed."""
        return Section(self._key, self._title, tuple(self.make_figures()), self.remarks)
