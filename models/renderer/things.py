"""Other things on a table beside the dice, laid flat where the camera sees them."""

import math

import cv2
import numpy as np

from renderer.lens import Lens
from renderer.look import MatLook
from renderer.pieces import Piece, draw_domino, draw_print, linearize, make_piece
from renderer.space import Array, Rect, intersect
from renderer.truth import OtherThing

_CABLE_POINTS = 24
_CABLES = 0.12
"""Share of the things that are cables."""
_MAX_SMALL = 6.0
"""Nobody mistakes a thing wider than this, in units, for a die."""
_LAYERS = 4
"""The side of a tall thing is drawn as so many copies of its outline, one above the other."""
_BEVEL = 0.9
"""How much brighter rounded edges are that face the lamp."""


def strew(
    albedo: Array, mat: MatLook, lens: Lens, to_lamp: Array, rng: np.random.Generator
) -> tuple[Array, tuple[OtherThing, ...]]:
    """Lay some things on a mat.

    Parameters
    ----------
    albedo
        Share of light that the mat reflects at each pixel, shape ``(rows, columns, 3)``.
    mat
        How many things, dominoes and printed sheets.
    lens, to_lamp
        The camera's lens, and the direction to the lamp.
    rng
        Chooses the things and their places.

    Returns
    -------
    Array and tuple of OtherThing
        The albedo with the things and their shadows, and the places of the small things.
    """
    small: list[OtherThing] = []
    for make in [make_piece] * mat.things + [draw_domino] * mat.dominoes + [draw_print] * mat.prints:
        if make is make_piece and rng.random() < _CABLES:
            _draw_cable(albedo, lens.scale, rng)
            continue
        what = make(rng)
        place = lens.find_place_under(rng.uniform(-0.05, 1.05, 2) * lens.size, 0)
        turn = float(rng.uniform(0, 2 * math.pi))
        if _put(albedo, what, place, turn, lens, to_lamp) is not None:
            small += _list_small(what, place, turn, lens)
    return np.asarray(np.clip(albedo, 0.002, 1), np.float32), tuple(small)


def _list_small(what: Piece, place: Array, turn: float, lens: Lens) -> list[OtherThing]:
    """List the parts of a thing that are small enough to be mistaken for a die."""
    along, across = np.array([[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]])
    return [
        OtherThing(_project(lens, place + x * along + y * across, what.tall), wide * lens.scale)
        for x, y, wide in what.faces or ((0.0, 0.0, 2 * max(what.half)),)
        if wide < _MAX_SMALL
    ]


def _project(lens: Lens, place: Array, tall: float) -> tuple[float, float]:
    """Return where the camera sees a place at a height, in pixels."""
    ((x, y),) = lens.project(np.array([[*place, tall]], np.float32))
    return float(x), float(y)


