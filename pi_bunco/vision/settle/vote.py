"""Combines the readings of a few still frames into one: each die counts if the frames agree about it."""

from collections import Counter
from dataclasses import dataclass, replace
from math import hypot
from statistics import fmean

from pi_bunco.frames import Die, Frame, Grey, Reading, Status
from pi_bunco.vision.doubts import BADLY, DIFFERING, Why, either

_TWO = 2

_SAME = 0.5
"""A die lies where another lay if their middles are closer than this share of its longer side."""

_FIRM = 0.8
"""From this confidence a value speaks against another, even in a frame that was in doubt as a whole."""


@dataclass(frozen=True, slots=True, eq=False)
class Ballot:
    """One still frame that was read, with its small picture and that picture's scale."""

    frame: Frame
    grey: Grey
    scale: float
    reading: Reading


def is_decided(ballots: list[Ballot]) -> bool:
    """Return whether further readings could hardly change the result: the last one and another agree.

    One alone never decides, however sure it is: glare that is taken for a pip is sure, too, and only
    another frame can show that.
    """
    *before, last = (one.reading for one in ballots)
    if last.status is Status.DOUBTFUL:
        return False
    return any(one.status is last.status and _dispute(last, one) is None for one in before)


def elect(ballots: list[Ballot]) -> tuple[Ballot, Reading]:
    """Return the best ballot and the reading that stands.

    A frame that is too noisy to read is outvoted by those that are read; but a throw that was read in
    one frame and not in most is doubtful, and so is one of which two frames show a die with different
    values. That dice lie badly, seen in at least half of the frames, stands against any value. Nothing lies
    there only if no frame shows a die. Confidences are the means of those frames that agree: the frames see
    the same light on the same dice, so that many of them are no surer than one.
    """
    badly = [one for one in ballots if one.reading.doubt in BADLY]
    if badly and _TWO * len(badly) >= len(ballots):
        best = _best(_most_alike(badly))
        return best, best.reading
    read = [one for one in ballots if one.reading.status is Status.READ]
    doubtful = [one for one in ballots if one.reading.status is Status.DOUBTFUL]
    if not read:
        best = _best(_most_alike(doubtful) or ballots)
        return best, best.reading
    best = _best(read)
    others = [one.reading for one in ballots if one is not best]
    agreed = tuple(_agreed(die, others) for die in best.reading.dice)
    disputes = [why for one in others if (why := _dispute(best.reading, one))]
    if disputes:
        return best, disputes[0].make_reading(agreed)
    if len(read) < _TWO and len(read) <= len(doubtful):
        return best, replace(_best(_most_alike(doubtful)).reading, dice=agreed)
    return best, replace(best.reading, dice=agreed)


def _best(ballots: list[Ballot]) -> Ballot:
    """Return the ballot with the most dice, and of those the surest."""
    return max(ballots, key=lambda one: (len(one.reading.dice), _confidence(one.reading)))


def _most_alike(doubtful: list[Ballot]) -> list[Ballot]:
    """Return those of the kind of doubt that is seen most often, the first one where two are."""
    kinds = Counter(one.reading.doubt for one in doubtful).most_common(1)
    return [one for one in doubtful if one.reading.doubt is kinds[0][0]] if kinds else []


def _dispute(reading: Reading, other: Reading) -> Why | None:
    """Return what another reading of the same dice says against this one, ``None`` where they agree."""
    total = len(reading.dice)
    for place, die in enumerate(reading.dice):
        there = _lying_at(die, other)
        if there is not None and there.value != die.value and _firm(there, other):
            return either(place, total, die.value, there.value)
    both_read = reading.status is other.status is Status.READ
    return DIFFERING if both_read and sorted(reading.values) != sorted(other.values) else None


def _agreed(die: Die, others: list[Reading]) -> Die:
    """Return a die with the frames' mean confidence in its value; a frame that firmly denies it has none."""
    said = [die.confidence]
    for one in others:
        there = _lying_at(die, one)
        if there is not None and (there.value == die.value or _firm(there, one)):
            said.append(there.confidence if there.value == die.value else 0.0)
    return replace(die, confidence=fmean(said))


def _firm(die: Die, reading: Reading) -> bool:
    """Return whether a value speaks against others."""
    return reading.status is Status.READ or die.confidence >= _FIRM


def _lying_at(die: Die, reading: Reading) -> Die | None:
    """Find the die of another frame that lies at the place of this one."""
    (x, y), (x0, y0, x1, y1) = die.centre, die.box

    def far(other: Die) -> float:
        return hypot(other.centre[0] - x, other.centre[1] - y)

    nearest = min(reading.dice, key=far, default=None)
    return nearest if nearest is not None and far(nearest) < _SAME * max(x1 - x0, y1 - y0) else None


def _confidence(reading: Reading) -> float:
    return min((die.confidence for die in reading.dice), default=0.0)
