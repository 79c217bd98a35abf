"""Proposes faces: the pips that were found could be theirs.

A face is a grid of three by three places. Two pips may be its opposite corners. Two such pairs with a common
middle fix the face as an affine image of a square. A single pip may be the middle one. The value of a face is
not decided here, but later, from all nine places.
"""
# ruff: noqa: PLR2004 - the limits were tuned, and each is used once

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pi_bunco.vision.geometry.pips import Pips, compute_quality
from pi_bunco.vision.geometry.planes import Floats
from pi_bunco.vision.geometry.sampling import compute_median

CLOSE, FAR = 4.4, 15.0
"""Least and largest distance of opposite corner pips, in radii of a pip."""
LONE_STEPS = (2.2, 2.65, 3.2, 3.85, 4.6)
"""Steps of the grid to try around a single pip, in its radii."""
LONE_SIZES = (0.88, 1.0, 1.13)
"""The same in steps of the view, if its step is known."""

MIN_VIEW_TRUST = 0.25
"""Least trust in a face from which the view is estimated."""


class View(NamedTuple):
    """The direction of the view, and the size of the dice.

    Attributes
    ----------
    shape
        Maps a flat unit circle to its image, shape ``(2, 2)``, symmetric, of determinant 1.
    step
        Step of a face's grid in pixels; ``None``: not known.
    """

    shape: Floats
    step: float | None


class Faces(NamedTuple):
    """Possible faces, one per entry.

    Attributes
    ----------
    centre
        Middle, shape ``(n, 2)``, in pixels of the working picture.
    u, v
        The two steps of the grid, shape ``(n, 2)``, in pixels.
    kind
        How many pips fix the face: 4, 2 or 1.
    radius, contrast, sign, plane
        Those of its pips.
    quality
        The quality of its worst pip, 0 to 1.
    spread
        Relative spread of the radii of its pips.
    ratio, turn
        The mean shape of its pips: minor over major axis, direction of the major one in radians.
    narrow
        Distance of the pips along `v`, in steps: less than 1 only for a six, whose two rows some makers put
        closer together.
    """

    centre: Floats
    u: Floats
    v: Floats
    kind: NDArray[np.intp]
    radius: Floats
    contrast: Floats
    sign: Floats
    plane: NDArray[np.intp]
    quality: Floats
    spread: Floats
    ratio: Floats
    turn: Floats
    narrow: Floats

    @property
    def total(self) -> int:
        """The number of faces."""
        return int(self.kind.size)

    def take(self, which: NDArray[np.intp] | NDArray[np.bool_]) -> "Faces":
        """Return the faces that `which` selects."""
        return Faces._make(column[which] for column in self)


def are_alike(pips: Pips) -> NDArray[np.bool_]:
    """Return which pips could be on one face: same sign, and similar size, contrast and face around."""
    radius = np.log(pips.radius)
    contrast = np.log(pips.contrast)
    same_plane = pips.plane[:, None] == pips.plane
    apart = np.abs(pips.face[:, None] - pips.face)
    weaker = np.minimum(pips.contrast[:, None], pips.contrast)
    return np.asarray(
        (pips.sign[:, None] == pips.sign)
        & (np.abs(radius[:, None] - radius) < 0.45)
        & (np.abs(contrast[:, None] - contrast) < 0.65)
        & (~same_plane | (apart < 0.5 * weaker)),
        np.bool_,
    )


def list_pairs(pips: Pips, most: int) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.bool_]]:
    """Return the `most` best pairs of pips that could be opposite corners, and which pips are alike."""
    good = compute_quality(pips)
    like = are_alike(pips)
    away = np.hypot(pips.x[:, None] - pips.x, pips.y[:, None] - pips.y)
    size = np.sqrt(pips.radius[:, None] * pips.radius)
    i, j = np.nonzero(np.triu(like & (away > CLOSE * size) & (away < FAR * size), 1))
    if i.size > most:
        keep = np.argsort(-(good[i] * good[j]), kind="stable")[:most]
        i, j = i[keep], j[keep]
    return i, j, like


def make_four_pip_faces(
    pips: Pips, i: NDArray[np.intp], j: NDArray[np.intp], like: NDArray[np.bool_]
) -> Faces:
    """Return the faces that are fixed by four corner pips: two pairs with a common middle."""
    mx, my = (pips.x[i] + pips.x[j]) / 2, (pips.y[i] + pips.y[j]) / 2
    dx, dy = pips.x[j] - pips.x[i], pips.y[j] - pips.y[i]
    length = np.hypot(dx, dy)
    off = np.hypot(mx[:, None] - mx, my[:, None] - my)
    shorter = np.minimum(length[:, None], length)
    cosine = np.abs(dx[:, None] * dx + dy[:, None] * dy) / (length[:, None] * length)
    fits = (off < 0.09 * shorter) & (np.abs(np.log(length[:, None] / length)) < 0.6) & (cosine < 0.72)
    p, q = np.nonzero(np.triu(fits, 1))
    together = like[i[p], i[q]] & like[i[p], j[q]] & like[j[p], i[q]] & like[j[p], j[q]]
    p, q = p[together], q[together]
    first, second = np.stack([dx[p], dy[p]], 1), np.stack([dx[q], dy[q]], 1)
    centre = np.stack([mx[p] + mx[q], my[p] + my[q]], 1) / 2
    return _make_faces(
        pips, np.stack([i[p], j[p], i[q], j[q]], 1), centre, (first + second) / 4, (first - second) / 4
    )


