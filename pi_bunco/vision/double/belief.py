"""How far to believe a candidate: two logistic sums over what both readers made of it.

They were fitted on pictures of kinds that the network had not seen then, so their probabilities are those
that hold at a new table; ``models/README.md`` shows how well they do.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from pi_bunco.vision.double.candidates import NAMES
from pi_bunco.vision.geometry.planes import Floats
from pi_bunco.vision.learnt.weights import REMEDY, WeightsTrouble

SUMS = ("there", "shows")


@dataclass(frozen=True, slots=True, eq=False)
class Sum:
    """A logistic sum: its weights, shape ``(len(NAMES),)``, 0 for what it leaves out, and what is added."""

    weight: Floats
    bias: float

    def __call__(self, features: Floats) -> Floats:
        """Return the probability of each row, shape ``(n, len(NAMES))``."""
        return np.asarray(1 / (1 + np.exp(-(features @ self.weight + self.bias))), np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Belief:
    """How far to believe candidates.

    Attributes
    ----------
    there
        How likely a die lies there, whatever it shows.
    shows
        How likely a die lies there that can be read, and shows that value.
    sure
        Least belief in what every die of a picture shows, for it to be read.
    extra
        From this belief in what it shows on, a place counts as a die, and may be one too many.
    """

    there: Sum
    shows: Sum
    sure: float
    extra: float


def sum_of(made: dict[str, Any], name: str) -> Sum:
    """Return a sum as it stands in a file, which names the numbers that it is made of."""
    weight = np.zeros(len(NAMES), np.float32)
    weight[[NAMES.index(one) for one in made["names"]]] = made[name]["weight"]
    return Sum(weight, float(made[name]["bias"]))


def load(path: Path) -> Belief:
    """Read a belief from its file.

    Raises
    ------
    WeightsTrouble
        If it is no such file, or was made for other numbers.
    """
    try:
        made: dict[str, Any] = json.loads(path.read_text("utf-8"))
        if not set(made["names"]) <= set(NAMES):
            raise WeightsTrouble(f"{path} was made for another pi-bunco.", REMEDY)
        there, shows = (sum_of(made, one) for one in SUMS)
        return Belief(there, shows, float(made["sure"]), float(made["extra"]))
    except (OSError, ValueError, KeyError, TypeError) as error:
        if isinstance(error, WeightsTrouble):
            raise
        raise WeightsTrouble(f"{path} is damaged.", REMEDY) from None
