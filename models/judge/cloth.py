"""Draws what is below the dice: cloth, dots, stripes, wood, marble and parchment."""

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

SIDE = 1024
"""Side of a cloth, in pixels."""
SIDE_IN_EDGES = 40.0
"""Side of a cloth, in edges of a die."""


def draw_cloth(rng: np.random.Generator) -> Floats:
    """Draw a cloth: shape ``(SIDE, SIDE, 3)``, linear red-green-blue, 0 to 1."""
    draw = (_draw_felt, _draw_felt, _draw_dots, _draw_stripes, _draw_wood, _draw_marble, _draw_parchment)[
        int(rng.integers(7))
    ]
    return np.clip(draw(rng), 0.01, 0.95).astype(np.float32)


def _choose_colour(rng: np.random.Generator) -> NDArray[np.float64]:
    hue = rng.uniform(0.02, 1, 3) ** 1.6
    return np.asarray(hue * rng.uniform(0.08, 0.7) / max(float(hue.max()), 0.2))


def _make_noise(rng: np.random.Generator, size: float, stretch: float = 1.0) -> Floats:
    """Return soft noise of mean 0 and deviation 1, with grains of `size` pixels."""
    down = max(2, int(SIDE / size)), max(2, int(SIDE / size / stretch))
    small = rng.normal(size=down).astype(np.float32)
    grown = np.asarray(cv2.resize(small, (SIDE, SIDE), interpolation=cv2.INTER_CUBIC), np.float32)
    return np.asarray((grown - grown.mean()) / (grown.std() + 1e-6), np.float32)


def _draw_felt(rng: np.random.Generator) -> Floats:
    base = np.ones((SIDE, SIDE, 3), np.float32) * _choose_colour(rng)
    grain = 0.06 * _make_noise(rng, 2) + 0.05 * _make_noise(rng, 60)
    return np.asarray(base * (1 + rng.uniform(0.2, 1.5) * grain)[..., None], np.float32)


def _draw_dots(rng: np.random.Generator) -> Floats:
    out = _draw_felt(rng)
    step, size = rng.uniform(14, 70), rng.uniform(0.12, 0.35)
    colour = _choose_colour(rng)
    for row, y in enumerate(np.arange(0, SIDE, step)):
        for x in np.arange(step / 2 * (row % 2), SIDE, step):
            cv2.circle(
                out, (round(x), round(y)), max(2, round(size * step)), colour.tolist(), -1, cv2.LINE_AA
            )
    return out


def _draw_stripes(rng: np.random.Generator) -> Floats:
    out, other = _draw_felt(rng), _choose_colour(rng)
    line = np.arange(SIDE) / rng.uniform(12, 60)
    bars = (np.sin(line) > rng.uniform(-0.3, 0.6)).astype(np.float32)
    mask = bars[None, :] * np.ones((SIDE, 1), np.float32)
    if rng.random() < 0.5:
        mask = np.maximum(mask, bars[:, None]) * 0.7 + mask * bars[:, None] * 0.3
    share = (mask * rng.uniform(0.4, 1))[..., None]
    return np.asarray(out * (1 - share) + share * other, np.float32)


def _draw_wood(rng: np.random.Generator) -> Floats:
    base = np.array([0.36, 0.2, 0.09]) * rng.uniform(0.4, 1.9)
    bent = np.arange(SIDE)[:, None] / rng.uniform(5, 18) + 1.5 * _make_noise(rng, 160, 4)
    rings = 0.16 * np.sin(bent) + 0.06 * _make_noise(rng, 3, 12)
    return np.asarray((1 + rings)[..., None] * base, np.float32)


def _draw_marble(rng: np.random.Generator) -> Floats:
    bent = _make_noise(rng, 200) + 0.5 * _make_noise(rng, 70) + 0.25 * _make_noise(rng, 25)
    veins = np.exp(-np.abs(np.sin(bent * rng.uniform(1, 2.5))) * rng.uniform(4, 12))[..., None]
    return np.asarray(_choose_colour(rng) * (1 - veins) + _choose_colour(rng) * veins, np.float32)


def _draw_parchment(rng: np.random.Generator) -> Floats:
    base = np.array([0.75, 0.62, 0.42]) * rng.uniform(0.6, 1.1)
    spots = 0.1 * _make_noise(rng, 120) + 0.06 * _make_noise(rng, 30) + 0.03 * _make_noise(rng, 3)
    return np.asarray((1 + spots)[..., None] * base, np.float32)
