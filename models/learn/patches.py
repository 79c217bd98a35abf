"""Cuts pieces of pictures for the reading network: faces, and what must not be mistaken for one."""

from typing import NamedTuple

import cv2
import numpy as np
from learn.pictures import Face, Picture
from numpy.typing import NDArray

from pi_bunco.vision.learnt.window import EDGE, cut_face

PIECE_SIDE = 84
"""Side of a piece, in pixels: with room to turn, shift and stretch the network's window in it."""
MIN_EDGE = 13.0
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
        """Return the pieces for which `which` is true."""
        return Patches._make(column[which] for column in self)


class Place(NamedTuple):
    """The place of a piece: middle, edge and class."""

    x: float
    y: float
    edge: float
    kind: int


def cut_patches(pictures: list[Picture], seed: int = 0) -> Patches:
    """Cut the pieces of all pictures: each face, and places beside, between and far from dice."""
    rows = []
    for number, picture in enumerate(pictures):
        image = cv2.imread(str(picture.path))
        if image is None:
            continue
        rng = np.random.default_rng((seed, number))
        for x, y, edge, kind in choose_places(rng, picture, image.shape):
            piece = cut_face(np.asarray(image, np.uint8), x, y, edge, PIECE_SIDE)
            rows.append((piece, kind, picture.family, picture.base))
    pieces, kinds, families, bases = zip(*rows, strict=True)
    return Patches(np.stack(pieces), np.array(kinds), np.array(families), np.array(bases))


def choose_places(rng: np.random.Generator, picture: Picture, shape: tuple[int, ...]) -> list[Place]:
    """Return the places of a picture where to cut pieces."""
    height, width = shape[:2]
    faces = picture.faces
    places = [
        (face.x, face.y, face.edge, _WHY[face.why] if face.why else face.value)
        for face in faces
        if face.edge > MIN_EDGE and 0 < face.x < width and 0 < face.y < height
    ]
    for face in faces:
        if rng.random() < 0.7:  # beside the face: a side of the die, a part of it, the gap to the next
            distance, direction = face.edge * rng.uniform(0.5, 1.1), rng.uniform(0, 2 * np.pi)
            x, y = face.x + distance * np.cos(direction), face.y + distance * np.sin(direction)
            if all(np.hypot(other.x - x, other.y - y) > 0.45 * other.edge for other in faces):
                places.append((x, y, face.edge * np.exp(rng.uniform(-0.3, 0.3)), NOTHING))
        if rng.random() < 0.25:  # a part of the face, or the face and everything around it
            size = face.edge * (rng.uniform(0.3, 0.5) if rng.random() < 0.5 else rng.uniform(2.0, 3.2))
            x, y = np.array([face.x, face.y]) + rng.normal(0, 0.15, 2) * face.edge
            places.append((float(x), float(y), float(size), NOTHING))
    typical = float(np.median([face.edge for face in faces])) if faces else 40.0
    for x, y, wide in picture.things:
        sizes = wide * np.exp(rng.uniform(-0.5, 0.2, 2))
        places += [(x, y, max(float(size), 8.0), NOTHING) for size in sizes]
    for _ in range(2 if faces else 8):
        size = typical * np.exp(rng.uniform(-0.5, 0.5))
        x, y = rng.uniform(0, width), rng.uniform(0, height)
        if _is_free(faces, x, y, size):
            places.append((x, y, size, NOTHING))
    return [Place(*place) for place in places if place[2] > 4]


def _is_free(faces: tuple[Face, ...], x: float, y: float, size: float) -> bool:
    return all(np.hypot(face.x - x, face.y - y) > 0.8 * (face.edge + size) for face in faces)


assert EDGE * 2.6 <= PIECE_SIDE  # noqa: S101 - a turned and shifted window must fit
