"""Moves dice from a hand to their rest: they fall, bounce, roll over their edges and stop.

The path is computed backwards from the final pose, so that each die ends exactly there. The die never sinks
into the mat, since its height follows from its rotation.
"""

import math
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from pi_bunco.devices.camera.mock.die import find_look, find_rise
from pi_bunco.devices.camera.mock.look import MockLook
from pi_bunco.devices.camera.mock.space import Array, Pose, rotate_about

_FALL, _HEIGHT = 0.16, 5.0
"""Seconds of the fall, and units that the hand is above the mat."""
_BOUNCES = ((0.20, 1.9), (0.13, 0.8), (0.08, 0.25))
"""Seconds and height of each bounce, in units."""
_SLOWING = 1.75
"""Exponent of the remaining distance over time: 1 would stop abruptly, 2 is constant friction."""
_UNSEEN = 0.35
"""A die seems to lie still when fewer pixels of its distance are left."""
_TRIES = 8
_WANTED_ROOM = 2.6
"""The centres of moving dice should stay this many half edges apart."""


@dataclass(frozen=True, slots=True, eq=False)
class Flight:
    """One die's motion from the hand to its rest.

    Attributes
    ----------
    rest
        Its final pose.
    start
        Where it leaves the hand, ``(x, y)``.
    lasts
        Seconds until it lies still.
    size, radius
        Size and edge radius of its body.
    axis, spin
        An additional rotation while it is in the air: axis and angle (radians).
    slide
        Share of the distance that it slides instead of rolling, 0 to 1.
    """

    rest: Pose
    start: Array
    lasts: float
    size: float
    radius: float
    axis: Array
    spin: float
    slide: float

    def find_stop(self, scale: float) -> float:
        """Return when only a third of a pixel of its distance is left, at ``scale`` pixels per unit."""
        way = float(np.linalg.norm(self.rest.at[:2] - self.start)) * scale
        left = _UNSEEN / max(way, _UNSEEN)
        return self.lasts * (1 - math.pow(left, 1 / _SLOWING))

    def find_pose(self, time: float) -> Pose:
        """Return the pose at a time, in seconds after the die left the hand."""
        if time >= self.lasts:
            return self.rest
        time = max(time, 0.0)
        way = self.rest.at[:2] - self.start
        length = max(float(np.linalg.norm(way)), 1e-3)
        left = (1 - time / self.lasts) ** _SLOWING
        rolled = length * left * (1 - self.slide) / (2 * self.size)
        turn = rotate_about(
            np.array([-way[1], way[0], 0]) / length, -_adjust_turns(rolled, left) * math.pi / 2
        )
        aloft = max(1 - time / (0.7 * self.lasts), 0.0) ** 2
        turn = turn @ rotate_about(self.axis, self.spin * aloft) @ self.rest.turn
        stands = self.size * find_rise(self.rest.turn, self.radius)
        lift = (float(self.rest.at[2]) - stands) * min(time / (0.4 * self.lasts), 1.0)
        height = self.size * find_rise(turn, self.radius) + _find_height(time) + lift
        at = np.array([*(self.rest.at[:2] - way * left), height], np.float32)
        return Pose(at, np.asarray(turn, np.float32), self.rest.die)


def _adjust_turns(quarters: float, left: float) -> float:
    """Adjust the quarter turns of a slow die, so that it drops onto a face and does not stop on an edge."""
    whole = math.floor(quarters)
    part = quarters - whole
    dropped = whole + part**3 / (part**3 + (1 - part) ** 3)
    return quarters + (dropped - quarters) * min(max(1.2 - 2.5 * left, 0.0), 1.0)


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


def fly(
    look: MockLook, rests: tuple[Pose, ...], start: Array, rng: np.random.Generator
) -> tuple[Flight, ...]:
    """Throw dice to their final poses.

    Parameters
    ----------
    look
        The dice.
    rests
        Their final poses.
    start
        Where the hand opens, ``(x, y)`` in units.
    rng
        Chooses how they move.

    Returns
    -------
    tuple of Flight
        The best of several random throws: the one in which the dice stay farthest apart.
    """
    best: tuple[Flight, ...] = ()
    widest = -1.0
    for _ in range(_TRIES):
        flights = tuple(_fly_one(look, rest, start, rng) for rest in rests)
        room = _find_room(flights)
        if room > widest:
            best, widest = flights, room
        if room >= _WANTED_ROOM:
            break
    return best


def _fly_one(look: MockLook, rest: Pose, start: Array, rng: np.random.Generator) -> Flight:
    die = find_look(look, rest)
    tumble = rng.normal(0, 1, 3)
    length = float(np.linalg.norm(rest.at[:2] - start))
    return Flight(
        rest=rest,
        start=np.asarray(start + rng.normal(0, 1.2, 2), np.float32),
        lasts=float(np.clip(0.55 + 0.018 * length + rng.uniform(0, 0.35), 0.6, 1.5)),
        size=die.size,
        radius=die.radius,
        axis=np.asarray(tumble / np.linalg.norm(tumble), np.float32),
        spin=float(rng.uniform(4, 11)),
        slide=float(rng.uniform(0.25, 0.6)),
    )


def _find_room(flights: tuple[Flight, ...]) -> float:
    """Return the least distance between the centres of two dice outside the hand, in half edges."""
    last = max((flight.lasts for flight in flights), default=0.0)
    nearest = math.inf
    for time in np.arange(0.2, last, 0.04):
        places = [flight.find_pose(float(time)).at / flight.size for flight in flights]
        for one, other in combinations(places, 2):
            nearest = min(nearest, float(np.linalg.norm(one - other)))
    return nearest
