"""What a reader made of labelled pictures, one by one and counted."""

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from statistics import median

from pi_bunco.errors import Trouble
from pi_bunco.frames import Image, Reading, Status
from pi_bunco.interval import wilson
from pi_bunco.vision.evaluate.folder import Labelled
from pi_bunco.vision.reader import Reader


class Outcome(StrEnum):
    """How one picture went."""

    RIGHT = "right"
    """Read, and the values are those of the label; or empty, and no dice lie there."""
    WRONG = "wrong"
    """A silent misread: read with other values, or empty although dice lie there."""
    DOUBTFUL = "doubtful"
    """The reader asks."""


@dataclass(frozen=True, slots=True)
class Case:
    """One labelled picture and what the reader made of it.

    Attributes
    ----------
    labelled
        The picture and its label.
    reading
        What was read.
    outcome
        How it went.
    ms
        How long the read took, in milliseconds of wall time.
    """

    labelled: Labelled
    reading: Reading
    outcome: Outcome
    ms: float


@dataclass(frozen=True, slots=True)
class Score:
    """Cases counted.

    Attributes
    ----------
    source
        Where they are from.
    pictures
        How many.
    accepted
        Those that the reader did not doubt.
    right, wrong
        Those of them with the label's values, and with others.
    ms
        Median time of a read, in milliseconds.
    """

    source: str
    pictures: int
    accepted: int
    right: int
    wrong: int
    ms: float

    @property
    def coverage(self) -> float:
        """The share of pictures accepted, 0 to 1."""
        return self.accepted / self.pictures if self.pictures else 0.0

    @property
    def misread(self) -> float:
        """The share of accepted ones that are wrong, 0 to 1."""
        return self.wrong / self.accepted if self.accepted else 0.0

    @property
    def misread_interval(self) -> tuple[float, float]:
        """Where the share of silent misreads lies with 95 % confidence."""
        return wilson(self.wrong / self.accepted if self.accepted else 0.0, self.accepted)


def judge(values: tuple[int, ...], reading: Reading) -> Outcome:
    """Say how a reading compares with the values that lie there, in any order.

    >>> judge((), Reading(Status.EMPTY))
    <Outcome.RIGHT: 'right'>
    >>> judge((2, 5), Reading(Status.DOUBTFUL))
    <Outcome.DOUBTFUL: 'doubtful'>
    """
    if reading.status is Status.DOUBTFUL:
        return Outcome.DOUBTFUL
    return Outcome.RIGHT if tuple(sorted(reading.values)) == tuple(sorted(values)) else Outcome.WRONG


def run(
    reader: Reader, pictures: Iterable[Labelled], load: Callable[[Path], Image], *, told: bool
) -> Iterator[Case | Trouble]:
    """Read pictures one by one.

    Parameters
    ----------
    reader
        Who reads.
    pictures
        What it reads.
    load
        Gives the picture at a path, or raises a :class:`~pi_bunco.errors.Trouble`, which is given in
        place of the case.
    told
        Whether the reader is told how many dice there are; no picture with none tells that.
    """
    for one in pictures:
        try:
            image = load(one.path)
        except Trouble as trouble:
            yield trouble
            continue
        dice = len(one.values) if told and one.values else None
        begin = time.perf_counter()
        reading = reader.read(image, dice=dice)
        ms = 1000 * (time.perf_counter() - begin)
        yield Case(one, reading, judge(one.values, reading), ms)


def count(source: str, cases: list[Case]) -> Score:
    """Count cases."""
    right = sum(case.outcome is Outcome.RIGHT for case in cases)
    wrong = sum(case.outcome is Outcome.WRONG for case in cases)
    return Score(
        source, len(cases), right + wrong, right, wrong, median(case.ms for case in cases) if cases else 0.0
    )


def scores(cases: list[Case]) -> list[Score]:
    """Count cases by source, and all together at the end when there are several."""
    sources = list(dict.fromkeys(case.labelled.source for case in cases))
    each = [count(source, [case for case in cases if case.labelled.source == source]) for source in sources]
    return [*each, count("all", cases)] if len(each) > 1 else each
