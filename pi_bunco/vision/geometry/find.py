"""Finds the faces that may lie in a picture, step by step."""

from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from pi_bunco.frames import Image
from pi_bunco.vision.geometry.blobs import blobs
from pi_bunco.vision.geometry.body import turn_faces
from pi_bunco.vision.geometry.evidence import disagreement, look
from pi_bunco.vision.geometry.hypotheses import Faces, View, lines, pairs, quads, singles, view_of
from pi_bunco.vision.geometry.pips import Pips, best, pips, quality, without_doubles
from pi_bunco.vision.geometry.places import places, promising
from pi_bunco.vision.geometry.planes import Floats, Planes, planes

T = TypeVar("T", bound=tuple[NDArray[Any], ...])


def join(*parts: T) -> T:
    """Put tables of one kind behind one another."""
    made: T = type(parts[0])._make(np.concatenate(column) for column in zip(*parts, strict=True))  # type: ignore[attr-defined] # a named tuple
    return made


LONGEST = 720
"""Longer side of the working picture, in pixels, where the dice' size is not known."""
LONGEST_KNOWN = 960
"""The same where it is known: only spots of its pips' size are looked for, so more pixels cost little."""
EDGE = 3.9
"""Edge of a die in steps of its face's grid: typical of those on sale."""
PIP_SHARE = (0.045, 0.2)
"""Radius of a pip over the edge of its die, from and to."""
BODY_SHARE = 0.65
"""Half the diagonal of a die's body over its edge."""
BODY = (6.0, 60.0, 0.55)
"""Least radius in pixels, contrast and quality of a spot that may be the body of a die."""
SMALLEST, LARGEST = 1.5, 40.0
MOST = 400
"""How many pips of a plane to keep at most."""


class Effort(NamedTuple):
    """How much is examined, at most.

    Attributes
    ----------
    spots
        Spots of one size.
    hints
        Spots that are poor pips.
    pairs
        Pairs of pips that may be opposite corners.
    singles
        Pips that may stand alone.
    bodies
        Whether to look for spots as large as a die. They distinguish an empty table from one with dice.
    """

    spots: int = 90
    hints: int = 300
    pairs: int = 700
    singles: int = 60
    bodies: bool = True


WHOLE = Effort()
"""What a whole picture may need."""


class Found(NamedTuple):
    """Faces found in a picture.

    Attributes
    ----------
    faces
        Where they are, in pixels of the working picture.
    value
        What each shows.
    colour
        The colour of each between its pips.
    features
        What was measured of each.
    view
        From which side and how large.
    scale
        Pixels of the working picture per pixel of the picture given.
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

    def take(self, which: NDArray[np.bool_]) -> "Found":
        """Return some of the faces, of the same picture."""
        return self._replace(
            faces=self.faces.take(which),
            value=self.value[which],
            colour=self.colour[which],
            features=self.features[which],
        )


def find(image: Image, die_size: float | None = None, effort: Effort = WHOLE) -> Found:
    """Find the faces that may lie in a picture and look at each.

    Parameters
    ----------
    image
        The picture.
    die_size
        Edge length of a die in its pixels, if known.
    effort
        How much to look at.
    """
    longest = LONGEST
    if die_size is not None:
        longest = round(min(LONGEST_KNOWN, max(image.shape[:2]) * max(1.0, 48 / die_size)))
    return search(planes(image, longest), die_size, effort)


def search(sheets: Planes, die_size: float | None, effort: Effort) -> Found:
    """Find the faces on planes that are made already, and look at each.

    Parameters
    ----------
    sheets
        The planes.
    die_size
        Edge length of a die in pixels of the picture given, if known.
    effort
        How much to look at.
    """
    small, large = SMALLEST, LARGEST
    step = None
    if die_size is not None:
        edge = die_size * sheets.scale
        step = edge / EDGE
        small, large = (
            max(SMALLEST, edge * PIP_SHARE[0]),
            edge * (BODY_SHARE if effort.bodies else PIP_SHARE[1]),
        )
    good, faint = pips(*blobs(sheets.grey, small, large, effort.spots))
    some = without_doubles(join(*(best(one, MOST) for one in _apart(good, sheets))))
    hints = join(*(without_doubles(best(one, effort.hints)) for one in _apart(faint, sheets)))
    something = bool(((some.radius > BODY[0]) & (some.contrast > BODY[1]) & (quality(some) > BODY[2])).any())
    if step is not None:
        some = some.take(some.radius < EDGE * step * PIP_SHARE[1])
    i, j, like = pairs(some, effort.pairs)
    four, of_four = promising(sheets, quads(some, i, j, like))
    view = view_of(four, np.exp(-6 * of_four.cost - 4 * disagreement(four)), step)
    rest, of_rest = promising(sheets, join(lines(some, i, j, view), singles(some, view, effort.singles)))
    two, alone = rest.kind == 2, rest.kind == 1  # noqa: PLR2004 - so many pips fix them
    one = turn_faces(sheets, rest.take(alone))
    held = join(of_four, of_rest.take(two), places(sheets, one))
    seen = look(sheets, some, hints, join(four, rest.take(two), one), held)
    return Found(seen.faces, seen.value, seen.colour, seen.features, view, sheets.scale, something)


def _apart(some: Pips, sheets: Planes) -> list[Pips]:
    """Return pips plane by plane."""
    return [some.take(some.plane == number) for number in range(len(sheets.grey))]
