"""The empty mat as it looks in today's light, and where a picture differs from it."""

from dataclasses import dataclass
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from pi_bunco.frames import Image
from pi_bunco.vision.settle.light import Grey

Colours = NDArray[np.float32]
"""A small picture in which is counted, shape ``(height, width, 3)``, blue-green-red, 0 to 255."""

Mask = NDArray[np.uint8]
"""0 or 1 for each pixel of the small picture."""

SMALLER = 4
"""A flat picture's pixels for each pixel of the small one, each way."""

_STEP = 12.0
"""Grey levels by which a pixel differs at least; to it come four times the noise."""
_TINT = 7.0
_TINTED = 0.07
"""What a shadow may add to its colour: grey levels, and share of the mat's own level."""
_DARKEST, _LIGHTEST = 0.42, 1.12
"""A shadow leaves at least this share of the grey level; darker is a thing, lighter a thing or a glare."""
_BURNT = 245
_ROWS, _COLUMNS = 4, 6
_BLACK = 1.0
"""Added before ratios are taken, so that black parts have one."""
_LOCAL = 0.25
"""A part of the mat is brighter or darker than the whole by this share at most; more is a thing."""
_LIT = 75
"""Percentile of the parts' brightness that is taken for that of those in full light."""
_ADAPT = 0.2
"""How much of a new picture of the empty mat is taken in."""

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
    """

    lit: Colours
    other: Mask
    things: Mask


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
    >>> difference = background.compare(darker)
    >>> int(difference.things.sum()) * SMALLER**2
    3600
    """

    def __init__(self, empty: Image, noise: float) -> None:
        self._empty = small(empty).astype(np.float32)
        self._step = _STEP + 4 * noise / SMALLER

    @property
    def grey(self) -> Grey:
        """The empty mat in grey, small."""
        return cast("Grey", cv2.cvtColor(self._empty.astype(np.uint8), cv2.COLOR_BGR2GRAY))

    def compare(self, flat: Image) -> Difference:
        """Tell where a flat picture differs from the empty mat."""
        seen = small(flat).astype(np.float32)
        gain = self._gain(seen)
        lit = cast("Colours", cv2.multiply(seen, gain))
        off = cast("Colours", np.abs(lit - self._empty))
        # Where the light now is too bright for the camera, less than was there says nothing.
        off[(self._empty > _BURNT * gain) & (lit < self._empty)] = 0
        other = _most(off) > self._step
        # A shadow takes as much of each colour; what is left of the difference then is a thing's.
        share = (lit.sum(axis=2) + _BLACK) / (self._empty.sum(axis=2) + _BLACK)
        shaded = self._empty * share[..., None]
        tint = _most(cast("Colours", np.abs(lit - shaded) - _TINTED * self._empty)) > _TINT
        things = other & (tint | (share < _DARKEST) | (share > _LIGHTEST))
        return Difference(lit, other.astype(np.uint8), things.astype(np.uint8))

    def adapt(self, difference: Difference) -> None:
        """Take in a picture of the empty mat: a stain, a patch of sun becomes part of it little by little."""
        cv2.accumulateWeighted(difference.lit, self._empty, _ADAPT)

    def _gain(self, seen: Colours) -> Colours:
        """Give by how much each pixel must be brighter to be in the light of the empty mat.

        That light is the one of the mat's brighter parts: shadows only take. It may change evenly from one
        side to the other; parts in which something lies, or a shadow, do not count.
        """
        share = (seen[::2, ::2] + _BLACK) / (self._empty[::2, ::2] + _BLACK)
        height, width = share.shape[0] // _ROWS, share.shape[1] // _COLUMNS
        blocks = share[: height * _ROWS, : width * _COLUMNS].reshape(_ROWS, height, _COLUMNS, width, 3)
        medians = np.median(blocks.transpose(0, 2, 1, 3, 4).reshape(_ROWS * _COLUMNS, -1, 3), axis=1)
        lit = np.percentile(medians, _LIT, axis=0)
        even = np.abs(medians / lit - 1).max(axis=1) <= _LOCAL
        fitted = np.tile(np.median(medians[even], axis=0) if even.any() else lit, (len(medians), 1))
        if even.sum() >= len(even) / 2:
            fitted = _PLANE @ np.linalg.lstsq(_PLANE[even], medians[even], rcond=None)[0]
        field = (1 / np.clip(fitted, lit * (1 - _LOCAL), lit * (1 + _LOCAL))).astype(np.float32)
        size = (seen.shape[1], seen.shape[0])
        return cast(
            "Colours", cv2.resize(field.reshape(_ROWS, _COLUMNS, 3), size, interpolation=cv2.INTER_LINEAR)
        )


def small(flat: Image) -> Image:
    """Give a flat picture at a quarter of its width and height."""
    # Twice by halves: OpenCV is ten times as quick at these as at one step by four.
    for _ in range(2):
        half = (flat.shape[1] // 2, flat.shape[0] // 2)
        flat = cast("Image", cv2.resize(flat, half, interpolation=cv2.INTER_AREA))
    return flat


def _most(colours: Colours) -> NDArray[np.float32]:
    """Give the largest of the three colours of each pixel."""
    blue, green, red = cv2.split(colours)
    return cast("NDArray[np.float32]", cv2.max(cv2.max(blue, green), red))