def make_two_pip_faces(pips: Pips, i: NDArray[np.intp], j: NDArray[np.intp], view: View) -> Faces:
    """Return the faces that are fixed by two opposite corner pips and the view."""
    d = np.stack([pips.x[j] - pips.x[i], pips.y[j] - pips.y[i]], 1)
    flat = d @ np.linalg.inv(view.shape)
    across = np.stack([-flat[:, 1], flat[:, 0]], 1) @ view.shape
    centre = np.stack([pips.x[i] + pips.x[j], pips.y[i] + pips.y[j]], 1) / 2
    return _make_faces(pips, np.stack([i, j], 1), centre, (d + across) / 4, (d - across) / 4)


def make_one_pip_faces(pips: Pips, view: View, most: int) -> Faces:
    """Return faces of one pip, for the `most` best pips: of the known size, or of several sizes."""
    good = compute_quality(pips)
    top = np.argsort(-good, kind="stable")[:most]
    if view.step is None:
        which = np.repeat(top, len(LONE_STEPS))
        step = pips.radius[which] * np.tile(np.asarray(LONE_STEPS, np.float32), top.size)
    else:
        top = top[(pips.radius[top] > 0.17 * view.step) & (pips.radius[top] < 0.75 * view.step)]
        which = np.repeat(top, len(LONE_SIZES))
        step = view.step * np.tile(np.asarray(LONE_SIZES, np.float32), top.size)
    centre = np.stack([pips.x[which], pips.y[which]], 1)
    return _make_faces(
        pips, which[:, None], centre, step[:, None] * view.shape[0], step[:, None] * view.shape[1]
    )


def estimate_view(faces: Faces, trust: Floats, step: float | None) -> View:
    """Estimate the view from faces that four pips fix.

    Parameters
    ----------
    faces
        These faces.
    trust
        How much to trust each, 0 to 1.
    step
        The step of their grids in pixels; ``None``: not known.
    """
    steps = compute_steps(faces)
    sure = trust > MIN_VIEW_TRUST
    if step is None and sure.any():
        order = np.argsort(steps[sure])
        mass = np.cumsum(trust[sure][order])
        step = float(steps[sure][order][np.searchsorted(mass, mass[-1] / 2)])
    if step is not None:
        sure &= np.abs(np.log(steps / step)) < 0.3
    if not sure.any():
        return View(np.eye(2, dtype=np.float32), step)
    both = np.stack([faces.u, faces.v], 1)[sure] / steps[sure, None, None]
    metric = (trust[sure, None, None] * (both.transpose(0, 2, 1) @ both)).sum(0)
    value, vector = np.linalg.eigh(metric)
    root = np.sqrt(value / np.sqrt(value.prod()))
    return View((vector * root @ vector.T).astype(np.float32), step)


def compute_steps(faces: Faces) -> Floats:
    """Return the length of one step of each face's grid, in pixels, as seen straight from above."""
    return np.asarray(
        np.sqrt(np.abs(faces.u[:, 0] * faces.v[:, 1] - faces.u[:, 1] * faces.v[:, 0])) + 1e-3, np.float32
    )


def locate_points(faces: Faces, grid: Floats) -> tuple[Floats, Floats]:
    """Return x and y in pixels, ``(n, ...)`` each, of points in steps of the grid, shape ``(..., 2)``."""
    across, along = grid[..., 0].ravel(), grid[..., 1].ravel()
    x, y = (
        (faces.centre[:, k, None] + faces.u[:, k, None] * across + faces.v[:, k, None] * along)
        for k in (0, 1)
    )
    shape = (faces.total, *grid.shape[:-1])
    return x.reshape(shape), y.reshape(shape)


def compute_stretches(faces: Faces) -> Floats:
    """Return the logarithm of each face's length over its width; 0 if its pips do not fix that."""
    long, short = np.linalg.svd(np.stack([faces.u, faces.v], 1), compute_uv=False).T
    return np.where(faces.kind == 4, np.log(long / (short + 1e-3)), 0).astype(np.float32)


def _make_faces(pips: Pips, members: NDArray[np.intp], centre: Floats, u: Floats, v: Floats) -> Faces:
    """Return faces made of pips, whose indices are in `members`, shape ``(n, kind)``."""
    f32 = np.float32
    radius = pips.radius[members]
    mean = np.exp(np.log(radius).mean(1)) if members.size else np.zeros(0)
    good = compute_quality(pips)[members]
    bend = np.log(pips.ratio[members])
    # Ellipses are averaged as double-angle vectors, so that round ones do not influence the turn.
    c, s = (bend * np.cos(2 * pips.turn[members])).mean(1), (bend * np.sin(2 * pips.turn[members])).mean(1)
    return Faces(
        centre.astype(f32),
        u.astype(f32),
        v.astype(f32),
        np.full(len(members), members.shape[1], np.intp),
        mean.astype(f32),
        compute_median(pips.contrast[members], 1).astype(f32),
        pips.sign[members[:, 0]],
        pips.plane[members[:, 0]].astype(np.intp),
        good.min(1).astype(f32),
        (radius.max(1) / radius.min(1) - 1).astype(f32),
        np.exp(-np.hypot(c, s)).astype(f32),
        (np.arctan2(-s, -c) / 2).astype(f32),
        np.ones(len(members), f32),
    )
