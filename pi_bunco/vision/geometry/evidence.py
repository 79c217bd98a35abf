"""What the picture says of each face: looked at in all nine places, between them and around.

The nine places must be pips or even face, nothing in between; the face between the pips must be of
one colour; and at about half an edge from the middle the face must end, on all four sides.
"""
# ruff: noqa: PLR2004 - the limits were tuned and stand beside what they limit

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from pi_bunco.vision.geometry.hypotheses import Faces, steps_of
from pi_bunco.vision.geometry.layouts import FILLED, GRID, VALUES
from pi_bunco.vision.geometry.pips import Floats, Pips
from pi_bunco.vision.geometry.planes import Planes

_TURN = np.arange(8, dtype=np.float32) * np.float32(np.pi / 4)
_CORE = np.concatenate([[(0, 0)], 0.45 * np.stack([np.cos(_TURN[::2]), np.sin(_TURN[::2])], 1)]).astype(
    np.float32
)
_RING = np.stack([np.cos(_TURN), np.sin(_TURN)], 1).astype(np.float32)
_CLEAN = np.array(
    [(0.5, 0.5), (-0.5, 0.5), (0.5, -0.5), (-0.5, -0.5)]
    + [(a, b) for a in (0.5, -0.5) for b in (1.5, -1.5)]
    + [(b, a) for a in (0.5, -0.5) for b in (1.5, -1.5)],
    np.float32,
)
OFFSETS = np.arange(1.55, 3.0, 0.12, dtype=np.float32)
"""Where the end of the face is looked for, in steps from the middle."""
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
_ALONG = np.arange(0.6, 3.3, 0.1, dtype=np.float32)
_STAR = _ALONG[None, :, None] * np.stack([np.cos(_RAYS), np.sin(_RAYS)], 1)[:, None]  # (24, along, 2)
_SQUARE = np.maximum(np.abs(np.cos(_RAYS)), np.abs(np.sin(_RAYS)))
_NEAR = np.stack(
    [np.hypot(*np.moveaxis(_STAR[:, :, None] - GRID[places > 0], -1, 0)).min(2) for places in FILLED]
)  # (layouts, 24, along): how far from the nearest pip


class Evidence(NamedTuple):
    """What was seen of each face, one row each.

    Attributes
    ----------
    faces
        The faces, those of one pip turned to fit their bodies.
    value
        What it shows most likely, 1 to 6.
    second
        What else it might show.
    features
        Numbers for the judgement, shape ``(n, len(NAMES))``.
    """

    faces: Faces
    value: NDArray[np.intp]
    second: NDArray[np.intp]
    features: Floats

    def take(self, which: NDArray[np.bool_]) -> "Evidence":
        """Give some of the faces and what was seen of them."""
        return Evidence(self.faces.take(which), self.value[which], self.second[which], self.features[which])


NAMES = (
    "cost", "margin", "worst", "cell_spread", "uneven", "noise",
    "inside", "climb0", "climb1", "climb2", "climb3", "step1", "step2", "edge_spread", "edge_at",
    "body20", "body50", "body80", "body_share", "body_spread",
    "quality", "spread", "radius_step", "stretch", "skew", "ellipse", "strangers",
    "beside", "lean", "hints", "narrow", "contrast", "pixels",
    "is1", "is2", "is3", "is4", "is5", "is6", "fixed4", "fixed2",
)  # fmt: skip


def _at(image: NDArray[np.float32] | NDArray[np.uint8], x: Floats, y: Floats) -> Floats:
    """Sample a picture bilinearly at points of any shape; channels come last."""
    flat_x, flat_y = x.reshape(-1, 64), y.reshape(-1, 64)
    out = np.concatenate(
        [
            cv2.remap(
                image,
                flat_x[k : k + 30000],
                flat_y[k : k + 30000],
                cv2.INTER_LINEAR,
                borderMode=cv2.BORDER_REPLICATE,
            )
            for k in range(0, len(flat_x), 30000)
        ]
    )
    return np.asarray(out, np.float32).reshape(*x.shape, *image.shape[2:])


def _sample(image: NDArray[np.float32] | NDArray[np.uint8], x: Floats, y: Floats) -> Floats:
    """Sample like :func:`_at`, whatever the number of points."""
    count = x.size
    fill = -count % 64
    px, py = (np.pad(part.ravel(), (0, fill)).astype(np.float32) for part in (x, y))
    return _at(image, px, py)[:count].reshape(*x.shape, *image.shape[2:])


def _apart(one: Floats, other: Floats) -> Floats:
    """How far colours are apart: the largest difference of their three parts, in levels."""
    off = np.abs(one - other)
    return np.maximum(np.maximum(off[..., 0], off[..., 1]), off[..., 2])


