"""Computes how much to believe a candidate: two logistic sums over the results of both methods.

They were fitted to kinds of pictures that the networks had not learnt from, so that the probabilities are
also right at a new table. ``models/README.md`` shows how well they do.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from pi_bunco.sentences import say
from pi_bunco.vision.double.candidates import NAMES
from pi_bunco.vision.geometry.planes import Floats
from pi_bunco.vision.learnt.manifest import REMEDY, WeightsTrouble

SUMS = ("there", "shows")
"""The names of the two sums in the file, as in :class:`Belief`."""


@dataclass(frozen=True, slots=True, eq=False)
class LogisticSum:
    """A logistic sum: its weights, shape ``(len(NAMES),)``, 0 for unused features, and its bias."""

    weight: Floats
    bias: float

    def __call__(self, features: Floats) -> Floats:
        """Return the probability of each row, shape ``(n, len(NAMES))``."""
        return np.asarray(1 / (1 + np.exp(-(features @ self.weight + self.bias))), np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Belief:
    """How much to believe candidates.

    Attributes
    ----------
    there
        The probability that there is a die, with any value.
    shows
        The probability that there is a die that can be read and shows the value.
    sure
        A picture is read without doubt only if the belief in each die's value is at least this.
    extra
        From this belief in its value on, a place counts as a die, even if that is one die too many.
    alone
        If the pips do not confirm a value, the network must find it at least this many times as likely as any
        other value. 0: the pips need not confirm it.
    """

    there: LogisticSum
    shows: LogisticSum
    sure: float
    extra: float
    alone: float


def read_sum(content: dict[str, Any], name: str) -> LogisticSum:
    """Return one sum from the content of a file; the file names the features that its sums use."""
    weight = np.zeros(len(NAMES), np.float32)
    weight[[NAMES.index(feature) for feature in content["names"]]] = content[name]["weight"]
    return LogisticSum(weight, float(content[name]["bias"]))


def load(path: Path) -> Belief:
    """Read a belief from its file.

    Raises
    ------
    WeightsTrouble
        If the file is damaged, or was made for other features.
    """
    try:
        content: dict[str, Any] = json.loads(path.read_text("utf-8"))
        if not set(content["names"]) <= set(NAMES):
            raise WeightsTrouble(say("{path} was made for another pi-bunco.", path=path), REMEDY)
        there, shows = (read_sum(content, name) for name in SUMS)
        sure, extra, alone = (float(content[name]) for name in ("sure", "extra", "alone"))
        return Belief(there, shows, sure, extra, alone)
    except (OSError, ValueError, KeyError, TypeError) as error:
        if isinstance(error, WeightsTrouble):
            raise
        raise WeightsTrouble(say("{path} is damaged.", path=path), REMEDY) from None
