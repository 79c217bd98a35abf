"""Opens a camera with the exposure, colours and focus of its calibration."""

from collections.abc import Callable

import structlog

from pi_bunco.devices.ports import Camera, CameraTrouble, NotKept, lock
from pi_bunco.errors import Trouble
from pi_bunco.stations.table_reader import TableReader
from pi_bunco.vision.calibrate.calibration import Calibration

_log = structlog.get_logger()


class LockedCamera:
    """Opens a camera and locks it to the settings of the current calibration.

    A camera that does not keep the settings is still used, and its page shows a warning. The reader compares
    each picture with the calibrated mat anyway, and doubts a picture that does not fit.

    Parameters
    ----------
    opened
        Opens the camera.
    reader
        Holds the calibration.
    """

    def __init__(self, opened: Callable[[], Camera], reader: TableReader) -> None:
        self._opened, self._reader = opened, reader
        self._refused: tuple[Calibration, NotKept] | None = None

    @property
    def trouble(self) -> Trouble | None:
        """What the camera did not keep, or why no calibration is used; ``None`` if all is well."""
        if self._refused and self._refused[0] is self._reader.calibration:
            return self._refused[1]
        return self._reader.trouble

    def __call__(self) -> Camera:
        """Open the camera.

        Raises
        ------
        CameraTrouble
            If it cannot be opened, or does not answer.
        """
        camera = self._opened()
        calibration = self._reader.calibration
        self._refused = None
        if calibration and calibration.locked:
            try:
                lock(camera, calibration.locked)
            except NotKept as not_kept:
                _log.warning("the camera does not keep its calibration", why=str(not_kept))
                self._refused = calibration, not_kept
            except CameraTrouble:
                camera.close()
                raise
        return camera
