"""Describes each place where a die may be by features, from the results of the network and of the pips."""

from typing import NamedTuple

import numpy as np

from pi_bunco.vision.geometry.planes import Floats
from pi_bunco.vision.geometry.tiles import PipWeights
from pi_bunco.vision.learnt.classify import HIDDEN, LEANS, NOTHING, SpotClass
from pi_bunco.vision.learnt.find import Spot

NAMES = (
    "learnt",
    "learnt_least",
    "learnt_other",
    "nothing",
    "leans",
    "hidden",
    "pips",
    "pips_other",
    "both",
    "neither",
    "one",
    "heat",
    "small",
    "size_off",
    "crowded",
    "stretch",
    "bend",
)
"""The features of a candidate, in their order."""
MAX_FLAT_STRETCH = 0.06
"""The pips of a flat die and their grid may be stretched by this much, as a logarithm."""
MAX_STRETCH = 0.3
"""Stretch beyond :data:`MAX_FLAT_STRETCH` counts up to this amount: more is mostly no grid of pips."""
MIN_NEIGHBOUR_PROBABILITY = 0.2
"""Only a place with at least this probability of a die crowds another place."""
CROWDED_EDGES = 1.1
"""Places whose middles are nearer than this, in edges of the larger die, crowd each other."""
NO_NEIGHBOUR_EDGES = 9.0
"""The distance of the nearest die if there is none, in edges: far enough to crowd nothing."""
SMALL_EDGE_PIXELS, MIN_EDGE_PIXELS = 32, 8
"""A die with a shorter edge than the first number counts as small; one below the second, as small as that."""
MIN_PIP_PROBABILITY = 0.3
"""If the pips give no value more than this probability, they have no opinion."""
_MIN_PROBABILITY = 1e-3
"""Added to probabilities before their logarithm is taken, so that 0 has one."""


class Candidates(NamedTuple):
    """Places where dice may be.

    Attributes
    ----------
    spots
        The places.
    value
        The most likely value of each by the network, 1 to 6.
    other
        The most likely value by the pips; if they have no opinion, that by the network.
    lead
        The network's probability of `value`, divided by that of the next likely value.
    leans, hidden
        The network's probabilities that the die leans, or is partly hidden, 0 to 1.
    features
        The input for the beliefs in each candidate, shape ``(n, len(NAMES))``.
    """

    spots: list[Spot]
    value: list[int]
    other: list[int]
    lead: Floats
    leans: Floats
    hidden: Floats
    features: Floats


def make_candidates(spots: list[Spot], looks: list[SpotClass], pips: PipWeights) -> Candidates:
    """Combine the results for each place.

    Parameters
    ----------
    spots
        At least one place.
    looks
        The network's classification of each.
    pips
        The probabilities by the pips of each.
    """
    mean = np.stack([look.likely for look in looks])
    least = np.stack([look.least for look in looks])
    rows = np.arange(len(spots))
    values = mean[:, 1:7]
    best = values.argmax(1)
    rest = values.copy()
    rest[rows, best] = 0
    others = pips.likely.copy()
    others[rows, best] = 0
    edge = np.array([spot.edge for spot in spots])
    at = np.array([(spot.x, spot.y) for spot in spots])
    apart = np.hypot(*(at[:, None] - at).transpose(2, 0, 1)) / np.maximum(edge[:, None], edge)
    real = 1 - mean[:, NOTHING]
    crowding = (apart > 0) & (real > MIN_NEIGHBOUR_PROBABILITY)[None, :]
    nearest = np.where(crowding, apart, NO_NEIGHBOUR_EDGES).min(1, initial=NO_NEIGHBOUR_EDGES)
    typical = np.exp(np.average(np.log(edge), weights=real**2 + 1e-6))
    learnt, by_pips = values[rows, best], pips.likely[rows, best]
    features = np.stack([
        _convert_to_log_odds(learnt),
        _convert_to_log_odds(least[rows, best + 1]),
        np.log(rest.max(1) + _MIN_PROBABILITY),
        np.log(mean[:, NOTHING] + _MIN_PROBABILITY),
        np.log(mean[:, LEANS] + _MIN_PROBABILITY),
        np.log(mean[:, HIDDEN] + _MIN_PROBABILITY),
        _convert_to_log_odds(by_pips),
        np.log(others.max(1) + _MIN_PROBABILITY),
        learnt * by_pips,
        (1 - learnt) * (1 - by_pips),
        best == 0,
        _convert_to_log_odds(np.array([spot.heat for spot in spots])),
        np.maximum(0, np.log(SMALL_EDGE_PIXELS / np.maximum(edge, MIN_EDGE_PIXELS))),
        np.abs(np.log(edge / typical)),
        np.maximum(0, CROWDED_EDGES - nearest),
        by_pips * np.clip(pips.stretch[rows, best] - MAX_FLAT_STRETCH, 0, MAX_STRETCH),
        by_pips * np.clip(pips.bend[rows, best] - MAX_FLAT_STRETCH, 0, MAX_STRETCH),
    ], 1).astype(np.float32)  # fmt: skip
    other = np.where(pips.likely.max(1) > MIN_PIP_PROBABILITY, pips.likely.argmax(1), best)
    return Candidates(
        spots,
        [int(index) + 1 for index in best],
        [int(index) + 1 for index in other],
        learnt / (rest.max(1) + _MIN_PROBABILITY),
        mean[:, LEANS],
        mean[:, HIDDEN],
        features,
    )


def _convert_to_log_odds(p: Floats) -> Floats:
    return np.asarray(np.log((p + _MIN_PROBABILITY) / (1 - p + _MIN_PROBABILITY)), np.float32)
