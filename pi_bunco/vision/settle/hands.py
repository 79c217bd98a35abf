"""Finds hands: objects that reach in over the picture's border."""

from typing import Any, cast

import cv2
import numpy as np
from numpy.typing import NDArray

from pi_bunco.frames import Grey
from pi_bunco.readings import Box
from pi_bunco.vision.settle.light import match_light
from pi_bunco.vision.settle.motion import Mask

_MIN_HAND_SHARE = 0.04
"""An object of at least this share of the picture is a hand or an arm, not a die."""

_MIN_STEP = 14
"""A blurred pixel has changed if it differs by more than this, in grey levels."""

_BLUR_SIDE = 7
"""In pixels; wider than the grain of a mat, so that only the outlines of objects are left."""

_CLOSING_SIDE = 9
"""Side of the square, in pixels, that closes the gaps between the parts of a hand."""

_WIDENING_SIDE = 9
"""Side of the square, in pixels, by which the mask of a hand is widened."""

_SHADE_PIXELS = 4
"""A die's shadow and its blurred edge reach this many pixels beyond its box."""

_KERNEL = np.ones((5, 5), np.uint8)


def find_hand(aligned: Grey, before: Grey, recoloured: Mask, dice: list[Box]) -> Mask | None:
    """Find a hand that was not there before.

    Parameters
    ----------
    aligned
        The picture, aligned with ``before``.
    before
        The earlier picture.
    recoloured
        Where the colours of the two differ.
    dice
        Where dice are or were, in pixels. Differences there are not part of a hand.

    Returns
    -------
    Mask or None
        The pixels of the hand; ``None`` if there is none, or if it was there before and is gone.
    """
    lit = match_light(aligned, before, keep_objects=True)
    blurred, blurred_before = (cv2.blur(grey, (_BLUR_SIDE, _BLUR_SIDE)) for grey in (lit, before))
    mask = cv2.bitwise_or(
        cv2.threshold(cv2.absdiff(blurred, blurred_before), _MIN_STEP, 1, cv2.THRESH_BINARY)[1], recoloured
    )
    for x0, y0, x1, y1 in dice:
        top, bottom = max(round(y0) - _SHADE_PIXELS, 0), max(round(y1) + _SHADE_PIXELS, 0)
        mask[top:bottom, max(round(x0) - _SHADE_PIXELS, 0) : max(round(x1) + _SHADE_PIXELS, 0)] = 0
    joined = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((_CLOSING_SIDE, _CLOSING_SIDE), np.uint8))
    found = _keep_hands(cv2.morphologyEx(joined, cv2.MORPH_OPEN, _KERNEL))
    if found is None:
        return None
    # The hand is in the picture that has edges along its outline.
    outline = cv2.morphologyEx(found, cv2.MORPH_GRADIENT, _KERNEL) > 0
    edges, edges_before = (
        cv2.morphologyEx(grey, cv2.MORPH_GRADIENT, _KERNEL) for grey in (blurred, blurred_before)
    )
    return found if edges[outline].mean() > edges_before[outline].mean() else None


def _keep_hands(mask: NDArray[Any]) -> Mask | None:
    """Return the pieces of a mask that touch the border and are large; ``None``: there are none."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats(mask)
    found = np.zeros(mask.shape, np.uint8)
    for label in range(1, count):
        *box, area = stats[label].tolist()
        if is_at_border(box, mask.shape) and area >= _MIN_HAND_SHARE * mask.size:
            found[labels == label] = 1
    return found if found.any() else None


def are_only_hands_moving(mask: Mask) -> bool:
    """Return whether everything that moves touches the picture's border."""
    # Blocks of 4 x 4 pixels take a sixteenth of the time. Dilation joins the edges of fingers and arm to one
    # object, although nothing may seem to move between them.
    blocks = cv2.resize(mask * np.uint8(255), None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    blocks = cv2.dilate(blocks, _KERNEL)
    count, _, stats, _ = cv2.connectedComponentsWithStats(blocks)
    return all(is_at_border(box, blocks.shape) for *box, _ in stats[1:count].tolist())


def is_at_border(box: list[int], shape: tuple[int, ...]) -> bool:
    """Return whether a box (left, top, width, height) touches the border of a picture."""
    x, y, w, h = box
    return x <= 1 or y <= 1 or x + w >= shape[1] - 1 or y + h >= shape[0] - 1


def widen_hand(mask: Mask) -> Mask:
    """Return the mask of a hand with its near surroundings."""
    return cast("Mask", cv2.dilate(mask, np.ones((_WIDENING_SIDE, _WIDENING_SIDE), np.uint8)))
