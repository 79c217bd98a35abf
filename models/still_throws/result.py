"""The result of a rehearsal on calibrated mats, and its report for a terminal of 80 columns."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from evaluation.facts import collect_facts
from evaluation.score import PictureCase
from evaluation.summary import Summary, summarise
from evaluation.terminal import begin_table, list_doubts, list_times
from evaluation.timing import Cost
from evaluation.words import format_interval, format_percent
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text
from still_throws.play import MatPart, is_failure
from still_throws.table import BAD, BARE, PictureKind

from pi_bunco.chance.interval import compute_wilson_interval
from pi_bunco.readings import Status


class Goal(NamedTuple):
    """The shares that a rehearsal must reach.

    Attributes
    ----------
    accepted
        The share of the readable throws that must be accepted, at least.
    unreadable
        The share of each kind of unreadable throws that may be accepted, at most.
    """

    accepted: float
    unreadable: float


ONE_MAT, MANY_MATS = Goal(0.98, 0.0), Goal(0.95, 0.01)
"""The goals of a rehearsal on one mat, and of one on many mats."""
_ACCEPTED = (Status.READ, Status.EMPTY)
PROOF_THROWS = 5000
"""The number of throws that the project requires for a proof. The report says if there were fewer."""


@dataclass(frozen=True, slots=True)
class PictureTally:
    """The share of some pictures that had one outcome.

    Attributes
    ----------
    kind
        The kind of picture, or of throw.
    pictures, hits
        The number of pictures, and of those with the outcome.
    """

    kind: str
    pictures: int
    hits: int

    @property
    def share(self) -> float:
        """The share, 0 to 1."""
        return self.hits / self.pictures if self.pictures else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the share."""
        return compute_wilson_interval(self.share, self.pictures)

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON values."""
        return {
            "pictures": self.pictures,
            "hits": self.hits,
            "share": round(self.share, 5),
            "interval": [round(bound, 5) for bound in self.interval],
        }


@dataclass(frozen=True, slots=True)
class MatResult:
    """The result of a rehearsal.

    Attributes
    ----------
    accepted
        The share of readable throws that were accepted.
    wrong
        The share of all throws that were accepted with wrong values or although they were unreadable.
    unreadable
        For each kind of unreadable throw, the share that was accepted.
    bare
        For each kind of picture without dice, the share of reads that saw dice.
    readable
        The other results of the readable throws.
    cost
        The time and memory that the rehearsal took.
    failures
        The cases that failed.
    goal
        The shares that it must reach.
    """

    accepted: PictureTally
    wrong: PictureTally
    unreadable: tuple[PictureTally, ...]
    bare: tuple[PictureTally, ...]
    readable: Summary
    cost: Cost
    failures: tuple[PictureCase, ...]
    goal: Goal

    @property
    def reached(self) -> bool:
        """Whether the result is good enough."""
        return (
            self.accepted.share >= self.goal.accepted
            and all(tally.share <= self.goal.unreadable for tally in self.unreadable)
            and not any(tally.hits for tally in (self.wrong, *self.bare))
        )

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON values."""
        return {
            "reached": self.reached,
            "accepted": self.accepted.to_json(),
            "wrong": self.wrong.to_json(),
            "unreadable_accepted": {tally.kind: tally.to_json() for tally in self.unreadable},
            "read_as_dice": {tally.kind: tally.to_json() for tally in self.bare},
            "readable": collect_facts(self.readable, self.cost, list(self.failures)),
        }


def count_result(parts: Iterable[MatPart], goal: Goal = ONE_MAT) -> MatResult:
    """Return the result of a rehearsal that must reach a goal."""
    all_parts = list(parts)
    throws = [case for part in all_parts for case in part.throws]
    bare = [case for part in all_parts for case in part.bare]
    by_kind: dict[str, list[PictureCase]] = {}
    for case in (*throws, *bare):
        by_kind.setdefault(case.labelled.source, []).append(case)
    readable = by_kind.get(PictureKind.READABLE, [])
    return MatResult(
        accepted=_count_cases(PictureKind.READABLE, readable, *_ACCEPTED),
        wrong=PictureTally("all throws", len(throws), sum(case.outcome == "wrong" for case in throws)),
        unreadable=tuple(_count_cases(kind, by_kind[kind], *_ACCEPTED) for kind in BAD if kind in by_kind),
        bare=tuple(_count_cases(kind, by_kind[kind], Status.READ) for kind in BARE if kind in by_kind),
        readable=summarise(PictureKind.READABLE, readable),
        cost=Cost(
            float(np.median([ms for part in all_parts for ms in part.fixed_work_ms])),
            max(part.memory for part in all_parts),
        ),
        failures=tuple(case for case in (*throws, *bare) if is_failure(case)),
        goal=goal,
    )


def _count_cases(kind: PictureKind, cases: list[PictureCase], *statuses: Status) -> PictureTally:
    return PictureTally(kind, len(cases), sum(case.reading.status in statuses for case in cases))


def make_page(result: MatResult, seed: int) -> Iterator[RenderableType]:
    """Yield the lines and tables of the report."""
    mats = "many mats" if result.goal is MANY_MATS else "one mat"
    yield Text(f"{result.wrong.pictures:,} throws on {mats}, seed {seed}", style="bold")
    yield ""
    yield _draw_throws(result)
    if result.bare:
        yield ""
        yield _draw_bare(result)
    if result.readable.doubts:
        yield ""
        yield list_doubts(result.readable)
    yield ""
    yield list_times(result.readable, result.cost, " a process, with the renderer")
    yield ""
    yield _say_verdict(result)
    yield Text("In brackets: what holds the true share with 95 % confidence (Wilson).", style="dim")


def _draw_throws(result: MatResult) -> Table:
    table = begin_table("Throws", "", "accepted", "", "", "must be")
    goal = result.goal
    _add_row(
        table,
        result.accepted,
        f"≥ {100 * goal.accepted:.0f} %",
        good=result.accepted.share >= goal.accepted,
        name="readable: three flat dice",
    )
    most = f"≤ {100 * goal.unreadable:.0f} %" if goal.unreadable else "0"
    for tally in result.unreadable:
        _add_row(table, tally, most, good=tally.share <= goal.unreadable)
    _add_row(table, result.wrong, "0", good=not result.wrong.hits, name="misread, of all throws")
    return table


def _draw_bare(result: MatResult) -> Table:
    table = begin_table("No dice at all", "reads", "as dice", "", "", "must be")
    for tally in result.bare:
        _add_row(table, tally, "0", good=not tally.hits)
    return table


def _add_row(table: Table, tally: PictureTally, goal: str, *, good: bool, name: str = "") -> None:
    table.add_row(
        f"  {name or tally.kind}",
        f"{tally.pictures:,}",
        Text(f"{tally.hits:,}", style="green" if good else "bold red"),
        format_percent(tally.share),
        Text(format_interval(tally.interval), style="dim"),
        Text(goal, style="dim"),
    )


def _say_verdict(result: MatResult) -> Text:
    if result.reached:
        more = f" But it is asked of {PROOF_THROWS:,} throws: --throws {PROOF_THROWS}."
        return Text(
            f"All as it must be.{more if result.wrong.pictures < PROOF_THROWS else ''}", style="green"
        )
    return Text("Not yet as it must be: see the red figures.", style="bold red")