def _points(some: Faces, grid: Floats) -> tuple[Floats, Floats]:
    """Where grid points, shape ``(..., 2)``, lie in the picture: shape ``(n, ...)`` each."""
    shape = (some.total,) + (1,) * (grid.ndim - 1)
    x = (
        some.centre[:, 0].reshape(shape)
        + grid[..., 0] * some.u[:, 0].reshape(shape)
        + grid[..., 1] * some.v[:, 0].reshape(shape)
    )
    y = (
        some.centre[:, 1].reshape(shape)
        + grid[..., 0] * some.u[:, 1].reshape(shape)
        + grid[..., 1] * some.v[:, 1].reshape(shape)
    )
    return x, y


def _cells(sheets: Planes, some: Faces) -> Floats:
    """How much each of the nine places differs from the ring around it, over the pips' contrast."""
    step = steps_of(some)
    part = np.clip(some.radius / np.maximum(step, 1e-3), 0.17, 0.45)
    spots = np.concatenate(
        [_CORE * part[:, None, None], _RING * np.minimum(1.45 * part, 0.6)[:, None, None]], 1
    )
    grid = np.empty((some.total, 9, *spots.shape[1:]), np.float32)
    grid[..., 0] = GRID[None, :, None, 0] + spots[:, None, :, 0]
    grid[..., 1] = GRID[None, :, None, 1] * some.narrow[:, None, None] + spots[:, None, :, 1]
    x = (
        some.centre[:, 0, None, None]
        + grid[..., 0] * some.u[:, 0, None, None]
        + grid[..., 1] * some.v[:, 0, None, None]
    )
    y = (
        some.centre[:, 1, None, None]
        + grid[..., 0] * some.u[:, 1, None, None]
        + grid[..., 1] * some.v[:, 1, None, None]
    )
    out = np.empty((some.total, 9), np.float32)
    for k, plane in enumerate(sheets.grey):
        at = np.flatnonzero(some.plane == k)
        if at.size:
            seen = _sample(plane, x[at], y[at])
            out[at] = np.median(seen[:, :, len(_CORE) :], 2) - seen[:, :, : len(_CORE)].mean(2)
    return np.asarray(out * (some.sign / some.contrast)[:, None], np.float32)


def look(sheets: Planes, pips: Pips, hints: Pips, some: Faces) -> Evidence:
    """Look at faces.

    Parameters
    ----------
    sheets
        The picture.
    pips
        All pips found in it.
    hints
        All spots that might be pips, however poor.
    some
        The faces that may be there.
    """
    if not some.total:
        none = np.zeros(0, np.intp)
        return Evidence(some, none, none, np.zeros((0, len(NAMES)), np.float32))
    some = _turned(sheets, some)
    rows = np.arange(some.total)
    cells = np.clip(_cells(sheets, some), -1.0, 1.0)
    wrong = np.where(
        FILLED == 1, np.square(np.clip(0.9 - cells, 0, 1))[:, None], np.square(np.abs(cells))[:, None]
    )
    cost = wrong.sum(2)
    best = cost.argmin(1)
    value = VALUES[best]
    others = np.where(value[:, None] == VALUES, np.inf, cost)
    runner = others.argmin(1)
    margin = others[rows, runner] - cost[rows, best]
    worst = wrong[rows, best].max(1)

    filled = FILLED[best]
    present = np.maximum(filled.sum(1), 1)
    mean = (cells * filled).sum(1) / present
    cell_spread = np.sqrt((np.square(cells - mean[:, None]) * filled).sum(1) / present)

    clean = _sample(sheets.colour, *_points(some, _CLEAN))
    face = np.median(clean, 1)
    off = _apart(clean, face[:, None])
    noise = np.median(off, 1)
    around = _sample(sheets.colour, *_points(some, _SIDES))
    away = np.median(_apart(around, face[:, None, None, None]), 3)  # n, sides, offsets, in levels
    climb = away[:, :, 3:] - away[:, :, :-3]
    edge = climb.argmax(2)
    at = OFFSETS[edge] + 0.18
    climb = np.maximum(np.sort(climb.max(2), 1), 0)
    body = _reach(sheets, some, face, best, noise) * _SQUARE
    share = ((body > 1.45) & (body < 2.6)).mean(1)
    step = steps_of(some)
    len_u, len_v = np.hypot(*some.u.T), np.hypot(*some.v.T)
    cosine = (some.u * some.v).sum(1) / (len_u * len_v)
    features = np.stack([
        cost[rows, best],
        margin,
        worst,
        cell_spread,
        np.minimum(off.mean(1) / some.contrast, 2),
        np.minimum(noise / some.contrast, 1),
        np.log(1 + away[:, :, 0].mean(1) / some.contrast),
        *(np.log(1 + climb / 8).T),
        np.minimum(climb[:, 1] / some.contrast, 1),
        np.minimum(climb[:, 2] / some.contrast, 1),
        at.std(1),
        at.mean(1) - 1.95,
        *np.quantile(body, (0.2, 0.5, 0.8), axis=1),
        share,
        np.minimum(body.std(1), 1),
        some.quality,
        np.minimum(some.spread, 1),
        np.log(some.radius / step) + 1,
        np.abs(np.log(len_u / len_v)),
        np.abs(cosine),
        _disagreement(some),
        *_strangers(pips, some, value, 1.55),
        _strangers(hints, some, value, 1.75)[0],
        some.narrow,
        np.log(some.contrast / 60),
        np.log(some.radius / 5),
        *((value == k) for k in range(1, 7)),
        some.kind == 4,
        some.kind == 2,
    ], 1).astype(np.float32)  # fmt: skip
    return Evidence(some, value, VALUES[runner], features)


