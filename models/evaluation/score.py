"""Scores a reader on labelled pictures: each picture, and all of them together."""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from evaluation.folder import LabelledPicture
from evaluation.timing import get_stages
from pi_bunco.chance.interval import compute_wilson_interval
from pi_bunco.errors import Trouble
from pi_bunco.frames import Image
from pi_bunco.readings import Reading, Status
from pi_bunco.vision.reader import Reader


class PictureOutcome(StrEnum):
    """The outcome for one picture."""

    RIGHT = "right"
    """The reading is not doubtful, and its values are those of the label; both may be empty."""
    WRONG = "wrong"
    """A silent misread: not doubtful, but not the label's values, or nobody could have read the picture."""
    DOUBTFUL = "doubtful"
    """The reader asks."""


@dataclass(frozen=True, slots=True)
class PictureCase:
    """One labelled picture and its reading.

    Attributes
    ----------
    labelled
        The picture and its label.
    reading
        What was read.
    outcome
        Whether that was right.
    ms
        How long the read took, in milliseconds of wall time.
    stages
        Milliseconds by stage of the reader, if it reports them.
    """

    labelled: LabelledPicture
    reading: Reading
    outcome: PictureOutcome
    ms: float
    stages: Mapping[str, float] = field(default_factory=dict)

    @property
    def failed(self) -> bool:
        """Whether the outcome is a failure; a doubt about a picture that nobody can read is not."""
        return self.outcome is not PictureOutcome.RIGHT and not (
            self.outcome is PictureOutcome.DOUBTFUL and self.labelled.unreadable
        )


@dataclass(frozen=True, slots=True)
class ReadingScore:
    """The number of pictures with each outcome.

    Attributes
    ----------
    source
        Where the pictures are from.
    pictures
        How many pictures.
    unreadable
        How many of them the reader must doubt.
    accepted
        How many the reader did not doubt.
    right, wrong
        How many accepted pictures were read correctly; and how many are silent misreads.
    let_through
        How many of the silent misreads the reader had to doubt.
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
        """The interval that holds the true coverage with 95 % confidence."""
        return compute_wilson_interval(self.coverage, self.readable)

    @property
    def misread(self) -> float:
        """The share of accepted pictures that are wrong, 0 to 1."""
        return self.wrong / self.accepted if self.accepted else 0.0

    @property
    def misread_interval(self) -> tuple[float, float]:
        """The interval that holds the true share of silent misreads with 95 % confidence."""
        return compute_wilson_interval(self.misread, self.accepted)


def judge(label: LabelledPicture, reading: Reading) -> PictureOutcome:
    """Compare a reading with the label; the order of the dice does not matter.

    >>> bare = LabelledPicture("mine", Path("a.jpg"), ())
    >>> judge(bare, Reading(Status.EMPTY))
    <PictureOutcome.RIGHT: 'right'>
    >>> judge(bare, Reading(Status.DOUBTFUL))
    <PictureOutcome.DOUBTFUL: 'doubtful'>
    """
    if reading.status is Status.DOUBTFUL:
        return PictureOutcome.DOUBTFUL
    same = not label.unreadable and tuple(sorted(reading.values)) == label.values
    return PictureOutcome.RIGHT if same else PictureOutcome.WRONG


def read_pictures(
    reader: Reader, pictures: Iterable[LabelledPicture], load: Callable[[Path], Image], *, number_known: bool
) -> Iterator[PictureCase | Trouble]:
    """Read pictures one by one.

    Parameters
    ----------
    reader
        The reader.
    pictures
        The pictures that it reads.
    load
        Returns the picture at a path, or raises a :class:`~pi_bunco.errors.Trouble`, which is yielded in
        place of the case.
    number_known
        Whether the reader gets the number of dice; it never does for a picture without dice.
    """
    for picture in pictures:
        try:
            image = load(picture.path)
        except Trouble as trouble:
            yield trouble
            continue
        dice = len(picture.dice) if number_known and picture.dice else None
        begin = time.perf_counter()
        reading = reader.read(image, dice=dice)
        ms = 1000 * (time.perf_counter() - begin)
        yield PictureCase(picture, reading, judge(picture, reading), ms, get_stages(reader))


def count_cases(source: str, cases: list[PictureCase]) -> ReadingScore:
    """Count the cases of one source by their outcomes."""
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
