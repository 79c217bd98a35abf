"""Reads the dice on a calibrated mat, and compares the reading with the empty mat."""

from dataclasses import replace
from math import pi
from statistics import median

from pi_bunco.frames import Image
from pi_bunco.readings import Box, Reading, Status
from pi_bunco.vision.calibrate.background import Background
from pi_bunco.vision.calibrate.calibration import Calibration
from pi_bunco.vision.calibrate.check import CheckedReading, check, doubt_cut_dice
from pi_bunco.vision.calibrate.flat import LONGER_SIDE
from pi_bunco.vision.calibrate.place import MatFinder, Whereabouts
from pi_bunco.vision.calibrate.plain import PlainMat
from pi_bunco.vision.calibrate.regions import MatContents
from pi_bunco.vision.calibrate.stand_by_corners import find_stand
from pi_bunco.vision.doubts import MOVED
from pi_bunco.vision.reader import Reader, from_above, skip_unchanged
from pi_bunco.vision.settle.diesize import DieSize

_DEFAULT_EDGE = LONGER_SIDE / 18
"""A die's edge if none was read yet: the size of a 16 mm die on a mat of 30 cm."""

_MIN_EDGE = LONGER_SIDE / 48
"""The edge of the smallest die that is looked for before any die was read."""

_BOX_BORDER = 1.75
"""The flat picture is made this far around the objects on the mat, in edges of a die."""

_CHECK_INTERVAL = 4
"""The mat's place is checked in every fourth picture, even if nothing is wrong."""


class CalibratedReader:
    """Reads the dice on a calibrated mat.

    The inner reader gets the flat picture of the mat and the size of a die. Its reading must agree with where
    the mat differs from the empty one; otherwise it is doubtful.

    The reader follows slow changes: the light, the look of the empty mat, and a drift of the camera by less
    than a hundredth of the mat.

    Parameters
    ----------
    inner
        Reads the flat picture; it gets the camera's position if it is a
        :class:`~pi_bunco.vision.reader.SeesFromAbove`.
    calibration
        The calibrated table. Pictures must have the size of the calibrated ones
        (:meth:`~pi_bunco.vision.calibrate.calibration.Calibration.fits`).
    """

    def __init__(self, inner: Reader, calibration: Calibration) -> None:
        self.calibration = calibration
        self._inner = inner
        self._stand = calibration.stand or find_stand(
            calibration.flat, calibration.ratio, calibration.picture
        )
        self._flat = calibration.flat
        self._background = Background(calibration.empty, calibration.noise)
        self._plain = PlainMat(calibration.empty)
        self._places = MatFinder(calibration)
        self._size = DieSize()
        self._looks = 0

    def read(self, image: Image, *, dice: int | None = 3, die_size: float | None = None) -> Reading:  # noqa: ARG002 - the calibration knows it
        """Read the dice in a camera's picture, as in :meth:`Reader.read`; boxes are in its pixels.

        `die_size` is ignored, because the size is known for the flat picture.
        """
        checked, where = self._look(image, dice)
        if where.flat is not None:
            self._flat = where.flat
            checked, where = self._look(image, dice)
        if where.moved:
            # The flat picture shows the wrong place now, so the dice are read in the camera's picture.
            return MOVED.make_reading(self._inner.read(image, dice=dice).dice)
        self._size.learn(checked.reading)
        return doubt_cut_dice(self._map_to_camera(checked.reading), image.shape)

    def _look(self, image: Image, dice: int | None) -> tuple[CheckedReading, Whereabouts]:
        """Read the mat where it is expected, and check whether it is there."""
        difference = self._background.compare(self._flat.shrink(image))
        contents = MatContents(difference, self.edge or _MIN_EDGE, self._flat.field)
        if contents.nothing:
            checked = CheckedReading(Reading(Status.EMPTY), sound=True)
        else:
            # If the number of dice is not known, nobody would notice that one is missing, so the reader looks
            # everywhere, not only where the mat differs. Without the size of a die the box is not exact.
            box = contents.box if dice is not None and self.edge is not None else None
            picture = self._flat.rectify(image, box and _widen(box, _BOX_BORDER * self._estimate_edge()))
            self._plain.paint(picture, difference, self._estimate_edge())
            inner = from_above(self._inner, self._stand, box)
            if dice is not None:
                inner = skip_unchanged(inner, difference.other)
            reading = inner.read(picture, dice=dice, die_size=self.edge)
            if reading.status is not Status.READ and dice is not None and self.edge is None:
                # Dice are found better if their size is known. Until some were read, the area shows it.
                guess = max(contents.guess_edge(dice), _MIN_EDGE)
                second = inner.read(picture, dice=dice, die_size=guess)
                reading = second if second.status is Status.READ else reading
            contents = replace(contents, edge=self._estimate_edge(reading))
            checked = check(reading, contents, self._stand, dice)
        where = Whereabouts()
        if not checked.sound or self._looks % _CHECK_INTERVAL == 0:
            where = self._places.find(self._flat, difference, far=not checked.sound)
        self._looks += 1
        if checked.reading.status is Status.EMPTY and where == Whereabouts():
            self._background.adapt(difference)
        return checked, where

    @property
    def edge(self) -> float | None:
        """The edge of a die in the flat picture: from the calibration, else learnt; ``None``: not known."""
        return self.calibration.die or self._size.edge

    def _estimate_edge(self, reading: Reading | None = None) -> float:
        """Return the edge of a die: the known one, else that of a reading, else a guess."""
        if self.edge is not None:
            return self.edge
        return measure_edge(reading) if reading is not None and reading.dice else _DEFAULT_EDGE

    def _map_to_camera(self, reading: Reading) -> Reading:
        dice = [replace(die, box=self._flat.map_back(die.box)) for die in reading.dice]
        return replace(reading, dice=tuple(sorted(dice, key=lambda die: (die.centre, die.value))))


def _widen(box: Box, by: float) -> Box:
    x0, y0, x1, y1 = box
    return x0 - by, y0 - by, x1 + by, y1 + by


def measure_edge(reading: Reading) -> float:
    """Return the median edge of the dice in a reading, at least one, in pixels of its picture."""
    # A square turned by a random angle has a bounding box 4/pi times as wide as its side.
    return median(pi / 4 * (die.box[2] - die.box[0] + die.box[3] - die.box[1]) / 2 for die in reading.dice)
