"""Computes the camera's position over the mat from its four printed markers.

The four corners of the field alone say little about a camera that looks nearly straight down: a small error
of a corner, or a lens that bends lines a little, then changes its computed height several times over. The
markers have sixteen corners, and all four are squares of one size. So the camera's position, its focal
length, the bend of its lens and the place of each marker are found together, by least squares (Levenberg
1944, Marquardt 1963). What the markers do not show is taken from usual cameras.
"""

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from pi_bunco.vision.calibrate.fiducials import Fiducials
from pi_bunco.vision.calibrate.flat import Flat
from pi_bunco.vision.stand import Stand

Numbers = NDArray[np.float64]

_FOCAL, _FOCAL_SPREAD = float(np.log(0.8)), 0.2
"""Focal length of usual cameras over the picture's longer side, and its deviation, as logarithms."""
_BEND, _BEND_SPREAD = 0.012, 0.015
"""By which share usual lenses pull a point in that is half the longer side from the middle; its deviation."""
_MISPLACED = 0.35
"""Deviation of a marker's corner from where it was found, in pixels."""
_MOST_MISPLACED = 1.5
"""With a larger deviation the markers are no squares of one size in one plane."""
_STEPS = 60
_SMALL = 1e-6
"""A step that improves the fit by less than this share is the last."""
_SQUARE = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])
_LENS, _PLACES = slice(6, 8), slice(8, 17)
"""The unknowns: the camera's rotation and translation; the logarithm of the focal length, and the bend;
places and turns of the second to fourth marker beside the first. The unit of length is a marker's edge."""


class _Camera(NamedTuple):
    """The middle of the pictures and their longer side, in pixels."""

    middle: Numbers
    longer: float


def find_stand_by_markers(fiducials: Fiducials, picture: tuple[int, int]) -> Stand | None:
    """Return the camera's position over the flat picture of the field between the markers.

    Parameters
    ----------
    fiducials
        The markers, all four.
    picture
        Width and height of the camera's pictures in pixels.

    Returns
    -------
    Stand or None
        ``None`` if a marker is missing, or they are no squares of one size in one plane.

    Examples
    --------
    >>> middles = np.array([(140, 140), (660, 140), (660, 460), (140, 460)])
    >>> seen = Fiducials({number: middle + 80 * _SQUARE for number, middle in enumerate(middles)})
    >>> tuple(round(number) for number in find_stand_by_markers(seen, (800, 600)))
    (480, 328, 973)
    """
    if fiducials.corners is None:
        return None
    flat = Flat.of(fiducials.corners, fiducials.ratio)
    markers = np.stack(list(fiducials.seen.values()))
    camera = _Camera(np.array(picture) / 2, max(picture))
    corners = markers.reshape(-1, 2)
    found = _fit(_guess(markers, camera), corners, camera)
    if np.sqrt(np.mean((_project(found, camera) - corners) ** 2)) > _MOST_MISPLACED:
        return None
    turn = cv2.Rodrigues(found[:3])[0]
    at = -turn.T @ found[3:6]
    plane = np.column_stack([_lay_markers(found), np.ones(len(corners))])
    to_flat = np.linalg.lstsq(plane, cv2.perspectiveTransform(corners[None], flat.matrix)[0], rcond=None)[0]
    x, y = np.append(at[:2], 1) @ to_flat
    return Stand(float(x), float(y), float(abs(at[2]) * np.sqrt(abs(np.linalg.det(to_flat[:2])))))


def _guess(markers: Numbers, camera: _Camera) -> Numbers:
    """Return the unknowns of a usual camera that looks straight down."""
    edge = float(np.linalg.norm(markers - np.roll(markers, 1, axis=1), axis=2).mean())
    middles = (markers.mean(axis=1) - camera.middle) / edge
    turns = np.arctan2(*(markers[:, 1] - markers[:, 0]).T[::-1])
    across, along = np.cos(turns[0]), np.sin(turns[0])
    beside = (middles[1:] - middles[0]) @ np.array([[across, -along], [along, across]])
    pose = [0, 0, turns[0], *middles[0], np.exp(_FOCAL) * camera.longer / edge]
    places = np.column_stack([beside, turns[1:] - turns[0]]).ravel()
    return np.array([*pose, _FOCAL, _BEND, *places])


def _fit(unknowns: Numbers, corners: Numbers, camera: _Camera) -> Numbers:
    """Return the unknowns that explain the corners best."""
    misfit = _measure_misfit(unknowns, corners, camera)
    damping = 1e-2
    for _ in range(_STEPS):
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
        done = better @ better > (1 - _SMALL) * (misfit @ misfit)
        unknowns, misfit, damping = unknowns + step, better, damping / 6
        if done:
            break
    return unknowns


def _measure_misfit(unknowns: Numbers, corners: Numbers, camera: _Camera) -> Numbers:
    """Return how far everything is from what was seen, and from usual cameras, in standard deviations."""
    focal, bend = unknowns[_LENS]
    return np.concatenate([
        ((_project(unknowns, camera) - corners) / _MISPLACED).ravel(),
        [(focal - _FOCAL) / _FOCAL_SPREAD, (bend - _BEND) / _BEND_SPREAD],
    ])  # fmt: skip


def _project(unknowns: Numbers, camera: _Camera) -> Numbers:
    """Return the markers' corners in the picture, shape ``(16, 2)``."""
    turn = cv2.Rodrigues(unknowns[:3])[0]
    seen = _lay_markers(unknowns) @ turn[:, :2].T + unknowns[3:6]
    focal, bend = np.exp(unknowns[6]) * camera.longer, unknowns[7]
    straight = focal * seen[:, :2] / seen[:, 2:]
    outward = (straight**2).sum(axis=1, keepdims=True) / (camera.longer / 2) ** 2
    return np.asarray(camera.middle + straight * (1 - bend * outward))


def _lay_markers(unknowns: Numbers) -> Numbers:
    """Return the markers' corners in their plane, shape ``(16, 2)``."""
    places = np.vstack([np.zeros(3), unknowns[_PLACES].reshape(3, 3)])
    across, along = np.cos(places[:, 2]), np.sin(places[:, 2])
    turns = np.stack([np.stack([across, along], 1), np.stack([-along, across], 1)], 1)
    return np.asarray((_SQUARE @ turns + places[:, None, :2]).reshape(-1, 2))
