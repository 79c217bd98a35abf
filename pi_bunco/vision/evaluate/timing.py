"""How long reading takes, beside a fixed piece of work, and how much memory."""

import resource
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Protocol, runtime_checkable

import cv2
import numpy as np

from pi_bunco.frames import Image


@runtime_checkable
class Timed(Protocol):
    """A reader that reports how long each stage of its last read took."""

    spent: dict[str, float]
    """Milliseconds by stage, in the order in which they ran."""


@dataclass(frozen=True, slots=True)
class TimeSpread:
    """Times of one piece of work, done many times.

    Attributes
    ----------
    median, most
        Half of them, and nine of ten, took no longer, in milliseconds.
    """

    median: float
    most: float


@dataclass(frozen=True, slots=True)
class Times:
    """How long reads took.

    Attributes
    ----------
    whole
        A read.
    stages
        Its stages, in the order in which they run; a stage that a read does not reach does not count
        in its spread.
    """

    whole: TimeSpread
    stages: Mapping[str, TimeSpread]


def stages_of(reader: object) -> dict[str, float]:
    """Return what the last read's stages took, in milliseconds; empty if a reader does not report them."""
    return dict(reader.spent) if isinstance(reader, Timed) else {}


def spread(taken: Sequence[float]) -> TimeSpread:
    """Return the spread of times.

    >>> spread([1.0, 2.0, 3.0, 4.0, 100.0]).median
    3.0
    """
    if not taken:
        return TimeSpread(0.0, 0.0)
    return TimeSpread(float(np.median(taken)), float(np.percentile(taken, 90)))


def times(whole: Sequence[float], stages: Sequence[Mapping[str, float]]) -> Times:
    """Return the spread of the times of reads and of their stages.

    Parameters
    ----------
    whole
        What each read took, in milliseconds.
    stages
        The same by stage.
    """
    names = dict.fromkeys(name for one in stages for name in one)
    each = {name: spread([one[name] for one in stages if name in one]) for name in names}
    return Times(spread(whole), each)


@cache
def _picture() -> Image:
    return np.random.default_rng(1).integers(0, 256, (960, 1280, 3), np.uint8)


def fixed_work() -> float:
    """Time the piece of work that all ratios are to: a wide blur of a 1280-pixel picture.

    Machines differ and are noisy; the ratio to this can be compared from one day to another.

    Returns
    -------
    float
        What it took, in milliseconds, on as many cores as OpenCV is let use.
    """
    picture = _picture()
    start = time.perf_counter()
    cv2.GaussianBlur(picture, (31, 31), 7)
    return 1000 * (time.perf_counter() - start)


def peak_memory() -> float:
    """Return the most memory that this process has had so far, in MB (``getrusage(2)``, ``ru_maxrss``)."""
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / (1 << 20 if sys.platform == "darwin" else 1 << 10)


class Meter:
    """Measures what a run costs: memory, and the fixed work now and then between its reads.

    >>> meter = Meter()
    >>> meter.look()
    >>> meter.cost().fixed > 0
    True
    """

    def __init__(self) -> None:
        self._before = peak_memory()
        self._fixed = [fixed_work()][1:]  # the first one also fills the caches

    def look(self) -> None:
        """Do the fixed work once more, so that it is timed under the same load as the reads."""
        self._fixed.append(fixed_work())

    def cost(self) -> "Cost":
        """Return what it cost."""
        return Cost(float(np.median(self._fixed)), peak_memory(), self._before)


@dataclass(frozen=True, slots=True)
class Cost:
    """What a run cost.

    Attributes
    ----------
    fixed
        The fixed work's median time in it, in milliseconds.
    memory
        The most memory of the process, in MB.
    before
        What it had needed before the run, where that was looked at.
    """

    fixed: float
    memory: float
    before: float | None = None
