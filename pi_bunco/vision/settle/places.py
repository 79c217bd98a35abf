"""Remembers where dice are and how they look, and checks whether they are still there."""

from dataclasses import dataclass
from itertools import permutations
from math import atan2, cos, hypot, pi, sin
from typing import cast

import cv2
import numpy as np

from pi_bunco.frames import Grey
from pi_bunco.readings import Box, Die
from pi_bunco.vision.settle.align import Matrix
from pi_bunco.vision.settle.motion import Mask

_MIN_CORRELATION = 0.8
"""Two pictures of an untouched die correlate at least this much; a die that was rolled again, less."""

_MAX_SHIFT = 0.12
"""A die that moved by at most this share of its size, or by at most 1.5 pixels, counts as unmoved."""

_MIN_CHANGED_SHARE = 0.1
"""A box has changed if at least this share of its pixels has."""

_MAX_TURN = 0.3
"""A bump turns the picture by at most this angle, in radians."""

_MIN_BUMPED_DICE, _MAX_BUMPED_DICE = 2, 6
"""One die cannot show a bump; pairing more than six would take too long."""


@dataclass(frozen=True, slots=True, eq=False)
class DiePlace:
    """A die on the mat.

    Attributes
    ----------
    box
        Where it is, in pixels of the small picture.
    value
        Its value; 0 if it could not be read.
    look
        The part of the small picture inside its box.
    gone
        Whether it was later missing from its place, with no hand near that could hide it.
    """

    box: Box
    value: int
    look: Grey
    gone: bool = False

    @property
    def centre(self) -> tuple[float, float]:
        """The middle of the box."""
        x0, y0, x1, y1 = self.box
        return (x0 + x1) / 2, (y0 + y1) / 2

    @property
    def size(self) -> float:
        """The shorter side of the box."""
        x0, y0, x1, y1 = self.box
        return min(x1 - x0, y1 - y0)


def remember_die(die: Die, grey: Grey, scale: float) -> DiePlace:
    """Return the place of a die that was read in the full picture; ``grey`` is ``scale`` times its size."""
    x0, y0, x1, y1 = (edge * scale for edge in die.box)
    return remember_box((x0, y0, x1, y1), die.value, grey)


def remember_box(box: Box, value: int, grey: Grey) -> DiePlace:
    """Return the place of the object in a box of a small picture."""
    left, top, right, bottom = convert_to_pixels(box, grey.shape)
    return DiePlace(box, value, grey[top:bottom, left:right].copy())


def transform_box(box: Box, matrix: Matrix) -> Box:
    """Return the box in a picture that is moved by ``matrix``."""
    x0, y0, x1, y1 = box
    (a, b, c), (d, e, f) = matrix.tolist()
    middle_x, middle_y = (x0 + x1) / 2, (y0 + y1) / 2
    x, y = a * middle_x + b * middle_y + c, d * middle_x + e * middle_y + f
    zoom = hypot(a, d)
    width, height = (x1 - x0) * zoom / 2, (y1 - y0) * zoom / 2
    return x - width, y - height, x + width, y + height


def is_still_there(known: DiePlace, aligned: Grey) -> bool:
    """Return whether a die is still in its place and looks the same.

    Parameters
    ----------
    known
        The die.
    aligned
        A later small picture, aligned with the one that showed the die.
    """
    slack = max(1.5, _MAX_SHIFT * known.size)
    margin = int(slack) + 1
    left, top, right, bottom = convert_to_pixels(known.box, aligned.shape)
    around = aligned[max(top - margin, 0) : bottom + margin, max(left - margin, 0) : right + margin]
    if known.look.size == 0 or any(a < b for a, b in zip(around.shape, known.look.shape, strict=True)):
        return False
    alike = cv2.matchTemplate(around, known.look, cv2.TM_CCOEFF_NORMED)
    _, best, _, (x, y) = cv2.minMaxLoc(alike)
    off = hypot(x - min(left, margin), y - min(top, margin))
    return best >= _MIN_CORRELATION and off <= slack


def has_changed(box: Box, mask: Mask) -> bool:
    """Return whether something changed inside a box."""
    left, top, right, bottom = convert_to_pixels(box, mask.shape)
    inside = mask[top:bottom, left:right]
    return inside.size > 0 and float(inside.mean()) >= _MIN_CHANGED_SHARE


def is_near(box: Box, known: DiePlace) -> bool:
    """Return whether a box is at the place of a known die."""
    x, y = known.centre
    x0, y0, x1, y1 = box
    return hypot((x0 + x1) / 2 - x, (y0 + y1) / 2 - y) < known.size / 2


def is_bump(known: tuple[DiePlace, ...], seen: tuple[DiePlace, ...], grey: Grey) -> bool:
    """Return whether all dice moved together, as they seem to do when the camera is bumped.

    On a mat without texture, only the dice show the camera's motion. If they were thrown again, they would
    not keep their distances, turns and values.

    Parameters
    ----------
    known, seen
        The dice before and after, at least two.
    grey
        The small picture that shows the dice in ``seen``.
    """
    if not _MIN_BUMPED_DICE <= len(known) == len(seen) <= _MAX_BUMPED_DICE:
        return False
    values = [die.value for die in known]
    for order in permutations(seen):
        if [die.value for die in order] == values and _is_one_motion(known, order, grey):
            return True
    return False


def _is_one_motion(known: tuple[DiePlace, ...], seen: tuple[DiePlace, ...], grey: Grey) -> bool:
    slack = max(1.5, _MAX_SHIFT * min(die.size for die in known))
    here, there = (np.array([die.centre for die in dice]) for dice in (known, seen))
    from_, to = here - here.mean(axis=0), there - there.mean(axis=0)
    turn = atan2(float((from_[:, 0] * to[:, 1] - from_[:, 1] * to[:, 0]).sum()), float((from_ * to).sum()))
    if abs(turn) > _MAX_TURN:
        return False
    rotation = np.array([[cos(turn), -sin(turn)], [sin(turn), cos(turn)]])
    if float(np.hypot(*(from_ @ rotation.T - to).T).max()) > slack:
        return False
    for die, x, y in zip(known, *there.T.tolist(), strict=True):
        width, height = die.look.shape[1], die.look.shape[0]
        about = cv2.getRotationMatrix2D((width / 2, height / 2), -turn * 180 / pi, 1)
        look = cv2.warpAffine(die.look, about, (width, height), borderMode=cv2.BORDER_REPLICATE)
        box = (x - width / 2, y - height / 2, x + width / 2, y + height / 2)
        if not is_still_there(DiePlace(box, die.value, cast("Grey", look)), grey):
            return False
    return True


def convert_to_pixels(box: Box, shape: tuple[int, ...]) -> tuple[int, int, int, int]:
    """Return a box in whole pixels, limited to the picture."""
    x0, y0, x1, y1 = box
    left, top = max(round(x0), 0), max(round(y0), 0)
    return left, top, max(min(round(x1), shape[1]), left), max(min(round(y1), shape[0]), top)
