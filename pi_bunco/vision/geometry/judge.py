"""Judges how likely a face is what it seems to be, by boosted trees over its measurements and surroundings.

``models/fit_geometry.py`` grows the trees; ``models/README.md`` is their model card. Each tree asks the same
few questions about every face, independent of the earlier answers ("oblivious" trees, as in Prokhorenkova et
al., "CatBoost", 2018), so one table look-up gives its result.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pi_bunco.errors import Trouble
from pi_bunco.vision.geometry.context import describe_surroundings
from pi_bunco.vision.geometry.find import FoundFaces
from pi_bunco.vision.geometry.planes import Floats


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
        What each combination of answers adds, shape ``(trees, 2 ** questions)``. The first question's answer
        is the highest bit of the index.
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


def load(path: Path, names: dict[str, tuple[str, ...]]) -> dict[str, Judge]:
    """Read judges from a file.

    Parameters
    ----------
    path
        A file that ``models/fit_geometry.py`` wrote.
    names
        The names of each judge's features, in their order, by the judge's name.

    Raises
    ------
    ModelTrouble
        If the file is damaged, or was made for other features.
    """
    remedy = "Install pi-bunco again, or make the file with models/fit_geometry.py."
    try:
        made: dict[str, Any] = json.loads(path.read_text("utf-8"))["judges"]
        for name, wanted in names.items():
            if tuple(made[name]["names"]) != wanted:
                raise ModelTrouble(f"{path} was made for another pi-bunco.", remedy)
        return {name: _make_judge(made[name]) for name in names}
    except (OSError, ValueError, KeyError, TypeError) as error:
        if isinstance(error, ModelTrouble):
            raise
        raise ModelTrouble(f"{path} is damaged.", remedy) from None


def _make_judge(made: dict[str, Any]) -> Judge:
    limit, leaves = np.array(made["limit"], np.float32), np.array(made["leaves"], np.float32)
    return Judge(float(made["base"]), np.array(made["asked"], np.intp), limit, leaves)


UNLIKELY = 0.005
"""A face less likely than this by itself is left out."""


def judge_faces(judges: dict[str, Judge], found: FoundFaces) -> tuple[FoundFaces, Floats]:
    """Return the faces that may be real, and how likely each is what it seems to be.

    Parameters
    ----------
    judges
        ``alone`` and ``among``.
    found
        The faces of a picture or a sheet.

    Returns
    -------
    tuple of Found and Floats
        The remaining ``n`` faces, and their probabilities, shape ``(n,)``.
    """
    alone = judges["alone"](found.features)
    likely = found.take(alone > UNLIKELY)
    if not likely.faces.total:
        return likely, np.zeros(0, np.float32)
    around = describe_surroundings(likely, alone[alone > UNLIKELY])
    return likely, judges["among"](np.concatenate([around, likely.features], 1))
