"""How likely a face is what it seems: a small network over what was seen of it.

It was fitted by ``models/fit_geometry.py``, whose card is ``models/README.md``.
"""

import json
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]


class Judge(NamedTuple):
    """Two layers of hyperbolic tangents and a logistic answer, over standardised numbers.

    Attributes
    ----------
    middle, spread
        What is taken off each number and what it is divided by, shape ``(features,)``.
    layers
        Weights and offsets, layer by layer.
    """

    middle: Floats
    spread: Floats
    layers: tuple[tuple[Floats, Floats], ...]

    def __call__(self, features: Floats) -> Floats:
        """Give the probability of each row of `features`, shape ``(n, features)``."""
        x = np.clip((features - self.middle) / self.spread, -5, 5)
        for weights, offset in self.layers[:-1]:
            x = np.tanh(x @ weights + offset)
        weights, offset = self.layers[-1]
        return np.asarray(1 / (1 + np.exp(-(x @ weights + offset)[:, 0])), np.float32)


def load(path: Path) -> dict[str, Judge]:
    """Read judges by their names from a file of :mod:`models.fit_geometry`."""
    made = json.loads(path.read_text("utf-8"))
    f32 = np.float32
    return {
        name: Judge(
            np.array(one["middle"], f32),
            np.array(one["spread"], f32),
            tuple((np.array(w, f32), np.array(b, f32)) for w, b in one["layers"]),
        )
        for name, one in made["judges"].items()
    }
