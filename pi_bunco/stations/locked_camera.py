"""Opens a camera with the exposure, colours and focus that it was calibrated with."""

from collections.abc import Callable

import structlog

from pi_bunco.devices.ports import Camera, CameraTrouble, NotKept, lock
from pi_bunco.errors import Trouble
from pi_bunco.stations.table_reader import TableReader
from pi_bunco.vision.calibrate.calibration import Calibration

_log = structlog.get_logger()


class LockedCamera:
    """Opens a camera, and locks it to what the calibration in use holds.

    A camera that does not keep it is used all the same: readings are compared with the calibrated mat
    anyway, and doubted where they do not fit. That it does not is told.

    Parameters
    ----------
    opened
        Opens the camera.
    reader
        Who has the calibration.
    """

    def __init__(self, opened: Callable[[], Camera], reader: TableReader) -> None:
        self._opened, self._reader = opened, reader
        self._told: tuple[Calibration, NotKept] | None = None

    @property
    def trouble(self) -> Trouble | None:
        """What the camera does not keep of the calibration in use, or why none is; ``None``: all is well."""
        kept = not (self._told and self._told[0] is self._reader.calibration)
        return self._reader.trouble if kept or not self._told else self._told[1]

    def __call__(self) -> Camera:
        """Open it.

        Raises
        ------
        CameraTrouble
            If it cannot be opened, or does not answer.
        """
        camera = self._opened()
        calibration = self._reader.calibration
        self._told = None
        if calibration and calibration.locked:
            try:
                lock(camera, calibration.locked)
            except NotKept as not_kept:
                _log.warning("the camera does not keep its calibration", why=str(not_kept))
                self._told = calibration, not_kept
            except CameraTrouble:
                camera.close()
                raise
        return camera
