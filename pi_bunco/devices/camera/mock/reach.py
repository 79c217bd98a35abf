"""A hand's way through a throw: in over one border of the picture, about, and out again."""

import math
from dataclasses import dataclass
from itertools import pairwise

from pi_bunco.devices.camera.mock.hand import HIGH, REACH, Grip
from pi_bunco.devices.camera.mock.lens import Lens
from pi_bunco.devices.camera.mock.sprite import Hold

Pixel = tuple[float, float]

_BEYOND = 6.0
_SPREAD = 2.0
_TICK = 1 / 60
_ROOTS = 4.0
"""Units from the palm's middle to where the fingers cover a die best."""
_SHOULDER = 2.2
"""The shoulder is this many times as far from the picture's middle as the door."""


@dataclass(frozen=True, slots=True)
class ReachKey:
    """One moment of the way: when, where in the picture (pixels), how high, how it grips."""

    time: float
    at: Pixel
    height: float
    grip: Grip


class HandReach:
    """The way of one hand, written step by step, then asked.

    Parameters
    ----------
    lens
        The camera's lens.
    side
        Over which border it comes: 0 right, 1 lower, 2 left, 3 upper.
    across
        Where on that border, 0 to 1.
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
        """Where the palm is when no part of the hand is in the picture."""
        self.time = 0.0
        """When the last step written so far is over, in seconds."""
        self._size, self._scale = lens.size, lens.scale
        self._back = _ROOTS * lens.scale
        x, y = (place - middle / 2 for place, middle in zip(self.door, lens.size, strict=True))
        self._shoulder = (width / 2 + _SHOULDER * x, height / 2 + _SHOULDER * y)
        self._keys = [ReachKey(0.0, self.door, HIGH, "open")]

    def go(self, lasts: float, at: Pixel, height: float, grip: Grip) -> None:
        """Move the palm to a pixel within some seconds; the grip holds from there on."""
        self.time += lasts
        self._keys.append(ReachKey(self.time, at, height, grip))

    def leave(self, lasts: float, grip: Grip = "open") -> None:
        """Move out of the picture within some seconds, or stay there."""
        self.go(lasts, self.door, HIGH, grip)

    def towards(self, at: Pixel, share: float) -> Pixel:
        """Return the place between the door and another, ``share`` of the way."""
        return (self.door[0] + (at[0] - self.door[0]) * share, self.door[1] + (at[1] - self.door[1]) * share)

    def over(self, pixel: Pixel) -> Pixel:
        """Return where the palm is when the fingers' roots cover a pixel."""
        angle = math.atan2(pixel[1] - self.door[1], pixel[0] - self.door[0])
        return pixel[0] - self._back * math.cos(angle), pixel[1] - self._back * math.sin(angle)

    def gone(self) -> float:
        """Return when the fingertips have left the picture for the last time, in seconds."""
        time = self.time
        while time > 0:
            hold, _ = self.at(time - _TICK, 0.0)
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

    def at(self, time: float, shutter: float) -> tuple[Hold | None, Grip]:
        """Return where the hand is, ``None`` when it is not in the picture, and how it grips."""
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
            angle = math.atan2(at[1] - self._shoulder[1], at[0] - self._shoulder[0])
            height = before.height + (after.height - before.height) * eased
            return Hold(at, angle, speed * shutter, height), before.grip
        return None, "open"
