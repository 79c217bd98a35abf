"""What the calibration page shows, and the port to the table that is calibrated."""

from dataclasses import asdict, dataclass
from typing import Any, Protocol

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Mend:
    """One thing to mend: its kind, a sentence, and where if anywhere (camera pixels, as a box)."""

    kind: str
    sentence: str
    box: tuple[float, float, float, float] | None


@dataclass(frozen=True, slots=True)
class TestThrow:
    """One throw of the test: its faces, and why it is doubtful, ``""`` if it is not."""

    values: tuple[int, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class CalibrationView:
    """How far the calibration has come.

    Attributes
    ----------
    picture
        Width and height of the camera's pictures; ``None``: there is none.
    corners
        The playing field's corners in them, clockwise; ``None``: not known yet.
    by
        Who told them: ``markers``, ``hand`` or ``file``; ``""``: nobody yet.
    markers
        The outlines of the markers that are seen now, while the corners are sought.
    learnt, testing
        Whether the empty mat was learnt, and whether throws are being watched.
    locked
        Whether the camera's exposure and white balance were locked.
    thrown
        The throws of the test.
    wanted
        How many are a test.
    die
        Edge of a die in pixels of the camera's picture, ``None`` until known.
    mend
        What is to be mended.
    saved
        Whether all of this is saved and in use.
    guess
        While nobody told the corners, where they may be, clockwise.
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
    mend: tuple[Mend, ...]
    saved: bool
    guess: tuple[Point, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON values."""
        return asdict(self)


class Calibrator(Protocol):
    """Calibrates the table. Every method may be called by any thread, and raises
    :class:`~pi_bunco.errors.Trouble` with what to do if it cannot be done.
    """  # noqa: D205 - one sentence

    def bench(self) -> CalibrationView:
        """Return how far it has come, as the camera sees it now."""

    def find(self) -> None:
        """Find the mat by its markers."""

    def corners(self, points: tuple[Point, ...]) -> None:
        """Take the four corners that somebody points at."""

    def learn(self) -> None:
        """Lock the camera and learn the empty mat; takes about a second."""

    def test(self, *, on: bool) -> None:
        """Begin to watch throws that do not count, or leave it."""

    def save(self) -> None:
        """Write the file, and read by it from now on."""

    def file(self) -> bytes | None:
        """Return the file that is saved, ``None`` if there is none."""
