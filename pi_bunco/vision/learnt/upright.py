"""Classifies spots in the flat picture of a mat: each piece is turned so that the die's outer side is up.

Beside its upper face, a flat die shows the side that faces the point below the camera; the farther away the
die is, the more of this side is visible. So the position of the camera determines how each flat die must
look, and a die that leans looks different. If pieces were turned arbitrarily, the two would look alike.
"""

from typing import NamedTuple

import cv2
import numpy as np

from pi_bunco.frames import Image
from pi_bunco.vision.learnt.classify import (
    MIN_CLEAR,
    MIN_NOTHING,
    NOTHING,
    SpotClass,
    compute_probabilities,
)
from pi_bunco.vision.learnt.find import Spot
from pi_bunco.vision.learnt.weights import Network
from pi_bunco.vision.learnt.window import Pixels, normalise_light
from pi_bunco.vision.stand import Stand

EDGE = 30
"""Edge of a die's upper face in a piece, in pixels."""
SIDE = 56
"""Side of a piece, in pixels: it shows all sides of a die that leans."""
SLANT_SCALE = 4.0
"""The network's input for the camera's slant is this many times the slant's tangent."""


def cut_upright(image: Image, spot: Spot, slant: tuple[float, float], side: int = SIDE) -> Image:
    """Return a piece around a face, turned so that its outer side is up.

    Parameters
    ----------
    image
        The flat picture.
    spot
        The face; in the piece its edge measures :data:`EDGE` pixels.
    slant
        How slanted the camera's view is there (:meth:`~pi_bunco.vision.stand.Stand.measure_slant`).
    side
        Side of the piece, in pixels.

    Examples
    --------
    >>> cut_upright(np.zeros((90, 120, 3), np.uint8), Spot(60, 40, 25, 1), (0.2, 0.1)).shape
    (56, 56, 3)
    """
    scale = EDGE / spot.edge
    outward = np.array(slant) / max(float(np.hypot(*slant)), 1e-6)
    turn = scale * np.array([[-outward[1], outward[0]], [-outward[0], -outward[1]]])
    if not outward.any():
        turn = scale * np.eye(2)
    move = (side - 1) / 2 - turn @ (spot.x - 0.5, spot.y - 0.5)
    piece = cv2.warpAffine(
        image,
        np.column_stack([turn, move]),
        (side, side),
        flags=cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return np.asarray(piece, np.uint8)


def make_input(piece: Image | Pixels, slant: float) -> Pixels:
    """Return the input of the network: the piece in normalised light, and the slant.

    Parameters
    ----------
    piece
        Shape ``(side, side, 3)``, 0 to 255.
    slant
        Tangent of the angle between the camera's view and straight down, at least 0.

    Returns
    -------
    Pixels
        Shape ``(4, side, side)``.
    """
    side = piece.shape[0]
    return np.concatenate([normalise_light(piece), np.full((1, side, side), SLANT_SCALE * slant, np.float32)])


class Classifiers(NamedTuple):
    """The reading networks for pictures from above: a quick one, and a thorough one with more channels."""

    quick: Network
    thorough: Network


def classify_upright(networks: Classifiers, stand: Stand, image: Image, spots: list[Spot]) -> list[SpotClass]:
    """Classify each spot by the quick network, and if it may be an unclear die, by the thorough one instead.

    If its result is not clear either, it also looks at the mirror image, in which a flat die looks the same.

    Parameters
    ----------
    networks
        The networks.
    stand
        The camera's position.
    image
        The flat picture.
    spots
        The spots to classify.
    """
    if not spots:
        return []
    slants = [stand.measure_slant(spot.x, spot.y) for spot in spots]
    pieces = np.stack([
        make_input(cut_upright(image, spot, slant), float(np.hypot(*slant)))
        for spot, slant in zip(spots, slants, strict=True)
    ])  # fmt: skip
    first = compute_probabilities(networks.quick, pieces)
    both = np.stack([first, first])
    unclear = np.flatnonzero((first.max(1) < MIN_CLEAR) & (first[:, NOTHING] < MIN_NOTHING))
    if unclear.size:
        both[:, unclear] = compute_probabilities(networks.thorough, pieces[unclear])
        unclear = unclear[both[0, unclear].max(1) < MIN_CLEAR]
    if unclear.size:
        mirrored = np.ascontiguousarray(pieces[unclear][..., ::-1])
        both[1, unclear] = compute_probabilities(networks.thorough, mirrored)
    return [SpotClass(mean, least) for mean, least in zip(both.mean(0), both.min(0), strict=True)]
