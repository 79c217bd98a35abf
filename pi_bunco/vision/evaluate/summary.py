"""All figures of the cases of one source."""

from collections import Counter
from dataclasses import dataclass

from pi_bunco.frames import Doubt, Status
from pi_bunco.vision.evaluate.confusion import Confusion, confusion
from pi_bunco.vision.evaluate.match import Pair, match
from pi_bunco.vision.evaluate.reliability import Reliability, reliability
from pi_bunco.vision.evaluate.score import PictureCase, ReadingScore, count
from pi_bunco.vision.evaluate.timing import Times, times

ALL = "all"
"""What the cases of all sources together are called."""


@dataclass(frozen=True, slots=True)
class Summary:
    """Cases of one source, summed up.

    Attributes
    ----------
    score
        Pictures.
    doubts
        How many pictures were doubted for each kind of reason, most often first.
    reliability
        Of all dice reported, doubtful ones included.
    sure
        The same of the dice in accepted pictures alone.
    confusion, confusion_sure
        Faces, of all pictures and of the accepted ones.
    unmatched
        Pictures whose dice are in neither: their label has no boxes, and another number of dice.
    times
        How long reads took.
    """

    score: ReadingScore
    doubts: dict[Doubt | None, int]
    reliability: Reliability
    sure: Reliability
    confusion: Confusion
    confusion_sure: Confusion
    unmatched: int
    times: Times


def summarise(source: str, cases: list[PictureCase]) -> Summary:
    """Sum up cases.

    What nobody can honestly read, a die or a whole picture, has no face that would be right: it counts in
    the score alone.
    """
    matched = [(case, _pairs(case)) for case in cases]
    every = [pair for _, pairs in matched for pair in pairs or ()]
    sure = [
        pair for case, pairs in matched for pair in pairs or () if case.reading.status is not Status.DOUBTFUL
    ]
    doubtful = (case.reading.doubt for case in cases if case.reading.status is Status.DOUBTFUL)
    return Summary(
        score=count(source, cases),
        doubts=dict(Counter(doubtful).most_common()),
        reliability=_reliability(every),
        sure=_reliability(sure),
        confusion=confusion(every),
        confusion_sure=confusion(sure),
        unmatched=sum(pairs is None for _, pairs in matched),
        times=times([case.ms for case in cases], [case.stages for case in cases]),
    )


def summaries(cases: list[PictureCase]) -> list[Summary]:
    """Sum up cases by source, and all together at the end when there are several."""
    sources: dict[str, list[PictureCase]] = {}
    for case in cases:
        sources.setdefault(case.labelled.source, []).append(case)
    each = [summarise(source, its) for source, its in sources.items()]
    return [*each, summarise(ALL, cases)] if len(each) > 1 else each


def _pairs(case: PictureCase) -> tuple[Pair, ...] | None:
    if case.labelled.why:
        return ()
    pairs = match(case.reading.dice, case.labelled.dice)
    if pairs is None:
        return None
    return tuple(pair for pair in pairs if pair.lies is None or not pair.lies.why)


def _reliability(pairs: list[Pair]) -> Reliability:
    return reliability((pair.read.confidence, pair.right) for pair in pairs if pair.read is not None)
