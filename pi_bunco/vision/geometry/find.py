"""Finds the possible faces in a picture, step by step."""

from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from pi_bunco.frames import Image
from pi_bunco.vision.geometry.blobs import find_blobs
from pi_bunco.vision.geometry.evidence import compute_disagreement, examine_faces, turn_faces
from pi_bunco.vision.geometry.hypotheses import (
    Faces,
    View,
    estimate_view,
    list_pairs,
    make_four_pip_faces,
    make_one_pip_faces,
    make_two_pip_faces,
)
from pi_bunco.vision.geometry.pips import Pips, compute_quality, drop_doubles, find_pips, keep_best
from pi_bunco.vision.geometry.places import examine_grids, keep_promising
from pi_bunco.vision.geometry.planes import Floats, Planes, make_planes

T = TypeVar("T", bound=tuple[NDArray[Any], ...])


MAX_SIDE = 720
"""Longer side of the working picture, in pixels, if the size of the dice is not known."""
MAX_SIDE_KNOWN = 960
"""The same if the size is known. Only spots of the pips' size are searched, so more pixels cost little."""
EDGE = 3.9
"""Edge of a die in steps of its face's grid: typical of dice on sale."""
MIN_PIP_SHARE, MAX_PIP_SHARE = 0.045, 0.2
"""Smallest and largest radius of a pip, over the edge of its die."""
BODY_SHARE = 0.65
"""Half the diagonal of a die's body over its edge."""
MIN_BODY_RADIUS, MIN_BODY_CONTRAST, MIN_BODY_QUALITY = 6.0, 60.0, 0.55
"""Least radius in pixels, contrast and quality of a spot that may be the body of a die."""
MIN_RADIUS, MAX_RADIUS = 1.5, 40.0
"""Smallest and largest radius of a spot, in pixels of the working picture."""
MAX_PIPS = 400
"""How many pips of a plane to keep at most."""


class Effort(NamedTuple):
    """How much to examine at most.

    Attributes
    ----------
    spots
        How many spots of one size.
    hints
        How many spots that may be poor pips.
    pairs
        How many pairs of pips that may be opposite corners.
    singles
        How many pips that may be alone on their face.
    bodies
        Whether to look for spots as large as a die. They distinguish an empty table from one with dice.
    """

    spots: int = 90
    hints: int = 300
    pairs: int = 700
    singles: int = 60
    bodies: bool = True


class FoundFaces(NamedTuple):
    """Faces found in a picture.

    Attributes
    ----------
    faces
        Where they are, in pixels of the working picture.
    value
        The value of each.
    colour
        The colour of each between its pips.
    features
        The measurements of each.
    view
        The direction of the view, and the size of the dice.
    scale
        Pixels of the working picture per pixel of the original picture.
    something
        Whether there is anything as large, round and distinct as the body of a small die.
    """

    faces: Faces
    value: NDArray[np.intp]
    colour: Floats
    features: Floats
    view: View
    scale: float
    something: bool

    def take(self, which: NDArray[np.bool_]) -> "FoundFaces":
        """Return some of the faces."""
        return self._replace(
            faces=self.faces.take(which),
            value=self.value[which],
            colour=self.colour[which],
            features=self.features[which],
        )


def join(*parts: T) -> T:
    """Concatenate tables of one kind, such as :class:`Pips`, column by column."""
    joined: T = type(parts[0])._make(np.concatenate(column) for column in zip(*parts, strict=True))  # type: ignore[attr-defined] # a named tuple
    return joined


def find_faces(image: Image, die_size: float | None = None) -> FoundFaces:
    """Find the possible faces in a picture, and measure each.

    Parameters
    ----------
    image
        The picture.
    die_size
        Edge length of a die in pixels of the picture; ``None``: not known.
    """
    longest = MAX_SIDE
    if die_size is not None:
        longest = round(min(MAX_SIDE_KNOWN, max(image.shape[:2]) * max(1.0, 48 / die_size)))
    return search_planes(make_planes(image, longest), die_size, Effort())


def search_planes(planes: Planes, die_size: float | None, effort: Effort) -> FoundFaces:
    """Find the possible faces in the planes of a picture, and measure each.

    Parameters
    ----------
    planes
        The planes.
    die_size
        Edge length of a die in pixels of the original picture; ``None``: not known.
    effort
        How much to examine.
    """
    smallest, largest = MIN_RADIUS, MAX_RADIUS
    step = None
    if die_size is not None:
        edge = die_size * planes.scale
        step = edge / EDGE
        smallest = max(MIN_RADIUS, edge * MIN_PIP_SHARE)
        largest = edge * (BODY_SHARE if effort.bodies else MAX_PIP_SHARE)
    good, faint = find_pips(*find_blobs(planes.grey, smallest, largest, effort.spots))
    pips = drop_doubles(join(*(keep_best(part, MAX_PIPS) for part in _split_by_plane(good, planes))))
    hints = join(*(drop_doubles(keep_best(part, effort.hints)) for part in _split_by_plane(faint, planes)))
    is_large = (pips.radius > MIN_BODY_RADIUS) & (pips.contrast > MIN_BODY_CONTRAST)
    something = bool((is_large & (compute_quality(pips) > MIN_BODY_QUALITY)).any())
    if step is not None:
        pips = pips.take(pips.radius < EDGE * step * MAX_PIP_SHARE)
    i, j, like = list_pairs(pips, effort.pairs)
    by_four, by_four_grids = keep_promising(planes, make_four_pip_faces(pips, i, j, like))
    view = estimate_view(by_four, np.exp(-6 * by_four_grids.cost - 4 * compute_disagreement(by_four)), step)
    others, other_grids = keep_promising(
        planes, join(make_two_pip_faces(pips, i, j, view), make_one_pip_faces(pips, view, effort.singles))
    )
    is_by_two = others.kind == 2  # noqa: PLR2004 - the number of pips that fix a face
    by_two, by_two_grids = others.take(is_by_two), other_grids.take(is_by_two)
    by_one = turn_faces(planes, others.take(others.kind == 1))
    grids = join(by_four_grids, by_two_grids, examine_grids(planes, by_one))
    evidence = examine_faces(planes, pips, hints, join(by_four, by_two, by_one), grids)
    return FoundFaces(
        evidence.faces, evidence.value, evidence.colour, evidence.features, view, planes.scale, something
    )


def _split_by_plane(pips: Pips, planes: Planes) -> list[Pips]:
    """Return the pips of each plane."""
    return [pips.take(pips.plane == number) for number in range(len(planes.grey))]