def _put(  # noqa: PLR0913, PLR0917 - the thing, its place, the camera and the light
    albedo: Array, what: Piece, place: Array, turn: float, lens: Lens, to_lamp: Array
) -> Rect | None:
    """Lay one thing; return the pixels that it changes, ``None`` if it is outside the picture."""
    cos, sin = math.cos(turn), math.sin(turn)
    wide, high = what.half
    # The picture's rows go down, the table's y goes up.
    ring = np.array([[-wide, high], [wide, high], [wide, -high], [-wide, -high]]) @ [[cos, sin], [-sin, cos]]

    def make_quad(height: float, off: float = 0.0) -> Array:
        at = np.concatenate([ring + place - to_lamp[:2] / to_lamp[2] * off, np.full((4, 1), height)], axis=1)
        return lens.project(np.asarray(at, np.float32))

    ends = np.concatenate([make_quad(0), make_quad(what.tall), make_quad(0, what.tall)])
    low, up = np.floor(ends.min(axis=0)).astype(int), np.ceil(ends.max(axis=0)).astype(int)
    soft = max(0.35 * what.tall, 0.08) * lens.scale
    margin = int(2 * soft) + 2
    rect = intersect((low[0] - margin, low[1] - margin, up[0] + margin, up[1] + margin), lens.whole)
    if rect is None:
        return None
    x0, y0, x1, y1 = rect
    rows, columns = what.mask.shape
    here = np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]], np.float32)

    def warp(picture: Array, at: Array) -> Array:
        # OpenCV's coordinates begin in the middle of a pixel.
        moved = cv2.getPerspectiveTransform(here - 0.5, np.asarray(at - [x0, y0] - 0.5, np.float32))
        length = float(np.linalg.norm(at[0] - at[1]))
        if length < columns / 2:
            # Blur before shrinking by much, to avoid aliasing.
            blur = columns / max(length, 2) / 2.5
            picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), blur))
        return np.asarray(cv2.warpPerspective(picture, moved, (x1 - x0, y1 - y0), flags=cv2.INTER_LINEAR))

    mask = what.mask / np.float32(255)
    face = linearize(what.face) * _make_bevel(what, turn, to_lamp)[..., None]
    part = albedo[y0:y1, x0:x1]
    shade = np.asarray(cv2.GaussianBlur(warp(mask, make_quad(0, what.tall)), (0, 0), soft))
    part *= (1 - 0.65 * np.maximum(shade, warp(mask, make_quad(0))))[..., None]
    side = linearize(what.face).mean(axis=(0, 1)) * 0.4
    for layer in range(_LAYERS):
        if what.tall > 0.1:
            cover = warp(mask, make_quad(what.tall * layer / _LAYERS))[..., None]
            part += cover * (side * (0.6 + 0.4 * layer / _LAYERS) - part)
    cover = warp(mask, make_quad(what.tall))[..., None]
    part *= 1 - cover
    part += warp(face * mask[..., None], make_quad(what.tall))
    return rect


def _make_bevel(what: Piece, turn: float, to_lamp: Array) -> Array:
    """Return the brightness of a thing's rounded edges: those that face the lamp are brighter."""
    if what.round == 0:
        return np.ones(what.mask.shape, np.float32)
    wide = what.round * max(what.mask.shape)
    hill = np.asarray(cv2.GaussianBlur(what.mask / np.float32(255), (0, 0), wide), np.float32)
    down, across = np.gradient(hill)
    x, y = (
        to_lamp[0] * math.cos(turn) + to_lamp[1] * math.sin(turn),
        to_lamp[1] * math.cos(turn) - to_lamp[0] * math.sin(turn),
    )
    return np.asarray(
        np.clip(1 - _BEVEL * (2.5 * what.round * max(what.mask.shape)) * (across * x - down * y), 0.25, 1.8),
        np.float32,
    )


def _draw_cable(albedo: Array, unit: float, rng: np.random.Generator) -> None:
    """Draw a cable in a wide curve."""
    rows, columns = albedo.shape[:2]
    share = np.linspace(0, 1, _CABLE_POINTS)[:, None]
    ends = [rng.uniform(-0.1, 1.1, 2) * [columns, rows] for _ in range(3)]
    bend = (1 - share) ** 2 * ends[0] + 2 * share * (1 - share) * ends[1] + share**2 * ends[2]
    line, wide = np.round(bend).astype(np.int32), max(round(float(rng.uniform(0.15, 0.6)) * unit), 1)
    colour = rng.uniform(0.02, 0.5, 3) ** 2
    for off, thick, share_ in ((wide // 2, wide, 0.5), (0, wide, 0.95), (-wide // 6, max(wide // 4, 1), 0.2)):
        mask = np.zeros((rows, columns), np.uint8)
        cv2.polylines(mask, [line + off], isClosed=False, color=255, thickness=thick, lineType=cv2.LINE_AA)
        cover = (mask / np.float32(255) * np.float32(share_))[..., None]
        # First its shadow, then the cable, then the highlight along it.
        albedo += cover * ((0.01, colour, colour + 0.4)[int(off <= 0) + int(off < 0)] - albedo)
