"""Doubts a reading of an unknown number of dice if the picture's border cuts off one more.

The border may cut a die so that its middle is outside the picture, where nothing finds it. So the picture is
continued by its mirror image: half a die and its reflection then look much like a whole one.
"""

from collections.abc import Callable

import cv2
import numpy as np

from pi_bunco.frames import Image
from pi_bunco.readings import Reading
from pi_bunco.vision.double.decide import OWN_EDGES, make_spot
from pi_bunco.vision.doubts import ANOTHER_CUT
from pi_bunco.vision.geometry.planes import Floats
from pi_bunco.vision.learnt.classify import NOTHING, SpotClass
from pi_bunco.vision.learnt.find import Spot, find_spots
from pi_bunco.vision.learnt.weights import Network

PAD_EDGES = 0.75
"""How far the picture is continued, in edges of the dice that were read."""
BORDER_EDGES = 0.35
"""A die that the border cuts has its mirrored middle nearer to the border than this, in edges."""
MAX_PLACES = 6
"""The most places to classify."""
MAX_SIZE_RATIO = 1.5
"""A die that the border cuts is at most this many times larger or smaller than the others."""
MIN_PROBABILITY = 0.85
"""From this probability of a die on, the reader asks."""
FACE_EDGES = 0.8
"""Side of the square whose median is a face's colour, in edges."""
MAX_COLOUR_RATIO = 0.5
"""Dice of one throw are alike: the cut die's colour differs from a whole one's by less than this share of the
difference between that one and the table."""


def doubt_cut_off(
    reading: Reading,
    image: Image,
    finders: tuple[Network, ...],
    classify: Callable[[Image, list[Spot]], list[SpotClass]],
) -> Reading:
    """Return the reading, or a doubtful one if one more die seems to lie half outside the picture.

    Of 338 photos cut so that a quarter to three quarters of one more die remain, 139 were read without this
    check, and 78 with it. It asks about 8 of 437 photos as they are that were read without it: 3 of these
    were misread, and in one more a die without a label is cut off. The numbers were chosen with these photos.

    Parameters
    ----------
    reading
        A reading without doubt, with at least one die.
    image
        The picture.
    finders
        The finding networks, as in :func:`~pi_bunco.vision.learnt.find.find_spots`.
    classify
        Classifies spots of a picture.
    """
    edge = float(np.median([make_spot(die.box).edge for die in reading.dice]))
    pad = int(PAD_EDGES * edge) + 1
    mirrored = np.asarray(cv2.copyMakeBorder(image, pad, pad, pad, pad, cv2.BORDER_REFLECT), np.uint8)
    spots = [
        spot
        for spot in find_spots(finders, mirrored, edge, None)
        if 1 / MAX_SIZE_RATIO < spot.edge / edge < MAX_SIZE_RATIO
        and _is_new_at_border(spot.x - pad, spot.y - pad, image, reading, edge)
    ][:MAX_PLACES]
    spots = [spot for spot in spots if _looks_like_dice(image, spot.x - pad, spot.y - pad, reading, edge)]
    if any(1 - found.likely[NOTHING] > MIN_PROBABILITY for found in classify(mirrored, spots)):
        return ANOTHER_CUT.make_reading(reading.dice)
    return reading


def _is_new_at_border(x: float, y: float, image: Image, reading: Reading, edge: float) -> bool:
    """Return whether a place is at the border, and is no die that was read, nor the mirror image of one."""
    height, width = image.shape[:2]
    inside = min(x, y, width - x, height - y)
    x, y = width - abs(width - abs(x)), height - abs(height - abs(y))
    return abs(inside) < BORDER_EDGES * edge and all(
        np.hypot(x - die.centre[0], y - die.centre[1]) > OWN_EDGES * edge for die in reading.dice
    )


def _looks_like_dice(image: Image, x: float, y: float, reading: Reading, edge: float) -> bool:
    """Return whether the colour at a place is that of a die that was read."""
    height, width = image.shape[:2]
    table = np.median(image[::4, ::4].reshape(-1, 3), axis=0)
    here = _measure_colour(image, min(max(x, 0), width), min(max(y, 0), height), edge)
    dice = [_measure_colour(image, *die.centre, edge) for die in reading.dice]
    return any(
        np.linalg.norm(here - colour) < MAX_COLOUR_RATIO * np.linalg.norm(table - colour) for colour in dice
    )


def _measure_colour(image: Image, x: float, y: float, edge: float) -> Floats:
    """Return the median colour of a face, as far as it is in the picture, in shape ``(3,)``."""
    half = FACE_EDGES * edge / 2
    x0, x1, y0, y1 = (max(0, round(side)) for side in (x - half, x + half, y - half, y + half))
    return np.asarray(np.median(image[y0:y1, x0:x1].reshape(-1, 3), axis=0), np.float32)
