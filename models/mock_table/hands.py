"""The hands of four people, as meshes and pictures."""

from typing import Any

import numpy as np
from judge.dice import Floats
from renderer.hand import PEOPLE, Grip, shape_hand

from mock_table.scene import Move, make_lights, make_shape, render

PIXELS = 30
"""Pixels of a hand's picture for each edge of a die."""
DIRECTIONS = (np.pi, np.pi / 2, 0.0, -np.pi / 2)
"""Where the fingers of the people at the right, lower, left and upper border point, in radians (x to y)."""
_UNIT = 0.5
"""The shapes of hands are in half edges of a die."""
_DEEPEST = -4.0
"""A hand's mesh ends where its surface is lower than this, in half edges."""
_SURFACE = {"type": "principled", "roughness": 0.55, "specular": 0.3, "sheen": 0.3}


def render_hand(side: int, grip: Grip, samples: int) -> tuple[Floats, Floats, tuple[float, float]]:
    """Render a hand whose fingers point to the right, as the lamp of the table lights it.

    Returns
    -------
    tuple
        Its light (linear red-green-blue), the share of each pixel that it covers, and the pixel of the palm.
    """
    shape = shape_hand(PEOPLE[side], grip, PIXELS * _UNIT, np.random.default_rng(side))
    rows, columns = shape.height.shape
    x = (np.arange(columns) + 0.5 - shape.origin[0]) / PIXELS
    y = (shape.origin[1] - np.arange(rows) - 0.5) / PIXELS
    across, along = np.meshgrid(x, y)
    points = np.stack([across, along, shape.height * _UNIT], -1).reshape(-1, 3)
    solid = shape.height > _DEEPEST
    whole = solid[:-1, :-1] & solid[1:, :-1] & solid[:-1, 1:] & solid[1:, 1:]
    corner = np.flatnonzero(np.pad(whole, ((0, 1), (0, 1))).ravel())
    triangles = np.concatenate(
        [
            np.stack([corner, corner + columns, corner + columns + 1], 1),
            np.stack([corner, corner + columns + 1, corner + 1], 1),
        ]
    ).astype(np.uint32)
    cos, sin = np.cos(DIRECTIONS[side]), np.sin(DIRECTIONS[side])
    turn = np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1]])
    hand = make_shape(points @ turn.T, triangles, shape.albedo.reshape(-1, 3)[:, ::-1], _SURFACE)
    middle = turn @ ((columns / 2 - shape.origin[0]) / PIXELS, 0, 0)
    camera = _make_camera(middle, turn, (columns, rows))
    return render(make_lights() | {"hand": hand}, camera, samples, side), shape.cover, shape.origin


def _make_camera(middle: Floats, turn: Floats, size: tuple[int, int]) -> dict[str, Any]:
    """Return a camera without perspective above a hand, turned like the hand."""
    columns, rows = size
    above, up = middle + np.array((0, 0, 20)), turn @ (0, 1, 0)
    place = Move().look_at(origin=above.tolist(), target=middle.tolist(), up=up.tolist())
    half = columns / 2 / PIXELS
    return {
        "type": "orthographic",
        "to_world": place @ Move().scale([half, half, 1]),
        "film": {
            "type": "hdrfilm",
            "width": columns,
            "height": rows,
            "pixel_format": "rgb",
            "rfilter": {"type": "gaussian", "stddev": 0.5},
        },
        "sampler": {"type": "independent"},
    }
