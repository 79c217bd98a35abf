"""Finds how high to hang a camera over a mat: high enough to see all of it, low enough for large dice."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from math import atan, ceil, degrees, hypot, radians, tan

from pydantic import ConfigDict, TypeAdapter
from pydantic import dataclasses as checked

from pi_bunco.devices.board import Board, Family
from pi_bunco.devices.camera.plan import plan_camera
from pi_bunco.files import assets
from pi_bunco.vision.calibrate.advice import DIE_EDGE

MARGIN = 10.0
"""Millimetres round the field that should be in the picture too, since nobody aims exactly."""
MAX_SLANT = 35.0
"""The largest angle, in degrees from straight above, at which the camera may see the field's corners. At a
larger one the sides of dice hide their tops."""
_SPARE = 1.15
"""How much larger than the minimum dice should be in the picture, if the field still fits."""


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
        Horizontal and vertical angle of view of the whole sensor, in degrees.
    nearest
        The shortest distance at which it is sharp, in millimetres; 0 if unknown.
    fits
        The head of the mount that holds it.
    drop
        How far its lens hangs below the top of the mount's arm, in millimetres.
    picture
        Width and height of the pictures that a USB camera is asked for; ``None`` for a Pi camera.
    """

    name: str
    sensor: tuple[int, int]
    view: tuple[float, float]
    nearest: float = 0.0
    fits: str
    drop: float
    picture: tuple[int, int] | None = None

    @property
    def picture_size(self) -> tuple[int, int]:
        """Width and height of the pictures that pi-bunco takes with the camera."""
        return self.picture or plan_camera(Board("", Family.OTHER, 0), self.sensor).main

    @property
    def slopes(self) -> tuple[float, float]:
        """Half the width and half the height that the picture shows of a mat at distance 1.

        A picture with another aspect ratio than the sensor shows the largest part of the sensor's middle.
        """
        across, along = (tan(radians(angle / 2)) for angle in self.view)
        shape = (self.picture_size[0] / self.picture_size[1]) / (self.sensor[0] / self.sensor[1])
        return across * min(shape, 1), along * min(1 / shape, 1)

    def measure_pixels(self, height: float) -> float:
        """Return how many pixels wide an ordinary die is at least, seen from a height in millimetres."""
        densities = [side / (2 * slope) for side, slope in zip(self.picture_size, self.slopes, strict=True)]
        return min(densities) * DIE_EDGE / height


@dataclass(frozen=True, slots=True)
class CameraHeight:
    """How high a camera should hang over a field, from its lens down to the mat, in millimetres.

    Attributes
    ----------
    height
        The best height, usually in whole centimetres.
    lowest, highest
        Between these heights the camera sees the whole field, and ordinary dice are large enough. If
        ``highest`` is below ``lowest`` there is no such height; ``height`` then shows the whole field, and
        dice must be larger.
    pixels
        The width of an ordinary die in the picture from ``height``.
    die
        The edge of the smallest die that is large enough from ``height``.
    slant
        The angle from straight above at which the camera sees the field's corners, in degrees.
    """

    height: float
    lowest: float
    highest: float
    pixels: float
    die: float
    slant: float


def find_height(camera: CameraModel, field: tuple[float, float], min_pixels: float) -> CameraHeight:
    """Return how high a camera should hang.

    Parameters
    ----------
    camera
        The camera.
    field
        Width and height of the playing field in millimetres.
    min_pixels
        The smallest width of a die in the picture, in pixels.

    Examples
    --------
    >>> best = find_height(load_cameras()["camera-module-3"], (396, 273), 40)
    >>> best.height, round(best.lowest), round(best.highest), round(best.pixels)
    (410.0, 392, 462, 45)
    """
    to_see_all = max(
        (side + 2 * MARGIN) / (2 * slope) for side, slope in zip(field, camera.slopes, strict=True)
    )
    half_diagonal = hypot(*field) / 2
    lowest = max(to_see_all, half_diagonal / tan(radians(MAX_SLANT)), camera.nearest)
    highest = camera.measure_pixels(1) / min_pixels
    best = ceil(max(min(highest / _SPARE, highest), lowest) / 10) * 10.0
    if lowest <= highest < best:  # no whole number of centimetres lies between
        best = lowest
    pixels = camera.measure_pixels(best)
    return CameraHeight(
        height=best,
        lowest=lowest,
        highest=highest,
        pixels=pixels,
        die=DIE_EDGE * max(min_pixels / pixels, 1),
        slant=degrees(atan(half_diagonal / best)),
    )


def load_cameras() -> Mapping[str, CameraModel]:
    """Return the known camera models, by their names in ``hardware/cameras.toml``.

    >>> load_cameras()["camera-module-2"].picture_size
    (1280, 960)
    """
    values = tomllib.loads(assets.find("hardware/cameras.toml").read_text("utf-8"))
    return TypeAdapter(dict[str, CameraModel]).validate_python(values)
