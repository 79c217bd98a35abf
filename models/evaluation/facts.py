"""Collects all measurements as JSON values."""

from typing import Any

from evaluation.confusion import Confusion
from evaluation.reliability import Reliability
from evaluation.score import PictureCase
from evaluation.summary import ALL, Summary
from evaluation.timing import Cost, TimeSpread


def collect_facts(summary: Summary, cost: Cost, cases: list[PictureCase]) -> dict[str, Any]:
    """Return all measurements of one source.

    Parameters
    ----------
    summary
        The source.
    cost
        The time and memory of the whole run.
    cases
        All cases of the run; the failures of the source are listed one by one.
    """
    score, times = summary.score, summary.times
    source_cases = [case for case in cases if score.source in {ALL, case.labelled.source}]
    return {
        "source": score.source,
        "pictures": score.pictures,
        "unreadable": score.unreadable,
        "accepted": score.accepted,
        "coverage": round(score.coverage, 4),
        "coverage_interval": _round_ends(score.coverage_interval),
        "right": score.right,
        "wrong": score.wrong,
        "let_through": score.let_through,
        "misread": round(score.misread, 4),
        "misread_interval": _round_ends(score.misread_interval),
        "doubts": {kind.value if kind else "none": number for kind, number in summary.doubts.items()},
        "reliability": _describe_reliability(summary.reliability),
        "reliability_accepted": _describe_reliability(summary.sure),
        "confusion": _describe_confusion(summary.confusion),
        "confusion_accepted": _describe_confusion(summary.confusion_sure),
        "unmatched": summary.unmatched,
        "ms": _describe_spread(times.whole),
        "stages_ms": {stage: _describe_spread(spread) for stage, spread in times.stages.items()},
        "fixed_work_ms": round(cost.fixed, 2),
        "fixed_works": round(times.whole.median / cost.fixed, 3),
        "memory_mb": round(cost.memory, 1),
        "failures": [_describe_failure(case) for case in source_cases if case.failed],
    }


def _round_ends(interval: tuple[float, float]) -> list[float]:
    return [round(end, 4) for end in interval]


def _describe_spread(spread: TimeSpread) -> dict[str, float]:
    return {"median": round(spread.median, 2), "nine_of_ten": round(spread.most, 2)}


def _describe_reliability(reliability: Reliability) -> dict[str, Any]:
    return {
        "dice": reliability.dice,
        "wrong": reliability.wrong,
        "wrong_expected": round(reliability.expected, 2),
        "calibration_error": round(reliability.error, 4),
        "bins": [
            {
                "from": each.low,
                "to": each.high,
                "dice": each.dice,
                "right": each.right,
                "stated": round(each.stated, 4),
                "share": round(each.share, 4),
                "interval": _round_ends(each.interval),
            }
            for each in reliability.bins
        ],
    }


def _describe_confusion(confusion: Confusion) -> dict[str, Any]:
    return {
        "lies_then_read": confusion.list_rows(),
        "mistaken": confusion.mistaken,
        "missed": confusion.missed,
        "invented": confusion.invented,
    }


def _describe_failure(case: PictureCase) -> dict[str, Any]:
    return {
        "image": str(case.labelled.path),
        "outcome": case.outcome.value,
        "read": list(case.reading.values),
        "confidences": [round(die.confidence, 4) for die in case.reading.dice],
        "label": list(case.labelled.values),
        "must_be_doubted": case.labelled.unreadable,
        "doubt": case.reading.doubt.value if case.reading.doubt else None,
        "reason": case.reading.reason,
    }
