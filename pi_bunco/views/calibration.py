"""The progress of a calibration as its page shows it, and the port that calibrates a table."""

from dataclasses import dataclass
from typing import Protocol

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class AdviceView:
    """A piece of advice: its kind, a sentence, and its place, if any, as a box in camera pixels."""

    kind: str
    sentence: str
    box: tuple[float, float, float, float] | None


@dataclass(frozen=True, slots=True)
class TestThrow:
    """A throw of the test: its faces, and the reason for a doubt; ``""``: it is not in doubt."""

    values: tuple[int, ...]
    reason: str


@dataclass(frozen=True, slots=True)
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

    picture: tuple[int, int] | None
    corners: tuple[Point, ...] | None
    by: str
    markers: tuple[tuple[Point, ...], ...]
    learnt: bool
    testing: bool
    locked: bool
    thrown: tuple[TestThrow, ...]
    wanted: int
    die: float | None
    advice: tuple[AdviceView, ...]
    saved: bool
    guess: tuple[Point, ...] = ()


class Calibrator(Protocol):
    """Calibrates a table. Any thread may call every method.

    A method that fails raises :class:`~pi_bunco.errors.Trouble`, which says what to do.
    """

    def get_view(self) -> CalibrationView:
        """Return the progress, with what the newest picture shows."""

    def find_mat(self) -> None:
        """Find the mat by its markers."""

    def set_corners(self, points: tuple[Point, ...]) -> None:
        """Take the four corners that somebody pointed at."""

    def learn(self) -> None:
        """Lock the camera and learn the empty mat. This takes about a second."""

    def test(self, *, on: bool) -> None:
        """Start a test with throws that do not count, or end it."""

    def save(self) -> None:
        """Save the calibration in its file, and use it from now on."""

    def get_file(self) -> bytes | None:
        """Return the saved file, ``None`` if there is none."""
