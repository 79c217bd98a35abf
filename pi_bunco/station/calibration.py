"""Runs the steps of a table's calibration, for the command line and the page."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from pi_bunco.errors import Trouble
from pi_bunco.frames import Frame, Image
from pi_bunco.messages.calibration import Point
from pi_bunco.paper.printed_mat import MARKER
from pi_bunco.readings import Reading, Status
from pi_bunco.sentences import Sentence, say
from pi_bunco.vision.calibrate.advice import Advice, advise_dice, advise_empty, advise_turned, advise_view
from pi_bunco.vision.calibrate.calibration import Calibration
from pi_bunco.vision.calibrate.choose_stand import StandChooser
from pi_bunco.vision.calibrate.fiducials import Fiducials, combine_fiducials, find_fiducials
from pi_bunco.vision.calibrate.flat import Corners, Flat
from pi_bunco.vision.calibrate.learn import learn_empty
from pi_bunco.vision.calibrate.reader import measure_edge
from pi_bunco.vision.calibrate.shape import compute_ratio, order_corners
from pi_bunco.vision.calibrate.stand_by_corners import list_stands_by_corners
from pi_bunco.vision.calibrate.stand_by_markers import list_stands_by_markers
from pi_bunco.vision.reader import Reader
from pi_bunco.vision.stand import Stand
from pi_bunco.vision.watch import SettledDice, Watcher

_MIN_CONFIDENCE = 0.9
"""The lowest confidence with which a die counts as lying on a mat that should be empty."""
_MARKER_SHARE = 0.2
"""How far a printed marker may reach from its corner, as a share of the mat's shorter side."""


class CalibrationStepTrouble(Trouble, ValueError):
    """A step of the calibration cannot be done."""


@dataclass(frozen=True, slots=True, eq=False)
class Outline:
    """The position of the mat in the picture.

    Attributes
    ----------
    picture
        Width and height of the camera's pictures.
    corners
        The field's corners in the pictures.
    ratio
        The field's width divided by its height.
    size_mm
        The field's size in millimetres, if known.
    stands
        Possible positions of the camera, the most likely first; empty: not known.
    by_markers
        Whether it was found by printed markers; otherwise a person tapped the corners.
    turned
        Whether the picture shows the mat rotated, such as upside down.
    """

    picture: tuple[int, int]
    corners: Corners
    ratio: float
    size_mm: tuple[float, float] | None = None
    stands: tuple[Stand, ...] = ()
    by_markers: bool = True
    turned: bool = False

    @property
    def flat(self) -> Flat:
        """The transformation to the flat picture."""
        return Flat.of(self.corners, self.ratio)


def find_outline_by_markers(pictures: Sequence[Image], marker_mm: float = MARKER) -> Outline:
    """Find the mat by its printed markers.

    Parameters
    ----------
    pictures
        Some of the camera's pictures.
    marker_mm
        The edge of a printed marker in millimetres, by default that of ``pi-bunco mat``.

    Raises
    ------
    CalibrationStepTrouble
        If not all four markers are seen. The message names those that are missing.
    """
    markers = combine_fiducials([find_fiducials(picture) for picture in pictures])
    corners = markers.corners
    if corners is None:
        raise CalibrationStepTrouble(*_describe_missing(markers))
    size = _get_size(pictures[0])
    return Outline(
        size,
        corners,
        markers.ratio,
        markers.measure_size(marker_mm),
        list_stands_by_markers(markers, size),
        turned=markers.turned,
    )


def make_outline_by_hand(points: tuple[Point, ...], picture: Image) -> Outline:
    """Return the outline with the four corners that a person tapped, in any order.

    Raises
    ------
    pi_bunco.vision.calibrate.shape.CornersTrouble
        If they cannot be the corners of a mat.
    """
    size = _get_size(picture)
    corners = order_corners(points, size)
    ratio = compute_ratio(corners, size)
    stands = list_stands_by_corners(Flat.of(corners, ratio), ratio, size)
    return Outline(size, corners, ratio, stands=stands, by_markers=False)


@dataclass(frozen=True, slots=True, eq=False)
class Test:
    """The throws that test a calibration.

    Attributes
    ----------
    readings
        What was read in each throw, the oldest first.
    advice
        What to improve in the picture of the dice, from the last throw.
    edge
        The edge of the last throw's dice in pixels of the camera's picture.
    """

    readings: tuple[Reading, ...] = ()
    advice: tuple[Advice, ...] = ()
    edge: float | None = None

    @property
    def read(self) -> int:
        """The number of throws that were read without doubt."""
        return sum(reading.status is Status.READ for reading in self.readings)


