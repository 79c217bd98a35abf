"""Moves dice from a hand to their rest: they fall, bounce, roll and stop.

The path is computed backwards from the rest, so that each die ends exactly there.
"""

import math
from dataclasses import dataclass, replace

import numpy as np

from pi_bunco.devices.camera.mock.lay import LaidDie
from pi_bunco.devices.camera.mock.pieces import Pieces, Place

_FALL, _HEIGHT = 0.16, 2.5
"""Seconds of the fall, and edges that the hand is above the mat."""
_BOUNCES = ((0.20, 0.95), (0.13, 0.4), (0.08, 0.12))
"""Seconds and height of each bounce, in edges."""
_SLOWING = 1.75
"""Exponent of the remaining distance over time: 1 would stop abruptly, 2 is constant friction."""
_ROLLS = 8
"""After so many quarter turns the pictures of a rolling die repeat."""
_ON_EDGE = (0.3, 0.7)
"""The part of a quarter turn in which a rolling die stands on an edge."""


@dataclass(frozen=True, slots=True)
class Flight:
    """One die's motion from the hand to its rest.

    Attributes
    ----------
    rest
        How it lies in the end.
    start
        Where it leaves the hand.
    lasts
        Seconds until it lies still.
    flat, edge
        The pieces that it shows flat and on an edge, for each quarter turn that is left.
    spin
        Radians that it still turns about the vertical at the start.
    """

    rest: LaidDie
    start: Place
    lasts: float
    flat: tuple[int, ...]
    edge: tuple[int, ...]
    spin: float

    def find_die(self, time: float) -> LaidDie:
        """Return how the die lies at a time, in seconds after it left the hand."""
        if time >= self.lasts:
            return self.rest
        time = max(time, 0.0)
        left = (1 - time / self.lasts) ** _SLOWING
        (x, y), (x0, y0) = self.rest.at, self.start
        rolled = math.dist(self.rest.at, self.start) * left
        turns, part = divmod(rolled, 1)
        piece = self.rest.piece
        if _ON_EDGE[0] < part < _ON_EDGE[1]:
            piece = self.edge[int(turns) % _ROLLS]
        elif round(rolled):
            piece = self.flat[round(rolled) % _ROLLS]
        return replace(
            self.rest,
            piece=piece,
            at=(x + (x0 - x) * left, y + (y0 - y) * left),
            turn=self.rest.turn + self.spin * left,
            height=self.rest.height * (1 - left) + _find_height(time),
        )


def _find_height(time: float) -> float:
    """Return the height of a falling and bouncing die above the mat."""
    if time < _FALL:
        return _HEIGHT * (1 - (time / _FALL) ** 2)
    time -= _FALL
    for lasts, height in _BOUNCES:
        if time < lasts:
            return height * 4 * (time / lasts) * (1 - time / lasts)
        time -= lasts
    return 0.0


def fly(pieces: Pieces, rest: LaidDie, start: Place, rng: np.random.Generator) -> Flight:
    """Throw a die to its rest from the place where a hand opens."""
    flat, edge = (
        tuple(int(number) for number in rng.choice(numbers, _ROLLS))
        for numbers in (
            [number for number, piece in enumerate(pieces.dice) if piece.leans == leans]
            for leans in (False, True)
        )
    )
    x, y = (place + float(stray) for place, stray in zip(start, rng.normal(0, 0.6, 2), strict=True))
    lasts = 0.55 + 0.036 * math.dist(rest.at, start) + float(rng.uniform(0, 0.35))
    return Flight(rest, (x, y), min(max(lasts, 0.6), 1.5), flat, edge, float(rng.uniform(-6, 6)))
