"""The mat: whether the table knows it, and whether it lies where it was calibrated."""

from pi_bunco.app.doctor.sight import Sight
from pi_bunco.config import NO_CAMERA
from pi_bunco.errors import Trouble
from pi_bunco.findings import Finding
from pi_bunco.frames import Image
from pi_bunco.vision.calibrate.advice import Kind, advise_view
from pi_bunco.vision.calibrate.background import Background
from pi_bunco.vision.calibrate.calibration import Calibration
from pi_bunco.vision.calibrate.flat import LONGEST
from pi_bunco.vision.calibrate.place import Places
from pi_bunco.vision.calibrate.regions import Lying

_AGAIN = "Calibrate again: on the page /calibrate, or with pi-bunco calibrate."


def judge_mat(sight: Sight, calibration: Calibration | None, trouble: Trouble | None) -> Finding:
    """Judge whether the table knows its mat, and whether that lies where it lay.

    Parameters
    ----------
    sight
        What the camera sees.
    calibration
        What was learnt of the mat; ``None``: nothing that can be used.
    trouble
        Why it cannot be used, ``None``: nobody calibrated.
    """
    if trouble:
        return Finding.bad("mat", trouble.text, _AGAIN)
    if calibration is None and sight.name == NO_CAMERA:
        return Finding.good("mat", "Without a camera there is nothing to calibrate.")
    if calibration is None:
        return Finding.look(
            "mat",
            "The table was not calibrated; dice are read, but less surely.",
            "Calibrate it: on the page /calibrate, or with pi-bunco calibrate.",
        )
    if not sight.pictures:
        known = f"{_known(calibration)} Without pictures nobody sees whether it lies there."
        return Finding.look("mat", known, "Mend the camera first.")
    return _judge_place(calibration, sight.pictures[-1]) or Finding.good("mat", _known(calibration))


def _judge_place(calibration: Calibration, seen: Image) -> Finding | None:
    """Judge whether the mat lies where it was calibrated; ``None``: it does."""
    if not calibration.fits(seen):
        width, height = calibration.picture
        return Finding.bad("mat", f"The calibration is for pictures of {width} x {height}.", _AGAIN)
    if _moved(calibration, seen):
        return Finding.bad(
            "mat", "The camera or the mat was moved since it was calibrated.", f"Put it back, or: {_AGAIN}"
        )
    if any(advice.kind is Kind.CUT for advice in advise_view((seen,), calibration.corners)):
        return Finding.look(
            "mat", "The mat is not wholly in the picture.", f"Move the camera, or hang it higher. {_AGAIN}"
        )
    return None


def _known(calibration: Calibration) -> str:
    sized = ""
    if calibration.size_mm:
        width, height = calibration.size_mm
        sized = f" It is {width:.0f} x {height:.0f} mm."
    dice = "" if calibration.die else " It has learnt no dice yet: throw some while calibrating."
    return f"The table knows its mat.{sized}{dice}"


def empty(calibration: Calibration, seen: Image) -> bool:
    """Say whether nothing lies on the mat, so that bright spots are no dice."""
    flat = calibration.flat
    difference = Background(calibration.empty, calibration.noise).compare(flat.rectify(seen))
    return Lying(difference, calibration.die or LONGEST / 18, flat.field).nothing


def _moved(calibration: Calibration, seen: Image) -> bool:
    flat = calibration.flat
    difference = Background(calibration.empty, calibration.noise).compare(flat.rectify(seen))
    return Places(calibration).look(flat, difference, far=True).moved
