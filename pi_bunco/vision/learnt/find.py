"""Finds places where dice may be, with a small network that gets the whole picture at several sizes.

For each place of a coarse grid it computes a heat, the edge of the die there and the position of its middle
(after Zhou, Wang and Krähenbühl, "Objects as points", 2019).
"""

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from pi_bunco.frames import Image
from pi_bunco.readings import Box
from pi_bunco.vision.learnt.weights import Network
from pi_bunco.vision.learnt.window import normalise_light
from pi_bunco.vision.piece import cut_piece

STRIDE = 8
"""Pixels from one place of the grid to the next."""
UNIT = 40.0
"""The edge in pixels for which the network's output is 0; the output is the logarithm of edge over unit."""
REACH = 16.0
"""Distance of a die's middle from its place of the grid for which the network's output is 1, in pixels."""
LONGER_SIDES = (480, 176, 104)
"""Longer sides of the shrunk pictures: small dice are found in the first, large ones in the others."""
COARSE_EDGE, FINE_EDGE = 20.0, 48.0
"""Edges in pixels to which known dice are resized: in the whole picture, then in the part with dice."""
MARGIN_EDGES = 0.75
"""How far around the known box the network looks, in edges of a die."""
PIECE_SIDE, PIECE_EDGE = 80, 40.0
"""Side of the piece for a closer look at one place, and the edge of its die there, both in pixels."""
MAX_REFINED_EDGES, MAX_REFINED_RATIO = 0.45, 1.5
"""How many edges the closer look may move a middle, and by which factor it may change an edge."""
MAX_SIDE = 640
"""Longest side of the part with dice, in pixels."""
MIN_HEAT = 0.12
"""Places with less heat are ignored."""
MIN_DISTANCE = 0.6
"""If two spots are nearer than this, in edges of the larger, the one with less heat is the same die."""


class Spot(NamedTuple):
    """A place where a die may be.

    Attributes
    ----------
    x, y
        Middle of its upper face, in pixels of the picture.
    edge
        Edge of that face, in pixels.
    heat
        How sure the network is that there is a die, 0 to 1; not calibrated.
    """

    x: float
    y: float
    edge: float
    heat: float


def find_spots(
    networks: tuple[Network, ...], image: Image, die_size: float | None = None, within: Box | None = None
) -> list[Spot]:
    """Find places where dice may be, the surest first.

    Parameters
    ----------
    networks
        The finding network for each size of picture, opened once for each, because OpenCV must prepare it
        again for another size. The second one also looks closely if `die_size` is known.
    image
        The picture.
    die_size
        Edge of a die, in pixels of the picture; ``None``: not known.
    within
        The box around everything on the mat, in the same pixels; ``None``: not known.
    """
    if die_size is None:
        found = _find_any_size(networks, image)
    else:
        box = within
        if not box:
            small = _shrink(image, min(COARSE_EDGE / die_size, LONGER_SIDES[0] / max(image.shape[:2])))
            box = _compute_box(_find_in_small(networks[0], small, image.shape))
        found = _find_known_size(networks[1], image, die_size, box) if box else []
    kept: list[Spot] = []
    for spot in sorted(found, key=lambda spot: -spot.heat):
        if all(
            np.hypot(spot.x - other.x, spot.y - other.y) > MIN_DISTANCE * max(spot.edge, other.edge)
            for other in kept
        ):
            kept.append(spot)
    return kept


def refine_spots(network: Network, image: Image, places: list[Spot]) -> list[Spot]:
    """Find the middle and the edge of each die more exactly, by a closer look.

    The shrunk picture of the whole table shows them only roughly.

    Parameters
    ----------
    network
        The finding network.
    image
        The picture.
    places
        Where dice may be; their order and heats do not change.
    """
    if not places:
        return []
    pieces = [
        normalise_light(cut_piece(image, place.x, place.y, place.edge * PIECE_SIDE / PIECE_EDGE, PIECE_SIDE))
        for place in places
    ]
    refined = []
    for place, maps in zip(places, network(np.stack(pieces)), strict=True):
        grow = place.edge / PIECE_EDGE
        near = [
            spot
            for spot in _find_peaks(maps)
            if np.hypot(spot.x - PIECE_SIDE / 2, spot.y - PIECE_SIDE / 2) < MAX_REFINED_EDGES * PIECE_EDGE
            and 1 / MAX_REFINED_RATIO < spot.edge / PIECE_EDGE < MAX_REFINED_RATIO
        ]
        best = max(
            near, key=lambda spot: spot.heat, default=Spot(PIECE_SIDE / 2, PIECE_SIDE / 2, PIECE_EDGE, 0.0)
        )
        x, y = place.x + grow * (best.x - PIECE_SIDE / 2), place.y + grow * (best.y - PIECE_SIDE / 2)
        refined.append(Spot(x, y, grow * best.edge, place.heat))
    return refined


