"""Which of the judged faces are the dice of a picture.

The surest face is taken first; what lies nearer to a taken one than an edge is a face of the same
die, or a part of it, and only raises doubt.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pi_bunco.frames import Box
from pi_bunco.vision.geometry.context import distances
from pi_bunco.vision.geometry.find import EDGE, Found
from pi_bunco.vision.geometry.hypotheses import Faces, steps_of
from pi_bunco.vision.geometry.planes import Floats

APART = 0.82
"""Nearest that the middles of two upper faces can lie, in edges, with some room for error."""
HERE = 0.3
"""Middles nearer than this, in edges, are of the same face."""
FAINT = 0.02
"""Faces less likely than this are left out."""
MOST = 80
BODY = 1.06
"""How much larger than its upper face a die's body is drawn, for the sides that are in sight."""


class Choice(NamedTuple):
    """One place where a die may lie.

    Attributes
    ----------
    value, confidence
        What it shows and how likely that is.
    rival
        How likely the best other reading of the same die is.
    box
        Where its body lies, in pixels of the picture given.
    """

    value: int
    confidence: float
    rival: float
    box: Box


def choose(found: Found, confidence: Floats) -> list[Choice]:
    """Take faces, surest first, that can lie beside one another.

    Parameters
    ----------
    found
        The faces.
    confidence
        How likely each is what it seems.
    """
    order = np.argsort(-confidence, kind="stable")[:MOST]
    order = order[confidence[order] > FAINT]
    some = found.faces.take(order)
    apart = distances(some, found.view)
    edge = EDGE * steps_of(some)
    taken: list[int] = []
    rivals: dict[int, float] = {}
    for k in range(order.size):
        clashes = [t for t in taken if apart[k, t] < APART * max(edge[k], edge[t])]
        for t in clashes:
            if found.value[order[k]] != found.value[order[t]] or apart[k, t] > HERE * edge[t]:
                rivals[t] = max(rivals.get(t, 0.0), float(confidence[order[k]]))
        if not clashes:
            taken.append(k)
    return [
        Choice(
            int(found.value[order[t]]),
            float(confidence[order[t]]),
            rivals.get(t, 0.0),
            _box(some, t, found.scale),
        )
        for t in taken
    ]


def _box(some: Faces, k: int, scale: float) -> Box:
    """Return the box around the body below a face, in pixels of the picture given."""
    half = 0.5 * BODY * EDGE
    corners: NDArray[np.float32] = np.array(
        [(a, b) for a in (-half, half) for b in (-half, half)], np.float32
    )
    points = (some.centre[k] + corners[:, :1] * some.u[k] + corners[:, 1:] * some.v[k] + 0.5) / scale
    (x0, y0), (x1, y1) = points.min(0), points.max(0)
    return float(x0), float(y0), float(x1), float(y1)
