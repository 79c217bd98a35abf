"""What both readers make of every place where a die may lie, as numbers side by side."""

from typing import NamedTuple

import numpy as np

from pi_bunco.vision.geometry.planes import Floats
from pi_bunco.vision.geometry.tiles import Weighed
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
"""The numbers of a candidate, in their order."""
EVEN = 0.06
"""So uneven, as a logarithm, real pips of a die that lies flat may be, and their grid..."""
UNEVEN = 0.3
"""... and what is so much more uneven still is mostly no pip."""
_LEAST = 1e-3


class Candidates(NamedTuple):
    """Places where dice may lie.

    Attributes
    ----------
    spots
        The places.
    value
        What each shows most likely by the network, 1 to 6.
    other
        What the pips say, where that is another value; else the same.
    lead
        How many times likelier than any other value the network thinks it.
    leans, hidden
        How likely the network thinks that it leans, or is partly hidden, 0 to 1.
    features
        Numbers for the judgement whether it lies there and shows that, shape ``(n, len(NAMES))``.
    """

    spots: list[Spot]
    value: list[int]
    other: list[int]
    lead: Floats
    leans: Floats
    hidden: Floats
    features: Floats


def candidates(spots: list[Spot], looks: list[SpotClass], pips: Weighed) -> Candidates:
    """Put side by side what was seen of each place.

    Parameters
    ----------
    spots
        At least one place.
    looks
        What the network makes of each.
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
    # Only what may be a die crowds another.
    close = np.where((apart > 0) & (real > 0.2)[None, :], apart, 9.0).min(1, initial=9.0)  # noqa: PLR2004 - far
    typical = np.exp(np.average(np.log(edge), weights=real**2 + 1e-6))
    learnt, shown = seen[rows, best], pips.likely[rows, best]
    features = np.stack([
        _odds(learnt),
        _odds(least[rows, best + 1]),
        np.log(rest.max(1) + _LEAST),
        np.log(mean[:, NOTHING] + _LEAST),
        np.log(mean[:, LEANS] + _LEAST),
        np.log(mean[:, HIDDEN] + _LEAST),
        _odds(shown),
        np.log(others.max(1) + _LEAST),
        learnt * shown,
        (1 - learnt) * (1 - shown),
        best == 0,
        _odds(np.array([spot.heat for spot in spots])),
        np.maximum(0, np.log(32 / np.maximum(edge, 8))),
        np.abs(np.log(edge / typical)),
        np.maximum(0, 1.1 - close),
        shown * np.clip(pips.stretch[rows, best] - EVEN, 0, UNEVEN),
        shown * np.clip(pips.bend[rows, best] - EVEN, 0, UNEVEN),
    ], 1).astype(np.float32)  # fmt: skip
    says = np.where(pips.likely.max(1) > 0.3, pips.likely.argmax(1), best)  # noqa: PLR2004 - less is no opinion
    return Candidates(
        spots,
        [int(one) + 1 for one in best],
        [int(one) + 1 for one in says],
        learnt / (rest.max(1) + _LEAST),
        mean[:, LEANS],
        mean[:, HIDDEN],
        features,
    )


def _odds(p: Floats) -> Floats:
    return np.asarray(np.log((p + _LEAST) / (1 - p + _LEAST)), np.float32)
