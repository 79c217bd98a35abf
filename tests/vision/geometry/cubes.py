"""Draws dice as cubes in perspective, so that side faces are visible as in photos."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from pi_bunco.frames import Image

Colour = tuple[int, int, int]
Floats = NDArray[np.float64]

PLACES: dict[int, list[tuple[int, int]]] = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (1, -1), (-1, 1), (1, 1)],
    5: [(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)],
    6: [(-1, -1), (0, -1), (1, -1), (-1, 1), (0, 1), (1, 1)],
}
SIDES = {1: (2, 3, 5, 4), 2: (1, 3, 6, 4), 3: (1, 2, 6, 5), 4: (1, 5, 6, 2), 5: (1, 4, 6, 3), 6: (2, 4, 5, 3)}
"""The four side faces in their order around, for each face that lies up."""
FINE = 3
"""Pictures are drawn this many times as large, and then shrunk."""


@dataclass(frozen=True)
class Cube:
    """A die to draw: the place of its middle in edges of a die, turn in degrees, value, colours."""

    x: float
    y: float
    turn: float
    value: int
    body: Colour = (235, 240, 240)
    pip: Colour = (25, 25, 25)
    pip_radius: float = 0.095


@dataclass(frozen=True)
class Scene:
    """A picture to draw: its dice, surface, camera and faults."""

    cubes: tuple[Cube, ...]
    surface: Colour | Image = (60, 90, 40)
    size: tuple[int, int] = (640, 480)
    edge: float = 70
    tilt: float = 0
    blur: float = 0.7
    noise: float = 2
    seed: int = 1


def _project(scene: Scene, points: Floats) -> Floats:
    """Return points in fine pixels; they are given in edges of a die, with z up from the mat."""
    angle, away = np.radians(scene.tilt), 16.0
    y = points[:, 1] * np.cos(angle) - points[:, 2] * np.sin(angle)
    z = points[:, 1] * np.sin(angle) + points[:, 2] * np.cos(angle)
    grow = away / (away - z)
    middle = np.array(scene.size) / 2
    flat = np.stack([points[:, 0] * grow, y * grow], 1) * scene.edge + middle
    return flat * FINE


def _fill(drawn: NDArray[np.float32], points: Floats, colour: NDArray[np.float64]) -> None:
    fixed = np.round(points * 16).astype(np.int32)
    cv2.fillConvexPoly(drawn, fixed, tuple(float(part) for part in colour), cv2.LINE_AA, 4)


def _draw_face(cube: Cube, side: int | None) -> tuple[Floats, Callable[[Floats], Floats], Floats]:
    """Return a face's corners, the function that places its grid points in space, and its normal."""
    turn = np.radians(cube.turn)
    across = np.array([np.cos(turn), np.sin(turn), 0])
    along = np.array([-np.sin(turn), np.cos(turn), 0])
    up = np.array([0.0, 0.0, 1.0])
    middle = np.array([cube.x, cube.y, 0.5])
    if side is None:
        u, v, normal = across, along, up
    else:
        normal = (across, along, -across, -along)[side]
        u, v = np.cross(up, normal), up
    centre = middle + normal / 2

    def place(grid: Floats) -> Floats:
        return np.asarray(centre + grid[:, :1] * u + grid[:, 1:] * v)

    corners = place(np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)]))
    return corners, place, normal


def draw(scene: Scene) -> Image:
    """Draw a scene."""
    width, height = scene.size
    ground = np.empty((height, width, 3), np.uint8)
    ground[:] = scene.surface
    drawn = cv2.resize(ground, None, fx=FINE, fy=FINE).astype(np.float32)
    eye = np.array([0.0, np.sin(np.radians(scene.tilt)), np.cos(np.radians(scene.tilt))])
    for cube in sorted(scene.cubes, key=lambda cube: cube.y):
        sides = [(SIDES[cube.value][k], k) for k in range(4)]
        for value, side in [*sides, (cube.value, None)]:
            corners, place, normal = _draw_face(cube, side)
            sight = 16 * eye - corners.mean(0)
            if normal @ sight <= 0:
                continue
            shade = 1.0 if side is None else 0.78 - 0.08 * (side % 2)
            _fill(drawn, _project(scene, corners), shade * np.array(cube.body, float))
            turn = np.linspace(0, 2 * np.pi, 40, endpoint=False)
            ring = cube.pip_radius * np.stack([np.cos(turn), np.sin(turn)], 1)
            for x, y in PLACES[value]:
                grid = 0.27 * np.array([(x, y)]) + ring
                _fill(drawn, _project(scene, place(grid)), shade * np.array(cube.pip, float))
    small = cv2.resize(drawn, scene.size, interpolation=cv2.INTER_AREA)
    small = cv2.GaussianBlur(small, (0, 0), scene.blur)
    grain = np.random.default_rng(scene.seed).normal(0, scene.noise, small.shape)
    return cast("Image", np.clip(small + grain, 0, 255).astype(np.uint8))
