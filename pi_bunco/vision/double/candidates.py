"""Combines the results of both methods for every place where a die may be, as features of a candidate."""

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
"""More stretch than this, beyond :data:`MAX_FLAT_STRETCH`, counts no further: these are mostly no pips."""
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
        The value by the pips, if they have one; else the same value.
    lead
        The network's probability of the value over that of the next one.
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
        What the pips of each say.
    """
    mean = np.stack([look.likely for look in looks])
    least = np.stack([look.least for look in looks])
    rows = np.arange(len(spots))
    seen = mean[:, 1:7]
    best = seen.argmax(1)
    rest = seen.copy()
    rest[rows, best] = 0
    others = pips.likely.copy()
    others[rows, best] = 0
    edge = np.array([spot.edge for spot in spots])
    at = np.array([(spot.x, spot.y) for spot in spots])
    apart = np.hypot(*(at[:, None] - at).transpose(2, 0, 1)) / np.maximum(edge[:, None], edge)
    real = 1 - mean[:, NOTHING]
    # Only a possible die crowds another.
    close = np.where((apart > 0) & (real > 0.2)[None, :], apart, 9.0).min(1, initial=9.0)  # noqa: PLR2004 - far
    typical = np.exp(np.average(np.log(edge), weights=real**2 + 1e-6))
    learnt, shown = seen[rows, best], pips.likely[rows, best]
    features = np.stack([
        _convert_to_log_odds(learnt),
        _convert_to_log_odds(least[rows, best + 1]),
        np.log(rest.max(1) + _MIN_PROBABILITY),
        np.log(mean[:, NOTHING] + _MIN_PROBABILITY),
        np.log(mean[:, LEANS] + _MIN_PROBABILITY),
        np.log(mean[:, HIDDEN] + _MIN_PROBABILITY),
        _convert_to_log_odds(shown),
        np.log(others.max(1) + _MIN_PROBABILITY),
        learnt * shown,
        (1 - learnt) * (1 - shown),
        best == 0,
        _convert_to_log_odds(np.array([spot.heat for spot in spots])),
        np.maximum(0, np.log(32 / np.maximum(edge, 8))),
        np.abs(np.log(edge / typical)),
        np.maximum(0, 1.1 - close),
        shown * np.clip(pips.stretch[rows, best] - MAX_FLAT_STRETCH, 0, MAX_STRETCH),
        shown * np.clip(pips.bend[rows, best] - MAX_FLAT_STRETCH, 0, MAX_STRETCH),
    ], 1).astype(np.float32)  # fmt: skip
    says = np.where(pips.likely.max(1) > 0.3, pips.likely.argmax(1), best)  # noqa: PLR2004 - less is no opinion
    return Candidates(
        spots,
        [int(one) + 1 for one in best],
        [int(one) + 1 for one in says],
        learnt / (rest.max(1) + _MIN_PROBABILITY),
        mean[:, LEANS],
        mean[:, HIDDEN],
        features,
    )


def _convert_to_log_odds(p: Floats) -> Floats:
    return np.asarray(np.log((p + _MIN_PROBABILITY) / (1 - p + _MIN_PROBABILITY)), np.float32)
