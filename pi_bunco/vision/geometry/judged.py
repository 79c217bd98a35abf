"""Both judges over the faces that were found: first each by itself, then among the others."""

import numpy as np

from pi_bunco.vision.geometry.context import surroundings
from pi_bunco.vision.geometry.find import Found
from pi_bunco.vision.geometry.judge import Judge
from pi_bunco.vision.geometry.planes import Floats

UNLIKELY = 0.005
"""What by itself is less likely than this, its surroundings do not save."""


def judge_faces(judges: dict[str, Judge], found: Found) -> tuple[Found, Floats]:
    """Return the faces that may be real, and how likely each is what it seems.

    Parameters
    ----------
    judges
        ``alone`` and ``among``.
    found
        The faces of a picture or a sheet.

    Returns
    -------
    tuple of Found and Floats
        Those left, ``n`` of them, and their probabilities, shape ``(n,)``.
    """
    alone = judges["alone"](found.features)
    some = found.take(alone > UNLIKELY)
    if not some.faces.total:
        return some, np.zeros(0, np.float32)
    around = surroundings(some, alone[alone > UNLIKELY])
    return some, judges["among"](np.concatenate([around, some.features], 1))
