"""Trains the reading network."""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import torch
from learn.cycle import Steps, train
from learn.harm import cut_window, degrade, draw_blank
from learn.nets import CLASSES, make_reading_network
from learn.patches import COCKED, HIDDEN, NOTHING, Patches
from torch import nn

from pi_bunco.vision.learnt.window import SIDE, normalise_light

BATCH = 128
TOP = 3e-3
SHARES = {
    "fisheye": 0.12,
    "table_a": 0.08,
    "table_b": 0.02,
    "table_c": 0.08,
    "trays": 0.15,
    "train_epanemu": 0.15,
    "rendered": 0.5,
    "above": 0.75,
}
KEPT = 0.2
"""The share of each of these families in training, and that of pictures that a table kept."""
BLANK = 0.3
"""Share of the pieces without a face that are drawn instead: plain, and round or square."""
KINDS = {NOTHING: 0.22, COCKED: 0.06, HIDDEN: 0.06}


class Batches(Steps):
    """Batches, each of which depends only on the seed and its number.

    Parameters
    ----------
    data
        The pieces to learn from.
    likely
        How likely each piece is chosen, in any unit.
    steps
        How many batches.
    seed
        The random seed.
    """

    def __init__(self, data: Patches, likely: Any, steps: int, seed: int) -> None:
        super().__init__(steps, seed)
        self.data = data
        self.sum = np.cumsum(likely)

    def __iter__(self) -> Iterator[tuple[torch.Tensor, torch.Tensor]]:
        """Make one batch after another."""
        for step in range(self.steps):
            rng = np.random.default_rng((self.seed, step))
            which = np.minimum(np.searchsorted(self.sum, rng.random(BATCH) * self.sum[-1]), len(self.sum) - 1)
            pixels = np.stack([self.make_piece(rng, k) for k in which])
            yield torch.from_numpy(pixels), torch.from_numpy(self.data.kind[which])

    def make_piece(self, rng: np.random.Generator, k: int) -> Any:
        """Return a degraded piece as input for the network."""
        if self.data.kind[k] == NOTHING and rng.random() < BLANK:
            return normalise_light(degrade(rng, draw_blank(rng, SIDE)))
        window = cut_window(rng, self.data.piece[k], SIDE, 3.0 if self.data.kind[k] else 1.5)
        return normalise_light(degrade(rng, window) if rng.random() < 0.8 else window)


def compute_weights(data: Patches, shares: Mapping[str, float], kinds: Mapping[int, float]) -> Any:
    """Return how likely each piece is chosen, from the shares of its family and of its class."""
    p = np.zeros(len(data.kind))
    for family in np.unique(data.family):
        mine = data.family == family
        share = shares.get(str(family), KEPT)
        for kind in range(CLASSES):
            some = mine & (data.kind == kind)
            if some.any():
                p[some] = share * kinds.get(kind, 0.11) / some.sum()
    return p


def compute_loss(output: torch.Tensor, kind: torch.Tensor) -> torch.Tensor:
    """Return the cross entropy, a little smoothed, because some labels are wrong."""
    return nn.functional.cross_entropy(output, kind, label_smoothing=0.03)


def fit(data: Patches, steps: int, seed: int = 0, *, threads: int = 1) -> nn.Sequential:
    """Train a reading network."""
    return train(
        make_reading_network(),
        Batches(data, compute_weights(data, SHARES, KINDS), steps, seed),
        compute_loss,
        TOP,
        threads,
    )
