"""Grows the trees that judge faces: gradient boosting of oblivious trees, with numpy alone.

At each depth of a tree, all rows get the same question: whether one feature is above a limit. Histograms of
the features find the best question. The loss is the logarithmic loss (Friedman 2001, with the second
derivative in the leaves).
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.floating[Any]]

BINS = 32
"""How many bins the values of a feature are sorted into."""
DEPTH = 5
"""How many questions a tree asks."""
LEARNING_RATE = 0.15
ROW_SHARE, COLUMN_SHARE = 0.25, 0.4
"""The shares of the rows and of the features from which each tree is grown."""
LEAF_PULL = 5.0
"""How strongly the values of leaves are pulled to zero."""


def grow_trees(
    features: Floats, labels: NDArray[Any], weight: Floats, *, trees: int, seed: int = 0
) -> dict[str, Any]:
    """Grow trees.

    Parameters
    ----------
    features
        The features of each row, shape ``(rows, features)``.
    labels
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
    sample = features[rng.choice(len(features), min(len(features), 60_000), replace=False)]
    limits = [
        np.unique(np.quantile(column, np.linspace(0, 1, BINS + 1)[1:-1])).astype(np.float32)
        for column in sample.T
    ]
    binned = np.stack(
        [np.searchsorted(limit, column) for limit, column in zip(limits, features.T, strict=True)]
    )
    base = float(np.log((weight * labels).sum() / (weight * (1 - labels)).sum()))
    odds = np.full(len(features), base)
    asked, limit, leaves = [], [], []
    for _ in range(trees):
        rows = np.flatnonzero(rng.random(len(features)) < ROW_SHARE)
        columns = np.flatnonzero(rng.random(features.shape[1]) < COLUMN_SHARE)
        chance = 1 / (1 + np.exp(-odds[rows]))
        slope = weight[rows] * (labels[rows] - chance)
        curve = weight[rows] * chance * (1 - chance)
        binned_rows = binned[:, rows]
        questions, leaf = _find_questions(
            binned_rows, [int(k) for k in columns if limits[k].size], limits, slope, curve
        )
        size = 2**DEPTH
        values = LEARNING_RATE * np.bincount(leaf, slope, size) / (np.bincount(leaf, curve, size) + LEAF_PULL)
        leaf_of_row = np.zeros(len(features), np.intp)
        for number, place in questions:
            leaf_of_row = 2 * leaf_of_row + (binned[number] > place)
        odds += values[leaf_of_row]
        asked.append([int(number) for number, _ in questions])
        limit.append([float(f"{limits[number][place]:.6g}") for number, place in questions])
        leaves.append([float(f"{value:.4g}") for value in values])
    return {"base": base, "asked": asked, "limit": limit, "leaves": leaves}


def _find_questions(
    binned: NDArray[np.intp], columns: list[int], limits: list[Floats], slope: Floats, curve: Floats
) -> tuple[list[tuple[int, int]], NDArray[np.intp]]:
    """Return the questions of one tree, each as a feature and a bin, and each row's leaf."""
    leaf = np.zeros(slope.size, np.intp)
    questions = []
    for depth in range(DEPTH):
        nodes = 2**depth
        best = (-1.0, 0, 0)
        for number in columns:
            bins = limits[number].size + 1
            key = leaf * bins + binned[number]
            left = np.bincount(key, slope, nodes * bins).reshape(nodes, bins).cumsum(1)
            curve_left = np.bincount(key, curve, nodes * bins).reshape(nodes, bins).cumsum(1)
            right, curve_right = left[:, -1:] - left[:, :-1], curve_left[:, -1:] - curve_left[:, :-1]
            gain_left = left[:, :-1] ** 2 / (curve_left[:, :-1] + LEAF_PULL)
            gain = (gain_left + right**2 / (curve_right + LEAF_PULL)).sum(0)
            bin_ = int(gain.argmax())
            best = max(best, (float(gain[bin_]), number, bin_))
        questions.append(best[1:])
        leaf = 2 * leaf + (binned[best[1]] > best[2])
    return questions, leaf
