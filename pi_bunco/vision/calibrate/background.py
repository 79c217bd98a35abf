"""The empty mat as it looks in today's light, and where a picture differs from it."""

from dataclasses import dataclass
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from pi_bunco.frames import Grey, Image
from pi_bunco.vision.calibrate.flat import SMALLER, small

Plane = NDArray[np.float32]
"""One colour of a small picture: shape ``(height, width)``, 0 to 255."""

Planes = tuple[Plane, Plane, Plane]
"""Blue, green and red."""

Mask = NDArray[np.uint8]
"""0 or 1 for each pixel of the small picture."""

_STEP = 12.0
"""Minimum difference of a pixel in grey levels; four times the noise is added."""
_HAIR = 0.35
"""Share of a small pixel by which the mat may have moved unnoticed."""
_TINT = 7.0
_TINTED = 0.07
"""What a shadow may add to its colour: grey levels, and share of the mat's own level."""
_DARKEST, _LIGHTEST = 0.3, 1.12
"""A shadow leaves at least this share of the grey level; darker is a thing, lighter a thing or a glare."""
_WHITE = 255.0
"""No pixel is brighter."""
_ROWS, _COLUMNS = 4, 6
_BLACK = 1.0
"""Added before ratios are taken, so that black parts have one."""
_LOCAL = 0.25
"""Largest share by which light makes a part of the mat brighter or darker; more is a thing."""
_EVERY = 3
"""So many small pixels apart are those by which light is measured."""
_LIT = 75
"""Percentile of the parts' brightness that stands for full light."""
_ADAPT = 0.2
"""Weight of a new picture of the empty mat."""

_Y, _X = np.mgrid[-1 : 1 : _ROWS * 1j, -1 : 1 : _COLUMNS * 1j].reshape(2, -1)
_PLANE = np.stack([np.ones_like(_X), _X, _Y], axis=1)
"""A constant and two slopes at the middle of each part, shape ``(24, 3)``."""


@dataclass(frozen=True, slots=True, eq=False)
class Difference:
    """Where a picture of the mat differs from the empty one, small.

    Attributes
    ----------
    lit
        The small picture in the light of the empty one.
    other
        Where it differs at all, shadows too.
    things
        Where it differs as no shadow does.
    light
        How bright the picture is for each grey level of the empty one.
    """

    lit: Planes
    other: Mask
    things: Mask
    light: float

    @property
    def grey(self) -> Grey:
        """The small picture in grey."""
        return _grey(self.lit)


