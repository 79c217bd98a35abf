"""Learns the empty mat from several pictures of it."""

from collections.abc import Sequence
from typing import NamedTuple, cast

import cv2
import numpy as np

from pi_bunco.errors import Trouble
from pi_bunco.frames import Image
from pi_bunco.vision.calibrate.flat import Flat

FRAMES = 9
"""How many pictures give a good median."""
_UNREST, _SPOT = 24, 60
"""Grey levels by which a pixel may differ from the median, and how many pixels (at a third of the size) may
differ by more."""
_STEP = 3


class EmptyTrouble(Trouble):
    """The mat was not empty, or something moved, while it was learnt."""


class EmptyMat(NamedTuple):
    """The empty mat.

    Attributes
    ----------
    picture
        The flat picture of the mat.
    noise
        Standard deviation of a pixel from one picture to the next, in grey levels, median over the mat.
    """

    picture: Image
    noise: float


def learn_empty(pictures: Sequence[Image], flat: Flat) -> EmptyMat:
    """Learn the empty mat.

    Parameters
    ----------
    pictures
        The camera's pictures, :data:`FRAMES` of them or more, in which nothing moves.
    flat
        The mapping to the flat picture.

    Raises
    ------
    EmptyTrouble
        If something moved.
    """
    stack = np.stack([flat.rectify(picture) for picture in pictures])
    # The median is a value that the camera gave, and faster than a mean of two.
    middle = len(stack) // 2
    picture = np.partition(stack, middle, axis=0)[middle]
    small = _shrink(picture)
    spread = []
    for one in stack:
        off = cv2.absdiff(_shrink(one), small).max(axis=2)
        steady = cv2.morphologyEx(off, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
        if np.count_nonzero(steady > _UNREST) > _SPOT:
            raise EmptyTrouble(
                "Something moved while I learnt the empty mat.",
                "Take hands and dice away, and learn it again.",
            )
        spread.append(float(np.median(cv2.absdiff(one[::_STEP, ::_STEP], picture[::_STEP, ::_STEP]))))
    # For a normal distribution the median absolute deviation is 0.6745 of the standard deviation.
    return EmptyMat(cast("Image", picture), float(np.mean(spread)) / 0.6745)


def _shrink(image: Image) -> Image:
    size = (image.shape[1] // _STEP, image.shape[0] // _STEP)
    return cast("Image", cv2.resize(image, size, interpolation=cv2.INTER_AREA))
