"""A camera over a rendered table: a seed determines the throws, which come in a realistic rhythm."""

import math
import threading
import time
from collections import deque
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from pi_bunco.devices.camera.mock.act import Act, Glimpse, fade
from pi_bunco.devices.camera.mock.describe import describe
from pi_bunco.devices.camera.mock.lay import choose_values, lay
from pi_bunco.devices.camera.mock.look import MockLook
from pi_bunco.devices.camera.mock.mat import find_line_reach
from pi_bunco.devices.camera.mock.space import Pose, make_rng
from pi_bunco.devices.camera.mock.studio import Studio
from pi_bunco.devices.camera.mock.truth import MockThrow, ThrowKind
from pi_bunco.frames import Frame

# Purposes of random generators (make_rng).
_VALUES, _KIND, _PLACES, _PLAY = 1, 2, 3, 4
_ODD = tuple(kind for kind in ThrowKind if kind not in {ThrowKind.PLAIN, ThrowKind.MISCOUNT})
"""What can go wrong by chance. A wrong number of dice is not among it."""
_REST = 1.0
"""Seconds that dice lie still before the next throw begins."""
_FADE = 0.5
"""Seconds in which an earlier bump or change of light fades."""


class MockCamera:
    """A table camera that renders its pictures.

    Each throw must be requested (:meth:`throw`); between throws the dice lie still. A throw depends only on
    the seed and its number, so a camera that starts at throw ``k`` continues exactly like one that has played
    from the beginning.

    Parameters
    ----------
    seed
        Determines the table and all throws.
    size
        Width and height of the pictures in pixels.
    fps
        Pictures a second.
    first
        Number of the next throw. If it is above 0, three dice of the previous throw already lie there.
    pace
        Whether pictures come at ``fps`` in real time, skipping those that would be late. If not, they come
        as fast as they are drawn, and their time stamps are ``index / fps`` seconds.
    look
        The table; :class:`~pi_bunco.devices.camera.mock.look.MockLook` has the default.
    trouble
        Share of the throws in which something goes wrong on purpose
        (:class:`~pi_bunco.devices.camera.mock.truth.ThrowKind`).
    """

    name = "mock camera"
    live = True

    def __init__(  # noqa: PLR0913 - settings, all by name but the first
        self,
        seed: int = 1,
        *,
        size: tuple[int, int] = (960, 720),
        fps: float = 15.0,
        first: int = 0,
        pace: bool = True,
        look: MockLook | None = None,
        trouble: float = 0.03,
    ) -> None:
        self._seed, self._fps, self._pace, self._trouble = seed, fps, pace, trouble
        self._look = look or MockLook()
        self._studio = Studio(self._look, size, seed)
        self._scene = self._studio.scene
        self._lock = threading.Lock()
        self._closed = threading.Event()
        self._requests: deque[tuple[int, tuple[Pose, ...], ThrowKind]] = deque()
        self._next = first
        self._throws: dict[int, MockThrow] = {}
        self._act: Act | None = None
        self._number = first - 1
        self._began = 0
        self._index = 0
        self._lying: tuple[Pose, ...] = ()
        self._shift, self._gain = (0.0, 0.0), 1.0
        if first > 0:
            kind = self._choose_kind(first - 1)
            rests = self._place_dice(first - 1, 3, kind)
            self._lying = self._play(first - 1, (), rests, kind).final
            self._throws[first - 1] = replace(
                describe(self._look, self._scene.lens, first - 1, rests, kind), first_still=0
            )

    @property
    def line(self) -> tuple[tuple[float, float], ...]:
        """The corners of the printed line in the picture, clockwise from the upper left."""
        x, y = find_line_reach(self._scene.lens)
        places = np.array([(-x, y, 0), (x, y, 0), (x, -y, 0), (-x, -y, 0)], np.float32)
        return tuple((float(u), float(v)) for u, v in self._scene.lens.project(places))

    def get_throw(self, number: int) -> MockThrow:
        """Return the truth about a throw, which is known as soon as the throw is requested.

        Raises
        ------
        KeyError
            If it was not requested yet.
        """
        with self._lock:
            return self._throws[number]

    @property
    def last_throw(self) -> int:
        """The number of the last throw that was requested, -1 before the first."""
        return self._next - 1

    @property
    def at_rest(self) -> bool:
        """Whether nothing moves, no hand is in the picture and no throw is requested."""
        with self._lock:
            return (self._act is None or self._measure_elapsed() >= self._act.ends_at) and not self._requests

    def throw(self, dice: int = 3, *, kind: ThrowKind | None = None) -> int:
        """Throw dice now. May be called from any thread.

        If another throw is under way, the new one waits until its dice have lain still for a second.

        Parameters
        ----------
        dice
            How many: three, or two for a die-off (one in each half of the picture).
        kind
            What happens. Without it the seed chooses.

        Returns
        -------
        int
            The throw's number.
        """
        with self._lock:
            number = self._next
            self._next += 1
            chosen_kind = kind or self._choose_kind(number)
            rests = self._place_dice(number, dice, chosen_kind)
            self._throws[number] = describe(self._look, self._scene.lens, number, rests, chosen_kind)
            self._requests.append((number, rests, chosen_kind))
            return number

    def close(self) -> None:
        """Stop the pictures. May be called twice, and from another thread."""
        self._closed.set()

    def frames(self) -> Iterator[Frame]:
        """Yield pictures until the camera is closed.

        Yields
        ------
        Frame
            The next picture.
        """
        start = time.monotonic() - self._index / self._fps
        while not self._closed.is_set():
            if self._pace:
                late = time.monotonic() - start - self._index / self._fps
                if late < 0:
                    self._closed.wait(-late)
                elif late > 1 / self._fps:
                    self._index = int((time.monotonic() - start) * self._fps)
            taken = time.monotonic() if self._pace else self._index / self._fps
            with self._lock:
                glimpse = self._step()
                side = self._act.side if self._act is not None else 0
            yield Frame(self._studio.draw(glimpse, side, self._index), self._index, taken)
            self._index += 1

    def _choose_kind(self, number: int) -> ThrowKind:
        rng = make_rng(self._seed, number, _KIND)
        return _ODD[int(rng.integers(len(_ODD)))] if rng.random() < self._trouble else ThrowKind.PLAIN

    def _place_dice(self, number: int, dice: int, kind: ThrowKind) -> tuple[Pose, ...]:
        """Return the poses of a throw's dice at rest."""
        values = choose_values(make_rng(self._seed, number, _VALUES), dice, kind)
        return lay(self._look, self._scene.lens, make_rng(self._seed, number, _PLACES), values, kind)

    def _play(self, number: int, before: tuple[Pose, ...], rests: tuple[Pose, ...], kind: ThrowKind) -> Act:
        return Act(self._scene, before, rests, kind, make_rng(self._seed, number, _PLAY))

    def _measure_elapsed(self) -> float:
        """Return the seconds since the current throw began."""
        return (self._index - self._began) / self._fps

    def _step(self) -> Glimpse:
        """Return what the camera sees in the current picture; start the next throw if it is time."""
        if self._requests and (self._act is None or self._measure_elapsed() >= self._act.ends_at + _REST):
            self._begin(*self._requests.popleft())
        if self._act is None:
            return Glimpse(self._lying)
        since = self._measure_elapsed()
        self._record_still(self._act, since)
        return fade(self._act.find_glimpse(since), max(1 - since / _FADE, 0.0), self._shift, self._gain)

    def _begin(self, number: int, rests: tuple[Pose, ...], kind: ThrowKind) -> None:
        """Start a throw with the current picture."""
        if self._act is not None:
            last = self._act.find_glimpse(self._measure_elapsed())
            self._shift, self._gain = last.shift, last.gain
        previous = self._throws.get(self._number)
        if previous is not None and previous.last_still is None:
            self._throws[self._number] = replace(previous, last_still=self._index - 1)
        self._act = self._play(number, self._lying, rests, kind)
        self._lying = self._act.final
        self._number, self._began = number, self._index

    def _record_still(self, act: Act, since: float) -> None:
        """Record when a throw lies still."""
        throw = self._throws[self._number]
        if since >= act.still_at and throw.first_still is None:
            throw = replace(throw, first_still=self._began + math.ceil(act.still_at * self._fps))
        if since >= act.disturbed_at and throw.last_still is None:
            throw = replace(throw, last_still=self._began + math.ceil(act.disturbed_at * self._fps) - 1)
        self._throws[self._number] = throw