def _find_any_size(networks: tuple[Network, ...], image: Image) -> list[Spot]:
    """Find dice of any size."""
    found = []
    small = image
    for network, size in zip(networks, LONGER_SIDES, strict=True):
        # Each picture is made from the one before, which is much faster.
        small = _shrink(small, size / max(small.shape[:2]))
        found += _find_in_small(network, small, image.shape)
    return found


def _compute_box(found: list[Spot]) -> Box | None:
    """Return the box around all spots that were found; ``None`` if there are none."""
    if not found:
        return None
    places, half = np.array([(spot.x, spot.y) for spot in found]), found[0].edge / 2
    (x0, y0), (x1, y1) = places.min(0) - half, places.max(0) + half
    return float(x0), float(y0), float(x1), float(y1)


def _find_known_size(network: Network, image: Image, die_size: float, box: Box) -> list[Spot]:
    """Find dice of a known size inside a box."""
    height, width = image.shape[:2]
    x0, y0 = (max(0, int(edge - MARGIN_EDGES * die_size)) for edge in box[:2])
    x1, y1 = (
        min(most, int(edge + MARGIN_EDGES * die_size) + 1)
        for most, edge in zip((width, height), box[2:], strict=True)
    )
    part = image[y0:y1, x0:x1]
    scale = min(FINE_EDGE / die_size, MAX_SIDE / max(part.shape[:2]))
    found = _find_in_small(network, _shrink(part, scale), part.shape)
    return [spot._replace(x=spot.x + x0, y=spot.y + y0) for spot in found]


def _shrink(image: Image, scale: float) -> Image:
    """Return a picture resized to about this scale, with sides that are multiples of the stride."""
    height, width = (max(STRIDE, round(side * scale / STRIDE) * STRIDE) for side in image.shape[:2])
    while image.shape[0] >= 2 * height and image.shape[1] >= 2 * width:
        # Halving by averaging is fast, and so is linear sampling within an octave.
        half = (image.shape[1] // 2, image.shape[0] // 2)
        image = np.asarray(cv2.resize(image, half, interpolation=cv2.INTER_AREA), np.uint8)
    return np.asarray(cv2.resize(image, (width, height), interpolation=cv2.INTER_LINEAR), np.uint8)


def _find_in_small(network: Network, small: Image, shape: tuple[int, ...]) -> list[Spot]:
    """Find spots in a shrunk picture, in pixels of the whole one, which has this shape."""
    across, down = shape[1] / small.shape[1], shape[0] / small.shape[0]
    mean = float(np.sqrt(across * down))
    return [
        Spot(spot.x * across, spot.y * down, spot.edge * mean, spot.heat)
        for spot in _find_peaks(network(normalise_light(small)[None])[0])
    ]


def _find_peaks(maps: NDArray[np.float32]) -> list[Spot]:
    """Return the places with more heat than all around them, in pixels of the network's input."""
    heat = 1 / (1 + np.exp(-maps[0]))
    rows, columns = np.nonzero((heat == cv2.dilate(heat, np.ones((3, 3), np.uint8))) & (heat > MIN_HEAT))
    edge = UNIT * np.exp(np.clip(maps[1, rows, columns], -2, 2))
    x = STRIDE * (columns + 0.5) + REACH * maps[2, rows, columns]
    y = STRIDE * (rows + 0.5) + REACH * maps[3, rows, columns]
    numbers = np.stack([x, y, edge, heat[rows, columns]], 1)
    return [Spot(*row) for row in numbers.tolist()]
