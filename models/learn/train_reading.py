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
MAX_RATE = 3e-3
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
"""The share of each picture family in training."""
OTHER_SHARE = 0.2
"""The share of all other pictures in training: those that a table has kept."""
BLANK = 0.3
"""The share of the pieces without a face that are drawn: plain objects, round or square."""
KINDS = {NOTHING: 0.22, COCKED: 0.06, HIDDEN: 0.06}
"""The share of each class that is not a value."""


class Batches(Steps):
    """Batches, each of which depends only on the seed and its number.

    Parameters
    ----------
    data
        The pieces to learn from.
    weights
        How likely each piece is chosen, in any unit.
    steps
        How many batches.
    seed
        The random seed.
    """

    def __init__(self, data: Patches, weights: Any, steps: int, seed: int) -> None:
        super().__init__(steps, seed)
        self.data = data
        self.cumulated = np.cumsum(weights)

    def __iter__(self) -> Iterator[tuple[torch.Tensor, torch.Tensor]]:
        """Make one batch after another."""
        for step in range(self.steps):
            rng = np.random.default_rng((self.seed, step))
            which = np.minimum(
                np.searchsorted(self.cumulated, rng.random(BATCH) * self.cumulated[-1]),
                len(self.cumulated) - 1,
            )
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
    weights = np.zeros(len(data.kind))
    for family in np.unique(data.family):
        in_family = data.family == family
        share = shares.get(str(family), OTHER_SHARE)
        for kind in range(CLASSES):
            chosen = in_family & (data.kind == kind)
            if chosen.any():
                weights[chosen] = share * kinds.get(kind, 0.11) / chosen.sum()
    return weights


def compute_loss(output: torch.Tensor, kind: torch.Tensor) -> torch.Tensor:
    """Return the cross entropy, a little smoothed, because some labels are wrong."""
    return nn.functional.cross_entropy(output, kind, label_smoothing=0.03)


def fit(data: Patches, steps: int, seed: int = 0, *, threads: int = 1) -> nn.Sequential:
    """Train a reading network."""
    return train(
        make_reading_network(),
        Batches(data, compute_weights(data, SHARES, KINDS), steps, seed),
        compute_loss,
        MAX_RATE,
        threads,
    )