def _reach(sheets: Planes, some: Faces, face: Floats, layout: NDArray[np.intp], noise: Floats) -> Floats:
    """How far the face's colour reaches in 24 directions, in steps."""
    seen = _sample(sheets.colour, *_points(some, _STAR))
    away = _apart(seen, face[:, None, None])
    limit = np.maximum(np.maximum(10, 0.25 * some.contrast), 3 * noise)
    part = 1.5 * np.clip(some.radius / steps_of(some), 0.17, 0.5)
    beyond = (away > limit[:, None, None]) & (_NEAR[layout] >= part[:, None, None])
    left = beyond[:, :, :-1] & beyond[:, :, 1:]
    return np.asarray(np.where(left.any(2), _ALONG[left.argmax(2)], _ALONG[-1]), np.float32)


def _turned(sheets: Planes, some: Faces) -> Faces:
    """Turn the faces of one pip so that the body around it looks most like a square."""
    at = np.flatnonzero(some.kind == 1)
    if not at.size:
        return some
    lone = some.take(at)
    clean = _sample(sheets.colour, *_points(lone, 0.9 * _RING))
    face = np.median(clean, 1)
    noise = np.median(_apart(clean, face[:, None]), 1)
    reach = _reach(sheets, lone, face, np.zeros(at.size, np.intp), noise)
    turns = np.stack([reach * np.roll(_SQUARE, k) for k in range(6)], 1)
    angle = _RAYS[np.abs(turns - np.median(turns, 2)[:, :, None]).mean(2).argmin(1)]
    cos, sin = np.cos(angle)[:, None], np.sin(angle)[:, None]
    u, v = some.u.copy(), some.v.copy()
    u[at], v[at] = cos * lone.u + sin * lone.v, cos * lone.v - sin * lone.u
    return some._replace(u=u, v=v)


def _disagreement(some: Faces) -> Floats:
    """How much the shape of the pips differs from the shape of the grid: both are seen from one side."""
    # The circle in the grid's plane is the ellipse with matrix [u v][u v]'.
    a = some.u[:, 0] ** 2 + some.v[:, 0] ** 2
    b = some.u[:, 0] * some.u[:, 1] + some.v[:, 0] * some.v[:, 1]
    d = some.u[:, 1] ** 2 + some.v[:, 1] ** 2
    half, root = (a + d) / 2, np.hypot((a - d) / 2, b)
    bend = 0.5 * np.log(np.maximum(half + root, 1e-6) / np.maximum(half - root, 1e-6))
    turn = np.arctan2(b, (a - d) / 2)
    pip_bend, pip_turn = -np.log(some.ratio), 2 * some.turn
    return np.asarray(
        np.hypot(
            bend * np.cos(turn) - pip_bend * np.cos(pip_turn),
            bend * np.sin(turn) - pip_bend * np.sin(pip_turn),
        ),
        np.float32,
    )


def _strangers(
    pips: Pips, some: Faces, value: NDArray[np.intp], reach: float
) -> tuple[Floats, Floats, Floats]:
    """Count the pips like its own on and around each face.

    Returns
    -------
    tuple of arrays
        How many lie on it up to `reach` steps, beyond those of its value; how many lie close around it,
        where the sides of its die would be; and how far these lie to one side, 0 to 1.
    """
    determinant = some.u[:, 0] * some.v[:, 1] - some.u[:, 1] * some.v[:, 0]
    determinant = np.where(np.abs(determinant) < 1e-3, 1e-3, determinant)
    dx, dy = pips.x - some.centre[:, :1], pips.y - some.centre[:, 1:]
    a = (dx * some.v[:, 1:] - dy * some.v[:, :1]) / determinant[:, None]
    b = (dy * some.u[:, :1] - dx * some.u[:, 1:]) / determinant[:, None]
    far = np.maximum(np.abs(a), np.abs(b))
    like = (
        (pips.sign == some.sign[:, None])
        & (pips.contrast > 0.35 * some.contrast[:, None])
        & (np.abs(np.log(pips.radius / some.radius[:, None])) < 0.6)
    )
    on = np.clip((like & (far < reach)).sum(1) - value, -3, 4)
    beside = like & (far >= reach) & (far < 3.6)
    number = beside.sum(1)
    length = np.maximum(np.hypot(a, b), 0.1)
    lean = np.hypot((beside * a / length).sum(1), (beside * b / length).sum(1)) / np.maximum(number, 1)
    return np.asarray(on, np.float32), np.minimum(number, 12).astype(np.float32), lean.astype(np.float32)
