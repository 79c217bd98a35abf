"""Draws surfaces without dice, from which a reader learns what it must not mistake for dice.

They are grain, weave, dots, tiles with letters, pebbles and print, in any view and any two colours.
"""

from collections.abc import Callable
from typing import Any, cast

import cv2
import numpy as np
from numpy.typing import NDArray

from pi_bunco.frames import Image

Floats = NDArray[np.floating[Any]]
Random = np.random.Generator
SIZES = ((640, 480), (640, 640), (800, 600))
LETTERS = "ABCDEFGH0896OQ.:%&"


def draw_surface(seed: int) -> Image:
    """Draw a surface; the same seed gives the same picture."""
    rng = np.random.default_rng(seed)
    width, height = SIZES[rng.integers(len(SIZES))]
    draw_cover = KINDS[rng.integers(len(KINDS))]
    colour, other_colour = rng.uniform(0, 255, 3), rng.uniform(0, 255, 3)
    if rng.random() < 0.4:
        colour, other_colour = np.full(3, colour.mean()), np.full(3, other_colour.mean())
    cover = draw_cover(rng, height, width)[..., None]
    light = 1 + _make_grain(rng, height, width, 300)[..., None] * rng.uniform(0, 0.25)
    image = _view(rng, ((colour * (1 - cover) + other_colour * cover) * light).astype(np.float32))
    image = np.asarray(cv2.GaussianBlur(image, (0, 0), rng.uniform(0.4, 2)))
    image += rng.normal(size=image.shape) * rng.uniform(0, 8)
    _, data = cv2.imencode(
        ".jpg", np.clip(image, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(60, 96))]
    )
    return cast("Image", cv2.imdecode(data, cv2.IMREAD_COLOR))


def _view(rng: Random, flat: Floats) -> Floats:
    """Return a surface, turned and in perspective."""
    height, width = flat.shape[:2]
    corners = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    middle = np.array((width / 2, height / 2), np.float32)
    turn = rng.uniform(0, np.pi)
    turned = (
        1.5 * (corners - middle) @ np.array([(np.cos(turn), np.sin(turn)), (-np.sin(turn), np.cos(turn))])
    )
    moved = turned + middle + rng.uniform(-0.12, 0.12, (4, 2)) * (width, height)
    lens = cv2.getPerspectiveTransform(corners, moved.astype(np.float32))
    return cast("Floats", cv2.warpPerspective(flat, lens, (width, height), borderMode=cv2.BORDER_REFLECT))


def _make_grain(rng: Random, height: int, width: int, size: float) -> Floats:
    """Return smooth noise with bumps of `size` pixels."""
    step = max(2, int(size))
    rough = rng.normal(size=(height // step + 3, width // step + 3)).astype(np.float32)
    return cast("Floats", cv2.resize(rough, (width, height), interpolation=cv2.INTER_CUBIC))


def _draw_noise(rng: Random, height: int, width: int) -> Floats:
    sizes = np.exp(rng.uniform(np.log(2), np.log(40), 3))
    mixed = sum(_make_grain(rng, height, width, size) * rng.uniform(0.3, 1) for size in sizes)
    return np.asarray(1 / (1 + np.exp(-mixed * rng.uniform(1, 6))))


def _draw_weave(rng: Random, height: int, width: int) -> Floats:
    across, along = rng.uniform(5, 30, 2)
    y, x = np.mgrid[:height, :width].astype(np.float32)
    x += _make_grain(rng, height, width, 30) * across * 0.25
    y += _make_grain(rng, height, width, 30) * along * 0.25
    threads = np.sin(x * 2 * np.pi / across) * np.sin(y * 2 * np.pi / along)
    threads += _make_grain(rng, height, width, 3) * rng.uniform(0, 0.6)
    return np.asarray(1 / (1 + np.exp(-threads * rng.uniform(1, 8))))


def _draw_dots(rng: Random, height: int, width: int) -> Floats:
    cover = np.zeros((height, width), np.float32)
    pitch = rng.uniform(14, 70)
    radius = round(pitch * rng.uniform(0.12, 0.4) * 16)
    shifted = rng.random() < 0.5
    for row, y in enumerate(np.arange(0, height + pitch, pitch * (0.5 if shifted else 1))):
        for x in np.arange(0, width + pitch, pitch) + (pitch / 2 if shifted and row % 2 else 0):
            if rng.random() < 0.97:
                cv2.circle(cover, (round(x * 16), round(y * 16)), radius, 1.0, -1, cv2.LINE_AA, 4)
    return cover


def _draw_tiles(rng: Random, height: int, width: int) -> Floats:
    cover = np.zeros((height, width), np.float32)
    for _ in range(rng.integers(3, 60)):
        size = rng.uniform(10, 80)
        x, y = rng.uniform(0, 1, 2) * (width, height)
        box = cv2.boxPoints(((x, y), (size, size * rng.uniform(0.6, 1.5)), rng.uniform(0, 90)))
        cv2.fillConvexPoly(cover, (box * 16).astype(int), rng.uniform(0.2, 1), cv2.LINE_AA, 4)
        if rng.random() < 0.5:
            where = (int(x - size * 0.2), int(y + size * 0.2))
            letter = LETTERS[rng.integers(len(LETTERS))]
            cv2.putText(
                cover, letter, where, int(rng.integers(4)), size / 60, rng.uniform(0, 1), 2, cv2.LINE_AA
            )
    return cover


def _draw_pebbles(rng: Random, height: int, width: int) -> Floats:
    cover = np.zeros((height, width), np.float32)
    for _ in range(rng.integers(40, 500)):
        size = 2 * np.exp(rng.uniform(np.log(3), np.log(25)))
        x, y = rng.uniform(0, 1, 2) * (width, height)
        stone = ((x, y), (size, size * rng.uniform(0.6, 1)), rng.uniform(0, 180))
        cv2.ellipse(cover, stone, rng.uniform(0.1, 1), -1, cv2.LINE_AA)
    return cover


def _draw_print(rng: Random, height: int, width: int) -> Floats:
    cover = np.zeros((height, width), np.float32)
    size = rng.uniform(0.3, 1.6)
    for y in range(0, height, int(34 * size) + 4):
        text = "".join(chr(code) for code in rng.integers(33, 123, 60))
        face, thick = int(rng.integers(4)), int(rng.integers(1, 4))
        cv2.putText(
            cover, text, (int(rng.integers(-50, 5)), y), face, size, rng.uniform(0.4, 1), thick, cv2.LINE_AA
        )
    return cover


KINDS: tuple[Callable[[Random, int, int], Floats], ...] = (
    _draw_noise,
    _draw_weave,
    _draw_dots,
    _draw_tiles,
    _draw_pebbles,
    _draw_print,
)
"""The kinds of surfaces: each returns the share of the second colour at each pixel, 0 to 1."""
