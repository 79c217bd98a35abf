"""The figures of a simulation in sections, as values for the page and for JSON."""

from dataclasses import dataclass
from typing import Any

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
        Its 95 % interval, ``None`` where too little was played to say.
    share
        Whether it is a share, which people read in per cent.
    known
        What it must be for these dice and rules, where that can be computed.
    median, most
        What half of the cases, and 9 of 10, do not exceed.
    """

    key: str
    text: str
    value: float
    interval: Interval | None = None
    share: bool = False
    known: float | None = None
    median: float | None = None
    most: float | None = None

    @property
    def agrees(self) -> bool | None:
        """Whether the known figure is within the interval; ``None`` where either is missing."""
        if self.known is None or self.interval is None:
            return None
        low, high = self.interval
        return low <= self.known <= high

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON has it, what it does not have left out."""
        low, high = self.interval or (None, None)
        more = {"known": self.known, "agrees": self.agrees, "median": self.median, "nine_of_ten": self.most}
        present = {key: value for key, value in more.items() if value is not None}
        return {"value": self.value, "low": low, "high": high, **present}


def mean_of(key: str, text: str, cases: Cases) -> Figure:
    """Return the figure of a mean, with how the cases are spread."""
    ratio, spread = cases.ratio, cases.spread
    return Figure(
        key, text, ratio.value, ratio.interval(), median=spread.within(0.5), most=spread.within(0.9)
    )


def share_of(key: str, text: str, cases: Cases) -> Figure:
    """Return the figure of a share."""
    return Figure(key, text, cases.ratio.value, cases.ratio.share_interval(), share=True)


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
        What a reader must know of them, sentence by sentence.
    verdict
        The test whether its figures are alike, where that is asked.
    """

    key: str
    title: str
    figures: tuple[Figure, ...]
    remarks: tuple[str, ...] = ()
    verdict: Significance | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON has it."""
        given: dict[str, Any] = {figure.key: figure.to_dict() for figure in self.figures}
        if self.verdict is not None:
            given["chi_square"] = {
                "value": self.verdict.statistic,
                "degrees": self.verdict.degrees,
                "p": self.verdict.chance,
            }
        return given
