"""The check of the light on the mat."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from pi_bunco.app.doctor.camera import CameraState, report_unseen
from pi_bunco.findings import Finding
from pi_bunco.frames import Image
from pi_bunco.sentences import say
from pi_bunco.stations.calibration import CalibrationStepTrouble, find_outline_by_markers
from pi_bunco.vision.calibrate.advice import Advice, AdviceKind, advise_empty, advise_view
from pi_bunco.vision.calibrate.background import Background
from pi_bunco.vision.calibrate.calibration import Calibration
from pi_bunco.vision.calibrate.flat import LONGEST, Corners, Flat
from pi_bunco.vision.calibrate.regions import MatContents

_SPOILS = frozenset({AdviceKind.DARK, AdviceKind.BRIGHT})
"""The faults that make dice unreadable."""
_SMALLER = 16
"""The picture's pixels for each pixel, each way, of the smaller picture that is searched for movement."""
_MOVED, _MOVED_SHARE = 0.15, 0.004
"""Something moves where this share of the picture changes by this share of its usual brightness."""


def judge_light(state: CameraState, calibration: Calibration | None) -> Finding:
    """Judge the light on a mat that is calibrated or whose markers are seen, otherwise only its brightness.

    Moving hands look like flickering light, and resting hands like light from one side. So while something
    moves, only light that makes dice unreadable is reported.
    """
    if not state.pictures:
        return report_unseen("light", state)
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
    if calibration and calibration.fits(picture) and not _is_empty(calibration, picture):
        # Bright spots may be dice.
        found = [advice for advice in found if advice.kind is not AdviceKind.GLARE]
    return _report_worst(found, say("It is bright enough and even."))


def _is_empty(calibration: Calibration, picture: Image) -> bool:
    """Return whether the mat is empty, so that bright spots cannot be dice."""
    flat = calibration.flat
    difference = Background(calibration.empty, calibration.noise).compare(flat.shrink(picture))
    return MatContents(difference, calibration.die or LONGEST / 18, flat.field).nothing


def has_motion(pictures: Sequence[Image]) -> bool:
    """Return whether something other than the light changes between pictures."""
    small = [_shrink(picture) for picture in pictures]
    first = small[0] / np.median(small[0])
    changed = [np.abs(one / np.median(one) - first) > _MOVED for one in small[1:]]
    return any(float(one.mean()) > _MOVED_SHARE for one in changed)


def _shrink(picture: Image) -> NDArray[np.float32]:
    size = (picture.shape[1] // _SMALLER, picture.shape[0] // _SMALLER)
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
    worst = min(found, key=lambda advice: advice.kind not in _SPOILS)
    text, _, remedy = worst.sentence.partition(". ")
    where = " The page /calibrate shows where." if worst.box else ""
    make = Finding.bad if worst.kind in _SPOILS else Finding.look
    return make("light", f"{text}.", f"{remedy}{where}")
