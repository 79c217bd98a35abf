"""The surface of a die: six square pictures of its faces, with pips, flecks and hollows."""

from dataclasses import dataclass

import cv2
import numpy as np

from renderer.die import PIPS, list_faces
from renderer.grain import make_cloud, make_flecks
from renderer.look import DieLook
from renderer.space import Array, linearize

# The values whose pips look different after a quarter turn.
_TURNABLE = (2, 3, 6)
# Standard deviation of the place of each pip, in half edges.
_PLACE_ERROR = 0.012
_FONT = cv2.FONT_HERSHEY_SCRIPT_COMPLEX


@dataclass(frozen=True, slots=True, eq=False)
class Skin:
    """The surface of a die, its faces one below the other.

    Attributes
    ----------
    albedo
        Share of light that it reflects, linear, shape ``(6 * side, side, 3)`` for faces of ``side`` rows.
    relief
        Slope of the surface along the face's two axes, and the mask of the pips (0 to 1); same shape.
    """

    albedo: Array
    relief: Array


def paint(die: DieLook, rng: np.random.Generator, side: int) -> Skin:
    """Paint a die's faces.

    Parameters
    ----------
    die
        Its properties.
    rng
        Makes the small irregularities of each die.
    side
        Rows and columns of each face.
    """
    relief = np.concatenate([_paint_pips(die, value, rng, side) for value in list_faces(right=die.right)])
    body = _paint_body(die, rng, side)
    if die.disc is not None:
        inside = np.tile(_make_disc(die.ring, side), (len(PIPS), 1))[..., None]
        body += inside * (linearize(die.disc) - body)
    ink = np.broadcast_to(linearize(die.pips), body.shape).copy()
    if die.one is not None:
        row = list_faces(right=die.right).index(1) * side
        ink[row : row + side] = linearize(die.one)
    mask = relief[:, :, 2]
    if die.wear > 0:
        mask = mask * np.clip(1.3 - die.wear * (1.2 + make_cloud(rng, mask.shape, side / 24)), 0, 1)
    albedo = body * (1 - mask[..., None]) + ink * mask[..., None]
    # A hollow gets less light from the room, painted or not.
    albedo *= 1 - 0.45 * die.hollow * relief[:, :, 2:]
    return Skin(np.asarray(albedo, np.float32), relief)


def _paint_pips(die: DieLook, value: int, rng: np.random.Generator, side: int) -> Array:
    """Return the slopes and the mask of one face's pips, shape ``(side, side, 3)``."""
    along = (np.arange(side, dtype=np.float32) + 0.5) / side * 2 - 1
    u, v = np.meshgrid(along, along)
    relief = np.zeros((side, side, 3), np.float32)
    radius = die.pip * (die.big_one if value == 1 else 1)
    flip = value in _TURNABLE and die.turned[_TURNABLE.index(value)]
    close = die.six if value == max(PIPS) else 1.0
    out_x, out_y = (die.spread, die.spread * close) if flip else (die.spread * close, die.spread)
    for row, column in PIPS[value]:
        across, down = (column, row) if flip else (row, column)
        if flip and value != max(PIPS):
            across, down = row, -column
        error = rng.normal(0, _PLACE_ERROR, 2)
        x, y = u - (across * out_x + error[0]), v - (down * out_y + error[1])
        inside = np.clip((radius - np.sqrt(x * x + y * y)) * side / 2 + 0.5, 0, 1)
        # A bowl is steepest at its rim.
        relief[:, :, 0] -= inside * die.hollow * x / radius
        relief[:, :, 1] -= inside * die.hollow * y / radius
        relief[:, :, 2] = np.maximum(relief[:, :, 2], inside)
    if die.ring > 0 and die.disc is None:
        ring = np.clip((0.035 - np.abs(np.hypot(u, v) - die.ring)) * side / 2 + 0.5, 0, 1)
        relief[:, :, 2] = np.maximum(relief[:, :, 2], ring)
    if die.logo and value == 1:
        print_ = np.zeros((side, side), np.uint8)
        tall = 0.6 * side / (22 * max(len(die.logo) ** 0.7, 1))
        cv2.putText(
            print_, die.logo, (side // 8, side // 3), _FONT, tall, 200, max(side // 64, 1), cv2.LINE_AA
        )
        relief[:, :, 2] = np.maximum(relief[:, :, 2], print_[::-1] / np.float32(255))
    return relief


def _make_disc(radius: float, side: int) -> Array:
    """Return a disc in the middle of a face, 0 to 1, shape ``(side, side)``."""
    along = (np.arange(side, dtype=np.float32) + 0.5) / side * 2 - 1
    return np.asarray(np.clip((radius - np.hypot(along, along[:, None])) * side / 2 + 0.5, 0, 1), np.float32)


def _paint_body(die: DieLook, rng: np.random.Generator, side: int) -> Array:
    """Return the body's colour without pips, shape ``(6 * side, side, 3)``."""
    shape = (6 * side, side)
    body = np.broadcast_to(linearize(die.body), (*shape, 3)).copy()
    mix: Array = np.zeros(shape, np.float32)
    if die.fleck == "marble":
        swirl = make_cloud(rng, shape, side / 5) + 0.5 * make_cloud(rng, shape, side / 14)
        mix = np.clip(0.5 + 0.9 * np.sin(2.2 * swirl), 0, 1) * die.fleck_amount
    elif die.fleck == "glitter":
        mix = make_flecks(rng, shape, side / 70, die.fleck_amount * 0.5)
    elif die.fleck == "grain":
        mix = np.clip(0.5 + 0.4 * make_cloud(rng, shape, side / 60, side / 4), 0, 1) * die.fleck_amount
    body = body * (1 - mix[..., None]) + linearize(die.fleck_colour) * mix[..., None]
    return np.asarray(body * (1 + 0.012 * make_cloud(rng, shape, side / 16))[..., None], np.float32)
