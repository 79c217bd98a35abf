"""Surfaces under the dice: felt, woven cloth, wood, carpet, a plain or a printed table."""

import cv2
import numpy as np

from renderer.grain import make_cloud, make_flecks
from renderer.lens import Lens
from renderer.look import MatLook
from renderer.prints import draw_board, draw_paper, draw_quilt
from renderer.space import Array, Rect, linearize

_HAIRS = 11.0
"""Fibres of felt per square unit."""
_CORNER = 2.5
"""Radius of the printed line's corners, in units."""
_MAX_SCALE = 28.0
"""The most texture pixels per unit."""
_MAX_SIDE = 3000
"""The most rows and columns of a texture; beyond, it is mirrored."""


class RenderedMat:
    """A mat as one camera sees it.

    Parameters
    ----------
    look
        Its properties.
    lens
        The camera's lens.
    rng
        Makes its texture.
    """

    def __init__(self, look: MatLook, lens: Lens, rng: np.random.Generator) -> None:
        self._look, self._lens = look, lens
        self._fine = min(lens.scale, _MAX_SCALE)
        lean = 0.5 if look.cloth == "wood" else 0.12
        angle = float(rng.uniform(-lean, lean))
        self._turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]], np.float32)
        width, height = lens.size
        border = [(x, y) for x in np.linspace(0, width, 9) for y in np.linspace(0, height, 9)]
        ends = np.array([lens.find_place_under(np.array(pixel), 0) for pixel in border]) @ self._turn.T
        self._origin = np.asarray(ends.min(axis=0), np.float32)
        columns, rows = np.minimum((ends.max(axis=0) - self._origin) * self._fine + 4, _MAX_SIDE).astype(int)
        self._cloth = _MADE[look.cloth](look, rng, (int(rows), int(columns)), self._fine * look.scale)

    def find_albedo(self, rect: Rect) -> Array:
        """Return the share of light that the mat reflects at each pixel of a rectangle.

        Returns
        -------
        Array
            Linear, blue-green-red, shape ``(rows, columns, 3)``.
        """
        x, y = self._lens.find_mat_places(rect)
        turn = self._turn
        columns = (turn[0, 0] * x + turn[0, 1] * y - self._origin[0]) * np.float32(self._fine) + 1
        rows = (turn[1, 0] * x + turn[1, 1] * y - self._origin[1]) * np.float32(self._fine) + 1
        albedo = cv2.remap(self._cloth, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101)
        if self._look.line:
            albedo = _draw_line(self._look, self._lens, x, y, np.asarray(albedo))
        return np.asarray(np.clip(albedo, 0.002, 1), np.float32)


def _blend(mat: MatLook, mix: Array) -> Array:
    mix = np.clip(mix, 0, 1)[..., None]
    return np.asarray(linearize(mat.colour) * (1 - mix) + linearize(mat.second) * mix, np.float32)


def _make_felt(mat: MatLook, rng: np.random.Generator, shape: tuple[int, int], unit: float) -> Array:
    """Make felt: pressed fibres in all directions, and cloudy patches."""
    hairs = np.full(shape, 128, np.uint8)
    count = int(shape[0] * shape[1] / unit**2 * _HAIRS)
    start = rng.uniform(0, 1, (count, 2)) * [shape[1] + unit, shape[0] + unit] - unit
    turn, long = rng.uniform(0, 2 * np.pi, count), rng.uniform(0.2, 0.8, count) * unit
    bend = turn + rng.normal(0, 0.5, count)
    middle = start + np.stack([np.cos(turn), np.sin(turn)], axis=1) * long[:, None]
    end = middle + np.stack([np.cos(bend), np.sin(bend)], axis=1) * long[:, None]
    lines = np.round(np.stack([start, middle, end], axis=1)).astype(np.int32)
    for line, shade in zip(lines, np.clip(rng.normal(128, 55, count), 0, 255), strict=True):
        cv2.polylines(hairs, [line], isClosed=False, color=float(shade), lineType=cv2.LINE_AA)
    fuzz = (np.asarray(cv2.GaussianBlur(hairs, (0, 0), 0.6), np.float32) - 128) / 128
    fine = 0.4 * make_cloud(rng, shape, unit * 0.03)
    light = 1 + mat.contrast * (0.4 * fuzz + 0.12 * fine + 0.06 * make_cloud(rng, shape, unit * 2.2))
    return np.asarray(linearize(mat.colour) * np.clip(light, 0.3, 2)[..., None], np.float32)


def _make_plain(mat: MatLook, rng: np.random.Generator, shape: tuple[int, int], unit: float) -> Array:
    """Make a smooth table with a few stains."""
    light = 1 + mat.contrast * (
        0.05 * make_cloud(rng, shape, unit * 3) + 0.02 * make_cloud(rng, shape, unit * 0.05)
    )
    return np.asarray(linearize(mat.colour) * light[..., None], np.float32)


