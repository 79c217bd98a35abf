"""Describes each face by the other faces of the picture.

The dice of one picture appear about equally large and from one direction. Two faces nearer than an edge
belong to one die, and at most one of them is the upper face.
"""
# ruff: noqa: PLR2004 - the limits were tuned, and each is used once

import numpy as np

from pi_bunco.vision.geometry.find import EDGE, FoundFaces
from pi_bunco.vision.geometry.hypotheses import Faces, View, compute_steps
from pi_bunco.vision.geometry.planes import Floats

NAMES = (
    "first",
    "size",
    "size_off",
    "known",
    "tilt",
    "view_off",
    "rival",
    "rival_size",
    "other",
    "support",
    "company",
)


def compute_distances(faces: Faces, view: View) -> Floats:
    """Return the distances of the middles of faces in pixels, as if seen straight from above: ``(n, n)``."""
    flat = faces.centre @ np.linalg.inv(view.shape)
    return np.asarray(np.hypot(flat[:, :1] - flat[:, 0], flat[:, 1:] - flat[:, 1]), np.float32)


def describe_surroundings(found: FoundFaces, first: Floats) -> Floats:
    """Describe each face's surroundings by numbers, shape ``(n, len(NAMES))``.

    Parameters
    ----------
    found
        The faces.
    first
        The probability of each by itself.
    """
    faces, value, view = found.faces, found.value, found.view
    steps = compute_steps(faces)
    size = np.log(steps)
    lead = first > 0.3
    if view.step is not None:
        middle = np.log(view.step)
    elif lead.any():
        order = np.argsort(size[lead])
        mass = np.cumsum(first[lead][order] ** 2)
        middle = size[lead][order][np.searchsorted(mass, mass[-1] / 2)]
    else:
        middle = np.median(size) if size.size else 0.0
    off = np.clip(size - middle, -1, 1)
    apart = compute_distances(faces, view) / (EDGE * np.maximum(steps[:, None], steps))
    here = apart < 0.3
    near = apart < 0.82
    same = value[:, None] == value
    ratio = size[None, :] - size[:, None]
    p = np.broadcast_to(first, apart.shape)
    rival = np.where(near & ~here, p, 0)
    strongest = rival.argmax(1)
    rows = np.arange(first.size)
    away = ~near
    beside = np.where(away & (apart < 1.25), p, 0)
    nearest = beside.argmax(1)
    colours = np.abs(found.colour[:, None] - found.colour).max(2)
    bend = np.log(np.linalg.cond(view.shape)) if view.step is not None else 0.0
    metric_off = _compute_view_mismatch(faces, view)
    return np.stack([
        np.log((first + 1e-4) / (1 - first + 1e-4)),
        off,
        np.abs(off),
        np.full(first.size, view.step is not None),
        np.full(first.size, bend),
        metric_off,
        rival[rows, strongest],
        np.where(rival[rows, strongest] > 0.05, np.clip(ratio[rows, strongest], -1, 1), 0),
        np.where(here & ~same, p, 0).max(1),
        np.where(here & same & ~np.eye(first.size, dtype=bool), p, 0).max(1),
        np.where(away & (np.abs(ratio) < 0.25), p, 0).max(1),
        beside[rows, nearest],
        np.where(beside[rows, nearest] > 0.05, np.clip(ratio[rows, nearest], -1, 1), 0),
        np.where(away, p * np.exp(-colours / 40), 0).max(1),
    ], 1).astype(np.float32)  # fmt: skip


def _compute_view_mismatch(faces: Faces, view: View) -> Floats:
    """Return how much each face's shape differs from that of an upper face in the picture's view."""
    steps = compute_steps(faces)
    inverse = np.linalg.inv(view.shape)
    u, v = faces.u @ inverse / steps[:, None], faces.v @ inverse / steps[:, None]
    a, b, d = u[:, 0] ** 2 + v[:, 0] ** 2, u[:, 0] * u[:, 1] + v[:, 0] * v[:, 1], u[:, 1] ** 2 + v[:, 1] ** 2
    half, root = (a + d) / 2, np.hypot((a - d) / 2, b)
    return np.asarray(0.5 * np.log((half + root) / np.maximum(half - root, 1e-6)), np.float32)
