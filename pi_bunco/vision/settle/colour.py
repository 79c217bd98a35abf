"""Finds what changed its colour, because a die or a hand may be as bright as the mat below it."""

from typing import Any, cast

import cv2
import numpy as np
from numpy.typing import NDArray

from pi_bunco.frames import Image
from pi_bunco.vision.settle.align import Matrix

Chroma = NDArray[np.float32]
"""The shares of green and red in each pixel, 0 to 255, shape ``(height, width, 2)``."""

_ADDED_LIGHT = 40.0
"""Added to the sum of a pixel's three channels, because the colour of black parts is only noise."""

_MIN_STEP = 6.0
"""A share of green or red has changed if it differs by more than this, on the scale of 0 to 255."""

_MIN_STEP_PER_NOISE = 8.0
"""The same limit in standard deviations of the noise. (1.48 turns a median into a standard deviation.)"""

_GRAIN = np.ones((5, 5), np.uint8)


def compute_chroma(image: Image, shape: tuple[int, ...]) -> Chroma:
    """Return the colours of a picture without its brightness, resized to this shape."""
    small = cv2.blur(cv2.resize(image, (shape[1], shape[0]), interpolation=cv2.INTER_AREA), (5, 5))
    light = small.sum(axis=2, dtype=np.float32) + np.float32(_ADDED_LIGHT)
    shares: Chroma = small[..., 1:] * (np.float32(255) / light)[..., None]
    return shares


def warp_chroma(current: Chroma, matrix: Matrix) -> Chroma:
    """Return colours moved as :func:`pi_bunco.vision.settle.align.warp` moves a picture."""
    size = (current.shape[1], current.shape[0])
    return cast("Chroma", cv2.warpAffine(current, matrix, size, borderMode=cv2.BORDER_REPLICATE))


def find_recoloured(aligned: Chroma, before: Chroma) -> NDArray[np.uint8]:
    """Return where colours differ, except for a change that is the same everywhere: a mask of 0 and 1.

    >>> mat = np.full((96, 128, 3), (90, 90, 90), np.uint8)
    >>> hand = mat.copy()
    >>> hand[:50, 30:60] = (60, 80, 130)
    >>> then, now = (compute_chroma(image, (96, 128)) for image in (mat, hand))
    >>> int(find_recoloured(now, then)[20, 45]), int(find_recoloured(now, then)[80, 100])
    (1, 0)
    """
    apart = aligned - before
    apart -= np.median(apart[::6, ::6], axis=(0, 1))
    step = np.abs(apart).max(axis=2)
    limit = max(_MIN_STEP, _MIN_STEP_PER_NOISE * 1.48 * float(np.median(step[::6, ::6])))
    mask: Any = (step > limit).astype(np.uint8)
    return cast("NDArray[np.uint8]", cv2.morphologyEx(mask, cv2.MORPH_OPEN, _GRAIN))
