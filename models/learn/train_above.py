"""Trains the reading network for flat pictures of a mat, which also gets the slant of the camera's view."""

from typing import Any, NamedTuple

import cv2
import numpy as np
import torch
from learn.cycle import train
from learn.harm import degrade
from learn.nets import get_body, make_reading_network, widen_network
from learn.patches import COCKED, HIDDEN, NOTHING, Patches, Place, choose_places
from learn.pictures import Picture
from learn.train_reading import MAX_RATE, Batches, compute_loss, compute_weights
from numpy.typing import NDArray
from torch import nn

from pi_bunco.vision.learnt.find import Spot
from pi_bunco.vision.learnt.upright import SIDE, cut_upright, make_input
from pi_bunco.vision.stand import Stand

PIECE_SIDE = 84
"""Side of a piece, in pixels: with room to turn, shift and stretch the network's window in it."""
USUAL_HEIGHT = 6.5
"""Height of the camera in photos from above, in edges of a die; an estimate, since it is not labelled."""
MIN_CHANGE, MAX_CHANGE = 0.14, 0.75
"""The smallest and the largest change of slant that turns a flat die into an example of a leaning one, as
tangents: of 8° and 37°."""
ALONE_DISTANCE = 1.8
"""If the middles of all other dice are farther away than this, in edges, they do not hide the sides that show
whether a die leans."""
THOROUGH_MAX_RATE = 2e-3
"""The highest learning rate of the thorough network, which starts as a trained one."""
DEGRADED, THOROUGH_DEGRADED = 0.8, 0.6
"""The share of the pieces that are degraded, and that for the thorough network."""
SHARES = {"fisheye": 0.15, "trays": 0.1, "above": 0.75}
KINDS = {NOTHING: 0.18, COCKED: 0.3, HIDDEN: 0.08}
"""The shares of the picture families, and of the classes that are not values."""


class SlantedPatches(NamedTuple):
    """Pieces as in :class:`Patches`, with the tangent of the camera's slant for each."""

    patches: Patches
    slants: NDArray[np.float32]


def cut_slanted(pictures: list[Picture], seed: int = 0) -> SlantedPatches:
    """Return the pieces of all pictures, each turned so that the side away from the camera is up."""
    rows, slants = [], []
    for number, picture in enumerate(pictures):
        image = cv2.imread(str(picture.path))
        if image is None:
            continue
        rng = np.random.default_rng((seed, number))
        for place in choose_places(rng, picture, image.shape):
            slant = _get_stand(picture, place, image.shape).measure_slant(place.x, place.y)
            labels = [(slant, place.kind)]
            if picture.stand and 0 < place.kind < COCKED and _is_alone(place, picture):
                labels.append((_choose_other_slant(rng, slant), COCKED))
            for labelled_slant, kind in labels:
                spot = Spot(place.x, place.y, place.edge, 1)
                piece = cut_upright(np.asarray(image, np.uint8), spot, labelled_slant, PIECE_SIDE)
                rows.append((piece, kind, picture.family, picture.base))
                slants.append(np.hypot(*labelled_slant))
    pieces, kinds, families, bases = zip(*rows, strict=True)
    patches = Patches(np.stack(pieces), np.array(kinds), np.array(families), np.array(bases))
    return SlantedPatches(patches, np.array(slants, np.float32))


def _is_alone(place: Place, picture: Picture) -> bool:
    """Return whether no other die hides the sides of the one at a place."""
    near = [
        face
        for face in picture.faces
        if np.hypot(face.x - place.x, face.y - place.y) < ALONE_DISTANCE * place.edge
    ]
    return len(near) == 1


def _choose_other_slant(rng: np.random.Generator, slant: tuple[float, float]) -> tuple[float, float]:
    """Return a slant that makes a flat die an example of one that leans.

    A die that leans looks like a flat die from another direction.
    """
    while True:
        other = rng.uniform(-MAX_CHANGE, MAX_CHANGE, 2)
        if MIN_CHANGE < np.hypot(*(other - slant)) < MAX_CHANGE and np.hypot(*other) < MAX_CHANGE:
            return float(other[0]), float(other[1])


def _get_stand(picture: Picture, place: Place, shape: tuple[int, ...]) -> Stand:
    return picture.stand or Stand(shape[1] / 2, shape[0] / 2, USUAL_HEIGHT * place.edge)


class UprightBatches(Batches):
    """Batches of pieces that are turned only slightly."""

    def __init__(self, data: SlantedPatches, steps: int, seed: int, degraded: float = DEGRADED) -> None:
        super().__init__(data.patches, compute_weights(data.patches, SHARES, KINDS), steps, seed)
        self.slants, self.degraded = data.slants, degraded

    def make_piece(self, rng: np.random.Generator, k: int) -> Any:
        """Return a piece as input for the network."""
        window = _move(rng, self.data.piece[k])
        slant = float(self.slants[k]) * np.exp(rng.normal(0, 0.06)) + abs(rng.normal(0, 0.01))
        return make_input(degrade(rng, window) if rng.random() < self.degraded else window, slant)


def _move(rng: np.random.Generator, piece: NDArray[np.uint8]) -> Any:
    """Return a piece, turned and shifted as by the errors of a finder, and possibly mirrored."""
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


def extend_network(reading: nn.Sequential) -> nn.Sequential:
    """Return a network that starts with the convolutions of the trained reading network.

    Its first layer also gets the slant, and its last map is larger.
    """
    net = make_reading_network(4, SIDE)
    with torch.no_grad():
        for new, trained in zip(get_body(net), get_body(reading), strict=True):
            state = trained.state_dict()
            if state["weight"].shape != new.weight.shape:
                state["weight"] = torch.cat([state["weight"], torch.zeros_like(state["weight"][:, :1])], 1)
            new.load_state_dict(state)
    return net


def fit(
    data: SlantedPatches, reading: nn.Sequential, steps: int, seed: int = 0, *, threads: int = 1
) -> nn.Sequential:
    """Train the network, starting with a trained reading network."""
    return train(extend_network(reading), UprightBatches(data, steps, seed), compute_loss, MAX_RATE, threads)


def fit_thorough(
    data: SlantedPatches, above: nn.Sequential, steps: int, seed: int = 0, *, threads: int = 1
) -> nn.Sequential:
    """Train the thorough network, starting with the trained network for mats."""
    batches = UprightBatches(data, steps, seed, THOROUGH_DEGRADED)
    net = widen_network(above, 4, SIDE, seed)
    return train(net, batches, compute_loss, THOROUGH_MAX_RATE, threads)
