"""Compares pictures of the mat with the empty mat; changes of the light do not count."""

from dataclasses import dataclass
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from pi_bunco.frames import Grey, Image
from pi_bunco.vision.calibrate.flat import SMALLER, shrink_flat

Plane = NDArray[np.float32]
"""One colour of a small picture: shape ``(height, width)``, 0 to 255."""

Planes = tuple[Plane, Plane, Plane]
"""Blue, green and red."""

Mask = NDArray[np.uint8]
"""0 or 1 for each pixel of the small picture."""

_MIN_DIFFERENCE = 12.0
"""Minimum difference of a pixel in grey levels; four times the noise is added."""
_MAX_UNNOTICED_SHIFT = 0.35
"""The mat may have moved by this share of a small pixel without being noticed."""
_MAX_TINT = 7.0
_MAX_TINT_SHARE = 0.07
"""By how much a shadow may change the colour: grey levels, and a share of the mat's own level."""
_MIN_SHADOW, _MAX_SHADOW = 0.3, 1.12
"""A shadow leaves at least this share of the grey level. Darker is an object; lighter, an object or glare."""
_WHITE = 255.0
"""The highest grey level."""
_ROWS, _COLUMNS = 4, 6
_BLACK = 1.0
"""Added before division, so that black parts have a ratio."""
_MAX_LIGHT_CHANGE = 0.25
"""Light makes a part of the mat brighter or darker by at most this share; more is an object."""
_SAMPLING = 3
"""The light is measured at every third small pixel, each way."""
_FULL_LIGHT_PERCENTILE = 75
"""Percentile of the parts' brightness that counts as full light."""
_NEW_PICTURE_WEIGHT = 0.2
"""Weight of a new picture of the empty mat."""

_Y, _X = np.mgrid[-1 : 1 : _ROWS * 1j, -1 : 1 : _COLUMNS * 1j].reshape(2, -1)
_PLANE = np.stack([np.ones_like(_X), _X, _Y], axis=1)
"""A constant and two slopes at the middle of each part, shape ``(24, 3)``."""


@dataclass(frozen=True, slots=True, eq=False)
class Difference:
    """The difference between a small picture of the mat and the empty mat.

    Attributes
    ----------
    lit
        The small picture, adjusted to the light of the empty mat.
    other
        Where it differs at all, shadows included.
    things
        Where it differs in a way that no shadow does.
    light
        Brightness of the picture divided by that of the empty mat.
    """

    lit: Planes
    other: Mask
    things: Mask
    light: float

    @property
    def grey(self) -> Grey:
        """The small picture in grey."""
        return _convert_to_grey(self.lit)


