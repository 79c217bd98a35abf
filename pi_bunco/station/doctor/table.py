"""Judges a table's camera, light and mat, of a running station or with a camera that nobody uses now."""

from collections.abc import Callable, Mapping

from pi_bunco.errors import Trouble
from pi_bunco.findings import Finding, NotReadable, check_access, report_fault
from pi_bunco.settings.config import GUESTS, NO_CAMERA, Settings, get_camera_kind
from pi_bunco.station.doctor.camera import CameraState, judge_camera, take_state
from pi_bunco.station.doctor.mat import judge_light, judge_mat
from pi_bunco.station.doctor.unseen import report_no_camera
from pi_bunco.vision.calibrate.calibration import Calibration
from pi_bunco.vision.calibrate.file import CalibrationTrouble, load


def judge_table(
    state: CameraState, table: int, calibration: Calibration | None, trouble: Trouble | None
) -> Mapping[str, Finding]:
    """Return the findings about a table's camera, light and mat, by check.

    Parameters
    ----------
    state
        What the camera sees.
    table
        The number of the table.
    calibration
        The calibration of the mat, ``None`` if none can be used.
    trouble
        Why the calibration cannot be used, ``None`` if there is none.
    """
    return {
        "camera": _judge("camera", lambda: judge_camera(state, table)),
        "light": _judge("light", lambda: judge_light(state, calibration)),
        "mat": _judge("mat", lambda: judge_mat(state, calibration, trouble)),
    }


def examine_table(settings: Settings, table: int) -> Mapping[str, Finding]:
    """Open a table's camera, and return the findings about it, the light and the mat, by check.

    No other program may have the camera open.
    """
    if get_camera_kind(settings.get_camera(table)) in (NO_CAMERA, GUESTS):
        return report_no_camera()
    calibration: Calibration | None = None
    trouble: Trouble | None = None
    hidden: NotReadable | None = None
    try:
        calibration, trouble = _load_calibration(settings, table)
    except NotReadable as error:
        hidden = error
    state = take_state(settings, calibration.locked if calibration else {}, table)
    findings = judge_table(state, table, calibration, trouble)
    return {**findings, "mat": hidden.report("mat")} if hidden else findings


def _load_calibration(settings: Settings, table: int) -> tuple[Calibration | None, Trouble | None]:
    """Return the calibration of the mat, or why it cannot be used; both are ``None`` if there is none."""
    path = settings.find_calibration(table)
    try:
        with check_access(path):
            path.stat()
    except FileNotFoundError:
        if path != settings.calibration:
            return None, None
    except OSError:
        pass  # load() explains why
    try:
        return load(path), None
    except CalibrationTrouble as trouble:
        return None, trouble


def _judge(check: str, judge: Callable[[], Finding]) -> Finding:
    try:
        return judge()
    except Exception as error:  # noqa: BLE001 - a fault in one check must not hide the others
        return report_fault(check, error)
