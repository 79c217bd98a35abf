"""What lies at a spot: a small network that looks at one piece of the picture, turned several ways."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pi_bunco.frames import Image
from pi_bunco.vision.learnt.find import Spot
from pi_bunco.vision.learnt.network import Network
from pi_bunco.vision.learnt.window import Pixels, cut, even_light

NOTHING, LEANS, HIDDEN = 0, 7, 8
"""The network's classes beside the six values: no face lies there; it leans; it is partly hidden."""
TURNS = 4
"""A die has no up: each is looked at in so many turns by a quarter, and all must agree..."""
EMPTY = 0.7
"""... but from this probability of nothing in the first turn on, a spot is not looked at again..."""
CLEAR = 0.95
"""... nor one of which the first two turns say the same with this probability."""


class SpotClass(NamedTuple):
    """What the network makes of one spot.

    Attributes
    ----------
    likely
        Probability of each class, the mean of all turns, shape ``(9,)``.
    least
        The same, the least of all turns.
    """

    likely: NDArray[np.float32]
    least: NDArray[np.float32]


def classify(network: Network, image: Image, spots: list[Spot]) -> list[SpotClass]:
    """Look at each spot, and again where it is not clear.

    Parameters
    ----------
    network
        The reading network.
    image
        The picture.
    spots
        Where to look.
    """
    if not spots:
        return []
    pieces = np.stack([even_light(cut(image, spot.x, spot.y, spot.edge)) for spot in spots])
    looks = [probabilities(network, pieces)]
    rest = looks[0][:, NOTHING] < EMPTY
    for turn in range(1, TURNS):
        if turn > 1:
            rest &= np.minimum(*looks[:2]).max(1) < CLEAR
        seen = looks[max(0, turn - 2)].copy()  # of what was clear, both looks count alike
        if rest.any():
            seen[rest] = probabilities(network, np.ascontiguousarray(np.rot90(pieces[rest], turn, (2, 3))))
        looks.append(seen)
    every = np.stack(looks)
    return [SpotClass(mean, least) for mean, least in zip(every.mean(0), every.min(0), strict=True)]


def probabilities(network: Network, pieces: Pixels) -> NDArray[np.float32]:
    """Return each piece's probability of each class, shape ``(n, 9)``."""
    scores = network(pieces)
    power = np.exp(scores - scores.max(1, keepdims=True))
    return np.asarray(power / power.sum(1, keepdims=True), np.float32)
