"""Combines the readings of a few still frames into one: a die counts if the frames agree about it."""

from collections import Counter
from dataclasses import dataclass, replace
from math import hypot
from statistics import fmean

import cv2
import numpy as np

from pi_bunco.frames import Frame, Grey, Image
from pi_bunco.readings import Die, Reading, Status
from pi_bunco.vision.doubts import BADLY_PLACED, DIFFERING, DoubtReason, doubt_two_values

_MIN_READ_FRAMES = 2
"""If fewer frames than this were read without doubt, they must outnumber the doubtful ones."""

_MAX_DISTANCE = 0.5
"""A die is at the place of another if their middles are closer than this share of its longer side."""

_MIN_FIRM_CONFIDENCE = 0.8
"""With at least this confidence, a value contradicts another one even if its frame is doubtful."""


@dataclass(frozen=True, slots=True, eq=False)
class Ballot:
    """The reading of one still frame, with the frame, its small picture and that picture's scale."""

    frame: Frame
    grey: Grey
    scale: float
    reading: Reading


def is_decided(ballots: list[Ballot]) -> bool:
    """Return whether more readings would hardly change the result, because the last one and another agree.

    One reading alone never decides, however sure it is: a glare that looks like a pip gives a sure reading,
    too, and only another frame can show that.
    """
    *before, last = (ballot.reading for ballot in ballots)
    if last.status is Status.DOUBTFUL:
        return False
    return any(reading.status is last.status and _find_dispute(last, reading) is None for reading in before)


def elect(ballots: list[Ballot]) -> tuple[Ballot, Reading]:
    """Return the best ballot and the reading that is elected.

    Frames that were read outvote a frame that is too noisy to read. But a throw is doubtful if it was read in
    one frame and not in most, or if two frames show a die with different values. If at least half of the
    frames show badly placed dice, that wins over any value. The mat is empty only if no frame shows a die.
    Confidences are the means over the frames that agree: all frames see the same light on the same dice, so
    many of them are no surer than one.
    """
    badly = [ballot for ballot in ballots if ballot.reading.doubt in BADLY_PLACED]
    if badly and len(badly) >= len(ballots) / 2:
        best = _choose_best(_keep_commonest_doubt(badly))
        return best, best.reading
    read = [ballot for ballot in ballots if ballot.reading.status is Status.READ]
    doubtful = [ballot for ballot in ballots if ballot.reading.status is Status.DOUBTFUL]
    if not read:
        best = _choose_best(_keep_commonest_doubt(doubtful) or ballots)
        return best, best.reading
    best = _choose_best(read)
    others = [ballot.reading for ballot in ballots if ballot is not best]
    agreed = tuple(_average_confidence(die, others) for die in best.reading.dice)
    disputes = [why for other in others if (why := _find_dispute(best.reading, other))]
    if disputes:
        return best, disputes[0].make_reading(agreed)
    if len(read) < _MIN_READ_FRAMES and len(read) <= len(doubtful):
        return best, replace(_choose_best(_keep_commonest_doubt(doubtful)).reading, dice=agreed)
    return best, replace(best.reading, dice=agreed)


def average_pictures(ballots: list[Ballot]) -> Image:
    """Return the mean of the pictures of the frames, which has less noise than each of them."""
    total = np.zeros(ballots[0].frame.shape, np.float32)
    for ballot in ballots:
        cv2.accumulate(ballot.frame.image, total)
    return np.asarray(cv2.convertScaleAbs(total, alpha=1 / len(ballots)), np.uint8)


def is_undisputed(reading: Reading, ballots: list[Ballot]) -> bool:
    """Return whether a reading is without doubt, and no frame shows another value, however unsure."""
    return reading.status is Status.READ and not any(
        _find_dispute(reading, ballot.reading) or _shows_other_value(reading, ballot.reading)
        for ballot in ballots
    )


def _choose_best(ballots: list[Ballot]) -> Ballot:
    """Return the ballot with the most dice; if there are several, the surest of them."""
    return max(ballots, key=lambda ballot: (len(ballot.reading.dice), _find_least_confidence(ballot.reading)))


def _keep_commonest_doubt(doubtful: list[Ballot]) -> list[Ballot]:
    """Return the ballots with the most frequent kind of doubt; the first kind if two are equally frequent."""
    kinds = Counter(ballot.reading.doubt for ballot in doubtful).most_common(1)
    return [ballot for ballot in doubtful if ballot.reading.doubt is kinds[0][0]] if kinds else []


def _find_dispute(reading: Reading, other: Reading) -> DoubtReason | None:
    """Return how another reading of the same dice contradicts this one; ``None``: they agree."""
    total = len(reading.dice)
    for place, die in enumerate(reading.dice):
        there = _find_die_at(die, other)
        if there is not None and there.value != die.value and _is_firm(there, other):
            return doubt_two_values(place, total, die.value, there.value)
    both_read = reading.status is other.status is Status.READ
    return DIFFERING if both_read and sorted(reading.values) != sorted(other.values) else None


def _shows_other_value(reading: Reading, other: Reading) -> bool:
    """Return whether another frame shows a die of this reading with another value, however unsure."""
    found = ((die, _find_die_at(die, other)) for die in reading.dice)
    return any(there is not None and there.value != die.value for die, there in found)


def _average_confidence(die: Die, others: list[Reading]) -> Die:
    """Return a die with the frames' mean confidence in its value; a frame that contradicts it counts as 0."""
    confidences = [die.confidence]
    for other in others:
        there = _find_die_at(die, other)
        if there is not None and (there.value == die.value or _is_firm(there, other)):
            confidences.append(there.confidence if there.value == die.value else 0.0)
    return replace(die, confidence=fmean(confidences))


def _is_firm(die: Die, reading: Reading) -> bool:
    """Return whether a value is sure enough to contradict the value of another frame."""
    return reading.status is Status.READ or die.confidence >= _MIN_FIRM_CONFIDENCE


def _find_die_at(die: Die, reading: Reading) -> Die | None:
    """Return the die of another frame at the place of this one; ``None``: there is none."""
    (x, y), (x0, y0, x1, y1) = die.centre, die.box

    def measure_distance(other: Die) -> float:
        return hypot(other.centre[0] - x, other.centre[1] - y)

    nearest = min(reading.dice, key=measure_distance, default=None)
    limit = _MAX_DISTANCE * max(x1 - x0, y1 - y0)
    return nearest if nearest is not None and measure_distance(nearest) < limit else None


def _find_least_confidence(reading: Reading) -> float:
    return min((die.confidence for die in reading.dice), default=0.0)
