"""Finds new objects on the mat that have the size and shape of dice and were not read."""

import cv2
import numpy as np

from pi_bunco.frames import Grey
from pi_bunco.readings import Box
from pi_bunco.vision.settle.motion import Mask

_MIN_SIDE, _MAX_SIDE = 0.02, 0.25
"""Sides of a die as shares of the picture's longer side."""

_MAX_ELONGATION = 2.4
"""The longer side of an object's box, divided by its shorter side."""

_MIN_FILLED_SHARE = 0.45
"""The share of its box that an object fills."""

_MAX_SIZE_RATIO = 2.2
"""The longest side of all objects, divided by the longest side of the smallest object."""

_GRAIN = np.ones((3, 3), np.uint8)


def find_things(mask: Mask, now: Grey, before: Grey) -> list[Box]:
    """Find new objects that are compact, of about one size, and have an outline that was not there before.

    Parameters
    ----------
    mask
        What changed.
    now, before
        The small picture, aligned with the earlier one; and the earlier one.

    Returns
    -------
    list of Box
        Where the objects are; empty if their sizes differ too much for dice.
    """
    joined = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((7, 7), np.uint8))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(joined)
    edges_now, edges_before = (cv2.morphologyEx(grey, cv2.MORPH_GRADIENT, _GRAIN) for grey in (now, before))
    found: list[Box] = []
    for label in range(1, count):
        x, y, width, height, area = stats[label].tolist()
        short, long = sorted((width, height))
        if not _MIN_SIDE <= short / max(mask.shape) <= long / max(mask.shape) <= _MAX_SIDE:
            continue
        if long > _MAX_ELONGATION * short or area < _MIN_FILLED_SHARE * width * height:
            continue
        outline = cv2.morphologyEx((labels == label).astype(np.uint8), cv2.MORPH_GRADIENT, _GRAIN) > 0
        if edges_now[outline].mean() > edges_before[outline].mean():
            found.append((x, y, x + width, y + height))
    sides = [max(x1 - x0, y1 - y0) for x0, y0, x1, y1 in found]
    return found if found and max(sides) <= _MAX_SIZE_RATIO * min(sides) else []
