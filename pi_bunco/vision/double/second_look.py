"""Chooses between two looks at a doubtful picture: at the picture itself, and at its mirror image.

Small things decide whether a hard picture can be read, such as how the camera is turned. The mirror image is
another picture of the same throw, so the networks get a second chance. Only pictures of tables that are not
calibrated get a second look, and only if the number of dice is known. On a calibrated mat of a rehearsal it
read one of 40 leaning dice that the first look had rightly doubted. Without the number of dice it misread one
picture for each seven that it read right.
"""

from dataclasses import replace

import numpy as np

from pi_bunco.frames import Image
from pi_bunco.readings import Box, Doubt, Reading, Status
from pi_bunco.vision.double.decide import OWN_EDGES
from pi_bunco.vision.double.missed import measure_distance

MIN_BELIEF = 0.85
"""A second look is worth its time only if a value is not sure, and the belief in each value is at least this.

``models/README.md``, *The second look*, shows what it read with less belief, and what it misread.
"""


def is_worth_second_look(reading: Reading) -> bool:
    """Return whether a second look may resolve a doubt: if each value found is nearly sure.

    >>> from pi_bunco.readings import Die
    >>> nearly, hardly = (Die(3, belief, (0, 0, 40, 40)) for belief in (0.87, 0.7))
    >>> is_worth_second_look(Reading(Status.DOUBTFUL, (nearly,), "Is it a 3?", Doubt.UNSURE))
    True
    >>> is_worth_second_look(Reading(Status.DOUBTFUL, (nearly, hardly), "Is it a 3?", Doubt.UNSURE))
    False
    >>> is_worth_second_look(Reading(Status.DOUBTFUL, (nearly,), "Where are two dice?", Doubt.FEWER))
    False
    """
    return reading.doubt is Doubt.UNSURE and all(die.confidence >= MIN_BELIEF for die in reading.dice)


def mirror(image: Image) -> Image:
    """Return a picture with left and right exchanged.

    >>> mirror(np.array([[[1, 1, 1], [2, 2, 2]]], np.uint8))[0, :, 0]
    array([2, 1], dtype=uint8)
    """
    return np.ascontiguousarray(image[:, ::-1])


def mirror_box(box: Box, width: float) -> Box:
    """Return the place of a box in the mirror image of a picture that is `width` pixels wide.

    >>> mirror_box((10, 20, 60, 70), 640)
    (580, 20, 630, 70)
    """
    x0, y0, x1, y1 = box
    return width - x1, y0, width - x0, y1


def choose_reading(first: Reading, second: Reading, width: float) -> Reading:
    """Return the second reading if it has no doubt and contradicts no value of the first; else the first.

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
        The second reading, with its boxes in the picture, not in the mirror image; or the first reading, if
        the second is in doubt or shows another value at the place of a die.

    Examples
    --------
    >>> from pi_bunco.readings import Die
    >>> first = Reading(Status.DOUBTFUL, (Die(3, 0.5, (0, 0, 40, 40)),), "Is it a 3?", Doubt.UNSURE)
    >>> three, five = Die(3, 0.99, (600, 0, 640, 40)), Die(5, 0.99, (600, 0, 640, 40))
    >>> choose_reading(first, Reading(Status.READ, (three,)), 640).dice
    (Die(value=3, confidence=0.99, box=(0, 0, 40, 40)),)
    >>> choose_reading(first, Reading(Status.READ, (five,)), 640) is first
    True
    """
    if second.status is not Status.READ:
        return first
    dice = tuple(replace(die, box=mirror_box(die.box, width)) for die in reversed(second.dice))
    if any(
        before.value != now.value and measure_distance(before, now) < OWN_EDGES
        for before in first.dice
        for now in dice
    ):
        return first
    return replace(second, dice=dice)