def _make_weave(mat: MatLook, rng: np.random.Generator, shape: tuple[int, int], unit: float) -> Array:
    """Make woven cloth: threads over and under threads."""
    pitch = unit * 0.22
    wobble = make_cloud(rng, shape, unit * 3) * pitch * 0.5
    y, x = np.mgrid[0 : shape[0], 0 : shape[1]].astype(np.float32)
    warp, weft = np.sin((x + wobble) * np.pi / pitch), np.sin((y + wobble) * np.pi / pitch)
    over = np.sign(warp) * np.sign(weft) > 0
    thread = np.where(over, np.abs(warp) ** 0.5, np.abs(weft) ** 0.5)
    light = 0.55 + 0.5 * thread + 0.1 * make_cloud(rng, shape, unit * 0.1)
    light = 1 + mat.contrast * (light - 0.9) * 1.4 + 0.06 * make_cloud(rng, shape, unit * 2)
    return np.asarray(
        _blend(mat, np.where(over, 0.25, 0.0) * mat.contrast) * np.clip(light, 0.1, 2)[..., None], np.float32
    )


def _make_wood(mat: MatLook, rng: np.random.Generator, shape: tuple[int, int], unit: float) -> Array:
    """Make boards with rings and pores."""
    y = np.mgrid[0 : shape[0], 0 : shape[1]][0].astype(np.float32)
    drift = (
        make_cloud(rng, shape, unit * 30, unit * 5) * unit * 1.4
        + make_cloud(rng, shape, unit * 8, unit) * unit * 0.12
    )
    rings = 0.5 + 0.5 * np.sin((y + drift) * 2 * np.pi / (unit * 1.3))
    pores = make_flecks(rng, (shape[0], max(shape[1] // 16, 8)), 1.0, 0.1)
    pores = np.asarray(cv2.resize(pores, (shape[1], shape[0]), interpolation=cv2.INTER_LINEAR))
    mix = mat.contrast * (
        0.55 * rings**2 + 0.35 * pores + 0.12 * make_cloud(rng, shape, unit * 6, unit * 0.15)
    )
    return _blend(mat, mix)


def _make_carpet(mat: MatLook, rng: np.random.Generator, shape: tuple[int, int], unit: float) -> Array:
    """Make carpet: loops of yarn with dark gaps between them."""
    light = 1 + mat.contrast * (
        0.28 * make_cloud(rng, shape, unit * 0.11) + 0.12 * make_cloud(rng, shape, unit * 0.4)
    )
    mix = mat.contrast * make_flecks(rng, shape, unit * 0.14, 0.25) * 0.6
    return np.asarray(_blend(mat, mix) * np.clip(light, 0.15, 2)[..., None], np.float32)


def _make_printed(mat: MatLook, rng: np.random.Generator, shape: tuple[int, int], unit: float) -> Array:
    """Make printed cotton: checks, dots or stripes."""
    y, x = np.mgrid[0 : shape[0], 0 : shape[1]].astype(np.float32)
    pitch = unit * float(rng.uniform(1.0, 4.0))
    kind = int(rng.integers(3))
    if kind == 0:
        mix = 0.5 * (np.sin(x * np.pi / pitch) > 0) + 0.5 * (np.sin(y * np.pi / pitch) > 0)
    elif kind == 1:
        far = np.hypot((x + pitch / 2) % pitch - pitch / 2, (y + pitch / 2) % pitch - pitch / 2)
        mix = np.clip((pitch * float(rng.uniform(0.12, 0.3)) - far) + 0.5, 0, 1)
    else:
        mix = np.clip(np.sin((x + y) * np.pi / pitch) * 3, 0, 1)
    light = 1 + 0.05 * make_cloud(rng, shape, unit * 0.05) + 0.05 * make_cloud(rng, shape, unit * 2)
    return np.asarray(_blend(mat, mat.contrast * mix) * light[..., None], np.float32)


def find_line_reach(lens: Lens) -> tuple[float, float]:
    """Return the distance of the printed line from the middle, to the right and to the top, in units."""
    return lens.size[0] / lens.scale / 2 * 0.93, lens.size[1] / lens.scale / 2 * 0.90


def _draw_line(mat: MatLook, lens: Lens, x: Array, y: Array, albedo: Array) -> Array:
    """Print a double line with round corners on the mat."""
    pixel = 1 / lens.scale
    half_x, half_y = find_line_reach(lens)
    far_x, far_y = np.abs(x) - (half_x - _CORNER), np.abs(y) - (half_y - _CORNER)
    round_ = np.hypot(np.maximum(far_x, 0), np.maximum(far_y, 0))
    edge = round_ + np.minimum(np.maximum(far_x, far_y), 0) - _CORNER
    mask = np.zeros_like(edge)
    for place, width in ((0.0, 0.16), (-0.55, 0.07)):
        mask = np.maximum(mask, np.clip((width / 2 - np.abs(edge - place)) / pixel + 0.5, 0, 1))
    # The cloth's texture shows through the line.
    grain = albedo.mean(axis=2, keepdims=True) / max(float(linearize(mat.colour).mean()), 1e-6)
    thread = linearize(mat.second) * np.clip(grain, 0.5, 1.5)
    mask = 0.85 * mask[..., None]
    return np.asarray(albedo * (1 - mask) + thread * mask, np.float32)


_MADE = {
    "felt": _make_felt,
    "plain": _make_plain,
    "weave": _make_weave,
    "wood": _make_wood,
    "carpet": _make_carpet,
    "printed": _make_printed,
    "paper": draw_paper,
    "board": draw_board,
    "quilt": draw_quilt,
}