class Background:
    """The small picture of the empty mat; it follows slow changes while the mat is empty.

    Parameters
    ----------
    empty
        The flat picture of the empty mat.
    noise
        Its noise, as in :class:`~pi_bunco.vision.calibrate.calibration.Calibration`.

    Examples
    --------
    >>> felt = np.full((480, 960, 3), (70, 110, 40), np.uint8)
    >>> background = Background(felt, noise=1.0)
    >>> darker = (felt * 0.8).astype(np.uint8)
    >>> darker[200:260, 300:360] = 230
    >>> difference = background.compare(shrink_flat(darker))
    >>> int(difference.things.sum()) * SMALLER**2
    3600
    """

    def __init__(self, empty: Image, noise: float) -> None:
        self._empty = cast(
            "Planes", tuple(plane.astype(np.float32) for plane in cv2.split(shrink_flat(empty)))
        )
        self._noise = noise
        self._step = self._compute_step()

    @property
    def grey(self) -> Grey:
        """The small picture of the empty mat in grey."""
        return _convert_to_grey(self._empty)

    def compare(self, picture: Image) -> Difference:
        """Return where a small flat picture differs from the empty mat."""
        planes = [plane.astype(np.float32) for plane in cv2.split(picture)]
        gains = self._compute_gains(planes)
        lit = [cast("Plane", cv2.multiply(plane, gain)) for plane, gain in zip(planes, gains, strict=True)]
        # Where the picture is overexposed, it cannot show the level of the empty mat.
        expected = [
            cast("Plane", cv2.min(plane, _WHITE * gain))
            for plane, gain in zip(self._empty, gains, strict=True)
        ]
        other = (
            _take_largest([cast("Plane", cv2.absdiff(a, b)) for a, b in zip(lit, expected, strict=True)])
            > self._step
        )
        # A shadow darkens all colours by the same share; the rest of the difference shows an object.
        share = (lit[0] + lit[1] + lit[2] + _BLACK) / (expected[0] + expected[1] + expected[2] + _BLACK)
        shaded = [cv2.multiply(plane, share) for plane in expected]
        tints = [
            cast("Plane", cv2.absdiff(a, b) - _MAX_TINT_SHARE * level)
            for a, b, level in zip(lit, shaded, expected, strict=True)
        ]
        things = other & ((_take_largest(tints) > _MAX_TINT) | (share < _MIN_SHADOW) | (share > _MAX_SHADOW))
        light = 1 / float(np.mean([gain.mean() for gain in gains]))
        return Difference(cast("Planes", tuple(lit)), other.view(np.uint8), things.view(np.uint8), light)

    def adapt(self, difference: Difference) -> None:
        """Blend in a picture of the empty mat, so that a stain or a patch of sun becomes part of it."""
        for known, now in zip(self._empty, difference.lit, strict=True):
            cv2.accumulateWeighted(now, known, _NEW_PICTURE_WEIGHT)
        self._step = self._compute_step()

    def _compute_step(self) -> Plane:
        """Return by how much each pixel must differ: more at edges of the print, which may shift slightly."""
        side = np.ones((3, 3), np.uint8)
        contrast = [cv2.morphologyEx(plane, cv2.MORPH_GRADIENT, side) for plane in self._empty]
        return _take_largest(cast("list[Plane]", contrast)) * _MAX_UNNOTICED_SHIFT + (
            _MIN_DIFFERENCE + 4 * self._noise / SMALLER
        )

    def _compute_gains(self, planes: list[Plane]) -> list[Plane]:
        """Return the factor that brings each pixel to the light of the empty mat.

        The reference is the 75th percentile of the parts, because shadows only darken. It may change evenly
        from one side to the other. Parts that contain an object or a shadow do not count.
        """
        medians = np.stack(
            [_compute_medians(now, was) for now, was in zip(planes, self._empty, strict=True)], axis=1
        )
        lit = np.percentile(medians, _FULL_LIGHT_PERCENTILE, axis=0)
        even = np.abs(medians / lit - 1).max(axis=1) <= _MAX_LIGHT_CHANGE
        fitted = np.tile(np.median(medians[even], axis=0) if even.any() else lit, (len(medians), 1))
        if even.sum() >= len(even) / 2:
            fitted = _PLANE @ np.linalg.lstsq(_PLANE[even], medians[even], rcond=None)[0]
        field = (1 / np.clip(fitted, lit * (1 - _MAX_LIGHT_CHANGE), lit * (1 + _MAX_LIGHT_CHANGE))).astype(
            np.float32
        )
        size = (planes[0].shape[1], planes[0].shape[0])
        parts = field.T.reshape(3, _ROWS, _COLUMNS)
        return [cast("Plane", cv2.resize(part, size, interpolation=cv2.INTER_LINEAR)) for part in parts]


def _compute_medians(now: Plane, was: Plane) -> NDArray[np.float32]:
    """Return the median share of the light in each of 4 x 6 parts, shape ``(24,)``."""
    share = (now[::_SAMPLING, ::_SAMPLING] + _BLACK) / (was[::_SAMPLING, ::_SAMPLING] + _BLACK)
    height, width = share.shape[0] // _ROWS, share.shape[1] // _COLUMNS
    blocks = share[: height * _ROWS, : width * _COLUMNS].reshape(_ROWS, height, _COLUMNS, width)
    parts = blocks.transpose(0, 2, 1, 3).reshape(_ROWS * _COLUMNS, height * width)
    middle = height * width // 2
    return cast("NDArray[np.float32]", np.partition(parts, middle, axis=1)[:, middle])


def _take_largest(planes: list[Plane]) -> Plane:
    """Return the largest of the three colours at each pixel."""
    return cast("Plane", cv2.max(cv2.max(planes[0], planes[1]), planes[2]))


def _convert_to_grey(planes: Planes) -> Grey:
    """Return the green plane of a picture, which contributes most to its grey."""
    return cast("Grey", cv2.convertScaleAbs(planes[1]))
