"""The path of a hand during a throw: it comes in over one border of the picture, moves, and leaves again."""

import math
from dataclasses import dataclass
from itertools import pairwise

from pi_bunco.devices.camera.mock.hand import HIGH, REACH, Grip
from pi_bunco.devices.camera.mock.lens import Lens
from pi_bunco.devices.camera.mock.sprite import Hold

Pixel = tuple[float, float]

_OUTSIDE_GAP = 6.0
"""Distance from the picture to the fingertips of a hand outside of it, in units."""
_FINGERS_HALF_WIDTH = 2.0
"""Half the width of all fingers together, in units."""
_STEP_SECONDS = 1 / 60
"""Time between two places of the hand that are examined to find when it leaves."""
_PALM_TO_DIE = 4.0
"""Distance from the middle of the palm to a die that the hand covers, in units."""
_SHOULDER_FACTOR = 2.2
"""The shoulder is this many times as far from the picture's middle as the palm of a hand outside."""


@dataclass(frozen=True, slots=True)
class PathPoint:
    """One point of the path.

    Attributes
    ----------
    time
        When the hand is there, in seconds.
    at
        The pixel under the middle of the palm.
    height
        Its height above the mat, in units.
    grip
        The grip from then on.
    """

    time: float
    at: Pixel
    height: float
    grip: Grip


class HandReach:
    """The path of one hand, built step by step.

    Parameters
    ----------
    lens
        The camera's lens.
    side
        The border of the picture over which the hand comes in: 0 right, 1 lower, 2 left, 3 upper.
    across
        The place on that border, as a share of its length, 0 to 1.

    Attributes
    ----------
    outside
        The pixel of the palm while the hand waits outside of the picture.
    time
        The end of the last step so far, in seconds.
    """

    def __init__(self, lens: Lens, side: int, across: float) -> None:
        width, height = lens.size
        gap = (REACH + _OUTSIDE_GAP) * lens.scale * 1.1
        self.outside: Pixel = (
            (width + gap, height * across),
            (width * across, height + gap),
            (-gap, height * across),
            (width * across, -gap),
        )[side]
        self.time = 0.0
        self._size, self._scale = lens.size, lens.scale
        x, y = (place - middle / 2 for place, middle in zip(self.outside, lens.size, strict=True))
        self._shoulder = (width / 2 + _SHOULDER_FACTOR * x, height / 2 + _SHOULDER_FACTOR * y)
        self._points = [PathPoint(0.0, self.outside, HIGH, "open")]

    def go(self, seconds: float, at: Pixel, height: float, grip: Grip) -> None:
        """Move the palm to a pixel, which takes some seconds. From there on the hand has this grip."""
        self.time += seconds
        self._points.append(PathPoint(self.time, at, height, grip))

    def leave(self, seconds: float, grip: Grip = "open") -> None:
        """Move out of the picture, which takes some seconds, or wait outside."""
        self.go(seconds, self.outside, HIGH, grip)

    def find_point_towards(self, at: Pixel, share: float) -> Pixel:
        """Return the point at a ``share`` of the way from the outside to a place."""
        return (
            self.outside[0] + (at[0] - self.outside[0]) * share,
            self.outside[1] + (at[1] - self.outside[1]) * share,
        )

    def find_palm(self, pixel: Pixel) -> Pixel:
        """Return where the palm must be so that the hand covers a pixel."""
        angle = math.atan2(pixel[1] - self.outside[1], pixel[0] - self.outside[0])
        back = _PALM_TO_DIE * self._scale
        return pixel[0] - back * math.cos(angle), pixel[1] - back * math.sin(angle)

    def find_end(self) -> float:
        """Return when the fingertips leave the picture for the last time, in seconds."""
        time = self.time
        while time > 0:
            hold, _ = self.find_hold(time - _STEP_SECONDS, 0.0)
            if hold is not None and self._shows(hold):
                break
            time -= _STEP_SECONDS
        return time

    def _shows(self, hold: Hold) -> bool:
        """Return whether a hand's fingertips are in the picture or close to it."""
        long = (REACH + 1) * self._scale
        tip = (hold.at[0] + long * math.cos(hold.angle), hold.at[1] + long * math.sin(hold.angle))
        margin = _FINGERS_HALF_WIDTH * self._scale
        return all(-margin <= place <= size + margin for place, size in zip(tip, self._size, strict=True))

    def find_hold(self, time: float, shutter: float) -> tuple[Hold | None, Grip]:
        """Return the hand's place, ``None`` if it is outside of the picture, and its grip.

        ``shutter`` is the exposure time in seconds, for the motion blur.
        """
        for before, after in pairwise(self._points):
            if not before.time <= time < after.time:
                continue
            if before.at == self.outside == after.at:
                break
            seconds = after.time - before.time
            share = (time - before.time) / seconds
            share_moved = share * share * (3 - 2 * share)
            at = (
                before.at[0] + (after.at[0] - before.at[0]) * share_moved,
                before.at[1] + (after.at[1] - before.at[1]) * share_moved,
            )
            speed = math.dist(before.at, after.at) * 6 * share * (1 - share) / seconds
            hold = Hold(
                at=at,
                angle=math.atan2(at[1] - self._shoulder[1], at[0] - self._shoulder[0]),
                speed=speed * shutter,
                height=before.height + (after.height - before.height) * share_moved,
            )
            return hold, before.grip
        return None, "open"
