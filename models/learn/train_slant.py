"""Trains the slant network: how slanting a die is seen, whether it lies flat or leans.

Of rendered dice it is told how slanting they are seen. Of photos nobody knows that; but all dice in them lie
flat, so what the network says of those in one photo must fit one plane (:func:`in_planes`).
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import cv2
import numpy as np
import torch
from learn.cycle import Steps, cycle
from learn.harm import harmed
from learn.nets import slants
from learn.pictures import Face, Picture
from numpy.typing import NDArray
from torch import Tensor, nn

from pi_bunco.vision.learnt.slant import EDGE, SIDE
from pi_bunco.vision.learnt.window import even_light
from pi_bunco.vision.piece import piece

ROOM = 136
"""Pixels along a kept piece: room to turn, shift and stretch the network's window in it."""
BATCH = 72
"""Rendered dice in a batch..."""
PHOTOS, MOST = 8, 4
"""... and photos in it, with so many dice each at most."""
WEIGHT = 0.25
"""How much a photo's dice count beside rendered ones."""
TOP = 3e-3
SMALLEST = 18.0
"""Faces with a shorter edge, in pixels, show no sides."""
STEEPEST = 1.4
"""Tangents beyond this are not learnt."""
FLOOR = 0.03
"""The network never calls its deviation smaller."""
STEEP, ABOVE = 0.6, {"fisheye": 0.15, "trays": 0.2}
"""Deviation of the tangent at which photos were taken, each way, and of families from above."""
FOCAL, WIDER = 1.0, 0.5
"""A picture's longer side over the focal length, and its deviation."""
SEEN = {"", "cocked"}
"""What may be said of a die's face: a hidden one shows too little."""


class Slanted(NamedTuple):
    """Pieces, one an entry: shape ``(n, ROOM, ROOM, 3)``; the tangent, shape ``(n, 2)``."""

    piece: NDArray[np.uint8]
    tangent: NDArray[np.float32]


def tangent(face: Face) -> NDArray[np.float64]:
    """Return how slanting a face is seen, from the middles of it and of the face opposite.

    Its edge is the root of the area that it takes in the picture, which shrinks with the cosine of the
    slant; the distance of both middles grows with the sine.
    """
    assert face.foot is not None  # noqa: S101 - rendered dice have one
    off = np.array([face.x - face.foot[0], face.y - face.foot[1]]) / face.edge
    square = float(off @ off)
    cosine = (np.sqrt(square**2 + 4) - square) / 2
    return np.asarray(off / max(np.sqrt(square), 1e-9) * np.sqrt(max(1 - cosine**2, 0)) / cosine)


def slanted(pictures: list[Picture]) -> Slanted:
    """Cut the pieces of all rendered dice."""
    pieces, tangents = [], []
    for picture in pictures:
        image = cv2.imread(str(picture.path))
        if image is None:
            continue
        height, width = image.shape[:2]
        for face in picture.faces:
            inside = 0 < face.x < width and 0 < face.y < height
            if face.foot is None or face.edge < SMALLEST or face.why not in SEEN or not inside:
                continue
            true = tangent(face)
            if np.hypot(*true) < STEEPEST:
                cut = piece(np.asarray(image, np.uint8), face.x, face.y, face.edge * ROOM / EDGE, ROOM)
                pieces.append(cut)
                tangents.append(true)
    return Slanted(np.stack(pieces), np.array(tangents, np.float32))


class Photo(NamedTuple):
    """Dice that lie flat in one photo: pieces as in :class:`Slanted`, places, and how it was taken.

    Attributes
    ----------
    piece
        Shape ``(n, ROOM, ROOM, 3)``.
    place
        From the picture's middle, in its longer sides, shape ``(n, 2)``.
    steep
        Deviation of the tangent at which such photos were taken.
    """

    piece: NDArray[np.uint8]
    place: NDArray[np.float32]
    steep: float


def photos(pictures: list[Picture]) -> list[Photo]:
    """Cut the pieces of all dice in photos with two or more."""
    found = []
    for picture in pictures:
        faces = [face for face in picture.faces if face.edge > SMALLEST and not face.why]
        if len(faces) < 2:
            continue
        image = cv2.imread(str(picture.path))
        if image is None:
            continue
        middle, longer = np.array(image.shape[1::-1]) / 2, max(image.shape)
        pieces = [
            piece(np.asarray(image, np.uint8), face.x, face.y, face.edge * ROOM / EDGE, ROOM)
            for face in faces
        ]
        places = (np.array([(face.x, face.y) for face in faces]) - middle) / longer
        found.append(Photo(np.stack(pieces), places.astype(np.float32), ABOVE.get(picture.family, STEEP)))
    return found


class Wanted(NamedTuple):
    """What the network should say.

    Attributes
    ----------
    tangent
        Of the rendered dice, shape ``(BATCH, 2)``.
    turn
        How each piece of a photo was turned, shape ``(PHOTOS, MOST, 2, 2)``.
    place
        Where it was, shape ``(PHOTOS, MOST, 2)``.
    there
        Whether there is such a die, 1 or 0, shape ``(PHOTOS, MOST)``.
    steep
        Shape ``(PHOTOS,)``.
    """

    tangent: Tensor
    turn: Tensor
    place: Tensor
    there: Tensor
    steep: Tensor


