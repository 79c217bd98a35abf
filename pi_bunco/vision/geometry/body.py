"""Measures how far each face reaches before something else begins: the die's body around the pips."""

import numpy as np
from numpy.typing import NDArray

from pi_bunco.vision.geometry.hypotheses import Faces, compute_steps
from pi_bunco.vision.geometry.median import compute_median
from pi_bunco.vision.geometry.places import FILLED, GRID, RING
from pi_bunco.vision.geometry.planes import Floats, Planes
from pi_bunco.vision.geometry.sampling import locate_points, measure_colour_distance, sample

OFFSETS = np.arange(1.55, 3.0, 0.12, dtype=np.float32)
"""Where to look for the end of the face, in steps from its middle."""
_LATERAL = np.array((-0.9, -0.45, 0.0, 0.45, 0.9), np.float32)
_SIDES = np.stack(
    [
        np.stack(np.broadcast_arrays(OFFSETS[:, None], _LATERAL), -1),
        np.stack(np.broadcast_arrays(-OFFSETS[:, None], _LATERAL), -1),
        np.stack(np.broadcast_arrays(_LATERAL, OFFSETS[:, None]), -1),
        np.stack(np.broadcast_arrays(_LATERAL, -OFFSETS[:, None]), -1),
    ]
)  # (4 sides, offsets, lateral, 2)
_RAYS = np.arange(24, dtype=np.float32) * np.float32(np.pi / 12)
_ALONG = np.arange(0.6, 3.3, 0.15, dtype=np.float32)
_STAR = _ALONG[None, :, None] * np.stack([np.cos(_RAYS), np.sin(_RAYS)], 1)[:, None]  # (24, along, 2)
SQUARE = np.maximum(np.abs(np.cos(_RAYS)), np.abs(np.sin(_RAYS)))
"""Half the edge of a square divided by its reach, in the 24 directions."""
_NEAR = np.stack(
    [np.hypot(*np.moveaxis(_STAR[:, :, None] - GRID[layout > 0], -1, 0)).min(2) for layout in FILLED]
)  # (layouts, 24, along): how far from the nearest pip


def measure_sides(planes: Planes, faces: Faces, colour: Floats) -> Floats:
    """Return the distance between the colours beyond each side and the face's: ``(n, 4, offsets)``."""
    around = sample(planes.colour, *locate_points(faces, _SIDES))
    return np.asarray(compute_median(measure_colour_distance(around, colour[:, None, None, None]), 3))


def measure_reach(
    planes: Planes, faces: Faces, colour: Floats, layout: NDArray[np.intp], noise: Floats
) -> Floats:
    """Return how far the face's colour reaches in 24 directions, in steps."""
    seen = sample(planes.colour, *locate_points(faces, _STAR))
    away = measure_colour_distance(seen, colour[:, None, None])
    limit = np.maximum(np.maximum(10, 0.25 * faces.contrast), 3 * noise)
    part = 1.5 * np.clip(faces.radius / compute_steps(faces), 0.17, 0.5)
    beyond = (away > limit[:, None, None]) & (_NEAR[layout] >= part[:, None, None])
    left = beyond[:, :, :-1] & beyond[:, :, 1:]
    return np.asarray(np.where(left.any(2), _ALONG[left.argmax(2)], _ALONG[-1]), np.float32)


def turn_faces(planes: Planes, lone: Faces) -> Faces:
    """Return faces of one pip, turned so that the body around the pip looks most like a square."""
    if not lone.total:
        return lone
    clean = sample(planes.colour, *locate_points(lone, 0.9 * RING))
    colour = compute_median(clean, 1)
    noise = compute_median(measure_colour_distance(clean, colour[:, None]), 1)
    far = measure_reach(planes, lone, colour, np.zeros(lone.total, np.intp), noise)
    turns = np.stack([far * np.roll(SQUARE, k) for k in range(6)], 1)
    angle = _RAYS[np.abs(turns - compute_median(turns, 2)[:, :, None]).mean(2).argmin(1)]
    cos, sin = np.cos(angle)[:, None], np.sin(angle)[:, None]
    return lone._replace(u=cos * lone.u + sin * lone.v, v=cos * lone.v - sin * lone.u)
