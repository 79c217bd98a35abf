"""The progress of a calibration, as a station reports it and the page shows it."""

from dataclasses import dataclass

from pi_bunco.texts import Text

Point = tuple[float, float]
"""``(x, y)`` in pixels of the camera's picture."""
Size = tuple[int, int]
"""Width and height in pixels."""
THROWS = 3
"""The number of throws in a test."""


@dataclass(frozen=True, slots=True)
class TestThrow:
    """A throw of the test: its faces, and the reason for a doubt; ``""``: it is not in doubt."""

    values: tuple[int, ...]
    reason: Text


@dataclass(frozen=True, slots=True)
class AdviceView:
    """A piece of advice: its kind, a sentence, and its place, if any, as a box in camera pixels."""

    kind: str
    sentence: Text
    box: tuple[float, float, float, float] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CalibrationView:
    """The progress of a calibration.

    Attributes
    ----------
    picture
        Width and height of the camera's pictures; ``None``: there is none.
    corners
        The corners of the playing field in them, clockwise; ``None``: not known yet.
    by
        The source of the corners: ``markers``, ``hand`` or ``file``; ``""``: none yet.
    markers
        The outlines of the markers in the newest picture, until the empty mat is learnt.
    learnt, testing
        Whether the empty mat was learnt, and whether a test with throws is running.
    locked
        Whether the camera's exposure and white balance are locked.
    thrown
        The throws of the test.
    wanted
        How many throws make a test.
    die
        The edge of a die in pixels of the camera's picture; ``None``: not known yet.
    advice
        What to put right.
    saved
        Whether the calibration is saved and in use.
    guess
        Where the corners may be, clockwise, until they are known.
    """

    picture: Size | None = None
    corners: tuple[Point, ...] | None = None
    by: str = ""
    markers: tuple[tuple[Point, ...], ...] = ()
    learnt: bool = False
    testing: bool = False
    locked: bool = False
    thrown: tuple[TestThrow, ...] = ()
    wanted: int = THROWS
    die: float | None = None
    advice: tuple[AdviceView, ...] = ()
    saved: bool = False
    guess: tuple[Point, ...] = ()
