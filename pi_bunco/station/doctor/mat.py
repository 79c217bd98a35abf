"""The checks of the mat: the light on it, whether it is calibrated, and whether it was moved since."""

from collections.abc import Sequence
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from pi_bunco.errors import Trouble
from pi_bunco.findings import Finding
from pi_bunco.frames import Image
from pi_bunco.sentences import say
from pi_bunco.station.calibration import CalibrationStepTrouble, Outline, find_outline_by_markers
from pi_bunco.station.doctor.camera import CameraState
from pi_bunco.station.doctor.unseen import report_unseen
from pi_bunco.vision.calibrate.advice import (
    DIE_EDGE,
    MIN_DIE_PIXELS,
    TURN,
    TURNED,
    Advice,
    AdviceKind,
    advise_empty,
    advise_view,
)
from pi_bunco.vision.calibrate.background import Background, Difference
from pi_bunco.vision.calibrate.calibration import Calibration
from pi_bunco.vision.calibrate.flat import LONGER_SIDE, Corners, Flat
from pi_bunco.vision.calibrate.place import MatFinder
from pi_bunco.vision.calibrate.regions import MatContents

_UNREADABLE = frozenset({AdviceKind.DARK, AdviceKind.BRIGHT})
"""The faults of the light that make dice unreadable."""
_SHRINK = 16
"""How many pixels of a picture become one, in each direction, before it is searched for movement."""
_MIN_CHANGE, _MIN_CHANGED_SHARE = 0.15, 0.004
"""Something moves if a larger share of the picture changes by a larger share of its brightness."""
_USUAL_DIE = LONGER_SIDE / 18
"""Pixels of a die's edge on the flat mat, as long as the calibration has learnt no die."""
_CALIBRATE = say("Calibrate it: on the page /calibrate.")
_CALIBRATE_AGAIN = say("Calibrate again: on the page /calibrate.")
_AIM = say(
    "Aim the camera until it sees all four, uncovered and well lit; then calibrate: on the page /calibrate. "
    "If the mat has no markers, drag its corners there."
)
_GO_NEARER = say("Bring the camera nearer, or take larger dice or a smaller mat.")


def judge_light(state: CameraState, calibration: Calibration | None) -> Finding:
    """Judge the light on the mat.

    If the mat is not calibrated and its markers are not visible, this judges only the brightness. It does the
    same while something moves: moving hands look like flickering light, and hands at rest like uneven light.
    """
    if not state.pictures:
        return report_unseen("light")
    picture = state.pictures[-1]
    if has_motion(state.pictures):
        found = advise_view((picture,), _make_field(picture))
        return _report_worst(found, say("It is bright enough."))
    flat = _find_flat(state.pictures, calibration)
    found = advise_view(state.pictures, _make_field(picture))
    if flat is None:
        return _report_worst(
            found, say("It is bright enough; how even it is shows once the markers are seen.")
        )
    found += advise_empty(flat.rectify(picture), flat)
    if calibration and calibration.fits(picture):
        difference = _compare_with_empty(calibration, picture)
        if not MatContents(difference, calibration.die or _USUAL_DIE, flat.field).nothing:
            # Bright spots may be dice.
            found = [advice for advice in found if advice.kind is not AdviceKind.GLARE]
    return _report_worst(found, say("It is bright enough and even."))


def has_motion(pictures: Sequence[Image]) -> bool:
    """Return whether something other than the light changes between pictures."""
    small = [_shrink(picture) for picture in pictures]
    first = small[0] / np.median(small[0])
    changes = [np.abs(picture / np.median(picture) - first) > _MIN_CHANGE for picture in small[1:]]
    return any(float(changed.mean()) > _MIN_CHANGED_SHARE for changed in changes)


def _shrink(picture: Image) -> NDArray[np.float32]:
    """Return the brightness of a picture, greater than 0, with fewer pixels."""
    size = (picture.shape[1] // _SHRINK, picture.shape[0] // _SHRINK)
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA).mean(axis=2) + 1, np.float32)


def _make_field(picture: Image) -> Corners:
    """Return the picture as a field, without its rim, which a mat must not touch."""
    height, width = picture.shape[:2]
    return (9, 9), (width - 9, 9), (width - 9, height - 9), (9, height - 9)


def _find_flat(pictures: Sequence[Image], calibration: Calibration | None) -> Flat | None:
    """Return the transformation to the flat mat, by calibration or markers, ``None`` if unknown."""
    if calibration and calibration.fits(pictures[-1]):
        return calibration.flat
    try:
        return find_outline_by_markers(pictures).flat
    except CalibrationStepTrouble:
        return None


def _report_worst(found: list[Advice], text_if_good: str) -> Finding:
    """Return the worst fault as a finding, or a good one with `text_if_good` if there is none."""
    if not found:
        return Finding.good("light", text_if_good)
    worst = min(found, key=lambda advice: advice.kind not in _UNREADABLE)
    make = Finding.bad if worst.kind in _UNREADABLE else Finding.look
    then = say("The page /calibrate shows where.") if worst.box else say("Then check again.")
    return make("light", worst.sentence, then)


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
        return Finding.bad("mat", trouble.text, _CALIBRATE_AGAIN)
    if calibration is None:
        return Finding.look("mat", *_judge_aim(state.pictures))
    if not state.pictures:
        return Finding.look(
            "mat",
            say(
                "{known} Without pictures nobody can see whether it has moved.",
                known=_describe_known(calibration),
            ),
            say("Fix the camera first."),
        )
    return _judge_place(calibration, state.pictures[-1]) or Finding.good("mat", _describe_known(calibration))


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
    if round(die) < MIN_DIE_PIXELS:
        return say("{seen}; it needs {least}.", seen=text, least=MIN_DIE_PIXELS), _GO_NEARER
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
            _CALIBRATE_AGAIN,
        )
    difference = _compare_with_empty(calibration, picture)
    if MatFinder(calibration).find(calibration.flat, difference, far=True).moved:
        return Finding.bad(
            "mat",
            say("The camera or the mat was moved since it was calibrated."),
            say("Put it back, or: {again}", again=_CALIBRATE_AGAIN),
        )
    if any(advice.kind is AdviceKind.CUT for advice in advise_view((picture,), calibration.corners)):
        return Finding.look(
            "mat",
            say("Part of the mat is outside the picture."),
            say("Move the camera, or hang it higher. {again}", again=_CALIBRATE_AGAIN),
        )
    return None


def _describe_known(calibration: Calibration) -> str:
    known = say("The table knows its mat.")
    if calibration.size_mm:
        width, height = (f"{side:.0f}" for side in calibration.size_mm)
        known = say("{known} It is {width} x {height} mm.", known=known, width=width, height=height)
    if calibration.die:
        return known
    return say("{known} It has learnt no dice yet: throw some while calibrating.", known=known)


def _compare_with_empty(calibration: Calibration, picture: Image) -> Difference:
    return Background(calibration.empty, calibration.noise).compare(calibration.flat.shrink(picture))
