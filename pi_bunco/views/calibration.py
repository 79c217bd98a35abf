"""The port that calibrates a table."""

from typing import Protocol

from pi_bunco.messages.calibration import CalibrationView, Point


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
