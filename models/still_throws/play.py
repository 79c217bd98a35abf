"""A rehearsal with thousands of still throws on calibrated mats, read by the real reader on all cores."""

import multiprocessing
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import cv2
from evaluation.score import PictureCase, PictureOutcome, judge
from evaluation.timing import get_stages, measure_peak_memory, time_fixed_work
from still_throws.table import DICE, RehearsalTable, TablePicture, make_same_table

from pi_bunco.errors import Trouble
from pi_bunco.frames import Grey, Image
from pi_bunco.readings import Box, Reading
from pi_bunco.vision.best import best_reader
from pi_bunco.vision.overlay import draw
from pi_bunco.vision.reader import Reader, from_above, skip_unchanged
from pi_bunco.vision.stand import Stand

MAT_STAGE = "mat"
"""The stage outside the inner reader: the flat picture and its difference from the empty mat."""
CHUNK = 25
"""The number of throws in a row for one reader.

What it learns from picture to picture applies only to them, so the result does not depend on the
processes."""


class StageTimer:
    """A reader that adds up the times of its stages until it is reset.

    Parameters
    ----------
    inner
        The reader.
    """

    def __init__(self, inner: Reader) -> None:
        self._inner = inner
        self._spent: dict[str, float] = {}

    def above(self, stand: Stand, within: Box | None = None) -> "StageTimer":
        """Return the same reader for a flat picture, which adds to the same sum."""
        other = StageTimer(from_above(self._inner, stand, within))
        other._spent = self._spent
        return other

    def skip_unchanged(self, changed: Grey) -> "StageTimer":
        """Return the same reader that skips what did not change, which adds to the same sum."""
        other = StageTimer(skip_unchanged(self._inner, changed))
        other._spent = self._spent
        return other

    def read(self, image: Image, *, dice: int | None = 3, die_size: float | None = None) -> Reading:
        """Read like the inner reader."""
        start = time.perf_counter()
        reading = self._inner.read(image, dice=dice, die_size=die_size)
        whole = 1000 * (time.perf_counter() - start)
        for stage, ms in (get_stages(self._inner) or {"read": whole}).items():
            self._spent[stage] = self._spent.get(stage, 0.0) + ms
        return reading

    def reset(self) -> None:
        """Forget what was read so far."""
        self._spent.clear()

    def split_stages(self, whole: float) -> dict[str, float]:
        """Return the stages of a read that took `whole` milliseconds. The rest belongs to the mat's stage."""
        return {MAT_STAGE: max(whole - sum(self._spent.values()), 0.0)} | self._spent


def make_quiet_reader() -> Reader:
    """Return the best reader, without a warning: the rehearsal's command warns of missing weights."""
    return best_reader(warn=lambda _: None)


@dataclass(frozen=True, slots=True)
class MatPlan:
    """The plan of a rehearsal.

    Attributes
    ----------
    throws
        The number of throws.
    bare_pictures
        The number of pictures without dice. Each is read twice, for three dice and for any number.
    seed
        Determines what is thrown.
    failures
        The folder for pictures of failures, ``None`` to write none.
    make_reader
        Makes the reader. Other processes import it.
    make_table
        Makes the table from the seed and the number of the chunk, which has :data:`CHUNK` throws.
    """

    throws: int
    bare_pictures: int
    seed: int
    failures: Path | None = None
    make_reader: Callable[[], Reader] = make_quiet_reader
    make_table: Callable[[int, int], RehearsalTable] = make_same_table


@dataclass(frozen=True, slots=True)
class MatPart:
    """The results of some of the pictures.

    Attributes
    ----------
    throws, bare
        The results of the throws, and of the pictures without dice.
    fixed_work_ms
        Milliseconds of a fixed piece of work, to compare machines.
    memory
        The most memory of the process so far, in MB.
    """

    throws: tuple[PictureCase, ...] = ()
    bare: tuple[PictureCase, ...] = ()
    fixed_work_ms: tuple[float, ...] = ()
    memory: float = 0.0


@dataclass(frozen=True, slots=True)
class _Chunk:
    """A range of numbers of throws, or of pictures without dice."""

    numbers: Sequence[int]
    bare: bool


def play(plan: MatPlan, processes: int) -> Iterator[MatPart]:
    """Read all pictures in order, with any number of processes.

    Parameters
    ----------
    plan
        The plan of the rehearsal.
    processes
        The largest number of processes; no more are started than there is work for.

    Raises
    ------
    Trouble
        If a process was killed, or a picture cannot be written.
    """
    chunks = [*_cut_chunks(plan.throws, bare=False), *_cut_chunks(plan.bare_pictures, bare=True)]
    needed = min(processes, len(chunks))
    if needed <= 1:
        yield from (_read_chunk(plan, chunk) for chunk in chunks)
        return
    context = multiprocessing.get_context("spawn")  # a fork would copy OpenCV's threads at work
    try:
        with ProcessPoolExecutor(needed, context, _set_up_process) as pool:
            yield from pool.map(_read_chunk, [plan] * len(chunks), chunks)
    except BrokenProcessPool:
        raise Trouble(
            f"One of the {needed} processes that read was ended; perhaps the memory ran out.",
            "Ask for fewer with --processes.",
        ) from None


def _cut_chunks(total: int, *, bare: bool) -> list[_Chunk]:
    return [_Chunk(range(first, min(first + CHUNK, total)), bare) for first in range(0, total, CHUNK)]


def _set_up_process() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # only the main process handles Ctrl-C
    cv2.setNumThreads(1)


@cache
def _make_reader(plan: MatPlan) -> StageTimer:
    """Make the reader once in each process."""
    return StageTimer(plan.make_reader())


def _read_chunk(plan: MatPlan, chunk: _Chunk) -> MatPart:
    """Read some pictures one after another."""
    table, inner = plan.make_table(plan.seed, chunk.numbers[0] // CHUNK), _make_reader(plan)
    reader = table.make_reader(inner)
    draw_next = table.show_bare if chunk.bare else table.throw
    cases: list[PictureCase] = []
    for number in chunk.numbers:
        picture = draw_next(number)
        for dice in (DICE, None) if chunk.bare else (DICE,):
            case = _read_case(reader if picture.calibrated else inner, inner, picture, dice)
            cases.append(case)
            if plan.failures is not None and is_failure(case):
                _save_failure(plan.failures, case, picture.image)
    throws, bare = ((), tuple(cases)) if chunk.bare else (tuple(cases), ())
    time_fixed_work()  # fills the caches
    return MatPart(throws, bare, (time_fixed_work(),), measure_peak_memory())


def is_failure(case: PictureCase) -> bool:
    """Return whether a case failed. A doubt about a picture without dice is no failure."""
    return case.failed and (bool(case.labelled.dice) or case.outcome is PictureOutcome.WRONG)


def _read_case(reader: Reader, inner: StageTimer, picture: TablePicture, dice: int | None) -> PictureCase:
    inner.reset()
    start = time.perf_counter()
    reading = reader.read(picture.image, dice=dice)
    ms = 1000 * (time.perf_counter() - start)
    return PictureCase(picture.label, reading, judge(picture.label, reading), ms, inner.split_stages(ms))


def _save_failure(folder: Path, case: PictureCase, image: Image) -> None:
    name = (
        f"{case.outcome}-{case.labelled.source.replace(' ', '-').replace(',', '')}-{case.labelled.path.name}"
    )
    if not cv2.imwrite(str(folder / name), draw(image, case.reading)):
        raise Trouble(
            f"The picture {folder / name} cannot be written.", "Make room there, or choose another folder."
        )
