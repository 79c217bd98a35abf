"""What the picture shows of each face: in all nine places, between them and around.

The nine places must be pips or even face, nothing in between; the face between the pips must be of
one colour; and at about half an edge from the middle the face must end, on all four sides.
"""
# ruff: noqa: PLR2004 - the limits were tuned and stand beside what they limit

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pi_bunco.vision.geometry.body import OFFSETS, SQUARE, reach, sides
from pi_bunco.vision.geometry.hypotheses import Faces, steps_of
from pi_bunco.vision.geometry.median import median
from pi_bunco.vision.geometry.pips import Pips
from pi_bunco.vision.geometry.places import FaceGrids
from pi_bunco.vision.geometry.planes import Floats, Planes
from pi_bunco.vision.geometry.sampling import apart, sample, spots

_CLEAN = np.array(
    [(0.5, 0.5), (-0.5, 0.5), (0.5, -0.5), (-0.5, -0.5)]
    + [(a, b) for a in (0.5, -0.5) for b in (1.5, -1.5)]
    + [(b, a) for a in (0.5, -0.5) for b in (1.5, -1.5)],
    np.float32,
)
"""Points of a face that no layout covers, in steps from its middle."""


class Evidence(NamedTuple):
    """What was seen of each face, one row each.

    Attributes
    ----------
    faces
        The faces.
    value
        What it shows most likely, 1 to 6.
    colour
        The colour of the face between its pips, shape ``(n, 3)``.
    features
        Numbers for the judgement, shape ``(n, len(NAMES))``.
    """

    faces: Faces
    value: NDArray[np.intp]
    colour: Floats
    features: Floats

    def take(self, which: NDArray[np.bool_]) -> "Evidence":
        """Return some of the faces and what was seen of them."""
        return Evidence(self.faces.take(which), self.value[which], self.colour[which], self.features[which])


NAMES = (
    "cost", "margin", "worst", "cell_spread", "uneven", "noise",
    "inside", "climb0", "climb1", "climb2", "climb3", "step1", "step2", "edge_spread", "edge_at",
    "body20", "body50", "body80", "body_share", "body_spread",
    "quality", "spread", "radius_step", "stretch", "skew", "ellipse", "strangers",
    "beside", "lean", "hints", "narrow", "contrast", "pixels",
    "is1", "is2", "is3", "is4", "is5", "is6", "fixed4", "fixed2",
)  # fmt: skip


def look(sheets: Planes, pips: Pips, hints: Pips, some: Faces, held: FaceGrids) -> Evidence:
    """Examine faces.

    Parameters
    ----------
    sheets
        The picture.
    pips
        All pips found in it.
    hints
        All spots that might be pips, however poor.
    some, held
        The faces that may be there, and what their places hold.
    """
    if not some.total:
        return Evidence(some, np.zeros(0, np.intp), np.zeros((0, 3)), np.zeros((0, len(NAMES)), np.float32))
    clean = sample(sheets.colour, *spots(some, _CLEAN))
    face = median(clean, 1)
    off = apart(clean, face[:, None])
    noise = median(off, 1)
    away = sides(sheets, some, face)
    climb = away[:, :, 3:] - away[:, :, :-3]
    edge = climb.argmax(2)
    at = OFFSETS[edge] + 0.18
    climb = np.maximum(np.sort(climb.max(2), 1), 0)
    body = reach(sheets, some, face, held.layout, noise) * SQUARE
    share = ((body > 1.45) & (body < 2.6)).mean(1)
    step = steps_of(some)
    len_u, len_v = np.hypot(*some.u.T), np.hypot(*some.v.T)
    cosine = (some.u * some.v).sum(1) / (len_u * len_v)
    features = np.stack([
        held.cost,
        held.margin,
        held.worst,
        held.spread,
        np.minimum(off.mean(1) / some.contrast, 2),
        np.minimum(noise / some.contrast, 1),
        np.log(1 + away[:, :, 0].mean(1) / some.contrast),
        *(np.log(1 + climb / 8).T),
        np.minimum(climb[:, 1] / some.contrast, 1),
        np.minimum(climb[:, 2] / some.contrast, 1),
        at.std(1),
        at.mean(1) - 1.95,
        *_shares(body, (0.2, 0.5, 0.8)),
        share,
        np.minimum(body.std(1), 1),
        some.quality,
        np.minimum(some.spread, 1),
        np.log(some.radius / step) + 1,
        np.abs(np.log(len_u / len_v)),
        np.abs(cosine),
        disagreement(some),
        *_strangers(pips, some, held.value, 1.55),
        _strangers(hints, some, held.value, 1.75)[0],
        some.narrow,
        np.log(some.contrast / 60),
        np.log(some.radius / 5),
        *((held.value == k) for k in range(1, 7)),
        some.kind == 4,
        some.kind == 2,
    ], 1).astype(np.float32)  # fmt: skip
    return Evidence(some, held.value, face, features)


def _shares(some: Floats, shares: tuple[float, ...]) -> list[Floats]:
    """Return the numbers below which such shares of each row lie: numpy's quantile takes thrice as long."""
    ordered = np.sort(some, 1)
    at = [share * (some.shape[1] - 1) for share in shares]
    return [ordered[:, int(k)] + (ordered[:, int(k) + 1] - ordered[:, int(k)]) * (k % 1) for k in at]


def disagreement(some: Faces) -> Floats:
    """Return how much the shape of the pips differs from that of the grid: both are seen from one side."""
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
