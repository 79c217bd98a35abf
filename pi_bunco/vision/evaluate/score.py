"""Scores a reader on labelled pictures, one by one and counted."""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from pi_bunco.errors import Trouble
from pi_bunco.frames import Image, Reading, Status
from pi_bunco.interval import compute_wilson_interval
from pi_bunco.vision.evaluate.folder import Labelled
from pi_bunco.vision.evaluate.timing import stages_of
from pi_bunco.vision.reader import Reader


class PictureOutcome(StrEnum):
    """How one picture went."""

    RIGHT = "right"
    """Read, and the values are those of the label; or empty, and no dice lie there."""
    WRONG = "wrong"
    """A silent misread: not doubted, but other than the label, or though nobody could have read it."""
    DOUBTFUL = "doubtful"
    """The reader asks."""


@dataclass(frozen=True, slots=True)
class PictureCase:
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
    stages
        The same by the reader's stages, if it reports them.
    """

    labelled: Labelled
    reading: Reading
    outcome: PictureOutcome
    ms: float
    stages: Mapping[str, float] = field(default_factory=dict)

    @property
    def failed(self) -> bool:
        """Whether it should have gone otherwise: to doubt what nobody can read is right."""
        return self.outcome is not PictureOutcome.RIGHT and not (
            self.outcome is PictureOutcome.DOUBTFUL and self.labelled.unreadable
        )


@dataclass(frozen=True, slots=True)
class ReadingScore:
    """Cases counted.

    Attributes
    ----------
    source
        Where they are from.
    pictures
        How many.
    unreadable
        Those of them that must be doubted.
    accepted
        Those that the reader did not doubt.
    right, wrong
        Those of the accepted with the label's values; and the silent misreads.
    let_through
        Those of the wrong that must be doubted.
    """

    source: str
    pictures: int
    unreadable: int
    accepted: int
    right: int
    wrong: int
    let_through: int

    @property
    def readable(self) -> int:
        """The pictures that can be read."""
        return self.pictures - self.unreadable

    @property
    def coverage(self) -> float:
        """The share of the readable pictures that was accepted, 0 to 1."""
        return (self.accepted - self.let_through) / self.readable if self.readable else 0.0

    @property
    def coverage_interval(self) -> tuple[float, float]:
        """Where the coverage lies with 95 % confidence."""
        return compute_wilson_interval(self.coverage, self.readable)

    @property
    def misread(self) -> float:
        """The share of accepted ones that are wrong, 0 to 1."""
        return self.wrong / self.accepted if self.accepted else 0.0

    @property
    def misread_interval(self) -> tuple[float, float]:
        """Where the share of silent misreads lies with 95 % confidence."""
        return compute_wilson_interval(self.misread, self.accepted)


def judge(label: Labelled, reading: Reading) -> PictureOutcome:
    """Compare a reading with the label; the order of the dice does not matter.

    >>> bare = Labelled("mine", Path("a.jpg"), ())
    >>> judge(bare, Reading(Status.EMPTY))
    <PictureOutcome.RIGHT: 'right'>
    >>> judge(bare, Reading(Status.DOUBTFUL))
    <PictureOutcome.DOUBTFUL: 'doubtful'>
    """
    if reading.status is Status.DOUBTFUL:
        return PictureOutcome.DOUBTFUL
    same = not label.unreadable and tuple(sorted(reading.values)) == label.values
    return PictureOutcome.RIGHT if same else PictureOutcome.WRONG


def run(
    reader: Reader, pictures: Iterable[Labelled], load: Callable[[Path], Image], *, told: bool
) -> Iterator[PictureCase | Trouble]:
    """Read pictures one by one.

    Parameters
    ----------
    reader
        The reader.
    pictures
        What it reads.
    load
        Returns the picture at a path, or raises a :class:`~pi_bunco.errors.Trouble`, which is yielded in
        place of the case.
    told
        Whether the reader gets the number of dice; of a picture without dice it never does.
    """
    for one in pictures:
        try:
            image = load(one.path)
        except Trouble as trouble:
            yield trouble
            continue
        dice = len(one.dice) if told and one.dice else None
        begin = time.perf_counter()
        reading = reader.read(image, dice=dice)
        ms = 1000 * (time.perf_counter() - begin)
        yield PictureCase(one, reading, judge(one, reading), ms, stages_of(reader))


def count(source: str, cases: list[PictureCase]) -> ReadingScore:
    """Count cases."""
    wrong = [case for case in cases if case.outcome is PictureOutcome.WRONG]
    right = sum(case.outcome is PictureOutcome.RIGHT for case in cases)
    return ReadingScore(
        source=source,
        pictures=len(cases),
        unreadable=sum(bool(case.labelled.unreadable) for case in cases),
        accepted=right + len(wrong),
        right=right,
        wrong=len(wrong),
        let_through=sum(bool(case.labelled.unreadable) for case in wrong),
    )
