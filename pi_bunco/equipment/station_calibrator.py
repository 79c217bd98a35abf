"""Calibrates a table through its station."""

from typing import cast

from pi_bunco.equipment.camera_station import CameraStation
from pi_bunco.game.refused import Refused
from pi_bunco.messages.calibration import CalibrationView, Point
from pi_bunco.messages.down import Calibrate, Step
from pi_bunco.messages.up import StepTaken

_VIEW_SECONDS, _STEP_SECONDS = 5.0, 30.0
"""How long a look at the progress and a step may take, for which a slow camera must send many pictures."""


class StationCalibrator:
    """Calibrates a table; implements :class:`pi_bunco.views.calibration.Calibrator`.

    Parameters
    ----------
    station
        The table's station.
    """

    def __init__(self, station: CameraStation) -> None:
        self._station = station

    def get_view(self) -> CalibrationView:
        """Return the progress, with what the newest picture shows."""
        try:
            return self._take("view", seconds=_VIEW_SECONDS).view
        except Refused:
            return CalibrationView()  # nothing is known while it is away

    def find_mat(self) -> None:
        """Find the mat by its markers."""
        self._take("find")

    def set_corners(self, points: tuple[Point, ...]) -> None:
        """Take the four corners that somebody pointed at."""
        self._take("corners", points)

    def learn(self) -> None:
        """Lock the camera and learn the empty mat."""
        self._take("learn")

    def test(self, *, on: bool) -> None:
        """Start or stop watching test throws, which do not count in the game."""
        self._take("test" if on else "stop")

    def save(self) -> None:
        """Save the calibration and use it from now on."""
        self._take("save")

    def get_file(self) -> bytes | None:
        """Return the calibration in use as a file."""
        return self._take("file").file or None

    def _take(
        self, step: Step, points: tuple[Point, ...] = (), *, seconds: float = _STEP_SECONDS
    ) -> StepTaken:
        answer = self._station.ask(lambda number: Calibrate(number, step, points), seconds)
        return cast("StepTaken", answer)
