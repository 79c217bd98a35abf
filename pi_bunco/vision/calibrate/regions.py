"""What lies on the mat, by its size and place alone: dice, things, what reaches over the rim."""

from dataclasses import dataclass
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from pi_bunco.frames import Box, Die
from pi_bunco.vision.calibrate.background import Difference, Mask
from pi_bunco.vision.calibrate.flat import SMALLER

Field = tuple[int, int, int, int]
"""The playing field in whole pixels of the flat picture: ``(x0, y0, x1, y1)``."""

_THERE = 0.25
"""A die makes at least this share of its box differ."""
_AROUND = 0.25
"""Differences within this share of a die beside its box belong to the die: its shadow, its other sides."""
_PLENTY = 2.0
"""If more than so many areas of a die's face differ, something lies there; less may be noise."""
_SMALLEST = 0.3
"""The least area of a thing, in areas of a die's face."""


@dataclass(frozen=True, slots=True)
class Clutter:
    """Something on the mat that no read die explains.

    Attributes
    ----------
    box
        Where, in pixels of the flat picture.
    area
        How large it is, in areas of a die's face.
    inside
        Which share of it lies inside the playing field.
    """

    box: Box
    area: float
    inside: float


@dataclass(frozen=True, slots=True, eq=False)
class Lying:
    """A mat with the things that lie on it.

    Attributes
    ----------
    difference
        Where it differs from the empty one.
    edge
        Edge of a die in pixels of the flat picture.
    field
        The playing field.
    """

    difference: Difference
    edge: float
    field: Field

    @property
    def nothing(self) -> bool:
        """Whether nothing as large as a die lies there, not even something that could be a shadow."""
        if cv2.countNonZero(self.difference.other) < _SMALLEST * self._face:
            return True
        if cv2.countNonZero(self.difference.things) > _PLENTY * self._face:
            return False
        return not self._parts(self._joined(self.difference.other))

    @property
    def box(self) -> Box | None:
        """Around all that lies there as large as a die, shadows too; ``None``: nothing does."""
        _, facts = self._labelled(self._joined(self.difference.other))
        large = facts[1:][facts[1:, cv2.CC_STAT_AREA] >= _SMALLEST * self._face]
        if not len(large):
            return None
        x, y, wide, high = (SMALLER * large[:, :4].astype(float)).T
        return x.min(), y.min(), (x + wide).max(), (y + high).max()

    def has(self, die: Die) -> bool:
        """Return whether the mat differs where a die was read; its box is in pixels of the flat picture."""
        x0, y0, x1, y1 = _pixels(die.box, self.difference.other.shape)
        there = self.difference.other[y0:y1, x0:x1]
        return there.size > 0 and float(there.mean()) >= _THERE

    def beside(self, dice: tuple[Die, ...]) -> list[Clutter]:
        """Find what lies at least in part inside the field beside some dice, the largest first."""
        mask = self._joined(self.difference.things)
        for die in dice:
            # Round, since of a die that touches this one enough must be left over.
            x0, y0, x1, y1 = (edge / SMALLER for edge in die.box)
            more = 2 * _AROUND * self.edge / SMALLER
            middle, size = ((x0 + x1) / 2, (y0 + y1) / 2), (x1 - x0 + more, y1 - y0 + more)
            cv2.ellipse(mask, (middle, size, 0.0), 0, cv2.FILLED)
        return sorted(self._parts(mask), key=lambda thing: -thing.area)

    @property
    def _face(self) -> float:
        """The area of a die's face in pixels of the small picture."""
        return (self.edge / SMALLER) ** 2

    def _joined(self, mask: Mask) -> Mask:
        """Close holes and gaps that are narrower than a third of a die."""
        return cast("Mask", cv2.morphologyEx(mask, cv2.MORPH_CLOSE, _square(self.edge / 3)))

    def _labelled(self, mask: Mask) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Return a number to each part of a mask that is wider than a quarter of a die; 0 is none.

        Returns
        -------
        tuple of arrays
            The number at each pixel, and each part's x, y, width, height and area in small pixels.
        """
        opened = cv2.morphologyEx(mask, cv2.MORPH_OPEN, _square(self.edge / 4))
        _, labels, facts, _ = cv2.connectedComponentsWithStats(opened, connectivity=4)
        return np.asarray(labels, np.int32), np.asarray(facts, np.int32)

    def _parts(self, mask: Mask) -> list[Clutter]:
        """Return the parts of a mask that are as large as dice and lie at least in part inside the field."""
        labels, facts = self._labelled(mask)
        least = _SMALLEST * self._face
        left, top, right, bottom = _pixels(self.field, mask.shape)
        found = []
        for number in range(1, len(facts)):
            x, y, width, height, area = (int(fact) for fact in facts[number])
            inside = np.count_nonzero(labels[top:bottom, left:right] == number) if area >= least else 0
            if inside < least:
                continue
            box = (x * SMALLER, y * SMALLER, (x + width) * SMALLER, (y + height) * SMALLER)
            found.append(Clutter(box, area / self._face, inside / area))
        return found


def _square(wide: float) -> Mask:
    """Return a kernel so many pixels of the flat picture wide, at least 3 of the small one."""
    side = max(3, round(wide / SMALLER) | 1)
    return np.ones((side, side), np.uint8)


def _pixels(box: Box, shape: tuple[int, ...]) -> tuple[int, int, int, int]:
    """Return a box of the flat picture as whole pixels of the small one."""
    x0, y0, x1, y1 = (round(edge / SMALLER) for edge in box)
    return max(x0, 0), max(y0, 0), min(x1, shape[1]), min(y1, shape[0])
