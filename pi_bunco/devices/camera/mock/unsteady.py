"""What a plain webcam or phone changes from picture to picture, without being asked."""

import cv2
import numpy as np

from pi_bunco.devices.camera.mock.space import Array
from pi_bunco.frames import Image

_METERING, _BALANCE = 0.08, 0.04
"""Deviation of the brightness, and of red and blue beside green, as logarithms: dice change the metering."""
_SHAKEN, _SHAKE = 0.2, 0.1
"""Share of the pictures during which the camera moved, and how far at most, in edges of a die."""
_SWAY, _WAVES = 0.8, (0.5, 4.0)
"""A rolling shutter reads row by row while the table trembles: pixels aside, and waves in a picture."""


def change_picture(rng: np.random.Generator, image: Image, edge: float) -> Image:
    """Meter and balance a picture anew, shake the camera, and read its rows one after another.

    Parameters
    ----------
    rng
        Where the changes come from.
    image
        The picture; it is not written into.
    edge
        Edge of a die in pixels.

    Returns
    -------
    Image
        A new picture. Its dice can still be read: none is smeared by more than a tenth of its edge.
    """
    gains = np.exp(rng.normal(0, _METERING) + rng.normal(0, _BALANCE, 3) * (1, 0, 1))
    levels = np.arange(256)[:, None] * gains
    seen = cv2.LUT(image, np.clip(levels, 0, 255).astype(np.uint8).reshape(1, 256, 3))
    if rng.random() < _SHAKEN:
        seen = _shake(seen, float(rng.uniform(0, _SHAKE)) * edge, float(rng.uniform(0, np.pi)))
    return _roll(rng, np.asarray(seen, np.uint8))


def _shake(image: Array, length: float, direction: float) -> Array:
    """Average pictures along a way, in pixels."""
    steps = np.linspace(-length / 2, length / 2, max(2, round(length) + 1))
    height, width = image.shape[:2]
    total = np.zeros(image.shape, np.float32)
    for step in steps:
        move = np.array([[1, 0, step * np.cos(direction)], [0, 1, step * np.sin(direction)]])
        total += cv2.warpAffine(image, move, (width, height), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(total / len(steps) + 0.5, np.uint8)


def _roll(rng: np.random.Generator, image: Image) -> Image:
    """Move each row a little to the side."""
    height, width = image.shape[:2]
    phase = rng.uniform(0, 2 * np.pi) + np.linspace(0, 2 * np.pi * rng.uniform(*_WAVES), height)
    aside = rng.uniform(0, _SWAY) * np.sin(phase)
    x = np.arange(width, dtype=np.float32) + aside[:, None].astype(np.float32)
    y = np.broadcast_to(np.arange(height, dtype=np.float32)[:, None], (height, width))
    moved = cv2.remap(image, x, np.ascontiguousarray(y), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(moved, np.uint8)
