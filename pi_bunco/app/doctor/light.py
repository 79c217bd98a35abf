"""The light on the mat, as the camera sees it now."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from pi_bunco.app.doctor.mat import empty
from pi_bunco.app.doctor.sight import CameraLooks, report_unseen
from pi_bunco.findings import Finding
from pi_bunco.frames import Image
from pi_bunco.sentences import say
from pi_bunco.stations.calibration import CalibratingTrouble, outline_by_markers
from pi_bunco.vision.calibrate.advice import Advice, AdviceKind, advise_empty, advise_view
from pi_bunco.vision.calibrate.calibration import Calibration
from pi_bunco.vision.calibrate.flat import Corners, Flat

_SPOILS = frozenset({AdviceKind.DARK, AdviceKind.BRIGHT})
"""What keeps dice from being read at all."""
_SMALLER = 16
"""Pixels of a picture for each, each way, in which movement is sought."""
_MOVED, _MOVED_SHARE = 0.15, 0.004
"""Something moves where this share of the picture changes by this share of its usual brightness."""


def judge_light(sight: CameraLooks, calibration: Calibration | None) -> Finding:
    """Judge the light: whole on a calibrated mat, or on one whose markers are seen; else how bright it is.

    Hands that move look like light that flickers, and hands that lie there like light from one side; so
    while something moves only light that keeps dice from being read at all is reported.
    """
    if not sight.pictures:
        return report_unseen("light", sight)
    if moves(sight.pictures):
        found = advise_view(sight.pictures[-1:], _whole(sight.pictures[-1]))
        return _worst(found, say("It is bright enough."))
    flat = _flat(sight.pictures, calibration)
    found = advise_view(sight.pictures, _whole(sight.pictures[-1]))
    if flat is None:
        return _worst(found, say("It is bright enough; how even it is shows once the markers are seen."))
    found += advise_empty(flat.rectify(sight.pictures[-1]), flat)
    seen = sight.pictures[-1]
    if calibration and calibration.fits(seen) and not empty(calibration, seen):
        found = [
            advice for advice in found if advice.kind is not AdviceKind.GLARE
        ]  # bright spots may be dice
    return _worst(found, say("It is bright enough and even."))


def moves(pictures: Sequence[Image]) -> bool:
    """Return whether something moves, from one picture to another, beside the light."""
    small = [_small(picture) for picture in pictures]
    first = small[0] / np.median(small[0])
    changed = [np.abs(one / np.median(one) - first) > _MOVED for one in small[1:]]
    return any(float(one.mean()) > _MOVED_SHARE for one in changed)


def _small(picture: Image) -> NDArray[np.float32]:
    size = (picture.shape[1] // _SMALLER, picture.shape[0] // _SMALLER)
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA).mean(axis=2) + 1, np.float32)


def _whole(picture: Image) -> Corners:
    """Return the whole picture as a field, but for its rim, which a mat must not touch."""
    height, width = picture.shape[:2]
    return (9, 9), (width - 9, 9), (width - 9, height - 9), (9, height - 9)


def _flat(pictures: Sequence[Image], calibration: Calibration | None) -> Flat | None:
    """Return the way to the flat mat: as calibrated, else by its markers; ``None``: it is not known."""
    if calibration and calibration.fits(pictures[-1]):
        return calibration.flat
    try:
        return outline_by_markers(pictures).flat
    except CalibratingTrouble:
        return None


def _worst(found: list[Advice], well: str) -> Finding:
    """Return the worst of what is to be mended; `well`: what to say if there is nothing."""
    if not found:
        return Finding.good("light", well)
    worst = min(found, key=lambda advice: advice.kind not in _SPOILS)
    said, _, remedy = worst.sentence.partition(". ")
    where = " The page /calibrate shows where." if worst.box else ""
    make = Finding.bad if worst.kind in _SPOILS else Finding.look
    return make("light", f"{said}.", f"{remedy}{where}")
