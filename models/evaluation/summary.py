"""Sums up all measurements of the cases of one source."""

from collections import Counter
from dataclasses import dataclass

from evaluation.confusion import Confusion, count_confusion
from evaluation.match import Pair, match
from evaluation.reliability import Reliability, sort_into_bins
from evaluation.score import PictureCase, ReadingScore, count_cases
from evaluation.timing import Times, compute_times
from pi_bunco.readings import Doubt, Status

ALL = "all"
"""The name of all sources together."""


@dataclass(frozen=True, slots=True)
class Summary:
    """The figures for the cases of one source.

    Attributes
    ----------
    score
        Pictures by outcome.
    doubts
        How many pictures were doubted for each kind of reason, the most frequent first.
    reliability
        The confidences of all dice that were reported, doubtful ones included.
    sure
        The confidences of the dice in accepted pictures alone.
    confusion, confusion_sure
        Which faces were mistaken, in all pictures and in the accepted ones.
    unmatched
        How many pictures are in neither confusion: the label has no boxes, and another number of dice was
        read.
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
    """Summarise the cases of one source.

    A die or a picture that nobody can honestly read has no right face, so it counts in the score alone.
    """
    matched = [(case, _match_dice(case)) for case in cases]
    every = [pair for _, pairs in matched for pair in pairs or ()]
    sure = [
        pair for case, pairs in matched for pair in pairs or () if case.reading.status is not Status.DOUBTFUL
    ]
    doubtful = (case.reading.doubt for case in cases if case.reading.status is Status.DOUBTFUL)
    return Summary(
        score=count_cases(source, cases),
        doubts=dict(Counter(doubtful).most_common()),
        reliability=_sort_pairs(every),
        sure=_sort_pairs(sure),
        confusion=count_confusion(every),
        confusion_sure=count_confusion(sure),
        unmatched=sum(pairs is None for _, pairs in matched),
        times=compute_times([case.ms for case in cases], [case.stages for case in cases]),
    )


def summarise_sources(cases: list[PictureCase]) -> list[Summary]:
    """Summarise cases by source; if there are several, the last summary is of all together."""
    sources: dict[str, list[PictureCase]] = {}
    for case in cases:
        sources.setdefault(case.labelled.source, []).append(case)
    summaries = [summarise(source, own_cases) for source, own_cases in sources.items()]
    return [*summaries, summarise(ALL, cases)] if len(summaries) > 1 else summaries


def _match_dice(case: PictureCase) -> tuple[Pair, ...] | None:
    if case.labelled.why:
        return ()
    pairs = match(case.reading.dice, case.labelled.dice)
    if pairs is None:
        return None
    return tuple(pair for pair in pairs if pair.label is None or not pair.label.why)


def _sort_pairs(pairs: list[Pair]) -> Reliability:
    return sort_into_bins((pair.read.confidence, pair.right) for pair in pairs if pair.read is not None)
