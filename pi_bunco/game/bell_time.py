"""Judges whether dice were thrown before the bell that ended their round."""

from dataclasses import dataclass
from typing import Literal

from pi_bunco.frames import Tumble

Verdict = Literal["before", "after", "unclear"]
"""When dice were thrown: before the bell or after it, or nobody can know."""


@dataclass(frozen=True, slots=True)
class Stop:
    """When a table had to stop.

    Attributes
    ----------
    seq
        The number of the event that stopped it.
    at
        When the pages showed it, in seconds on the clock of :attr:`pi_bunco.frames.Frame.taken`.
    """

    seq: int
    at: float


def judge_throw(tumble: Tumble | None, stop: Stop | None) -> Verdict:
    """Return whether dice were thrown before their table had to stop.

    Dice count if they had left the hand before the bell. Movement before the bell is not enough, since it may
    have been the hand.

    Parameters
    ----------
    tumble
        When they moved, ``None`` if unknown.
    stop
        When their table had to stop, ``None`` if unknown.

    >>> stop = Stop(9, 100.0)
    >>> [judge_throw(Tumble(*times), stop)
    ...  for times in ((97, 98, 99.5), (98, 99, 101), (99, 100.5, 102), (99, None, 102), (101, 102, 103))]
    ['before', 'before', 'unclear', 'unclear', 'after']
    """
    if tumble is None or stop is None or tumble.began > stop.at:
        return "after"
    fell = tumble.rested if tumble.fell is None else tumble.fell
    return "before" if fell <= stop.at else "unclear"