class Batches(Steps):
    """Batches, each made from the seed and its number alone: rendered dice, then those of some photos."""

    def __init__(self, data: Slanted, taken: list[Photo], steps: int, seed: int) -> None:
        super().__init__(steps, seed)
        self.data, self.photos = data, taken

    def __iter__(self) -> Iterator[tuple[Tensor, Wanted]]:
        """Make one batch after another."""
        side = (PHOTOS, MOST)
        for step in range(self.steps):
            rng = np.random.default_rng((self.seed, step, 11))
            pixels = np.zeros((BATCH + PHOTOS * MOST, 3, SIDE, SIDE), np.float32)
            tangent = np.zeros((BATCH, 2), np.float32)
            for row, k in enumerate(rng.integers(len(self.data.piece), size=BATCH)):
                pixels[row], turn = self._one(rng, self.data.piece[k])
                tangent[row] = turn @ self.data.tangent[k]
            turns, places = np.zeros((*side, 2, 2), np.float32), np.zeros((*side, 2), np.float32)
            there, steep = np.zeros(side, np.float32), np.ones(PHOTOS, np.float32)
            for group in range(PHOTOS if self.photos else 0):
                photo = self.photos[rng.integers(len(self.photos))]
                steep[group] = photo.steep
                for row, k in enumerate(rng.permutation(len(photo.piece))[:MOST]):
                    pixels[BATCH + group * MOST + row], turns[group, row] = self._one(rng, photo.piece[k])
                    places[group, row], there[group, row] = photo.place[k], 1
            told = (torch.from_numpy(part) for part in (tangent, turns, places, there, steep))
            yield torch.from_numpy(pixels), Wanted(*told)

    @staticmethod
    def _one(rng: np.random.Generator, whole: NDArray[np.uint8]) -> tuple[Any, Any]:
        """Turn, mirror, shift and zoom a piece as a finder may err; return it and how it was turned."""
        angle, scale = rng.uniform(0, 2 * np.pi), np.exp(rng.normal(0, 0.07))
        c, s = np.cos(angle), np.sin(angle)
        turn = np.array([[c, -s], [s, c]]) @ np.diag([rng.choice([-1.0, 1.0]), 1.0])
        middle = (ROOM - 1) / 2
        move = (SIDE - 1) / 2 + rng.normal(0, 1.0, 2) - scale * turn @ (middle, middle)
        window = cv2.warpAffine(
            whole,
            np.hstack([scale * turn, move[:, None]]),
            (SIDE, SIDE),
            borderMode=cv2.BORDER_REPLICATE,
        ).astype(np.float32)
        if rng.random() < 0.7:
            window = harmed(rng, window)
        return even_light(window), turn


def loss(told: Tensor, wanted: Wanted) -> Tensor:
    """Return how unlikely the truth is by what is told of rendered dice, and photos whose dice lie flat."""
    drawn = told[:BATCH]
    spread = torch.exp(drawn[:, 2]).clamp(min=FLOOR)
    square = ((drawn[:, :2] - wanted.tangent) ** 2).sum(1) / spread**2
    # A Student distribution of four degrees in the plane: its tails bear what cannot be seen.
    known = (2 * torch.log(spread) + 3 * torch.log1p(square / 4)).mean()
    if not wanted.there.any():
        return known
    return known + WEIGHT * in_planes(told[BATCH:].reshape(PHOTOS, MOST, 3), wanted)


def in_planes(told: Tensor, wanted: Wanted) -> Tensor:
    """Return how unlikely what is told of a photo's dice is, if all of them lie flat; the mean for one die.

    The tangents of flat dice are ``a + k p``, with two unknown numbers in `a`, one in `k`, at the places `p`:
    with all of them normally distributed, so are the tangents, together.
    """
    spread = torch.exp(told[..., 2]).clamp(min=FLOOR)
    # Turned back to how the photo shows them.
    tangent = (wanted.turn.transpose(2, 3) @ told[..., :2, None])[..., 0]
    off = (tangent - FOCAL * wanted.place) * wanted.there[..., None]
    apart = wanted.place @ wanted.place.transpose(1, 2)
    both = wanted.there[:, :, None] * wanted.there[:, None, :]
    aside = wanted.steep[:, None, None] ** 2
    # Across and along share k alone, whose part is small: they are taken as two independent rows.
    together = (aside + WIDER**2 * apart) * both
    alone = torch.where(wanted.there > 0, spread**2, torch.ones_like(spread))
    covariance = together + torch.diag_embed(alone)
    root = torch.linalg.cholesky(covariance)
    halves = torch.linalg.solve_triangular(root, off, upper=False)
    many = 2 * torch.log(torch.diagonal(root, dim1=1, dim2=2)).sum() + 0.5 * (halves**2).sum()
    return many / wanted.there.sum()


def fit(data: Slanted, taken: list[Photo], steps: int, seed: int = 0, *, threads: int = 1) -> nn.Sequential:
    """Train a slant network."""
    return cycle(slants(), Batches(data, taken, steps, seed), loss, TOP, threads)