@dataclass
class CalibrationRun:
    """A calibration in progress. Only one thread at a time may use it.

    Attributes
    ----------
    reader
        Reads the dice.
    outline, learnt, test
        The position of the mat, what was learnt from the empty mat, and the throws of the test.
    """

    reader: Reader
    outline: Outline | None = None
    learnt: Calibration | None = None
    test: Test = field(default_factory=Test)
    _chooser: StandChooser | None = None
    _watcher: Watcher | None = None

    def set_outline(self, outline: Outline) -> None:
        """Set the position of the mat, and forget what was learnt at another position."""
        self.outline, self.learnt = outline, None
        self.forget_throws()

    def learn(self, pictures: Sequence[Image], locked: Mapping[str, float]) -> None:
        """Learn the empty mat.

        Parameters
        ----------
        pictures
            The camera's pictures, one after another.
        locked
            The settings that the camera was locked to.

        Raises
        ------
        CalibrationStepTrouble
            If the mat's position is not known yet, or dice lie on the mat.
        pi_bunco.vision.calibrate.learn.EmptyTrouble
            If something moves on the mat.
        """
        outline = self.outline
        if outline is None:
            raise CalibrationStepTrouble(
                say("Nobody knows yet where the mat lies."),
                say("Find the markers, or drag the four corners."),
            )
        empty = learn_empty(pictures, outline.flat)
        reading = self.reader.read(empty.picture, dice=None)
        if values := _list_certain_dice(reading, outline.flat.field):
            raise CalibrationStepTrouble(
                say("I see dice on the mat that should be empty: {dice}.", dice=" ".join(map(str, values))),
                say("Take them away, and let the table learn the empty mat again."),
            )
        self.learnt = Calibration(
            outline.picture,
            outline.corners,
            outline.ratio,
            empty.picture,
            empty.noise,
            size_mm=outline.size_mm,
            stand=next(iter(outline.stands), None),
            locked=locked,
        )
        self.forget_throws()

    def see(self, frame: Frame) -> SettledDice | None:
        """Look at the next picture of a test, and return the throw that came to rest in it, if any.

        Raises
        ------
        CalibrationStepTrouble
            If the empty mat was not learnt yet.
        """
        learnt = self.get_learnt()
        if self._chooser is None or self._watcher is None:
            self._chooser = StandChooser(self.reader, learnt, self.outline.stands if self.outline else ())
            self._watcher = Watcher(self._chooser)
        for settled in self._watcher.see(frame):
            if not settled.at_start:
                thrown = replace(settled, reading=self._chooser.learn(settled.frame.image))
                self._add_throw(thrown)
                return thrown
        return None

    def list_advice(self, pictures: Sequence[Image]) -> list[Advice]:
        """Return what people should improve, by the current pictures and the throws of the test."""
        advice = advise_view(pictures, self.outline.corners) if self.outline else []
        if self.outline and self.outline.turned:
            advice.append(advise_turned())
        if self.learnt:
            advice += advise_empty(self.learnt.empty, self.learnt.flat)
        return [*advice, *self.test.advice]

    @property
    def result(self) -> Calibration:
        """The finished calibration, with the size of the dice if any were read.

        Raises
        ------
        CalibrationStepTrouble
            If the empty mat was not learnt yet.
        """
        return self._chooser.calibration if self._chooser else self.get_learnt()

    def get_learnt(self) -> Calibration:
        """Return what was learnt from the empty mat.

        Raises
        ------
        CalibrationStepTrouble
            If it was not learnt yet.
        """
        if self.learnt is None:
            raise CalibrationStepTrouble(
                say("The empty mat was not learnt yet."), say("Let the table learn it first.")
            )
        return self.learnt

    def _add_throw(self, settled: SettledDice) -> None:
        reading = settled.reading
        if reading.dice:
            advice = tuple(advise_dice(settled.frame.image, reading))
            self.test = Test((*self.test.readings, reading), advice, measure_edge(reading))
        else:
            self.test = replace(self.test, readings=(*self.test.readings, reading))

    def forget_throws(self) -> None:
        """Start the test again."""
        self.test, self._chooser, self._watcher = Test(), None, None


def _describe_missing(markers: Fiducials) -> tuple[Sentence, Sentence]:
    if len(markers.missing) == 4:  # noqa: PLR2004 - all
        text = say("I see none of the four markers.")
    else:
        places, *others = markers.missing
        for place in others:
            places = say("{places} and the {place}", places=places, place=place)
        text = say("I do not see the marker at the {places}.", places=places)
    return text, say("Uncover them and light them well, or point at the mat's four corners yourself.")


def _get_size(picture: Image) -> tuple[int, int]:
    return picture.shape[1], picture.shape[0]


def _list_certain_dice(reading: Reading, field_box: tuple[int, int, int, int]) -> list[int]:
    """Return the values of the dice that certainly lie on a mat.

    This ignores the corners, because their printed markers look like dice.
    """
    x0, y0, x1, y1 = field_box
    corner_side = _MARKER_SHARE * min(x1 - x0, y1 - y0)
    return [
        die.value
        for die in reading.dice
        if die.confidence > _MIN_CONFIDENCE
        and max(min(die.centre[0] - x0, x1 - die.centre[0]), min(die.centre[1] - y0, y1 - die.centre[1]))
        > corner_side
    ]
