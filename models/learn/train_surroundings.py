"""Trains the network that looks at the surroundings of a face: a die, or part of a domino or a print."""

from typing import Any

import cv2
import numpy as np
from learn.cycle import train
from learn.harm import cut_window, degrade
from learn.nets import make_surroundings_network
from learn.patches import MIN_EDGE, PIECE_SIDE, Patches
from learn.pictures import Picture
from learn.train_reading import MAX_RATE, Batches, compute_loss, compute_weights
from torch import nn

from pi_bunco.vision.double.surroundings import NO_DIE, PIECE_EDGES
from pi_bunco.vision.learnt.window import SIDE, normalise_light
from pi_bunco.vision.piece import cut_piece

DIE = 1
"""The class of faces of dice; :data:`NO_DIE` is the other one."""
MAX_SHIFT = 2.5
"""How far a window is shifted at random, in its pixels: by a sixth of a die's edge."""
SHARES = {
    "fisheye": 0.1,
    "table_a": 0.1,
    "table_b": 0.05,
    "table_c": 0.1,
    "trays": 0.1,
    "train_epanemu": 0.1,
    "rendered": 0.5,
}
"""The share of each picture family in training."""
KINDS = {NO_DIE: 0.9, DIE: 0.5}
"""How often each class is chosen within a family. Only rendered pictures have both."""


def cut_surroundings(pictures: list[Picture], seed: int = 0) -> Patches:
    """Cut pieces around the faces of dice that lie flat, and around other things, from all pictures."""
    rows = []
    for number, picture in enumerate(pictures):
        image = np.asarray(cv2.imread(str(picture.path)), np.uint8)
        rng = np.random.default_rng((seed, number))
        places = [(face.x, face.y, face.edge, DIE) for face in picture.faces if not face.why]
        places += [(x, y, width * rng.uniform(0.8, 1.05), NO_DIE) for x, y, width in picture.things]
        height, width = image.shape[:2]
        for x, y, edge, kind in places:
            if edge > MIN_EDGE and 0 < x < width and 0 < y < height:
                piece = cut_piece(image, x, y, edge * PIECE_EDGES * PIECE_SIDE / SIDE, PIECE_SIDE)
                rows.append((piece, kind, picture.family, picture.base))
    pieces, kinds, families, bases = zip(*rows, strict=True)
    return Patches(np.stack(pieces), np.array(kinds), np.array(families), np.array(bases))


class SurroundingsBatches(Batches):
    """Batches of pieces with surroundings."""

    def make_piece(self, rng: np.random.Generator, k: int) -> Any:
        """Return a degraded piece as input for the network."""
        window = cut_window(rng, self.data.piece[k], SIDE, MAX_SHIFT)
        return normalise_light(degrade(rng, window) if rng.random() < 0.8 else window)


def fit(data: Patches, steps: int, seed: int = 3, *, threads: int = 1) -> nn.Sequential:
    """Train a network for surroundings."""
    batches = SurroundingsBatches(data, compute_weights(data, SHARES, KINDS), steps, seed)
    return train(make_surroundings_network(), batches, compute_loss, MAX_RATE, threads)
