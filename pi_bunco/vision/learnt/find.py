"""Where dice may lie: a small network that looks at the whole picture, near and far.

It gives each place of a coarse grid a heat, the edge of the die there and where its middle lies (after
Zhou, Wang and Krähenbühl, "Objects as points", 2019).
"""

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from pi_bunco.frames import Box, Image
from pi_bunco.vision.learnt.network import Network
from pi_bunco.vision.learnt.window import even_light
from pi_bunco.vision.piece import piece

STRIDE = 8
"""Pixels from one place of the grid to the next."""
UNIT = 40.0
"""Edge in pixels whose logarithm the network calls 0."""
REACH = 16.0
"""Pixels that it calls 1."""
LONGEST = (480, 176, 104)
"""Longer sides of the shrunk pictures looked at: small dice in the first, large ones in the others."""
COARSE, FINE = 20.0, 48.0
"""Edges in pixels that dice of a known size are brought to: in the whole picture, then where they lie."""
AROUND = 0.75
"""So many edges around what lies there are looked at too."""
TILE, CLOSE = 80, 40.0
"""Pixels along the piece in which one place is looked at closely, and those of its die's edge there."""
HERE, LIKE = 0.45, 1.5
"""So many edges from its middle, and so much larger or smaller, it is still the same die."""
MOST = 640
"""Longest side in pixels that is looked at so closely."""
FAINT = 0.12
"""Heat below which no die is looked for."""
APART = 0.6
"""Of two spots nearer than this, in edges of the larger, the colder is the same die..."""
ALIKE = 1.6
"""... unless one is so much larger: then it must be seen which of them is a die, and which a part of it."""


class Spot(NamedTuple):
    """A place where a die may lie.

    Attributes
    ----------
    x, y
        Middle of its upper face, in pixels of the picture.
    edge
        Edge of that face, in pixels.
    heat
        How sure the network is that a die lies there, 0 to 1; not calibrated.
    """

    x: float
    y: float
    edge: float
    heat: float


def spots(
    networks: tuple[Network, ...], image: Image, die_size: float | None = None, within: Box | None = None
) -> list[Spot]:
    """Find places where dice may lie, surest first.

    Parameters
    ----------
    networks
        The finding network, once for each size of picture, since OpenCV plans anew for another size.
    image
        The picture.
    die_size
        Edge of a die in its pixels, if known.
    within
        Around all that lies there, in its pixels, if that is known too.
    """
    if die_size is None:
        found = _anywhere(networks, image)
    else:
        box = within or _around(_look(networks[0], _coarse(image, die_size), image.shape))
        found = _closely(networks[1], image, die_size, box) if box else []
    kept: list[Spot] = []
    for spot in sorted(found, key=lambda spot: -spot.heat):
        if all(np.hypot(spot.x - one.x, spot.y - one.y) > APART * max(spot.edge, one.edge) for one in kept):
            kept.append(spot)
    return kept


def closer(network: Network, image: Image, places: list[Spot]) -> list[Spot]:
    """Look closely at each place, and find the die's middle and edge more exactly.

    In a picture that was shrunk so far that all of it can be looked at they come out rough.

    Parameters
    ----------
    network
        The finding network.
    image
        The picture.
    places
        Where dice may lie; their order and heats stay.
    """
    if not places:
        return []
    pieces = [even_light(piece(image, one.x, one.y, one.edge * TILE / CLOSE, TILE)) for one in places]
    mended = []
    for place, maps in zip(places, network(np.stack(pieces)), strict=True):
        grow = place.edge / CLOSE
        near = [
            spot
            for spot in _peaks(maps)
            if np.hypot(spot.x - TILE / 2, spot.y - TILE / 2) < HERE * CLOSE
            and 1 / LIKE < spot.edge / CLOSE < LIKE
        ]
        best = max(near, key=lambda spot: spot.heat, default=Spot(TILE / 2, TILE / 2, CLOSE, 0.0))
        x, y = place.x + grow * (best.x - TILE / 2), place.y + grow * (best.y - TILE / 2)
        mended.append(Spot(x, y, grow * best.edge, place.heat))
    return mended


def _anywhere(networks: tuple[Network, ...], image: Image) -> list[Spot]:
    """Find dice of any size."""
    found = []
    seen = image
    for network, size in zip(networks, LONGEST, strict=True):
        seen = _shrunk(seen, size / max(seen.shape[:2]))  # each from the one before: that is much quicker
        found += _look(network, seen, image.shape)
    return found


def _coarse(image: Image, die_size: float) -> Image:
    """Shrink a picture with dice of a known size for a quick look at all of it."""
    return _shrunk(image, min(COARSE / die_size, LONGEST[0] / max(image.shape[:2])))


def _around(found: list[Spot]) -> Box | None:
    """Return the box around all dice that seem to lie there, if any do."""
    if not found:
        return None
    places, half = np.array([(spot.x, spot.y) for spot in found]), found[0].edge / 2
    (x0, y0), (x1, y1) = places.min(0) - half, places.max(0) + half
    return float(x0), float(y0), float(x1), float(y1)


def _closely(network: Network, image: Image, die_size: float, box: Box) -> list[Spot]:
    """Find dice of one size where all that lies there lies."""
    height, width = image.shape[:2]
    x0, y0 = (max(0, int(edge - AROUND * die_size)) for edge in box[:2])
    x1, y1 = (
        min(most, int(edge + AROUND * die_size) + 1)
        for most, edge in zip((width, height), box[2:], strict=True)
    )
    part = image[y0:y1, x0:x1]
    scale = min(FINE / die_size, MOST / max(part.shape[:2]))
    found = _look(network, _shrunk(part, scale), part.shape)
    return [spot._replace(x=spot.x + x0, y=spot.y + y0) for spot in found]


def _shrunk(image: Image, scale: float) -> Image:
    """Bring a picture to about that scale, its sides multiples of the stride."""
    height, width = (max(STRIDE, round(side * scale / STRIDE) * STRIDE) for side in image.shape[:2])
    while image.shape[0] >= 2 * height and image.shape[1] >= 2 * width:
        # Halving by means is quick, and so is linear sampling within an octave.
        half = (image.shape[1] // 2, image.shape[0] // 2)
        image = np.asarray(cv2.resize(image, half, interpolation=cv2.INTER_AREA), np.uint8)
    return np.asarray(cv2.resize(image, (width, height), interpolation=cv2.INTER_LINEAR), np.uint8)


def _look(network: Network, small: Image, shape: tuple[int, ...]) -> list[Spot]:
    """Look at a shrunk picture; give spots in pixels of the whole one, which has that shape."""
    across, down = shape[1] / small.shape[1], shape[0] / small.shape[0]
    mean = float(np.sqrt(across * down))
    return [
        Spot(spot.x * across, spot.y * down, spot.edge * mean, spot.heat)
        for spot in _peaks(network(even_light(small)[None])[0])
    ]


def _peaks(maps: NDArray[np.float32]) -> list[Spot]:
    """Return the places that are warmer than all around them, in pixels of the picture that was looked at."""
    heat = 1 / (1 + np.exp(-maps[0]))
    rows, columns = np.nonzero((heat == cv2.dilate(heat, np.ones((3, 3), np.uint8))) & (heat > FAINT))
    edge = UNIT * np.exp(np.clip(maps[1, rows, columns], -2, 2))
    x = STRIDE * (columns + 0.5) + REACH * maps[2, rows, columns]
    y = STRIDE * (rows + 0.5) + REACH * maps[3, rows, columns]
    numbers = np.stack([x, y, edge, heat[rows, columns]], 1)
    return [Spot(*(float(number) for number in row)) for row in numbers]