class Background:
    """The small picture of the empty mat; it follows slow changes while the mat is empty.

    Parameters
    ----------
    empty
        The flat picture of the empty mat.
    noise
        Its noise, as :class:`~pi_bunco.vision.calibrate.calibration.Calibration` has it.

    Examples
    --------
    >>> felt = np.full((480, 960, 3), (70, 110, 40), np.uint8)
    >>> background = Background(felt, noise=1.0)
    >>> darker = (felt * 0.8).astype(np.uint8)
    >>> darker[200:260, 300:360] = 230
    >>> difference = background.compare(small(darker))
    >>> int(difference.things.sum()) * SMALLER**2
    3600
    """

    def __init__(self, empty: Image, noise: float) -> None:
        self._empty = cast("Planes", tuple(plane.astype(np.float32) for plane in cv2.split(small(empty))))
        self._noise = noise
        self._step = self._least_step()

    @property
    def grey(self) -> Grey:
        """The empty mat in grey, small."""
        return _grey(self._empty)

    def compare(self, picture: Image) -> Difference:
        """Return where a small flat picture differs from the empty mat."""
        seen = [plane.astype(np.float32) for plane in cv2.split(picture)]
        gains = self._gains(seen)
        lit = [cast("Plane", cv2.multiply(plane, gain)) for plane, gain in zip(seen, gains, strict=True)]
        # Where the picture is overexposed now, it cannot show what was there.
        was = [
            cast("Plane", cv2.min(plane, _WHITE * gain))
            for plane, gain in zip(self._empty, gains, strict=True)
        ]
        other = (
            _most([cast("Plane", cv2.absdiff(one, two)) for one, two in zip(lit, was, strict=True)])
            > self._step
        )
        # A shadow darkens all colours by the same share; the rest of the difference shows a thing.
        share = (lit[0] + lit[1] + lit[2] + _BLACK) / (was[0] + was[1] + was[2] + _BLACK)
        shaded = [cv2.multiply(plane, share) for plane in was]
        tints = [
            cast("Plane", cv2.absdiff(one, two) - _TINTED * three)
            for one, two, three in zip(lit, shaded, was, strict=True)
        ]
        things = other & ((_most(tints) > _TINT) | (share < _DARKEST) | (share > _LIGHTEST))
        light = 1 / float(np.mean([gain.mean() for gain in gains]))
        return Difference(cast("Planes", tuple(lit)), other.view(np.uint8), things.view(np.uint8), light)

    def adapt(self, difference: Difference) -> None:
        """Blend in a picture of the empty mat, so that a stain or a patch of sun becomes part of it."""
        for mine, now in zip(self._empty, difference.lit, strict=True):
            cv2.accumulateWeighted(now, mine, _ADAPT)
        self._step = self._least_step()

    def _least_step(self) -> Plane:
        """Return by how much each pixel must differ: more at edges of the print, which a hair may shift."""
        side = np.ones((3, 3), np.uint8)
        contrast = [cv2.morphologyEx(plane, cv2.MORPH_GRADIENT, side) for plane in self._empty]
        return _most(cast("list[Plane]", contrast)) * _HAIR + (_STEP + 4 * self._noise / SMALLER)

    def _gains(self, seen: list[Plane]) -> list[Plane]:
        """Return by how much each pixel must be brighter to be in the light of the empty mat.

        The reference is the 75th percentile of the parts: shadows only darken. It may change evenly from
        one side to the other; parts with a thing or a shadow in them do not count.
        """
        medians = np.stack([_medians(now, was) for now, was in zip(seen, self._empty, strict=True)], axis=1)
        lit = np.percentile(medians, _LIT, axis=0)
        even = np.abs(medians / lit - 1).max(axis=1) <= _LOCAL
        fitted = np.tile(np.median(medians[even], axis=0) if even.any() else lit, (len(medians), 1))
        if even.sum() >= len(even) / 2:
            fitted = _PLANE @ np.linalg.lstsq(_PLANE[even], medians[even], rcond=None)[0]
        field = (1 / np.clip(fitted, lit * (1 - _LOCAL), lit * (1 + _LOCAL))).astype(np.float32)
        size = (seen[0].shape[1], seen[0].shape[0])
        parts = field.T.reshape(3, _ROWS, _COLUMNS)
        return [cast("Plane", cv2.resize(part, size, interpolation=cv2.INTER_LINEAR)) for part in parts]


def _medians(now: Plane, was: Plane) -> NDArray[np.float32]:
    """Return the median share of the light in each of 4 x 6 parts, shape ``(24,)``."""
    share = (now[::_EVERY, ::_EVERY] + _BLACK) / (was[::_EVERY, ::_EVERY] + _BLACK)
    height, width = share.shape[0] // _ROWS, share.shape[1] // _COLUMNS
    blocks = share[: height * _ROWS, : width * _COLUMNS].reshape(_ROWS, height, _COLUMNS, width)
    parts = blocks.transpose(0, 2, 1, 3).reshape(_ROWS * _COLUMNS, height * width)
    middle = height * width // 2
    return cast("NDArray[np.float32]", np.partition(parts, middle, axis=1)[:, middle])


def _most(planes: list[Plane]) -> Plane:
    """Return the largest of the three colours of each pixel."""
    return cast("Plane", cv2.max(cv2.max(planes[0], planes[1]), planes[2]))


def _grey(planes: Planes) -> Grey:
    """Return the green of a picture, which is most of what its grey is."""
    return cast("Grey", cv2.convertScaleAbs(planes[1]))
