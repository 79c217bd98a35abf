"""Make one reading of those of a few still frames."""

from dataclasses import dataclass

from pi_bunco.frames import Frame, Reading, Status
from pi_bunco.vision.settle.light import Grey

_SURE = 0.97
_TWO = 2
_DISAGREE = "I read these dice differently from one picture to the next."


@dataclass(frozen=True, slots=True, eq=False)
class Ballot:
    """One still frame that was read, with its small picture and that picture's scale."""

    frame: Frame
    grey: Grey
    scale: float
    reading: Reading


def decided(ballots: list[Ballot]) -> bool:
    """Tell whether further readings could hardly change the result.

    A first one that is sure of all its dice is enough, and else two that agree.
    """
    *before, last = (one.reading for one in ballots)
    if last.status is Status.DOUBTFUL:
        return False
    if not before:
        return last.status is Status.READ and _confidence(last) >= _SURE
    return any(one.status is last.status and _agree(last, one) for one in before)


def elect(ballots: list[Ballot]) -> tuple[Ballot, Reading]:
    """Give the best ballot and the reading that stands.

    A picture that is too noisy to read is outvoted by those that are read; but a throw that was read in
    one picture and not in most, or to different values, is doubtful. Nothing lies there only if no
    picture shows a die.
    """
    read = [one for one in ballots if one.reading.status is Status.READ]
    doubtful = [one for one in ballots if one.reading.status is Status.DOUBTFUL]
    best = max(read or doubtful or ballots, key=lambda one: (len(one.reading.dice), _confidence(one.reading)))
    if not read:
        return best, best.reading
    if not all(_agree(best.reading, one.reading) for one in read):
        return best, Reading(Status.DOUBTFUL, best.reading.dice, _DISAGREE)
    if len(read) <= len(doubtful) and len(read) < _TWO:
        return best, Reading(Status.DOUBTFUL, best.reading.dice, doubtful[-1].reading.reason)
    return best, best.reading


def _agree(one: Reading, other: Reading) -> bool:
    """Tell whether two readings hold the same values."""
    return sorted(one.values) == sorted(other.values)


def _confidence(reading: Reading) -> float:
    return min((die.confidence for die in reading.dice), default=0.0)
