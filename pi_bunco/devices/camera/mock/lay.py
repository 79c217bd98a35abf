"""Chooses where dice come to rest. On request one leans, is stacked or lies outside."""

import math
from dataclasses import dataclass

import numpy as np

from pi_bunco.devices.camera.mock.pieces import Pieces, Place
from pi_bunco.devices.camera.mock.throw import ThrowKind

_MAX_DICE = 6
_DIE_OFF_DICE = 2
_TRIES = 100
"""Places tried for one die before the dice are spread wider."""
APART = 1.6
"""Distance of the middles of two dice, in edges: so they never touch, however they are turned."""
_MARGIN = 1.75
"""Distance of a die's middle from the picture's border, in edges: people throw into the printed line."""
_MAX_TURN = 0.2
"""Radians that the picture of a die is turned at most: then its light and its shadow still seem right."""
_PROPPED = 0.75
"""Share of the leaning dice that lean on another die; the rest lean on something too small to be visible."""


@dataclass(frozen=True, slots=True)
class LaidDie:
    """A die on the mat.

    Attributes
    ----------
    piece
        Its number in :attr:`~pi_bunco.devices.camera.mock.pieces.Pieces.dice`.
    at
        The place of its middle.
    turn
        Radians that its picture is turned, clockwise.
    height
        Its height above the mat, in edges.
    """

    piece: int
    at: Place
    turn: float = 0.0
    height: float = 0.0


class Layer:
    """Lays dice on the mat.

    Parameters
    ----------
    pieces
        The pictures of dice.
    half
        Half of the width and of the height of the camera's picture, in edges.
    """

    def __init__(self, pieces: Pieces, half: Place) -> None:
        self._pieces, self._half = pieces, half

    def lay(self, rng: np.random.Generator, values: tuple[int, ...], kind: ThrowKind) -> tuple[LaidDie, ...]:
        """Lay dice with these values. If something goes wrong, it is the last die."""
        places = self._scatter(rng, len(values))
        dice = [
            self.lay_one(value, at, float(rng.uniform(-_MAX_TURN, _MAX_TURN)))
            for value, at in zip(values, places, strict=True)
        ]
        if kind is ThrowKind.OUT:
            dice[-1] = self.lay_one(values[-1], self._choose_border(rng))
        elif kind is ThrowKind.STACKED and len(dice) > 1:
            at = _move(dice[0].at, float(rng.uniform(0.35, 0.6)), rng)
            dice[-1] = self.lay_one(values[-1], at, height=1.0)
        elif kind in {ThrowKind.COCKED, ThrowKind.STACKED}:
            propped = len(dice) > 1 and rng.random() < _PROPPED
            at = _move(dice[0].at, float(rng.uniform(1.0, 1.15)), rng) if propped else dice[-1].at
            dice[-1] = self.lay_one(values[-1], at, leans=True)
        return tuple(dice)

    def lay_one(
        self, value: int, at: Place, turn: float = 0.0, *, height: float = 0.0, leans: bool = False
    ) -> LaidDie:
        """Lay one die at a place, with the picture that was rendered nearest to it."""
        fitting = (
            (math.dist(piece.at, at), number)
            for number, piece in enumerate(self._pieces.dice)
            if piece.value == value and piece.leans == leans
        )
        return LaidDie(min(fitting)[1], at, turn, height)

    def is_inside(self, at: Place) -> bool:
        """Return whether a die at a place lies within the printed line."""
        return all(abs(place) <= half - _MARGIN for place, half in zip(at, self._half, strict=True))

    def _scatter(self, rng: np.random.Generator, dice: int) -> list[Place]:
        """Return places around a random spot; the two dice of a die-off lie in two halves of the picture."""
        width, height = (half - _MARGIN for half in self._half)
        if dice == _DIE_OFF_DICE:
            return [
                (side * float(rng.uniform(0.15, 1)) * width, float(rng.uniform(-1, 1)) * height)
                for side in (-1, 1)
            ]
        spot = rng.normal(0, 0.2, 2) * self._half
        places: list[Place] = []
        spread = 2.0
        while len(places) < dice:
            for _ in range(_TRIES):
                x, y = spot + rng.normal(0, spread, 2)
                if self.is_inside((x, y)) and all(math.dist((x, y), other) >= APART for other in places):
                    places.append((float(x), float(y)))
                    break
            spread *= 1.1
        return places

    def _choose_border(self, rng: np.random.Generator) -> Place:
        """Return a place where the picture's border cuts a die."""
        x, y = (float(rng.uniform(-1, 1)) * (half - _MARGIN) for half in self._half)
        beyond = float(rng.uniform(-0.3, 0.2))
        sign = -1 if rng.random() < 0.5 else 1  # noqa: PLR2004 - two borders
        if rng.random() < 0.5:  # noqa: PLR2004 - likewise
            return sign * (self._half[0] + beyond), y
        return x, sign * (self._half[1] + beyond)


def choose_values(rng: np.random.Generator, dice: int, kind: ThrowKind) -> tuple[int, ...]:
    """Return a random value for each die; in a miscount the number of dice is another one, from 1 to 6."""
    if kind is ThrowKind.MISCOUNT:
        dice = int(rng.choice([other for other in (dice - 1, dice + 1, dice + 2) if 1 <= other <= _MAX_DICE]))
    return tuple(int(value) for value in rng.integers(1, 7, dice))


def _move(at: Place, distance: float, rng: np.random.Generator) -> Place:
    angle = float(rng.uniform(0, 2 * math.pi))
    return at[0] + distance * math.cos(angle), at[1] + distance * math.sin(angle)
