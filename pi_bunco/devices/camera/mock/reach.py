"""The path of a hand during a throw: it comes in over one border of the picture, moves, and leaves again."""

import math
from dataclasses import dataclass
from itertools import pairwise

from pi_bunco.devices.camera.mock.pieces import Grip, Place

LOW, HIGH = 1.25, 3.5
"""Height of a hand above the mat when it takes dice and when it moves, in edges of a die."""
_REACH = 7.5
"""The longest distance from the middle of the palm to the fingertips, in edges."""
_OUTSIDE_GAP = 3.0
"""Distance from the picture to the fingertips of a hand outside of it, in edges."""
_MARGIN = 2.9
"""A hand whose fingertips are so far from the picture, in edges, throws no shadow into it either."""
_STEP_SECONDS = 1 / 60
"""Time between two places of the hand that are examined to find when it leaves."""
_PALM_TO_DIE = 2.0
"""Distance from the middle of the palm to a die that the hand covers, in edges."""
_SHOULDER_FACTOR = 2.2
"""The shoulder is this many times as far from the picture's middle as the palm of a hand outside."""


@dataclass(frozen=True, slots=True)
class Hold:
    """A hand in the picture.

    Attributes
    ----------
    at
        The place under the middle of its palm.
    angle
        Direction of the fingers: radians, clockwise from the picture's right.
    height
        Its height above the mat, in edges.
    grip
        Its grip.
    """

    at: Place
    angle: float
    height: float
    grip: Grip


@dataclass(frozen=True, slots=True)
class _PathPoint:
    """When a hand is where, in seconds and edges; and its grip from then on."""

    time: float
    at: Place
    height: float
    grip: Grip


class HandReach:
    """The path of one hand, built step by step.

    Parameters
    ----------
    half
        Half of the width and of the height of the picture, in edges.
    side
        The border of the picture over which the hand comes in: 0 right, 1 lower, 2 left, 3 upper.
    across
        The place on that border, as a share of half its length from its middle, -1 to 1.

    Attributes
    ----------
    outside
        The place of the palm while the hand waits outside of the picture.
    time
        The end of the last step so far, in seconds.
    """

    def __init__(self, half: Place, side: int, across: float) -> None:
        width, height = half
        gap = _REACH + _OUTSIDE_GAP
        self.outside: Place = (
            (width + gap, height * across),
            (width * across, height + gap),
            (-width - gap, height * across),
            (width * across, -height - gap),
        )[side]
        self.time = 0.0
        self._half = half
        self._shoulder = (_SHOULDER_FACTOR * self.outside[0], _SHOULDER_FACTOR * self.outside[1])
        self._points = [_PathPoint(0.0, self.outside, HIGH, "open")]

    def go(self, seconds: float, at: Place, height: float, grip: Grip) -> None:
        """Move the palm to a place, which takes some seconds. From there on the hand has this grip."""
        self.time += seconds
        self._points.append(_PathPoint(self.time, at, height, grip))

    def leave(self, seconds: float, grip: Grip = "open") -> None:
        """Move out of the picture, which takes some seconds, or wait outside."""
        self.go(seconds, self.outside, HIGH, grip)

    def find_point_towards(self, at: Place, share: float) -> Place:
        """Return the point at a ``share`` of the way from the outside to a place."""
        return (
            self.outside[0] + (at[0] - self.outside[0]) * share,
            self.outside[1] + (at[1] - self.outside[1]) * share,
        )

    def find_palm(self, at: Place) -> Place:
        """Return where the palm must be so that the hand covers a die."""
        return self.find_point_towards(at, 1 - _PALM_TO_DIE / math.dist(at, self.outside))

    def find_end(self) -> float:
        """Return when the fingertips leave the picture for the last time, in seconds."""
        time = self.time
        while time > 0:
            hold = self.find_hold(time - _STEP_SECONDS)
            if hold is not None and self._shows(hold):
                break
            time -= _STEP_SECONDS
        return time

    def _shows(self, hold: Hold) -> bool:
        """Return whether a hand's fingertips are in the picture or close to it."""
        long = _REACH + 0.5
        tip = (hold.at[0] + long * math.cos(hold.angle), hold.at[1] + long * math.sin(hold.angle))
        return all(abs(place) <= half + _MARGIN for place, half in zip(tip, self._half, strict=True))

    def find_hold(self, time: float) -> Hold | None:
        """Return the hand at a time; ``None`` if it is outside of the picture."""
        for before, after in pairwise(self._points):
            if not before.time <= time < after.time:
                continue
            if before.at == self.outside == after.at:
                break
            share = (time - before.time) / (after.time - before.time)
            moved = share * share * (3 - 2 * share)
            x, y = (a + (b - a) * moved for a, b in zip(before.at, after.at, strict=True))
            angle = math.atan2(y - self._shoulder[1], x - self._shoulder[0])
            height = before.height + (after.height - before.height) * moved
            return Hold((x, y), angle, height, before.grip)
        return None
