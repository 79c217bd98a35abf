"""Classifies spots with a small network, which gets each piece of the picture turned in several ways."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pi_bunco.frames import Image
from pi_bunco.vision.learnt.find import Spot
from pi_bunco.vision.learnt.weights import Network
from pi_bunco.vision.learnt.window import Pixels, cut_face, normalise_light

NOTHING, LEANS, HIDDEN = 0, 7, 8
"""The network's classes beside the six values: there is no face; the die leans; it is partly hidden."""
TURNS = 4
"""How many quarter turns each spot is classified in: a die may be turned in any way, and all must agree."""
MIN_NOTHING = 0.7
"""A spot is not classified again if the first result gives at least this probability of nothing."""
MIN_CLEAR = 0.95
"""A spot is not classified again if one class has at least this probability: in both of the first two turns,
or, on a calibrated mat (:mod:`~pi_bunco.vision.learnt.upright`), in one result."""


class SpotClass(NamedTuple):
    """The network's classification of one spot.

    Attributes
    ----------
    likely
        Probability of each class, the mean over all turns, shape ``(9,)``.
    least
        Probability of each class, the least over all turns, shape ``(9,)``.
    """

    likely: NDArray[np.float32]
    least: NDArray[np.float32]


def classify(network: Network, image: Image, spots: list[Spot]) -> list[SpotClass]:
    """Classify each spot, in more turns if the first ones are not clear.

    Parameters
    ----------
    network
        The reading network.
    image
        The picture.
    spots
        The spots to classify.
    """
    if not spots:
        return []
    pieces = np.stack([normalise_light(cut_face(image, spot.x, spot.y, spot.edge)) for spot in spots])
    results = [compute_probabilities(network, pieces)]
    rest = results[0][:, NOTHING] < MIN_NOTHING
    for turn in range(1, TURNS):
        if turn > 1:
            rest &= np.minimum(*results[:2]).max(1) < MIN_CLEAR
        result = results[max(0, turn - 2)].copy()  # for clear spots the first two turns count equally
        if rest.any():
            result[rest] = compute_probabilities(
                network, np.ascontiguousarray(np.rot90(pieces[rest], turn, (2, 3)))
            )
        results.append(result)
    all_turns = np.stack(results)
    return [SpotClass(mean, least) for mean, least in zip(all_turns.mean(0), all_turns.min(0), strict=True)]


def compute_probabilities(network: Network, pieces: Pixels) -> NDArray[np.float32]:
    """Return each piece's probability of each class, shape ``(n, 9)``."""
    scores = network(pieces)
    power = np.exp(scores - scores.max(1, keepdims=True))
    return np.asarray(power / power.sum(1, keepdims=True), np.float32)
