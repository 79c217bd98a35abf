"""Judges how likely a face is what it seems to be, by boosted trees over its measurements and surroundings.

``models/fit_geometry.py`` grows the trees; ``models/README.md`` is their model card. Each tree asks the same
few questions about every face, independent of the earlier answers ("oblivious" trees, as in Prokhorenkova et
al., "CatBoost", 2018), so one table look-up gives its result.

The first judge, ``alone``, gets only the measurements of a face. The second one, ``among``, also gets numbers
about the other faces: the dice of one picture appear about equally large and from one direction, and of two
faces nearer than an edge, which belong to one die, at most one is the upper face.
"""
# ruff: noqa: PLR2004 - the limits were tuned, and each is used once

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pi_bunco.errors import Trouble
from pi_bunco.sentences import say
from pi_bunco.vision.geometry.evidence import NAMES
from pi_bunco.vision.geometry.find import EDGE, FoundFaces
from pi_bunco.vision.geometry.hypotheses import Faces, View, compute_steps
from pi_bunco.vision.geometry.planes import Floats

SURROUNDINGS = (
    "first",
    "size_off",
    "size_off_abs",
    "view_known",
    "tilt",
    "view_off",
    "rival",
    "rival_size",
    "other_value",
    "support",
    "company",
    "beside",
    "beside_size",
    "alike",
)
"""The names of the numbers that :func:`describe_surroundings` returns, in their order."""
FEATURES = {"alone": NAMES, "among": (*SURROUNDINGS, *NAMES)}
"""The names that a file must contain for each judge."""
MIN_ALONE = 0.005
"""A face less likely than this by itself is left out."""


class ModelTrouble(Trouble, ValueError):
    """A file of judges is damaged or does not fit this program."""


@dataclass(frozen=True, slots=True, eq=False)
class Judge:
    """Trees whose results add up to the logarithm of the odds.

    Attributes
    ----------
    base
        The sum before the first tree.
    asked
        Which feature each question is about, shape ``(trees, questions)``.
    limit
        The answer is yes if the feature is above this, shape ``(trees, questions)``.
    leaves
        What each combination of answers adds to the sum, shape ``(trees, 2 ** questions)``. The first
        question's answer is the highest bit of the index.
    """

    base: float
    asked: NDArray[np.intp]
    limit: Floats
    leaves: Floats

    def __call__(self, features: Floats) -> Floats:
        """Return the probability of each row of `features`, shape ``(n, features)``."""
        leaf = np.zeros((len(features), len(self.asked)), np.intp)
        for asked, limit in zip(self.asked.T, self.limit.T, strict=True):
            leaf = 2 * leaf + (features[:, asked] > limit)
        odds = self.base + self.leaves[np.arange(len(self.asked)), leaf].sum(1)
        return np.asarray(1 / (1 + np.exp(-odds)), np.float32)


def load(path: Path) -> dict[str, Judge]:
    """Read judges from a file.

    Parameters
    ----------
    path
        A file that ``models/fit_geometry.py`` wrote.

    Raises
    ------
    ModelTrouble
        If the file is damaged, or was made for other features.
    """
    remedy = "Install pi-bunco again, or make the file with models/fit_geometry.py."
    try:
        judges: dict[str, Any] = json.loads(path.read_text("utf-8"))["judges"]
        for name, wanted in FEATURES.items():
            if tuple(judges[name]["names"]) != wanted:
                raise ModelTrouble(say("{path} was made for another pi-bunco.", path=path), remedy)
        return {name: _make_judge(judges[name]) for name in FEATURES}
    except (OSError, ValueError, KeyError, TypeError) as error:
        if isinstance(error, ModelTrouble):
            raise
        raise ModelTrouble(say("{path} is damaged.", path=path), remedy) from None


def _make_judge(content: dict[str, Any]) -> Judge:
    limit, leaves = np.array(content["limit"], np.float32), np.array(content["leaves"], np.float32)
    return Judge(float(content["base"]), np.array(content["asked"], np.intp), limit, leaves)


def judge_faces(judges: dict[str, Judge], found: FoundFaces) -> tuple[FoundFaces, Floats]:
    """Return the faces that may be real, and how likely each is what it seems to be.

    Parameters
    ----------
    judges
        ``alone`` and ``among``.
    found
        The faces of a picture or of a tile picture.

    Returns
    -------
    tuple of FoundFaces and Floats
        The remaining ``n`` faces, and their probabilities, shape ``(n,)``.
    """
    alone = judges["alone"](found.features)
    likely = found.take(alone > MIN_ALONE)
    if not likely.faces.total:
        return likely, np.zeros(0, np.float32)
    around = describe_surroundings(likely, alone[alone > MIN_ALONE])
    return likely, judges["among"](np.concatenate([around, likely.features], 1))


def compute_distances(faces: Faces, view: View) -> Floats:
    """Return the distances of the middles of faces in pixels, as if seen straight from above: ``(n, n)``."""
    flat = faces.centre @ np.linalg.inv(view.shape)
    return np.asarray(np.hypot(flat[:, :1] - flat[:, 0], flat[:, 1:] - flat[:, 1]), np.float32)


def describe_surroundings(found: FoundFaces, first: Floats) -> Floats:
    """Describe each face's surroundings by the numbers of :data:`SURROUNDINGS`, shape ``(n, 14)``.

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
