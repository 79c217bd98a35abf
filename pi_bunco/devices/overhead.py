"""How high a camera hangs over a mat: high enough to see all of it, low enough that dice are large."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from math import atan, ceil, degrees, hypot, radians, tan

from pydantic import ConfigDict, TypeAdapter
from pydantic import dataclasses as checked

from pi_bunco import assets
from pi_bunco.devices.board import Board, Family
from pi_bunco.devices.camera.plan import plan

DIE = 16.0
"""Edge of an ordinary die in millimetres."""
ROOM = 10.0
"""Millimetres round the field that should be in the picture too: nobody aims better."""
SLANT = 35.0
"""Degrees from straight above at which the field's corners are seen at most; beyond, sides hide faces."""
_WISH = 1.15
"""Dice should be this many times their least size, if the field still fits."""


@checked.dataclass(frozen=True, slots=True, config=ConfigDict(extra="forbid"), kw_only=True)
class CameraModel:
    """A kind of camera, as described in ``hardware/cameras.toml``, which names the sources.

    Attributes
    ----------
    name
        What people call it.
    sensor
        Width and height of its sensor in pixels.
    view
        What all of the sensor sees, across and along, in degrees.
    nearest
        How near it can be sharp, in millimetres; 0 where nobody says.
    fits
        Which head of the mount holds it.
    drop
        How far its lens hangs below the top of the mount's arm, in millimetres.
    picture
        Width and height of the pictures that are asked of a USB camera; ``None`` for a Pi camera.
    """

    name: str
    sensor: tuple[int, int]
    view: tuple[float, float]
    nearest: float = 0.0
    fits: str
    drop: float
    picture: tuple[int, int] | None = None

    @property
    def taken(self) -> tuple[int, int]:
        """Width and height of the pictures that pi-bunco takes with it."""
        return self.picture or plan(Board("", Family.OTHER, 0), self.sensor).main

    @property
    def slopes(self) -> tuple[float, float]:
        """Half of what its picture sees of a mat one unit away, across and along.

        A picture of another shape than the sensor's shows its middle, as wide or as high as it can be.
        """
        across, along = (tan(radians(angle / 2)) for angle in self.view)
        shape = (self.taken[0] / self.taken[1]) / (self.sensor[0] / self.sensor[1])
        return across * min(shape, 1), along * min(1 / shape, 1)

    def pixels(self, height: float, length: float = DIE) -> float:
        """Return how many pixels a length on the mat measures from a height, at the least."""
        each = [side / (2 * slope) for side, slope in zip(self.taken, self.slopes, strict=True)]
        return min(each) * length / height


@dataclass(frozen=True, slots=True)
class Hang:
    """How high a camera should hang over a field, from its lens down to the mat, in millimetres.

    Attributes
    ----------
    height
        Where it hangs best, a whole number of centimetres.
    lowest, highest
        Between these all of the field is seen, and ordinary dice are large enough. Where ``highest`` is
        below ``lowest`` there is no such height; ``height`` then shows the field, and dice must be larger.
    pixels
        How wide an ordinary die is in the picture from ``height``.
    die
        Edge of the smallest die that is large enough from ``height``.
    slant
        How far from straight above the field's corners are seen, in degrees.
    """

    height: float
    lowest: float
    highest: float
    pixels: float
    die: float
    slant: float


def hang(camera: CameraModel, field: tuple[float, float], least: float) -> Hang:
    """Return how high a camera should hang.

    Parameters
    ----------
    camera
        Which one.
    field
        Width and height of the playing field in millimetres.
    least
        How many pixels wide a die must be.

    Examples
    --------
    >>> best = hang(cameras()["camera-module-3"], (396, 273), 40)
    >>> best.height, round(best.lowest), round(best.highest), round(best.pixels)
    (410.0, 392, 462, 45)
    """
    width, height = field
    sees = max((side + 2 * ROOM) / (2 * slope) for side, slope in zip(field, camera.slopes, strict=True))
    half = hypot(width, height) / 2
    lowest = max(sees, half / tan(radians(SLANT)), camera.nearest)
    highest = camera.pixels(1) / least
    best = ceil(max(min(highest / _WISH, highest), lowest) / 10) * 10.0
    if lowest <= highest < best:  # no whole number of centimetres lies between
        best = lowest
    pixels = camera.pixels(best)
    return Hang(best, lowest, highest, pixels, DIE * max(least / pixels, 1), degrees(atan(half / best)))


def cameras() -> Mapping[str, CameraModel]:
    """Return the cameras that are known, by the names of ``hardware/cameras.toml``.

    >>> cameras()["camera-module-2"].taken
    (1280, 960)
    """
    values = tomllib.loads(assets.find("hardware/cameras.toml").read_text("utf-8"))
    return TypeAdapter(dict[str, CameraModel]).validate_python(values)
