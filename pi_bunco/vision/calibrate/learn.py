"""Learns the empty mat from several pictures of it."""

from collections.abc import Sequence
from typing import NamedTuple, cast

import cv2
import numpy as np

from pi_bunco.errors import Trouble
from pi_bunco.frames import Image
from pi_bunco.vision.calibrate.flat import Flat

FRAMES = 9
"""Pictures that give a good median."""
_UNREST, _SPOT = 24, 60
"""Grey levels by which a picture may differ from the median, and pixels (of a third) that may do so more."""
_STEP = 3


class EmptyTrouble(Trouble):
    """The mat was not empty, or not still, while it was learnt."""


class Empty(NamedTuple):
    """The mat with nothing on it.

    Attributes
    ----------
    picture
        Its flat picture.
    noise
        Standard deviation of a pixel from one picture to the next, in grey levels, median over the mat.
    """

    picture: Image
    noise: float


def learn_empty(pictures: Sequence[Image], flat: Flat) -> Empty:
    """Learn the empty mat.

    Parameters
    ----------
    pictures
        The camera's pictures, :data:`FRAMES` of them or more, in which nothing moves.
    flat
        The way to the flat picture.

    Raises
    ------
    EmptyTrouble
        If something moved.
    """
    stack = np.stack([flat.rectify(picture) for picture in pictures])
    # The one in the middle: exactly a value that the camera gave, and quicker than a mean of two.
    middle = len(stack) // 2
    picture = np.partition(stack, middle, axis=0)[middle]
    small = _small(picture)
    spread = []
    for one in stack:
        off = cv2.absdiff(_small(one), small).max(axis=2)
        steady = cv2.morphologyEx(off, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
        if np.count_nonzero(steady > _UNREST) > _SPOT:
            raise EmptyTrouble(
                "Something moved while I learnt the empty mat.",
                "Take hands and dice away, and learn it again.",
            )
        spread.append(float(np.median(cv2.absdiff(one[::_STEP, ::_STEP], picture[::_STEP, ::_STEP]))))
    # For a normal distribution the median absolute deviation is 0.6745 of the standard deviation.
    return Empty(cast("Image", picture), float(np.mean(spread)) / 0.6745)


def _small(image: Image) -> Image:
    size = (image.shape[1] // _STEP, image.shape[0] // _STEP)
    return cast("Image", cv2.resize(image, size, interpolation=cv2.INTER_AREA))
