"""Measures how long reading takes, relative to a fixed piece of work, and how much memory it needs."""

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
class TimedReader(Protocol):
    """A reader that reports how long each stage of its last read took."""

    spent: dict[str, float]
    """Milliseconds by stage, in the order in which they ran."""


@dataclass(frozen=True, slots=True)
class TimeSpread:
    """The spread of the times of one piece of work, done many times.

    Attributes
    ----------
    median, most
        The time that half of them, and nine of ten, did not exceed, in milliseconds.
    """

    median: float
    most: float


@dataclass(frozen=True, slots=True)
class Times:
    """How long reads took.

    Attributes
    ----------
    whole
        The whole read.
    stages
        Its stages, in the order in which they run. A read that does not reach a stage does not count in the
        spread of that stage.
    """

    whole: TimeSpread
    stages: Mapping[str, TimeSpread]


def get_stages(reader: object) -> dict[str, float]:
    """Return the time of each stage of the last read, in milliseconds; empty if the reader reports none."""
    return dict(reader.spent) if isinstance(reader, TimedReader) else {}


def compute_spread(taken: Sequence[float]) -> TimeSpread:
    """Return the spread of times.

    >>> compute_spread([1.0, 2.0, 3.0, 4.0, 100.0]).median
    3.0
    """
    if not taken:
        return TimeSpread(0.0, 0.0)
    return TimeSpread(float(np.median(taken)), float(np.percentile(taken, 90)))


def compute_times(whole: Sequence[float], stages: Sequence[Mapping[str, float]]) -> Times:
    """Return the spread of the times of reads and of their stages.

    Parameters
    ----------
    whole
        The time of each read, in milliseconds.
    stages
        The time of each read by stage, in milliseconds.
    """
    names = dict.fromkeys(name for read in stages for name in read)
    spreads = {name: compute_spread([read[name] for read in stages if name in read]) for name in names}
    return Times(compute_spread(whole), spreads)


@cache
def _make_picture() -> Image:
    return np.random.default_rng(1).integers(0, 256, (960, 1280, 3), np.uint8)


def time_fixed_work() -> float:
    """Measure the time of the fixed piece of work: a wide blur of a 1280-pixel picture.

    Machines differ, and other work disturbs them. Ratios to this time can be compared from day to day.

    Returns
    -------
    float
        The time in milliseconds, on as many cores as OpenCV may use.
    """
    picture = _make_picture()
    start = time.perf_counter()
    cv2.GaussianBlur(picture, (31, 31), 7)
    return 1000 * (time.perf_counter() - start)


def measure_peak_memory() -> float:
    """Return the most memory that this process has had so far, in MB (``getrusage(2)``, ``ru_maxrss``)."""
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / (1 << 20 if sys.platform == "darwin" else 1 << 10)


class Meter:
    """Measures the cost of a run: memory, and the time of the fixed work between reads.

    >>> meter = Meter()
    >>> meter.measure()
    >>> meter.report_cost().fixed > 0
    True
    """

    def __init__(self) -> None:
        self._before = measure_peak_memory()
        self._fixed = [time_fixed_work()][1:]  # the first one also fills the caches

    def measure(self) -> None:
        """Do the fixed work once more, so that it is timed under the same load as the reads."""
        self._fixed.append(time_fixed_work())

    def report_cost(self) -> "Cost":
        """Return the cost so far."""
        return Cost(float(np.median(self._fixed)), measure_peak_memory(), self._before)


@dataclass(frozen=True, slots=True)
class Cost:
    """The cost of a run.

    Attributes
    ----------
    fixed
        The median time of the fixed work during the run, in milliseconds.
    memory
        The most memory that the process has used, in MB.
    before
        The most memory that it had used before the run, in MB; ``None``: not measured.
    """

    fixed: float
    memory: float
    before: float | None = None
