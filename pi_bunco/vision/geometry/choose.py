"""Chooses which of the judged faces are the dice of a picture.

The surest face is taken first. A face nearer than an edge to a taken one belongs to the same die, or is a
part of it, and only raises doubt.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pi_bunco.readings import Box
from pi_bunco.vision.geometry.find import EDGE, FoundFaces
from pi_bunco.vision.geometry.hypotheses import Faces, compute_steps
from pi_bunco.vision.geometry.judge import compute_distances
from pi_bunco.vision.geometry.planes import Floats

MIN_DISTANCE = 0.82
"""Least distance between the middles of two upper faces, in edges, with some room for error."""
MAX_SAME_DISTANCE = 0.3
"""Middles nearer than this, in edges, are those of the same face."""
MIN_LIKELIHOOD = 0.02
"""Faces less likely than this are left out."""
MAX_FACES = 80
"""At most this many faces are examined: those with the highest probability."""
BOX_RATIO = 1.06
"""Size of a die's box over that of its upper face, to include the visible sides."""


class Choice(NamedTuple):
    """One place where a die may be.

    Attributes
    ----------
    value, confidence
        The value, and its probability.
    rival
        The probability of the best other reading of the same die.
    box
        The box of the die's body, in pixels of the original picture.
    """

    value: int
    confidence: float
    rival: float
    box: Box


def choose(found: FoundFaces, confidence: Floats) -> list[Choice]:
    """Choose faces that can be side by side, the surest first.

    Parameters
    ----------
    found
        The faces.
    confidence
        The probability that each is what it seems to be.
    """
    order = np.argsort(-confidence, kind="stable")[:MAX_FACES]
    order = order[confidence[order] > MIN_LIKELIHOOD]
    faces = found.faces.take(order)
    apart = compute_distances(faces, found.view)
    edge = EDGE * compute_steps(faces)
    taken: list[int] = []
    rivals: dict[int, float] = {}
    for k in range(order.size):
        clashes = [t for t in taken if apart[k, t] < MIN_DISTANCE * max(edge[k], edge[t])]
        for t in clashes:
            if found.value[order[k]] != found.value[order[t]] or apart[k, t] > MAX_SAME_DISTANCE * edge[t]:
                rivals[t] = max(rivals.get(t, 0.0), float(confidence[order[k]]))
        if not clashes:
            taken.append(k)
    return [
        Choice(
            int(found.value[order[t]]),
            float(confidence[order[t]]),
            rivals.get(t, 0.0),
            _make_box(faces, t, found.scale),
        )
        for t in taken
    ]


def _make_box(faces: Faces, k: int, scale: float) -> Box:
    """Return the box around the body below a face, in pixels of the original picture."""
    half = 0.5 * BOX_RATIO * EDGE
    corners: NDArray[np.float32] = np.array(
        [(a, b) for a in (-half, half) for b in (-half, half)], np.float32
    )
    points = (faces.centre[k] + corners[:, :1] * faces.u[k] + corners[:, 1:] * faces.v[k] + 0.5) / scale
    (x0, y0), (x1, y1) = points.min(0), points.max(0)
    return float(x0), float(y0), float(x1), float(y1)
