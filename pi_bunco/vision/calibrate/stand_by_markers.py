"""Computes the camera's position over the mat from its four printed markers.

The four corners of the field alone say little about a camera that looks nearly straight down: a small error
of a corner, or a lens that bends lines a little, then changes its computed height several times over. The
markers have sixteen corners, and all four are squares of one size. So the camera's position, the bend of its
lens and the place of each marker are found together, by least squares (Levenberg 1944, Marquardt 1963).

The focal length cannot be found in this way: from nearly straight above, a far camera with a long lens sees
the same as a near one. So there is one position for each focal length that fits, and test throws show which
is right (:mod:`~pi_bunco.vision.calibrate.choose_stand`).
"""

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from pi_bunco.vision.calibrate.fiducials import Fiducials
from pi_bunco.vision.calibrate.flat import Flat
from pi_bunco.vision.calibrate.stand_by_corners import FOCALS, place_stand
from pi_bunco.vision.stand import Stand

Numbers = NDArray[np.float64]

_USUAL, _SPREAD = 0.8, 0.3
"""The focal length of usual cameras, and its deviation as a logarithm."""
_BEND, _BEND_SPREAD = 0.012, 0.015
"""How much usual lenses pull in a point half the longer side from the middle, as a share; its deviation."""
_CORNER_DEVIATION = 0.25
"""Deviation of a marker's corner from where it was found, in pixels."""
_MAX_MISPLACED = 1.5
"""If the corners deviate by more pixels than this, the markers are no squares of one size in one plane."""
_MAX_MISFIT = 12.0
"""A focal length whose misfit is larger than the least one by more than this does not fit."""
_MAX_STEPS = 60
_MIN_GAIN = 1e-6
"""A step that improves the fit by less than this share is the last."""
_SQUARE = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])
_BENT, _PLACES = 6, slice(7, 16)
"""The unknowns: the camera's rotation and translation, six numbers; the bend; places and turns of the second
to fourth marker beside the first. The unit of length is a marker's edge."""


class _Camera(NamedTuple):
    """The middle of the pictures, half their longer side, and the focal length, in pixels."""

    middle: Numbers
    half: float
    focal: float


def list_stands_by_markers(fiducials: Fiducials, picture: tuple[int, int]) -> tuple[Stand, ...]:
    """Return the positions over the flat picture from which the camera may see these markers.

    Parameters
    ----------
    fiducials
        The markers.
    picture
        Width and height of the camera's pictures in pixels.

    Returns
    -------
    tuple of Stand
        One for each focal length that fits, the most likely first. Empty if a marker is missing, or they are
        no squares of one size in one plane.

    Examples
    --------
    >>> middles = np.array([(140, 140), (660, 140), (660, 460), (140, 460)])
    >>> fiducials = Fiducials({number: middle + 80 * _SQUARE for number, middle in enumerate(middles)})
    >>> tuple(round(number) for number in list_stands_by_markers(fiducials, (800, 600))[0])
    (480, 328, 973)
    """
    if fiducials.corners is None:
        return ()
    flat = Flat.of(fiducials.corners, fiducials.ratio)
    markers = np.stack(list(fiducials.markers.values()))
    corners = markers.reshape(-1, 2)
    fits = []
    for share in FOCALS:
        camera = _Camera(np.array(picture) / 2, max(picture) / 2, share * max(picture))
        found = _fit(_guess(markers, camera), corners, camera)
        misfit = _measure_misfit(found, corners, camera)
        if np.sqrt(np.mean((_project(found, camera) - corners) ** 2)) < _MAX_MISPLACED:
            unusual = (np.log(share / _USUAL) / _SPREAD) ** 2
            fits.append((float(misfit @ misfit), float(unusual), _place(found, corners, flat)))
    least = min((misfit for misfit, _, _ in fits), default=0.0)
    likely = [fit for fit in fits if fit[0] <= least + _MAX_MISFIT]
    return tuple(stand for _, _, stand in sorted(likely, key=lambda fit: fit[0] + fit[1]))


