"""A camera that is opened with the settings of its table's calibration."""

import pytest

from pi_bunco.devices.ports import CameraTrouble, NotKept
from pi_bunco.errors import Trouble
from pi_bunco.station.locked_camera import LockedCamera


class Stubborn:
    """A camera whose ``lock`` raises a trouble, if it has one."""

    name, live = "stubborn", True

    def __init__(self, trouble: CameraTrouble | None) -> None:
        self.trouble = trouble
        self.closed = False

    def frames(self) -> None:
        raise AssertionError("these tests read no pictures")

    def lock(self, wanted: dict[str, float]) -> dict[str, float]:
        if self.trouble:
            raise self.trouble
        return wanted

    def close(self) -> None:
        self.closed = True


class Calibrated:
    """A reader that is its own calibration, with locked settings."""

    trouble = None

    def __init__(self) -> None:
        self.locked = {"gain": 2.0}

    @property
    def calibration(self) -> "Calibrated":
        return self


def test_locked_camera_that_does_not_keep_its_settings_is_used_and_reported() -> None:
    """A camera that does not keep its settings is used, and noted until it is opened again."""
    reader = Calibrated()
    cameras = iter([Stubborn(NotKept("Gain 8 instead of 2.", "Calibrate it again.")), Stubborn(None)])
    locked = LockedCamera(lambda: next(cameras), reader)  # type: ignore[arg-type, return-value] # stand-ins
    assert locked.trouble is None
    locked()
    assert locked.trouble is not None
    assert locked.trouble.text == "Gain 8 instead of 2."
    locked()
    assert locked.trouble is None


def test_locked_camera_that_is_lost_is_closed() -> None:
    """A camera that is lost while it is locked is closed, and the error is raised."""
    camera = Stubborn(CameraTrouble("It is gone.", "Plug it in."))
    with pytest.raises(CameraTrouble, match="It is gone"):
        LockedCamera(lambda: camera, Calibrated())()  # type: ignore[arg-type, return-value] # stand-ins
    assert camera.closed


def test_locked_camera_is_no_longer_reported_after_another_calibration() -> None:
    """A new calibration ends the report that the camera did not keep the old one's settings."""

    class Changing:
        calibration: Calibrated | None = Calibrated()
        trouble: Trouble | None = None

    reader = Changing()
    camera = Stubborn(NotKept("Gain 8 instead of 2.", "Calibrate it again."))
    locked = LockedCamera(lambda: camera, reader)  # type: ignore[arg-type, return-value] # stand-ins
    locked()
    assert locked.trouble is not None
    reader.calibration = Calibrated()
    assert locked.trouble is None
    reader.calibration, reader.trouble = None, Trouble("It cannot be read.", "Calibrate it again.")
    assert locked.trouble is reader.trouble
