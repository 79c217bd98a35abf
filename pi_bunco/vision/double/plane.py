"""Whether dice share one plane: the one that lies otherwise than the rest leans.

Seen by a pinhole camera, how slanting a die that lies flat is seen changes evenly across the picture: by one
for each focal length. So what two dice show says what the third must show.
"""

import numpy as np
from numpy.typing import NDArray

from pi_bunco.vision.learnt.slant import Slants

Floats = NDArray[np.float64]

STEEP = 0.5
"""Deviation of the tangent at which cameras look down, each way."""
FOCAL, WIDER = 1.1, 0.3
"""The picture's longer side over the focal length, and its deviation, for all kinds of cameras."""
LEANS = 0.3
"""Deviation of the tangent by which a leaning die lies otherwise, each way."""


def leaning_odds(slants: Slants, places: Floats, longer: float) -> Floats:
    """Say how much likelier each die's slant is if it leans than if it lies in one plane with the others.

    Parameters
    ----------
    slants
        How slanting the dice are seen.
    places
        Their middles in pixels, shape ``(n, 2)``.
    longer
        The picture's longer side, in pixels.

    Returns
    -------
    Floats
        Natural logarithm of the odds, shape ``(n,)``; about 0 for a die that lies alone.

    Examples
    --------
    >>> seen = np.array([(0.0, 0.0), (0.05, 0.0), (0.0, 0.35)])
    >>> places = np.array([(300.0, 240.0), (340.0, 240.0), (320.0, 270.0)])
    >>> leaning_odds(Slants(seen, np.full(3, 0.05)), places, 640).round(0)
    array([-0., -1.,  8.])
    """
    at = (places - places.mean(0)) / longer
    odds = np.empty(len(at))
    for one in range(len(at)):
        rest = np.arange(len(at)) != one
        off, scatter = _unforeseen(slants, at, rest, one)
        wider = scatter + LEANS**2 * np.eye(2)
        odds[one] = _log_density(off, wider) - _log_density(off, scatter)
    return odds


def _unforeseen(slants: Slants, at: Floats, rest: NDArray[np.bool_], one: int) -> tuple[Floats, Floats]:
    """Return by how much one slant differs from what the rest foretell, and how far it may: a covariance.

    Two tangents and the focal length are what the rest tell of, by least squares held by what is usual.
    """
    usual = np.array([0, 0, FOCAL])
    precision = np.diag([STEEP**-2, STEEP**-2, WIDER**-2])
    known = precision @ usual
    for place, tangent, spread in zip(at[rest], slants.tangent[rest], slants.spread[rest], strict=True):
        shows = _shows(place)
        precision = precision + shows.T @ shows / spread**2
        known = known + shows.T @ tangent / spread**2
    covariance = np.linalg.inv(precision)
    mine = _shows(at[one])
    scatter = mine @ covariance @ mine.T + slants.spread[one] ** 2 * np.eye(2)
    return slants.tangent[one] - mine @ covariance @ known, scatter


def _shows(place: Floats) -> Floats:
    """Return how a place's tangent follows from the three unknowns, shape ``(2, 3)``."""
    return np.array([(1, 0, place[0]), (0, 1, place[1])])


def _log_density(off: Floats, covariance: Floats) -> float:
    """Return the logarithm of a normal density in the plane, but for a constant."""
    return float(-0.5 * off @ np.linalg.solve(covariance, off) - 0.5 * np.log(np.linalg.det(covariance)))
