"""A camera over a mock table: a seed determines the throws, which come in a realistic rhythm."""

import math
import threading
import time
from collections import deque
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from pi_bunco.devices.camera.mock.act import Act, Glimpse, fade
from pi_bunco.devices.camera.mock.draw import Painter
from pi_bunco.devices.camera.mock.lay import LaidDie, Layer, choose_values
from pi_bunco.devices.camera.mock.pieces import Place, open_pieces
from pi_bunco.devices.camera.mock.throw import MockThrow, ThrowKind
from pi_bunco.frames import Frame
from pi_bunco.sentences import say

# Purposes of random generators.
_VALUES, _KIND, _PLACES, _PLAY = 1, 2, 3, 4
_ODD = tuple(kind for kind in ThrowKind if kind not in {ThrowKind.PLAIN, ThrowKind.MISCOUNT})
"""What can go wrong by chance. A wrong number of dice is not among it."""
_REST = 1.0
"""Seconds that dice lie still before the next throw begins."""
_FADE = 0.5
"""Seconds in which an earlier bump or change of light fades."""


class MockCamera:
    """A table camera without a table.

    Each throw must be requested (:meth:`throw`); between throws the dice lie still. A throw depends only on
    the seed and its number, so a camera that starts at throw ``k`` continues exactly like one that has played
    from the beginning.

    Parameters
    ----------
    seed
        Determines all throws.
    size
        Width and height of the pictures in pixels.
    fps
        Pictures a second.
    first
        Number of the next throw. If it is above 0, three dice of the previous throw already lie there.
    pace
        Whether pictures come at ``fps`` in real time, skipping those that would be late. If not, they come
        as fast as they are drawn, and their time stamps are ``index / fps`` seconds.
    trouble
        Share of the throws in which something goes wrong on purpose
        (:class:`~pi_bunco.devices.camera.mock.throw.ThrowKind`).

    Raises
    ------
    Trouble
        If the file with the pictures of dice is missing or damaged.
    """

    name = say("Mock camera")
    live = True

    def __init__(  # noqa: PLR0913 - settings, all by name but the first
        self,
        seed: int = 1,
        *,
        size: tuple[int, int] = (960, 720),
        fps: float = 15.0,
        first: int = 0,
        pace: bool = True,
        trouble: float = 0.03,
    ) -> None:
        self._seed, self._fps, self._pace, self._trouble = seed, fps, pace, trouble
        self._pieces = open_pieces()
        self._painter = Painter(self._pieces, size, seed)
        self._layer = Layer(self._pieces, self._painter.half)
        self._lock = threading.Lock()
        self._closed = threading.Event()
        self._requests: deque[tuple[int, tuple[LaidDie, ...], ThrowKind]] = deque()
        self._next = first
        self._throws: dict[int, MockThrow] = {}
        self._act: Act | None = None
        self._number = first - 1
        self._began = 0
        self._index = 0
        self._lying: tuple[LaidDie, ...] = ()
        self._shift: Place = (0.0, 0.0)
        self._gain = 1.0
        if first > 0:
            kind = self._choose_kind(first - 1)
            rests = self._lay(first - 1, 3, kind)
            self._lying = self._play(first - 1, (), rests, kind).final
            self._throws[first - 1] = replace(self._describe(first - 1, rests, kind), first_still=0)

    @property
    def line(self) -> tuple[Place, ...]:
        """The corners of the printed line in the picture, in pixels, clockwise from the upper left."""
        (x, y), (width, height), scale = self._pieces.line, self._painter.half, self._painter.scale
        corners = ((-x, -y), (x, -y), (x, y), (-x, y))
        return tuple(((width + u) * scale, (height + v) * scale) for u, v in corners)

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
            rests = self._lay(number, dice, chosen_kind)
            self._throws[number] = self._describe(number, rests, chosen_kind)
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
            yield Frame(self._painter.draw(glimpse, side, self._index), self._index, taken)
            self._index += 1

    def _make_rng(self, number: int, purpose: int) -> np.random.Generator:
        """Return the random generator for one purpose of one throw, independent of all others."""
        return np.random.default_rng([self._seed, number, purpose])

    def _choose_kind(self, number: int) -> ThrowKind:
        rng = self._make_rng(number, _KIND)
        return _ODD[int(rng.integers(len(_ODD)))] if rng.random() < self._trouble else ThrowKind.PLAIN

    def _lay(self, number: int, dice: int, kind: ThrowKind) -> tuple[LaidDie, ...]:
        """Return a throw's dice at rest."""
        values = choose_values(self._make_rng(number, _VALUES), dice, kind)
        return self._layer.lay(self._make_rng(number, _PLACES), values, kind)

    def _describe(self, number: int, rests: tuple[LaidDie, ...], kind: ThrowKind) -> MockThrow:
        from_left = sorted(rests, key=lambda die: die.at[0])
        return MockThrow(number, tuple(self._pieces.dice[die.piece].value for die in from_left), kind)

    def _play(
        self, number: int, before: tuple[LaidDie, ...], rests: tuple[LaidDie, ...], kind: ThrowKind
    ) -> Act:
        return Act(
            self._pieces,
            self._layer,
            self._painter.half,
            before=before,
            rests=rests,
            kind=kind,
            rng=self._make_rng(number, _PLAY),
        )

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

    def _begin(self, number: int, rests: tuple[LaidDie, ...], kind: ThrowKind) -> None:
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
