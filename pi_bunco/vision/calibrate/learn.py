"""Learns the empty mat from several pictures of it."""

from collections.abc import Sequence
from typing import NamedTuple, cast

import cv2
import numpy as np

from pi_bunco.errors import Trouble
from pi_bunco.frames import Image
from pi_bunco.sentences import say
from pi_bunco.vision.calibrate.background import Background
from pi_bunco.vision.calibrate.flat import Flat, shrink_flat

FRAMES = 9
"""How many pictures give a good median."""
_MAX_CHANGED = 34
"""At most this many pixels of the small picture may differ by more than noise. A finger covers more."""
_MIN_LIGHT_CHANGE = 0.01
"""A camera whose light changes by less than this share from picture to picture keeps its exposure."""


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
    stack = np.stack(_match_light([flat.rectify(picture) for picture in pictures]))
    # The element in the middle is a real measurement; a mean of two would take longer.
    middle = len(stack) // 2
    picture = cast("Image", np.partition(stack, middle, axis=0)[middle])
    # For a normal distribution the median absolute deviation is 0.6745 of the standard deviation.
    spread = [
        float(np.median(cv2.absdiff(flat_picture[::3, ::3], picture[::3, ::3]))) for flat_picture in stack
    ]
    noise = float(np.mean(spread)) / 0.6745
    background = Background(picture, noise)
    for flat_picture in stack:
        other = background.compare(shrink_flat(flat_picture)).other
        if (
            cv2.countNonZero(cv2.morphologyEx(other, cv2.MORPH_OPEN, np.ones((2, 2), np.uint8)))
            > _MAX_CHANGED
        ):
            raise EmptyTrouble(
                say("Something moved while I learnt the empty mat."),
                say("Take hands and dice away, and let the table learn it again."),
            )
    return EmptyMat(picture, noise)


def _match_light(pictures: list[Image]) -> list[Image]:
    """Return pictures in the light of the first one, since a phone's exposure is never quite still."""
    first = np.median(pictures[0][::9, ::9], axis=(0, 1)) + 1
    gains = [first / (np.median(picture[::9, ::9], axis=(0, 1)) + 1) for picture in pictures]
    if np.abs(np.array(gains) - 1).max() < _MIN_LIGHT_CHANGE:
        return pictures
    levels = np.arange(256)[:, None]
    tables = [np.clip(levels * gain + 0.5, 0, 255).astype(np.uint8).reshape(1, 256, 3) for gain in gains]
    return [cast("Image", cv2.LUT(picture, table)) for picture, table in zip(pictures, tables, strict=True)]