def _place(found: Numbers, corners: Numbers, flat: Flat) -> Stand:
    """Return the camera's position in pixels of the flat picture."""
    at = -cv2.Rodrigues(found[:3])[0].T @ found[3:6]
    return place_stand(at, _lay_markers(found), cv2.perspectiveTransform(corners[None], flat.matrix)[0])


def _guess(markers: Numbers, camera: _Camera) -> Numbers:
    """Return the unknowns of a camera that looks straight down."""
    edge = float(np.linalg.norm(markers - np.roll(markers, 1, axis=1), axis=2).mean())
    middles = (markers.mean(axis=1) - camera.middle) / edge
    turns = np.arctan2(*(markers[:, 1] - markers[:, 0]).T[::-1])
    across, along = np.cos(turns[0]), np.sin(turns[0])
    beside = (middles[1:] - middles[0]) @ np.array([[across, -along], [along, across]])
    pose = [0, 0, turns[0], *middles[0], camera.focal / edge]
    places = np.column_stack([beside, turns[1:] - turns[0]]).ravel()
    return np.array([*pose, _BEND, *places])


def _fit(unknowns: Numbers, corners: Numbers, camera: _Camera) -> Numbers:
    """Return the unknowns that explain the corners best."""
    misfit = _measure_misfit(unknowns, corners, camera)
    damping = 1e-2
    for _ in range(_MAX_STEPS):
        slope = np.empty((len(misfit), len(unknowns)))
        for k, number in enumerate(unknowns):
            moved = unknowns.copy()
            moved[k] += 1e-5 * max(1, abs(number))
            slope[:, k] = (_measure_misfit(moved, corners, camera) - misfit) / (moved[k] - number)
        square = slope.T @ slope
        while damping < 1e12:  # noqa: PLR2004 - no step, however short, improves the fit any more
            step = np.linalg.solve(square + damping * np.diag(np.diag(square)), -slope.T @ misfit)
            better = _measure_misfit(unknowns + step, corners, camera)
            if better @ better < misfit @ misfit:
                break
            damping *= 4
        else:
            return unknowns
        done = better @ better > (1 - _MIN_GAIN) * (misfit @ misfit)
        unknowns, misfit, damping = unknowns + step, better, damping / 6
        if done:
            break
    return unknowns


def _measure_misfit(unknowns: Numbers, corners: Numbers, camera: _Camera) -> Numbers:
    """Return the misfit of the unknowns to the markers and to usual lenses, in standard deviations."""
    off = (_project(unknowns, camera) - corners) / _CORNER_DEVIATION
    return np.append(off.ravel(), (unknowns[_BENT] - _BEND) / _BEND_SPREAD)


def _project(unknowns: Numbers, camera: _Camera) -> Numbers:
    """Return the markers' corners in the picture, shape ``(16, 2)``."""
    turn = cv2.Rodrigues(unknowns[:3])[0]
    in_space = _lay_markers(unknowns) @ turn[:, :2].T + unknowns[3:6]
    straight = camera.focal * in_space[:, :2] / in_space[:, 2:]
    outward = (straight**2).sum(axis=1, keepdims=True) / camera.half**2
    return np.asarray(camera.middle + straight / (1 + unknowns[_BENT] * outward))


def _lay_markers(unknowns: Numbers) -> Numbers:
    """Return the markers' corners in their plane, shape ``(16, 2)``."""
    places = np.vstack([np.zeros(3), unknowns[_PLACES].reshape(3, 3)])
    across, along = np.cos(places[:, 2]), np.sin(places[:, 2])
    turns = np.stack([np.stack([across, along], 1), np.stack([-along, across], 1)], 1)
    return np.asarray((_SQUARE @ turns + places[:, None, :2]).reshape(-1, 2))
