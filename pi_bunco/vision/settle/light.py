"""Removes a change of light from a picture: exposure steps, lamps, flicker bands, soft shadows."""

from typing import Any, cast

import cv2
import numpy as np
from numpy.typing import NDArray

from pi_bunco.frames import Grey

_ROWS, _COLUMNS = 12, 8
_ADDED_LEVEL = 2.0
"""In grey levels; added to both pictures before the division, so that black parts have a ratio, too."""

_SAMPLING_STEP = 4
"""Every fourth pixel is used, each way."""

_MAX_LOCAL_GAIN = 0.25
"""Light makes a part brighter or darker than the whole by at most this share; more is an object."""


def match_light(current: Grey, reference: Grey, *, keep_objects: bool = False) -> Grey:
    """Return ``current`` as it would look in the light of ``reference``.

    The gain is the median ratio of the two pictures in each of 12 x 8 blocks, so that dice that cover less
    than half of a block do not matter.

    Parameters
    ----------
    current, reference
        Two aligned pictures of one size, at least 48 x 48.
    keep_objects
        Whether large objects, such as hands, must keep their brightness. Then the gain may only differ from
        row to row (flicker) and evenly from left to right (lamps), not from block to block.

    Examples
    --------
    >>> mat = np.tile(np.arange(60, 156, dtype=np.uint8), (96, 1))
    >>> int(np.abs(match_light((mat * 0.8).astype(np.uint8), mat).astype(int) - mat).max()) <= 2
    True
    """
    height, width = reference.shape
    gains: NDArray[np.floating] = _compute_gains(current, reference)
    whole = float(np.median(gains))
    if keep_objects:
        rows = np.median(gains, axis=1, keepdims=True)
        left, right = (float(np.median(half)) for half in np.split(gains / rows, 2, axis=1))
        gains = rows * (1 + (right - left) * np.linspace(-1, 1, _COLUMNS))
    gains = np.clip(gains, whole * (1 - _MAX_LOCAL_GAIN), whole * (1 + _MAX_LOCAL_GAIN))
    # Each gain belongs to the middle of its block, as each value does to the middle of its pixel in resize.
    field = cv2.resize(gains.astype(np.float32), (width, height), interpolation=cv2.INTER_LINEAR)
    return cast("Grey", cv2.multiply(current, cast("Any", field), dtype=cv2.CV_8U))


def _compute_gains(current: Grey, reference: Grey) -> NDArray[np.float32]:
    """Return the median ratio of two pictures in each block, shape ``(12, 8)``."""
    rows, columns = (
        reference.shape[0] // _ROWS // _SAMPLING_STEP,
        reference.shape[1] // _COLUMNS // _SAMPLING_STEP,
    )
    picked = np.s_[
        : rows * _ROWS * _SAMPLING_STEP : _SAMPLING_STEP,
        : columns * _COLUMNS * _SAMPLING_STEP : _SAMPLING_STEP,
    ]
    ratio = (reference[picked] + np.float32(_ADDED_LEVEL)) / (current[picked] + np.float32(_ADDED_LEVEL))
    blocks = ratio.reshape(_ROWS, rows, _COLUMNS, columns).transpose(0, 2, 1, 3)
    medians: NDArray[np.float32] = np.median(blocks.reshape(_ROWS, _COLUMNS, rows * columns), axis=2)
    return medians
