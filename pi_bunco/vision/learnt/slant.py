"""How slanting each die is seen, and which one lies otherwise than the rest: it leans.

In one picture all dice that lie flat share one plane. From one to the next only perspective changes how
slanting they are seen, evenly across the picture, so three dice tell of each other whether one leans.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pi_bunco.frames import Image
from pi_bunco.vision.learnt.find import Spot
from pi_bunco.vision.learnt.network import Network
from pi_bunco.vision.learnt.window import Pixels, even_light
from pi_bunco.vision.piece import piece

EDGE = 34
"""So many pixels of a piece measure the edge of a die's upper face."""
SIDE = 80
"""Pixels along each side of a piece: the sides that a die shows are in it."""

Floats = NDArray[np.float64]


class Slants(NamedTuple):
    """How slanting dice are seen.

    Attributes
    ----------
    tangent
        How far outward the upper face is seen for each pixel down, across and along: shape ``(n, 2)``.
    spread
        The deviation of each of them, by the network's own account: shape ``(n,)``.
    """

    tangent: Floats
    spread: Floats


def slant_piece(image: Image, spot: Spot) -> Pixels:
    """Cut what the network takes: the die with its sides, in even light; shape ``(3, SIDE, SIDE)``."""
    return even_light(piece(image, spot.x, spot.y, spot.edge * SIDE / EDGE, SIDE))


def slants(network: Network, image: Image, spots: list[Spot], turns: int = 1) -> Slants:
    """Say how slanting the dice at some spots are seen.

    Parameters
    ----------
    network
        The slant network.
    image
        The picture.
    spots
        The dice, at least one.
    turns
        In how many turns by a quarter each is looked at: what differs from turn to turn is less sure.
    """
    pieces = np.stack([slant_piece(image, spot) for spot in spots])
    looks = np.stack([np.rot90(pieces, turn, (2, 3)) for turn in range(turns)])
    told = network(looks.reshape(-1, *pieces.shape[1:])).astype(np.float64).reshape(turns, len(spots), 3)
    seen = np.stack([_turned_back(look[:, :2], turn) for turn, look in enumerate(told)])
    square = np.exp(2 * told[..., 2]).mean(0) + seen.var(0).sum(1) / 2
    return Slants(seen.mean(0), np.sqrt(square))


def _turned_back(tangent: Floats, quarters: int) -> Floats:
    """Return tangents as the picture shows them, from a piece turned against the clock by so many quarters.

    >>> _turned_back(np.array([(0.0, -1.0)]), 1)
    array([[1., 0.]])
    """
    for _ in range(quarters):
        tangent = np.stack([-tangent[:, 1], tangent[:, 0]], 1)
    return tangent
