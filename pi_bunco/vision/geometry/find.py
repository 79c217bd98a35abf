"""From a picture to judged faces: each step in its order."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pi_bunco.frames import Image
from pi_bunco.vision.geometry.blobs import blobs
from pi_bunco.vision.geometry.evidence import NAMES, Evidence, look
from pi_bunco.vision.geometry.hypotheses import Faces, View, join, lines, pairs, quads, singles, view_of
from pi_bunco.vision.geometry.pips import Floats, Pips, pips, quality, without_doubles
from pi_bunco.vision.geometry.planes import planes

LONGEST = 960
"""Longer side of the working picture, in pixels."""
EDGE = 3.9
"""Edge of a die in steps of its face's grid: typical of those on sale."""
PIP_SHARE = (0.055, 0.2)
"""Radius of a pip over the edge of its die, from and to."""
SMALLEST, LARGEST = 1.5, 40.0
SPOTS, PIPS = 250, 400


class Found(NamedTuple):
    """Faces found in a picture.

    Attributes
    ----------
    faces
        Where they are, in pixels of the working picture.
    value
        What each shows.
    features
        What was seen of each.
    view
        From which side and how large.
    scale
        Pixels of the working picture per pixel of the picture given.
    """

    faces: Faces
    value: NDArray[np.intp]
    features: Floats
    view: View
    scale: float


def find(image: Image, die_size: float | None = None) -> Found:
    """Find the faces that may lie in a picture and look at each.

    Parameters
    ----------
    image
        The picture.
    die_size
        Edge length of a die in its pixels, if known.
    """
    longest = (
        LONGEST if die_size is None else round(min(LONGEST, max(image.shape[:2]) * max(1.0, 48 / die_size)))
    )
    sheets = planes(image, longest)
    small, large = SMALLEST, LARGEST
    step = None
    if die_size is not None:
        edge = die_size * sheets.scale
        step = edge / EDGE
        small, large = max(SMALLEST, edge * PIP_SHARE[0]), edge * PIP_SHARE[1]
    parts = []
    for number, plane in enumerate(sheets.grey):
        pyramid, spots = blobs(plane, small, large, SPOTS)
        some = pips(pyramid, spots, number)
        if some.total > PIPS:
            some = some.take(np.argsort(-quality(some), kind="stable")[:PIPS])
        parts.append(some)
    some = without_doubles(Pips._make(np.concatenate(column) for column in zip(*parts, strict=True)))
    i, j, like = pairs(some)
    first = look(sheets, some, quads(some, i, j, like))
    trust = np.exp(-6 * first.features[:, 0] - 4 * first.features[:, NAMES.index("ellipse")])
    view = view_of(first.faces, trust.astype(np.float32), step)
    second = look(sheets, some, join([lines(some, i, j, view), singles(some, view)]))
    lone = (second.faces.kind == 1) & (second.value != 1)
    second = Evidence._make(part.take(~lone) if isinstance(part, Faces) else part[~lone] for part in second)
    return Found(
        join([first.faces, second.faces]),
        np.concatenate([first.value, second.value]),
        np.concatenate([first.features, second.features]),
        view,
        sheets.scale,
    )
