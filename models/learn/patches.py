"""Cuts pieces of pictures for the reading network: faces, and what must not be mistaken for one."""

from typing import NamedTuple

import cv2
import numpy as np
from learn.pictures import Face, Picture
from numpy.typing import NDArray

from pi_bunco.vision.learnt.window import EDGE, cut_face

ROOM = 84
"""Side of a piece, in pixels: with room to turn, shift and stretch the network's window in it."""
SMALLEST = 13.0
"""Faces with a shorter edge, in pixels, cannot be read."""
NOTHING, COCKED, HIDDEN = 0, 7, 8
"""Classes beside the values: no face in the middle; a face that leans; one that is partly hidden."""
_WHY = {"cocked": COCKED, "stacked": HIDDEN, "under": HIDDEN, "covered": HIDDEN, "cut": HIDDEN}


class Patches(NamedTuple):
    """Pieces, one per entry: shape ``(n, ROOM, ROOM, 3)``; class; family; base."""

    piece: NDArray[np.uint8]
    kind: NDArray[np.int64]
    family: NDArray[np.str_]
    base: NDArray[np.str_]

    def take(self, which: NDArray[np.bool_]) -> "Patches":
        """Return some of the pieces."""
        return Patches._make(column[which] for column in self)


class Place(NamedTuple):
    """The place of a piece: middle, edge and class."""

    x: float
    y: float
    edge: float
    kind: int


def cut_patches(pictures: list[Picture], seed: int = 0) -> Patches:
    """Cut the pieces of all pictures: each face; and places beside, between and away from dice."""
    rows = []
    for number, picture in enumerate(pictures):
        image = cv2.imread(str(picture.path))
        if image is None:
            continue
        rng = np.random.default_rng((seed, number))
        for x, y, edge, kind in choose_places(rng, picture, image.shape):
            piece = cut_face(np.asarray(image, np.uint8), x, y, edge, ROOM)
            rows.append((piece, kind, picture.family, picture.base))
    pieces, kinds, families, bases = zip(*rows, strict=True)
    return Patches(np.stack(pieces), np.array(kinds), np.array(families), np.array(bases))


def choose_places(rng: np.random.Generator, picture: Picture, shape: tuple[int, ...]) -> list[Place]:
    """Return the places of a picture where to cut pieces."""
    height, width = shape[:2]
    faces = picture.faces
    found = [
        (f.x, f.y, f.edge, _WHY[f.why] if f.why else f.value)
        for f in faces
        if f.edge > SMALLEST and 0 < f.x < width and 0 < f.y < height
    ]
    for face in faces:
        if rng.random() < 0.7:  # beside the face: a side of the die, a part of it, the gap to the next
            away, way = face.edge * rng.uniform(0.5, 1.1), rng.uniform(0, 2 * np.pi)
            x, y = face.x + away * np.cos(way), face.y + away * np.sin(way)
            if all(np.hypot(o.x - x, o.y - y) > 0.45 * o.edge for o in faces):
                found.append((x, y, face.edge * np.exp(rng.uniform(-0.3, 0.3)), NOTHING))
        if rng.random() < 0.25:  # a part of the face, or the face and everything around it
            size = face.edge * (rng.uniform(0.3, 0.5) if rng.random() < 0.5 else rng.uniform(2.0, 3.2))
            x, y = np.array([face.x, face.y]) + rng.normal(0, 0.15, 2) * face.edge
            found.append((float(x), float(y), float(size), NOTHING))
    typical = float(np.median([f.edge for f in faces])) if faces else 40.0
    for x, y, wide in picture.things:
        sizes = wide * np.exp(rng.uniform(-0.5, 0.2, 2))
        found += [(x, y, max(float(size), 8.0), NOTHING) for size in sizes]
    for _ in range(2 if faces else 8):
        size = typical * np.exp(rng.uniform(-0.5, 0.5))
        x, y = rng.uniform(0, width), rng.uniform(0, height)
        if _is_free(faces, x, y, size):
            found.append((x, y, size, NOTHING))
    return [Place(*one) for one in found if one[2] > 4]


def _is_free(faces: tuple[Face, ...], x: float, y: float, size: float) -> bool:
    return all(np.hypot(f.x - x, f.y - y) > 0.8 * (f.edge + size) for f in faces)


assert EDGE * 2.6 <= ROOM  # noqa: S101 - a turned and shifted window must fit
