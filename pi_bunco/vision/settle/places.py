"""Where dice lie, how they look there, and whether they still do."""

from dataclasses import dataclass
from itertools import permutations
from math import atan2, cos, hypot, pi, sin
from typing import cast

import cv2
import numpy as np

from pi_bunco.frames import Box, Die, Grey
from pi_bunco.vision.settle.align import Matrix
from pi_bunco.vision.settle.motion import Mask

_ALIKE = 0.8
"""Least correlation of two looks of one untouched die; a die that was rolled again gives less."""

_SLACK = 0.12
"""A die lies where it lay within this share of its size, and 1.5 pixels."""

_CHANGED = 0.1
_TURN = 0.3
_FEWEST, _MOST = 2, 6
"""One die shows nothing of the kind; more than six would take long to pair."""


@dataclass(frozen=True, slots=True, eq=False)
class DiePlace:
    """One die that lies on the mat.

    Attributes
    ----------
    box
        Where, in pixels of the small picture.
    value
        What it shows; 0 if it could not be read.
    look
        The small picture inside its box.
    gone
        Whether it was seen to lie there no longer, with no hand about that could hide it.
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


def place(die: Die, grey: Grey, scale: float) -> DiePlace:
    """Remember a die that was read in the full picture (``scale`` times as large as ``grey``)."""
    x0, y0, x1, y1 = (edge * scale for edge in die.box)
    return look_at((x0, y0, x1, y1), die.value, grey)


def look_at(box: Box, value: int, grey: Grey) -> DiePlace:
    """Remember what lies in a box of a small picture."""
    left, top, right, bottom = pixels(box, grey.shape)
    return DiePlace(box, value, grey[top:bottom, left:right].copy())


def carry(box: Box, matrix: Matrix) -> Box:
    """Return a box's place in a picture that is moved by ``matrix``."""
    x0, y0, x1, y1 = box
    (a, b, c), (d, e, f) = matrix.tolist()
    middle_x, middle_y = (x0 + x1) / 2, (y0 + y1) / 2
    x, y = a * middle_x + b * middle_y + c, d * middle_x + e * middle_y + f
    zoom = hypot(a, d)
    width, height = (x1 - x0) * zoom / 2, (y1 - y0) * zoom / 2
    return x - width, y - height, x + width, y + height


def lies(known: DiePlace, laid: Grey) -> bool:
    """Return whether a die still lies at its place with the same look.

    Parameters
    ----------
    known
        The die.
    laid
        A later small picture, laid over the one in which the die was seen.
    """
    slack = max(1.5, _SLACK * known.size)
    margin = int(slack) + 1
    left, top, right, bottom = pixels(known.box, laid.shape)
    around = laid[max(top - margin, 0) : bottom + margin, max(left - margin, 0) : right + margin]
    if known.look.size == 0 or any(a < b for a, b in zip(around.shape, known.look.shape, strict=True)):
        return False
    alike = cv2.matchTemplate(around, known.look, cv2.TM_CCOEFF_NORMED)
    _, best, _, (x, y) = cv2.minMaxLoc(alike)
    off = hypot(x - min(left, margin), y - min(top, margin))
    return best >= _ALIKE and off <= slack


def has_changed(box: Box, mask: Mask) -> bool:
    """Return whether something changed inside a box."""
    left, top, right, bottom = pixels(box, mask.shape)
    inside = mask[top:bottom, left:right]
    return inside.size > 0 and float(inside.mean()) >= _CHANGED


def near(box: Box, known: DiePlace) -> bool:
    """Return whether a box is that of a known die."""
    x, y = known.centre
    x0, y0, x1, y1 = box
    return hypot((x0 + x1) / 2 - x, (y0 + y1) / 2 - y) < known.size / 2


def is_bump(known: tuple[DiePlace, ...], seen: tuple[DiePlace, ...], grey: Grey) -> bool:
    """Return whether all dice moved as one, as they seem to when the camera is knocked.

    Where the mat has no texture this is all there is to see of the camera's own motion. Dice that
    were thrown do not keep their distances, turns and values.

    Parameters
    ----------
    known, seen
        The dice before and after, at least two.
    grey
        The small picture in which ``seen`` lie.
    """
    if not _FEWEST <= len(known) == len(seen) <= _MOST:
        return False
    values = [one.value for one in known]
    for order in permutations(seen):
        if [one.value for one in order] == values and _moved_as_one(known, order, grey):
            return True
    return False


def _moved_as_one(known: tuple[DiePlace, ...], seen: tuple[DiePlace, ...], grey: Grey) -> bool:
    slack = max(1.5, _SLACK * min(one.size for one in known))
    here, there = (np.array([one.centre for one in dice]) for dice in (known, seen))
    from_, to = here - here.mean(axis=0), there - there.mean(axis=0)
    turn = atan2(float((from_[:, 0] * to[:, 1] - from_[:, 1] * to[:, 0]).sum()), float((from_ * to).sum()))
    if abs(turn) > _TURN:
        return False
    rotation = np.array([[cos(turn), -sin(turn)], [sin(turn), cos(turn)]])
    if float(np.hypot(*(from_ @ rotation.T - to).T).max()) > slack:
        return False
    for one, x, y in zip(known, *there.T.tolist(), strict=True):
        width, height = one.look.shape[1], one.look.shape[0]
        about = cv2.getRotationMatrix2D((width / 2, height / 2), -turn * 180 / pi, 1)
        look = cv2.warpAffine(one.look, about, (width, height), borderMode=cv2.BORDER_REPLICATE)
        box = (x - width / 2, y - height / 2, x + width / 2, y + height / 2)
        if not lies(DiePlace(box, one.value, cast("Grey", look)), grey):
            return False
    return True


def pixels(box: Box, shape: tuple[int, ...]) -> tuple[int, int, int, int]:
    """Return a box as whole pixels inside a picture."""
    x0, y0, x1, y1 = box
    left, top = max(round(x0), 0), max(round(y0), 0)
    return left, top, max(min(round(x1), shape[1]), left), max(min(round(y1), shape[0]), top)
