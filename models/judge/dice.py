"""Makes meshes of dice: rounded cubes with sunk pips, coloured point by point."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

GRID_POINTS = 97
"""Points of the mesh along each edge of a face. A pip is about twenty points wide."""
LAYOUTS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
NORMALS = np.array([(0, 0, 1), (1, 0, 0), (0, 1, 0), (0, -1, 0), (-1, 0, 0), (0, 0, -1)], np.float64)
"""The outward normals of faces 1 to 6 in the axes of the die: opposite faces add up to seven."""


class DieMake(NamedTuple):
    """The make of a die; lengths in edges of the die.

    Attributes
    ----------
    body, pips
        Colours, linear red-green-blue, 0 to 1.
    radius
        Radius of its rounded edges.
    pip
        Radius of a pip.
    spread
        Distance from a face's middle to a pip beside it, along an axis.
    depth
        Depth of a pip.
    roughness
        Roughness of the surface; 0 is a mirror.
    mirrored
        Whether 1, 2 and 3 are clockwise around their corner.
    marbled
        Strength of the veins of another colour in the body, 0 to 1.
    """

    body: tuple[float, float, float]
    pips: tuple[float, float, float]
    radius: float
    pip: float
    spread: float
    depth: float
    roughness: float
    mirrored: bool
    marbled: float


def make_die(rng: np.random.Generator) -> DieMake:
    """Return a random die: light with dark pips, dark with light ones, or of one strong hue."""
    hue = rng.uniform(0, 1, 3) ** 1.5
    if rng.random() < 0.45:
        body, pips = (
            rng.uniform(0.55, 0.9) * np.array([1, rng.uniform(0.9, 1), rng.uniform(0.7, 1)]),
            hue * 0.08,
        )
    elif rng.random() < 0.6:
        body, pips = hue * 0.5 / max(hue.max(), 0.2), np.full(3, rng.uniform(0.7, 0.9))
    else:
        body, pips = np.full(3, rng.uniform(0.01, 0.05)), np.full(3, rng.uniform(0.6, 0.9))
    return DieMake(
        _limit_colour(body),
        _limit_colour(pips),
        radius=float(rng.uniform(0.04, 0.2)),
        pip=float(rng.uniform(0.075, 0.115)),
        spread=float(rng.uniform(0.23, 0.28)),
        depth=float(rng.uniform(0.01, 0.06)),
        roughness=float(rng.uniform(0.08, 0.5)),
        mirrored=bool(rng.random() < 0.15),
        marbled=float(rng.uniform(0.1, 0.5)) if rng.random() < 0.2 else 0.0,
    )


def _limit_colour(numbers: Floats) -> tuple[float, float, float]:
    r, g, b = (float(number) for number in np.clip(numbers, 0.005, 0.92))
    return r, g, b


def make_mesh(rng: np.random.Generator, die: DieMake) -> tuple[Floats, NDArray[np.uint32], Floats]:
    """Return points, triangles and the colour of each point, for a die with edges of length 1."""
    points: list[Floats] = []
    triangles: list[NDArray[np.intp]] = []
    colours: list[Floats] = []
    veins = rng.normal(size=(4, 3)) * rng.uniform(2, 9, (4, 1)), rng.uniform(0, 6.3, 4)
    line = np.linspace(-0.5, 0.5, GRID_POINTS)
    across, along = (grid.ravel() for grid in np.meshgrid(line, line, indexing="ij"))
    for value, normal in enumerate(NORMALS, 1):
        u = np.roll(np.abs(normal), 1)
        v = np.cross(normal, u)
        places = normal / 2 + across[:, None] * u + along[:, None] * v
        inner = np.clip(places, die.radius - 0.5, 0.5 - die.radius)
        outward = places - inner
        length = np.linalg.norm(outward, axis=1, keepdims=True)
        places = inner + outward / np.maximum(length, 1e-9) * die.radius
        colour = np.tile(die.body, (len(places), 1))
        if die.marbled:
            wave = np.abs(np.sin(places @ veins[0].T + veins[1]).sum(1) / 2)[:, None]
            colour = colour * (1 - die.marbled * np.clip(wave, 0, 1))
        # The layouts of 2, 3 and 6 have two orientations.
        a, b = (across, along) if rng.random() < 0.5 else (along, -across)
        pip_size = 1.25 if value == 1 and rng.random() < 0.3 else 1.0
        for i, j in LAYOUTS[value]:
            distance = np.hypot(a - i * die.spread, b - j * die.spread) / (die.pip * pip_size)
            sunk = np.clip(1 - distance**2, 0, 1)[:, None]
            places = places - normal * die.depth * sunk
            edge = np.clip((1.06 - distance) / 0.12, 0, 1)[:, None]
            colour = colour * (1 - edge) + np.array(die.pips) * edge
        first = len(points) * GRID_POINTS * GRID_POINTS
        corner = (
            np.arange(GRID_POINTS - 1)[:, None] * GRID_POINTS + np.arange(GRID_POINTS - 1)
        ).ravel() + first
        triangles += [
            np.stack([corner, corner + GRID_POINTS, corner + GRID_POINTS + 1], 1),
            np.stack([corner, corner + GRID_POINTS + 1, corner + 1], 1),
        ]
        points.append(places)
        colours.append(colour)
    return np.concatenate(points), np.concatenate(triangles).astype(np.uint32), np.concatenate(colours)
