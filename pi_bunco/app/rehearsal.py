"""A rehearsal: plays games at full speed without pages, and counts errors by the dice of the mock camera."""

import statistics
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from pi_bunco.devices.camera.mock import MockCamera, MockThrow, ThrowKind
from pi_bunco.equipment.mock_party import MockParty, Pauses
from pi_bunco.frames import Frame, Image
from pi_bunco.game.commands import DiceSettled, NewGame
from pi_bunco.game.keeper import Keeper
from pi_bunco.game.lines import HEAD
from pi_bunco.game.refused import Refused
from pi_bunco.pictures.encode import encode_photo
from pi_bunco.readings import Reading, Snapshot, Status
from pi_bunco.station.loop import DICE
from pi_bunco.store import Log, Photos
from pi_bunco.views.devices import CameraStatus
from pi_bunco.views.show import DeviceStatus, make_table_view
from pi_bunco.vision.reader import Reader
from pi_bunco.vision.watch import SettledDice, Watcher

_PLAYERS = ("Ann", "Bob", "Cy", "Di")
_LIVE = CameraStatus("live", "Mock camera live", mock=True)
_PAUSES = Pauses(ring=0.2, answer=0.2, admire=0.2, lie=0.8, give_up=1.5)
"""The pauses of a rehearsal: people hardly wait, but dice lie as long as when real people are in a hurry."""


@dataclass(frozen=True, slots=True)
class RehearsalCount:
    """The counts and times of a rehearsal.

    Attributes
    ----------
    shown
        Throws that the mock camera showed.
    right
        Throws read once, with the right values.
    doubtful
        Throws about which people were asked.
    wrong
        Throws read with wrong values, or read although they were unreadable, such as a leaning die.
    missed
        Throws that were neither read nor asked about.
    double
        Throws that were scored more than once, or asked about again although nobody had touched the dice.
    stages_ms
        The median time of each stage in milliseconds: ``render`` and ``settle`` a frame, ``read`` a
        picture, ``score`` a throw, logged to the disk.
    """

    shown: int
    right: int
    doubtful: int
    wrong: int
    missed: int
    double: int
    stages_ms: dict[str, float]


def rehearse(
    throws: int, seed: int, reader: Reader, progress: Callable[[int], None] = lambda _: None
) -> RehearsalCount:
    """Play a number of throws, from the mock camera to the log, and count how they were read.

    Parameters
    ----------
    throws
        The number of throws.
    seed
        The seed of the dice and of everything else that is random.
    reader
        The reader.
    progress
        Called with the number of throws so far.
    """
    times: dict[str, list[float]] = defaultdict(list)
    settled_throws: list[SettledDice] = []
    camera = MockCamera(seed, pace=False)
    watcher = Watcher(_TimedReader(reader, times["read"]))
    party = MockParty(camera, _PAUSES)
    with tempfile.TemporaryDirectory() as folder, Log(Path(folder)) as log:
        keeper = Keeper(log, Photos(Path(folder)))
        keeper.handle(NewGame("classic", _PLAYERS))
        view = make_table_view(keeper, HEAD, DeviceStatus(_LIVE))
        for frame in _time_frames(camera.frames(), times["render"]):
            watcher.dice = view.dice or DICE
            before = sum(times["read"])
            start = time.perf_counter()
            new_throws = watcher.see(frame)
            times["settle"].append(time.perf_counter() - start - (sum(times["read"]) - before))
            settled_throws += new_throws
            for settled in new_throws:
                with _measure_time(times["score"]):
                    photo = _take_photo(settled.frame)
                    keeper.handle(DiceSettled(settled.reading, photo, at_start=settled.at_start))
                view = make_table_view(keeper, HEAD, DeviceStatus(_LIVE))
            command = None
            if party.thrown + 1 < throws:
                command = party.choose_command(view, frame.taken)
            elif party.wait(view, frame.taken):
                break
            if keeper.finished:
                command = NewGame("classic", _PLAYERS)
            if command:
                with suppress(Refused):  # as for a person whose tap comes too late
                    keeper.handle(command)
                view = make_table_view(keeper, HEAD, DeviceStatus(_LIVE))
            progress(party.thrown + 1)
        camera.close()
    return _count_readings(
        [camera.get_throw(number) for number in range(party.thrown + 1)],
        settled_throws,
        {
            stage: round(1000 * statistics.median(times[stage]), 2)
            for stage in ("render", "settle", "read", "score")
            if times[stage]
        },
    )


def _take_photo(frame: Frame) -> Snapshot:
    height, width = frame.shape[:2]
    return Snapshot(encode_photo(frame.image), (width, height), frame.index, frame.taken)


def _count_readings(
    throws: list[MockThrow], settled_throws: Iterable[SettledDice], stages_ms: dict[str, float]
) -> RehearsalCount:
    by_throw: dict[int, list[Reading]] = defaultdict(list)
    for settled in settled_throws:
        resting = (throw.number for throw in throws if (throw.first_still or 0) <= settled.end_frame)
        by_throw[max(resting, default=0)].append(settled.reading)
    outcomes: dict[str, int] = defaultdict(int)
    for throw in throws:
        readings = by_throw[throw.number]
        scored = [reading for reading in readings if reading.status is Status.READ]
        expected = 2 if throw.kind is ThrowKind.NUDGED else 1  # a nudged die is asked about once more
        if not readings:
            outcomes["missed"] += 1
        elif any(not throw.readable or sorted(reading.values) != sorted(throw.values) for reading in scored):
            outcomes["wrong"] += 1
        elif len(scored) > 1 or len(readings) > expected:
            outcomes["double"] += 1
        else:
            outcomes["right" if scored else "doubtful"] += 1
    return RehearsalCount(
        shown=len(throws),
        right=outcomes["right"],
        doubtful=outcomes["doubtful"],
        wrong=outcomes["wrong"],
        missed=outcomes["missed"],
        double=outcomes["double"],
        stages_ms=stages_ms,
    )


@contextmanager
def _measure_time(times: list[float]) -> Iterator[None]:
    """Append the seconds that the ``with`` takes."""
    start = time.perf_counter()
    yield
    times.append(time.perf_counter() - start)


def _time_frames(frames: Iterator[Frame], times: list[float]) -> Iterator[Frame]:
    """Yield the frames, and append the seconds that it takes to make each one."""
    while True:
        with _measure_time(times):
            frame = next(frames, None)
        if frame is None:
            return
        yield frame


class _TimedReader:
    """A reader that measures how long it takes."""

    def __init__(self, reader: Reader, times: list[float]) -> None:
        self._reader, self._times = reader, times

    def read(self, image: Image, *, dice: int | None = 3, die_size: float | None = None) -> Reading:
        with _measure_time(self._times):
            return self._reader.read(image, dice=dice, die_size=die_size)
