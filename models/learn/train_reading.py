"""Trains the reading network."""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import torch
from learn.cycle import Steps, cycle
from learn.harm import blank, harmed, turned
from learn.nets import CLASSES, reads
from learn.patches import COCKED, HIDDEN, NOTHING, Patches
from torch import nn

from pi_bunco.vision.learnt.window import SIDE, even_light

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
"""How often a family is drawn: these, and pictures that a table kept."""
BLANK = 0.3
"""Share of what is no face that is drawn: plain and round or square."""
KINDS = {NOTHING: 0.22, COCKED: 0.06, HIDDEN: 0.06}


class Batches(Steps):
    """Batches, each made from the seed and its number alone.

    Parameters
    ----------
    data
        What to learn from.
    likely
        How likely each piece is drawn, in any unit.
    steps
        How many batches.
    seed
        Where chance comes from.
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
            pixels = np.stack([self.piece(rng, k) for k in which])
            yield torch.from_numpy(pixels), torch.from_numpy(self.data.kind[which])

    def piece(self, rng: np.random.Generator, k: int) -> Any:
        """Return a piece as the network takes it, after whatever may befall it."""
        if self.data.kind[k] == NOTHING and rng.random() < BLANK:
            return even_light(harmed(rng, blank(rng, SIDE)))
        window = turned(rng, self.data.piece[k], SIDE, 3.0 if self.data.kind[k] else 1.5)
        return even_light(harmed(rng, window) if rng.random() < 0.8 else window)


def weights(data: Patches, shares: Mapping[str, float], kinds: Mapping[int, float]) -> Any:
    """Return how likely each piece is drawn, from the shares of its family and of its class."""
    p = np.zeros(len(data.kind))
    for family in np.unique(data.family):
        mine = data.family == family
        share = shares.get(str(family), KEPT)
        for kind in range(CLASSES):
            some = mine & (data.kind == kind)
            if some.any():
                p[some] = share * kinds.get(kind, 0.11) / some.sum()
    return p


def loss(told: torch.Tensor, kind: torch.Tensor) -> torch.Tensor:
    """Cross entropy, a little smoothed: some labels are wrong."""
    return nn.functional.cross_entropy(told, kind, label_smoothing=0.03)


def fit(data: Patches, steps: int, seed: int = 0, *, threads: int = 1) -> nn.Sequential:
    """Train a reading network."""
    return cycle(reads(), Batches(data, weights(data, SHARES, KINDS), steps, seed), loss, TOP, threads)
