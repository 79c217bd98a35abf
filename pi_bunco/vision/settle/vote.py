"""Make one reading of those of a few still frames."""

from dataclasses import dataclass

from pi_bunco.frames import Frame, Reading, Status
from pi_bunco.vision.settle.light import Grey

_SURE = 0.97
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

    One that is sure of all its dice is enough, and else two that agree.
    """
    *before, last = (one.reading for one in ballots)
    if last.status is Status.DOUBTFUL:
        return False
    if last.status is Status.READ and _confidence(last) >= _SURE:
        return all(_agree(last, one) for one in before)
    return any(one.status is last.status and _agree(last, one) for one in before)


def elect(ballots: list[Ballot]) -> tuple[Ballot, Reading]:
    """Give the best ballot and the reading that stands.

    A picture that is too noisy to read is outvoted by one that is read; but pictures that are read to
    different values make the throw doubtful. Nothing lies there only if none of them shows a die.
    """
    for status in (Status.READ, Status.DOUBTFUL, Status.EMPTY):
        alike = [one for one in ballots if one.reading.status is status]
        if alike:
            break
    best = max(alike, key=lambda one: (len(one.reading.dice), _confidence(one.reading)))
    if status is Status.READ and not all(_agree(best.reading, one.reading) for one in alike):
        return best, Reading(Status.DOUBTFUL, best.reading.dice, _DISAGREE)
    return best, best.reading


def _agree(one: Reading, other: Reading) -> bool:
    """Tell whether two readings hold the same values."""
    return sorted(one.values) == sorted(other.values)


def _confidence(reading: Reading) -> float:
    return min((die.confidence for die in reading.dice), default=0.0)
