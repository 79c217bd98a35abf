"""The check of the mat: whether it is calibrated and still lies where it was calibrated."""

from collections.abc import Sequence
from typing import cast

import cv2
import numpy as np

from pi_bunco.app.doctor.camera import CameraState
from pi_bunco.config import NO_CAMERA
from pi_bunco.devices.overhead import DIE_EDGE
from pi_bunco.errors import Trouble
from pi_bunco.findings import Finding
from pi_bunco.frames import Image
from pi_bunco.sentences import say
from pi_bunco.stations.calibration import CalibrationStepTrouble, Outline, find_outline_by_markers
from pi_bunco.vision.calibrate.advice import LEAST_DIE, TURN, TURNED, AdviceKind, advise_view
from pi_bunco.vision.calibrate.background import Background
from pi_bunco.vision.calibrate.calibration import Calibration
from pi_bunco.vision.calibrate.place import MatFinder

_CALIBRATE = say("Calibrate it: on the page /calibrate.")
_AGAIN = say("Calibrate again: on the page /calibrate.")
_AIM = say(
    "Aim the camera until it sees all four, uncovered and well lit; then calibrate: on the page /calibrate. "
    "If the mat has no markers, drag its corners there."
)
_NEARER = say("Bring the camera nearer, or take larger dice or a smaller mat.")


def judge_mat(state: CameraState, calibration: Calibration | None, trouble: Trouble | None) -> Finding:
    """Judge whether the mat is calibrated and still lies where it was calibrated.

    Parameters
    ----------
    state
        What the camera sees.
    calibration
        The calibration of the mat, ``None`` if none can be used.
    trouble
        Why the calibration cannot be used, ``None`` if there is none.
    """
    if trouble:
        return Finding.bad("mat", trouble.text, _AGAIN)
    if calibration is None and state.name == NO_CAMERA:
        return Finding.good("mat", say("Without a camera there is nothing to calibrate."))
    if calibration is None:
        return Finding.look("mat", *_judge_aim(state.pictures))
    if not state.pictures:
        known = say(
            "{known} Without pictures nobody can see whether it has moved.", known=_say_known(calibration)
        )
        return Finding.look("mat", known, say("Fix the camera first."))
    return _judge_place(calibration, state.pictures[-1]) or Finding.good("mat", _say_known(calibration))


def _judge_aim(pictures: Sequence[Image]) -> tuple[str, str]:
    """Return how well an uncalibrated mat is seen, and how to aim the camera better."""
    unknown = say("The table is not calibrated, so it asks about many throws.")
    if not pictures:
        return unknown, say("Fix the camera first.")
    try:
        outline = find_outline_by_markers(pictures)
    except CalibrationStepTrouble as trouble:
        return say("{unknown} {why}", unknown=unknown, why=trouble.text), _AIM
    die = _measure_die(outline)
    text = say(
        "{unknown} All four markers are seen, and a die of {size} mm is {wide} pixels wide",
        unknown=unknown,
        size=round(DIE_EDGE),
        wide=round(die),
    )
    if round(die) < LEAST_DIE:
        return say("{seen}; it needs {least}.", seen=text, least=LEAST_DIE), _NEARER
    if outline.turned:
        return say("{seen}. {turned}", seen=text, turned=TURNED), say(
            "{turn}; then calibrate: on the page /calibrate.", turn=TURN
        )
    return say("{seen}.", seen=text), _CALIBRATE


def _measure_die(outline: Outline) -> float:
    """Return an ordinary die's width in pixels, averaged over a mat that its markers measure."""
    width, height = cast("tuple[float, float]", outline.size_mm)  # an outline by markers always has a size
    area = cv2.contourArea(np.array(outline.corners, np.float32))
    return DIE_EDGE * float(np.sqrt(area / (width * height)))


def _judge_place(calibration: Calibration, picture: Image) -> Finding | None:
    """Return the finding if the mat has moved since it was calibrated, otherwise ``None``."""
    if not calibration.fits(picture):
        width, height = calibration.picture
        return Finding.bad(
            "mat",
            say("The calibration is for pictures of {width} x {height}.", width=width, height=height),
            _AGAIN,
        )
    if _has_moved(calibration, picture):
        return Finding.bad(
            "mat",
            say("The camera or the mat was moved since it was calibrated."),
            say("Put it back, or: {again}", again=_AGAIN),
        )
    if any(advice.kind is AdviceKind.CUT for advice in advise_view((picture,), calibration.corners)):
        return Finding.look(
            "mat",
            say("Part of the mat is outside the picture."),
            say("Move the camera, or hang it higher. {again}", again=_AGAIN),
        )
    return None


def _say_known(calibration: Calibration) -> str:
    known = say("The table knows its mat.")
    if calibration.size_mm:
        width, height = (f"{side:.0f}" for side in calibration.size_mm)
        known = say("{known} It is {width} x {height} mm.", known=known, width=width, height=height)
    if calibration.die:
        return known
    return say("{known} It has learnt no dice yet: throw some while calibrating.", known=known)


def _has_moved(calibration: Calibration, picture: Image) -> bool:
    flat = calibration.flat
    difference = Background(calibration.empty, calibration.noise).compare(flat.shrink(picture))
    return MatFinder(calibration).look(flat, difference, far=True).moved
