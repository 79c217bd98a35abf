"""The path of a hand during a throw: in over one border of the picture, around, and out again."""

import math
from dataclasses import dataclass
from itertools import pairwise

from pi_bunco.devices.camera.mock.hand import HIGH, REACH, Grip
from pi_bunco.devices.camera.mock.lens import Lens
from pi_bunco.devices.camera.mock.sprite import Hold

Pixel = tuple[float, float]

_BEYOND = 6.0
"""Units that the fingertips stay away from the picture when the hand is outside."""
_SPREAD = 2.0
"""Half the width of the fingers, in units."""
_TICK = 1 / 60
"""Seconds between the moments at which the hand's place is examined."""
_ROOTS = 4.0
"""Distance from the middle of the palm to the place that covers a die best, in units."""
_SHOULDER = 2.2
"""Distance of the shoulder from the picture's middle, as a multiple of the door's."""


@dataclass(frozen=True, slots=True)
class ReachKey:
    """One point of the path: time, place in the picture (pixels), height, and the grip from then on."""

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
        The border that it comes over: 0 right, 1 lower, 2 left, 3 upper.
    across
        The place on that border, 0 to 1.

    Attributes
    ----------
    door
        The pixel of the palm when no part of the hand is in the picture.
    time
        The end of the last step so far, in seconds.
    """

    def __init__(self, lens: Lens, side: int, across: float) -> None:
        width, height = lens.size
        out = (REACH + _BEYOND) * lens.scale * 1.1
        self.door: Pixel = (
            (width + out, height * across),
            (width * across, height + out),
            (-out, height * across),
            (width * across, -out),
        )[side]
        self.time = 0.0
        self._size, self._scale = lens.size, lens.scale
        x, y = (place - middle / 2 for place, middle in zip(self.door, lens.size, strict=True))
        self._shoulder = (width / 2 + _SHOULDER * x, height / 2 + _SHOULDER * y)
        self._keys = [ReachKey(0.0, self.door, HIGH, "open")]

    def go(self, lasts: float, at: Pixel, height: float, grip: Grip) -> None:
        """Move the palm to a pixel within some seconds; the grip applies from there on."""
        self.time += lasts
        self._keys.append(ReachKey(self.time, at, height, grip))

    def leave(self, lasts: float, grip: Grip = "open") -> None:
        """Move out of the picture within some seconds, or stay there."""
        self.go(lasts, self.door, HIGH, grip)

    def find_point_towards(self, at: Pixel, share: float) -> Pixel:
        """Return the point at ``share`` of the way from the door to a place."""
        return (self.door[0] + (at[0] - self.door[0]) * share, self.door[1] + (at[1] - self.door[1]) * share)

    def find_palm(self, pixel: Pixel) -> Pixel:
        """Return where the palm must be so that the hand covers a pixel."""
        angle, back = math.atan2(pixel[1] - self.door[1], pixel[0] - self.door[0]), _ROOTS * self._scale
        return pixel[0] - back * math.cos(angle), pixel[1] - back * math.sin(angle)

    def find_end(self) -> float:
        """Return when the fingertips leave the picture for the last time, in seconds."""
        time = self.time
        while time > 0:
            hold, _ = self.find_hold(time - _TICK, 0.0)
            if hold is not None and self._shows(hold):
                break
            time -= _TICK
        return time

    def _shows(self, hold: Hold) -> bool:
        """Return whether a hand's fingertips are in the picture, or nearly."""
        long = (REACH + 1) * self._scale
        tip = (hold.at[0] + long * math.cos(hold.angle), hold.at[1] + long * math.sin(hold.angle))
        spread = _SPREAD * self._scale
        return all(-spread <= place <= size + spread for place, size in zip(tip, self._size, strict=True))

    def find_hold(self, time: float, shutter: float) -> tuple[Hold | None, Grip]:
        """Return the hand's place, ``None`` if it is not in the picture, and its grip."""
        for before, after in pairwise(self._keys):
            if not before.time <= time < after.time:
                continue
            if before.at == self.door == after.at:
                break
            lasts = after.time - before.time
            share = (time - before.time) / lasts
            eased = share * share * (3 - 2 * share)
            at = (
                before.at[0] + (after.at[0] - before.at[0]) * eased,
                before.at[1] + (after.at[1] - before.at[1]) * eased,
            )
            speed = math.dist(before.at, after.at) * 6 * share * (1 - share) / lasts
            hold = Hold(
                at=at,
                angle=math.atan2(at[1] - self._shoulder[1], at[0] - self._shoulder[0]),
                speed=speed * shutter,
                height=before.height + (after.height - before.height) * eased,
            )
            return hold, before.grip
        return None, "open"
