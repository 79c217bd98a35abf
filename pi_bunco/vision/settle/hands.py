"""Finds hands: things that reach in over the picture's border."""

from typing import Any, cast

import cv2
import numpy as np
from numpy.typing import NDArray

from pi_bunco.frames import Box, Grey
from pi_bunco.vision.settle.light import match_light
from pi_bunco.vision.settle.motion import Mask

_SHARE = 0.04
"""Share of the picture from which a thing is a hand or an arm, not a die."""

_STEP = 14
_BLUR = 7
"""Wider than the grain of a mat, so that only outlines of things are left."""

_GAP = 9
_NEAR = 9
_SHADE = 4
"""A die's shadow and its blurred edge reach so far from its box."""

_KERNEL = np.ones((5, 5), np.uint8)


def find_hand(laid: Grey, before: Grey, recoloured: Mask, dice: list[Box]) -> Mask | None:
    """Find a hand that was not there before.

    Parameters
    ----------
    laid
        The picture, laid over ``before``.
    before
        The picture it is compared with.
    recoloured
        Where the colours of the two differ.
    dice
        Where dice lie or lay, in pixels: these differences are no hand's.

    Returns
    -------
    Mask or None
        The pixels it covers; ``None`` if there is none, or if it was there before and is gone.
    """
    lit = match_light(laid, before, things=True)
    now, then = (cv2.blur(grey, (_BLUR, _BLUR)) for grey in (lit, before))
    mask = cv2.bitwise_or(cv2.threshold(cv2.absdiff(now, then), _STEP, 1, cv2.THRESH_BINARY)[1], recoloured)
    for x0, y0, x1, y1 in dice:
        top, bottom = max(round(y0) - _SHADE, 0), max(round(y1) + _SHADE, 0)
        mask[top:bottom, max(round(x0) - _SHADE, 0) : max(round(x1) + _SHADE, 0)] = 0
    joined = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((_GAP, _GAP), np.uint8))
    found = _hands(cv2.morphologyEx(joined, cv2.MORPH_OPEN, _KERNEL))
    if found is None:
        return None
    # Whichever picture has the edges along the outline is the one with the hand in it.
    outline = cv2.morphologyEx(found, cv2.MORPH_GRADIENT, _KERNEL) > 0
    edges_now, edges_then = (cv2.morphologyEx(grey, cv2.MORPH_GRADIENT, _KERNEL) for grey in (now, then))
    return found if edges_now[outline].mean() > edges_then[outline].mean() else None


def _hands(mask: NDArray[Any]) -> Mask | None:
    """Keep the pieces that touch the border and are large."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats(mask)
    found = np.zeros(mask.shape, np.uint8)
    for label in range(1, count):
        *box, area = stats[label].tolist()
        if at_border(box, mask.shape) and area >= _SHARE * mask.size:
            found[labels == label] = 1
    return found if found.any() else None


def only_hands_move(mask: Mask) -> bool:
    """Return whether everything that moves touches the picture's border."""
    # Blocks of 4 x 4 pixels are looked at sixteen times as fast. Fingers and arm move as one, though
    # between their edges nothing may seem to.
    blocks = cv2.resize(mask * np.uint8(255), None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    blocks = cv2.dilate(blocks, _KERNEL)
    count, _, stats, _ = cv2.connectedComponentsWithStats(blocks)
    return all(at_border(box, blocks.shape) for *box, _ in stats[1:count].tolist())


def at_border(box: list[int], shape: tuple[int, ...]) -> bool:
    """Return whether a box (left, top, width, height) touches the border of a picture."""
    x, y, w, h = box
    return x <= 1 or y <= 1 or x + w >= shape[1] - 1 or y + h >= shape[0] - 1


def widen_hand(mask: Mask) -> Mask:
    """Return a hand and its near surroundings."""
    return cast("Mask", cv2.dilate(mask, np.ones((_NEAR, _NEAR), np.uint8)))
