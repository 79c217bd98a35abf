"""A second look, at the mirror image, if the first one is in doubt about dice that are there.

Small things decide whether a hard picture can be read, such as how the camera is turned. Its mirror image is
another picture of the same throw, so the networks get a second chance. Only pictures of tables that are not
calibrated get it: on a rehearsal's mat it read one leaning die of 40 that the first look had doubted.
"""

from dataclasses import replace

import numpy as np

from pi_bunco.frames import Box, Doubt, Image, Reading, Status
from pi_bunco.vision.double.agree import measure_distance
from pi_bunco.vision.double.decide import OWN_EDGES

SECOND_LOOK_DOUBTS = frozenset({Doubt.UNSURE, Doubt.FEWER})
"""The doubts after which a second look is worth its time: a value was unsure, or a die was not found."""


def mirror(image: Image) -> Image:
    """Return a picture with left and right exchanged.

    >>> mirror(np.array([[[1, 1, 1], [2, 2, 2]]], np.uint8))[0, :, 0]
    array([2, 1], dtype=uint8)
    """
    return np.ascontiguousarray(image[:, ::-1])


def mirror_box(box: Box, width: float) -> Box:
    """Return where a box is in the mirror image of a picture of that width in pixels.

    >>> mirror_box((10, 20, 60, 70), 640)
    (580, 20, 630, 70)
    """
    x0, y0, x1, y1 = box
    return width - x1, y0, width - x0, y1


def settle(first: Reading, second: Reading, width: float) -> Reading:
    """Return the reading of two looks: the second one if it has no doubt and contradicts nothing seen before.

    Parameters
    ----------
    first
        The doubtful reading of a picture.
    second
        The reading of its mirror image.
    width
        The picture's width in pixels.

    Returns
    -------
    Reading
        The second reading, with places as in the picture; or the first one, if the second is in doubt, or
        shows another value where the first one saw a die.

    Examples
    --------
    >>> from pi_bunco.frames import Die
    >>> first = Reading(Status.DOUBTFUL, (Die(3, 0.5, (0, 0, 40, 40)),), "Is it a 3?", Doubt.UNSURE)
    >>> three, five = Die(3, 0.99, (600, 0, 640, 40)), Die(5, 0.99, (600, 0, 640, 40))
    >>> settle(first, Reading(Status.READ, (three,)), 640).dice
    (Die(value=3, confidence=0.99, box=(0, 0, 40, 40)),)
    >>> settle(first, Reading(Status.READ, (five,)), 640) is first
    True
    """
    if second.status is not Status.READ:
        return first
    dice = tuple(replace(die, box=mirror_box(die.box, width)) for die in reversed(second.dice))
    if any(
        one.value != die.value and measure_distance(one, die) < OWN_EDGES
        for one in first.dice
        for die in dice
    ):
        return first
    return replace(second, dice=dice)
