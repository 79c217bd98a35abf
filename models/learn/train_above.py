"""Trains the reading network for flat pictures of a mat, which is told how slanting the camera looks."""

from typing import Any, NamedTuple

import cv2
import numpy as np
import torch
from learn.cycle import cycle
from learn.harm import harmed
from learn.nets import body_of, reads
from learn.patches import COCKED, Patches, Place, places
from learn.pictures import Picture
from learn.train_reading import TOP, Batches, loss, weights
from numpy.typing import NDArray
from torch import nn

from pi_bunco.vision.learnt.find import Spot
from pi_bunco.vision.learnt.upright import SIDE, cut_upright, make_input
from pi_bunco.vision.stand import Stand

ROOM = 84
"""Pixels along a kept piece: room to turn, shift and stretch the network's window in it."""
HIGH = 6.5
"""How high, in edges of a die, the small camera of the photos from above stands; about, it is not told."""
LEAST, MOST = 0.14, 0.75
"""How much another slant a leaning die is seen from, at least and at most, as tangents: of 8° and 37°."""
ALONE = 1.8
"""A die whose neighbours' middles are farther than this, in edges, shows the sides that tell how it lies."""
SHARES = {"fisheye": 0.15, "trays": 0.1, "above": 0.75}
KINDS = {0: 0.18, 7: 0.3, 8: 0.08}


class Slanting(NamedTuple):
    """Pieces, one an entry, as :class:`Patches` has them, and the tangent of the camera's slant."""

    some: Patches
    slant: NDArray[np.float32]


def slanting(pictures: list[Picture], seed: int = 0) -> Slanting:
    """Cut the pieces of all pictures, each with its outer side up."""
    rows, slants = [], []
    for number, picture in enumerate(pictures):
        image = cv2.imread(str(picture.path))
        if image is None:
            continue
        rng = np.random.default_rng((seed, number))
        for place in places(rng, picture, image.shape):
            slant = _stand(picture, place, image.shape).slant(place.x, place.y)
            told_so = [(slant, place.kind)]
            if picture.stand and 0 < place.kind < COCKED and _alone(place, picture):
                told_so.append((_otherwise(rng, slant), COCKED))
            for slanting, kind in told_so:
                spot = Spot(place.x, place.y, place.edge, 1)
                piece = cut_upright(np.asarray(image, np.uint8), spot, slanting, ROOM)
                rows.append((piece, kind, picture.family, picture.base))
                slants.append(np.hypot(*slanting))
    piece, kind, family, base = zip(*rows, strict=True)
    some = Patches(np.stack(piece), np.array(kind), np.array(family), np.array(base))
    return Slanting(some, np.array(slants, np.float32))


def _alone(place: Place, picture: Picture) -> bool:
    """Return whether no other die hides the sides of the one at a place."""
    near = [one for one in picture.faces if np.hypot(one.x - place.x, one.y - place.y) < ALONE * place.edge]
    return len(near) == 1


def _otherwise(rng: np.random.Generator, slant: tuple[float, float]) -> tuple[float, float]:
    """Return how slanting the camera would have to look for a flat die to be one that leans.

    A die that leans looks as one that lies flat and is seen from elsewhere.
    """
    while True:
        other = rng.uniform(-MOST, MOST, 2)
        if LEAST < np.hypot(*(other - slant)) < MOST and np.hypot(*other) < MOST:
            return float(other[0]), float(other[1])


def _stand(picture: Picture, place: Place, shape: tuple[int, ...]) -> Stand:
    return picture.stand or Stand(shape[1] / 2, shape[0] / 2, HIGH * place.edge)


class Uprights(Batches):
    """Batches of pieces that are hardly turned."""

    def __init__(self, data: Slanting, steps: int, seed: int) -> None:
        super().__init__(data.some, weights(data.some, SHARES, KINDS), steps, seed)
        self.slant = data.slant

    def piece(self, rng: np.random.Generator, k: int) -> Any:
        """Return a piece as the network takes it."""
        window = _moved(rng, self.data.piece[k])
        slant = float(self.slant[k]) * np.exp(rng.normal(0, 0.12)) + abs(rng.normal(0, 0.02))
        return make_input(harmed(rng, window) if rng.random() < 0.8 else window, slant)


def _moved(rng: np.random.Generator, piece: NDArray[np.uint8]) -> Any:
    """Turn and shift a piece as little as a finder errs; its mirror image does as well."""
    angle, scale = rng.normal(0, 0.1), np.exp(rng.uniform(-0.13, 0.13))
    stretch = np.exp(rng.uniform(-0.03, 0.03))
    c, s = np.cos(angle) * scale, np.sin(angle) * scale
    turn = np.array([[c, -s], [s, c]]) @ np.diag([stretch, 1 / stretch])
    if rng.random() < 0.5:
        turn = turn @ np.diag([-1.0, 1.0])
    middle = (piece.shape[0] - 1) / 2
    move = (SIDE - 1) / 2 + rng.uniform(-2.5, 2.5, 2) - turn @ (middle, middle)
    window = cv2.warpAffine(
        piece, np.hstack([turn, move[:, None]]), (SIDE, SIDE), borderMode=cv2.BORDER_REFLECT
    )
    return window.astype(np.float32)


def begun(reading: nn.Sequential) -> nn.Sequential:
    """Return a network that knows from the start what the reading network has learnt of faces.

    Its first layer looks at the slant as well, and its last map is larger.
    """
    net = reads(4, SIDE)
    with torch.no_grad():
        for mine, theirs in zip(body_of(net), body_of(reading), strict=True):
            state = theirs.state_dict()
            if state["weight"].shape != mine.weight.shape:
                state["weight"] = torch.cat([state["weight"], torch.zeros_like(state["weight"][:, :1])], 1)
            mine.load_state_dict(state)
    return net


def fit(
    data: Slanting, reading: nn.Sequential, steps: int, seed: int = 0, *, threads: int = 1
) -> nn.Sequential:
    """Train, beginning with a trained reading network."""
    return cycle(begun(reading), Uprights(data, steps, seed), loss, TOP, threads)
