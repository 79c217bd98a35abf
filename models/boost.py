"""Grows the trees that judge faces: gradient boosting of oblivious trees, with numpy alone.

All rows get the same question at the same depth of a tree. Histograms of the features find the best one. The
loss is the logarithmic loss (Friedman 2001, with the second derivative in the leaves).
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.floating[Any]]

BINS = 32
DEPTH = 5
RATE = 0.15
ROWS, COLUMNS = 0.25, 0.4
"""Shares of the rows and of the features that each tree is grown from."""
HOLD = 5.0
"""How strongly leaves are pulled to zero."""


def grow_trees(
    features: Floats, true: NDArray[Any], weight: Floats, *, trees: int, seed: int = 0
) -> dict[str, Any]:
    """Grow trees.

    Parameters
    ----------
    features
        The features of each row, shape ``(rows, features)``.
    true
        1 or 0 for each row.
    weight
        The weight of each row.
    trees
        How many trees to grow.
    seed
        The seed for the choice of rows and features.

    Returns
    -------
    dict
        ``base``, ``asked``, ``limit``, ``leaves``, as in ``pi_bunco.vision.geometry.judge.Judge``.
    """
    rng = np.random.default_rng(seed)
    some = features[rng.choice(len(features), min(len(features), 60_000), replace=False)]
    limits = [
        np.unique(np.quantile(column, np.linspace(0, 1, BINS + 1)[1:-1])).astype(np.float32)
        for column in some.T
    ]
    binned = np.stack(
        [np.searchsorted(limit, column) for limit, column in zip(limits, features.T, strict=True)]
    )
    base = float(np.log((weight * true).sum() / (weight * (1 - true)).sum()))
    odds = np.full(len(features), base)
    asked, limit, leaves = [], [], []
    for _ in range(trees):
        rows = np.flatnonzero(rng.random(len(features)) < ROWS)
        columns = np.flatnonzero(rng.random(features.shape[1]) < COLUMNS)
        chance = 1 / (1 + np.exp(-odds[rows]))
        slope = weight[rows] * (true[rows] - chance)
        curve = weight[rows] * chance * (1 - chance)
        part = binned[:, rows]
        questions, leaf = _find_questions(
            part, [int(k) for k in columns if limits[k].size], limits, slope, curve
        )
        size = 2**DEPTH
        answer = RATE * np.bincount(leaf, slope, size) / (np.bincount(leaf, curve, size) + HOLD)
        everywhere = np.zeros(len(features), np.intp)
        for number, place in questions:
            everywhere = 2 * everywhere + (binned[number] > place)
        odds += answer[everywhere]
        asked.append([int(number) for number, _ in questions])
        limit.append([float(f"{limits[number][place]:.6g}") for number, place in questions])
        leaves.append([float(f"{value:.4g}") for value in answer])
    return {"base": base, "asked": asked, "limit": limit, "leaves": leaves}


def _find_questions(
    part: NDArray[np.intp], columns: list[int], limits: list[Floats], slope: Floats, curve: Floats
) -> tuple[list[tuple[int, int]], NDArray[np.intp]]:
    """Return the questions of one tree, and each row's leaf."""
    leaf = np.zeros(slope.size, np.intp)
    questions = []
    for depth in range(DEPTH):
        nodes = 2**depth
        best = (-1.0, 0, 0)
        for number in columns:
            bins = limits[number].size + 1
            key = leaf * bins + part[number]
            left = np.bincount(key, slope, nodes * bins).reshape(nodes, bins).cumsum(1)
            mass = np.bincount(key, curve, nodes * bins).reshape(nodes, bins).cumsum(1)
            rest, rest_mass = left[:, -1:] - left[:, :-1], mass[:, -1:] - mass[:, :-1]
            gain = (left[:, :-1] ** 2 / (mass[:, :-1] + HOLD) + rest**2 / (rest_mass + HOLD)).sum(0)
            place = int(gain.argmax())
            best = max(best, (float(gain[place]), number, place))
        questions.append(best[1:])
        leaf = 2 * leaf + (part[best[1]] > best[2])
    return questions, leaf
