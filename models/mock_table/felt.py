"""Draws the mat's felt, with the double line round the playing field."""

import cv2
import numpy as np
from judge.dice import Floats

PIXELS = 132
"""Pixels of the felt for each edge of a die."""
SIZE = (24.0, 15.0)
"""Width and height of the felt, in edges of a die."""
LINE = (6.35, 4.55)
"""Half of the width and of the height of the printed line, in edges."""
_GREEN, _GOLD = (0.016, 0.105, 0.052), (0.56, 0.38, 0.11)
"""Colours of felt and line: linear red-green-blue."""
_LINES = ((0.0, 0.055), (0.16, 0.018))
"""The lines: how far inside the first one, and how wide, in edges."""
_ROUND = 0.45
"""Radius of the line's corners, in edges."""
_WORN = 0.55
"""How much of the gold the felt shows through, at most."""


def draw_felt(seed: int) -> Floats:
    """Return the felt, shape ``(height, width, 3)``, linear red-green-blue, 0 to 1."""
    rng = np.random.default_rng(seed)
    width, height = (round(PIXELS * edges) for edges in SIZE)
    grain = (
        0.11 * _make_noise(rng, (height, width), 1.6)
        + 0.10 * _make_fibres(rng, (height, width))
        + 0.05 * _make_noise(rng, (height, width), 9)
        + 0.05 * _make_noise(rng, (height, width), 160)
    )
    felt = np.array(_GREEN) * np.exp(grain)[..., None]
    gold = np.array(_GOLD) * np.exp(0.7 * grain)[..., None]
    thin = np.clip(0.5 + 0.6 * _make_noise(rng, (height, width), 5), 0, 1) * _WORN
    share = (_draw_lines((height, width)) * (1 - thin))[..., None]
    return np.clip(felt * (1 - share) + gold * share, 0.002, 0.95)


def _make_noise(rng: np.random.Generator, shape: tuple[int, int], size: float) -> Floats:
    """Return soft noise with grains of ``size`` pixels, deviation 1."""
    small = rng.normal(size=(int(shape[0] / size) + 2, int(shape[1] / size) + 2)).astype(np.float32)
    grown = cv2.resize(small, shape[::-1], interpolation=cv2.INTER_CUBIC)
    return np.asarray(grown / grown.std(), np.float64)


def _make_fibres(rng: np.random.Generator, shape: tuple[int, int]) -> Floats:
    """Return short fibres that lie in all directions, deviation 1."""
    fibres = np.zeros(shape, np.float32)
    for direction in np.arange(0, np.pi, np.pi / 8):
        seeds = (rng.random(shape) < 0.02).astype(np.float32) * rng.uniform(-1, 1, shape).astype(np.float32)
        kernel = np.zeros((27, 27), np.uint8)
        way = np.array([np.cos(direction), np.sin(direction)]) * 12
        ends = np.round((np.array([-way, way]) + 13) * 16).astype(int)
        cv2.line(kernel, ends[0], ends[1], 255, 1, cv2.LINE_AA, 4)
        fibres += cv2.filter2D(seeds, -1, kernel.astype(np.float32) / 255)
    return np.asarray(fibres / fibres.std(), np.float64)


def _draw_lines(shape: tuple[int, int]) -> Floats:
    """Return how much of each pixel the lines cover, 0 to 1."""
    y, x = np.mgrid[: shape[0], : shape[1]].astype(np.float32)
    across = np.abs(x + 0.5 - shape[1] / 2) / PIXELS
    along = np.abs(y + 0.5 - shape[0] / 2) / PIXELS
    cover = np.zeros(shape, np.float32)
    for inside, wide in _LINES:
        u, v = across - (LINE[0] - inside - _ROUND), along - (LINE[1] - inside - _ROUND)
        outwards = np.hypot(np.maximum(u, 0), np.maximum(v, 0)) + np.minimum(np.maximum(u, v), 0) - _ROUND
        cover = np.maximum(cover, np.clip((wide / 2 - np.abs(outwards)) * PIXELS + 0.5, 0, 1))
    return np.asarray(cover, np.float64)
