"""Opens a camera with the exposure and colours of its table's calibration."""

from collections.abc import Callable

import structlog

from pi_bunco.devices.ports import Camera, CameraTrouble, NotKept, lock
from pi_bunco.errors import Trouble
from pi_bunco.station.table_reader import TableReader
from pi_bunco.vision.calibrate.calibration import Calibration

_log = structlog.get_logger()


class LockedCamera:
    """Opens a camera and locks it to the settings of the current calibration.

    A camera that does not keep the settings is still used, and its page shows a warning. The reader compares
    each picture with the calibrated mat anyway, and doubts a picture that does not fit.

    Parameters
    ----------
    open_
        Opens the camera.
    reader
        Holds the calibration.
    """

    def __init__(self, open_: Callable[[], Camera], reader: TableReader) -> None:
        self._open, self._reader = open_, reader
        self._not_kept: tuple[Calibration, NotKept] | None = None

    @property
    def trouble(self) -> Trouble | None:
        """What the camera did not keep, or why no calibration is used; ``None`` if all is well."""
        if self._not_kept and self._not_kept[0] is self._reader.calibration:
            return self._not_kept[1]
        return self._reader.trouble

    def __call__(self) -> Camera:
        """Open the camera.

        Raises
        ------
        CameraTrouble
            If it cannot be opened, or does not answer.
        """
        camera = self._open()
        calibration = self._reader.calibration
        self._not_kept = None
        if calibration and calibration.locked:
            try:
                lock(camera, calibration.locked)
            except NotKept as trouble:
                _log.warning("the camera does not keep its calibration", why=str(trouble))
                self._not_kept = calibration, trouble
            except CameraTrouble:
                camera.close()
                raise
        return camera
