"""Turns light into pictures as a sensor does, and varies pictures as simple webcams do."""

import cv2
import numpy as np

from pi_bunco.frames import Image
from renderer.grain import make_cloud
from renderer.look import ViewLook
from renderer.space import Array, make_rng

_LIGHT_STEPS = 65536
"""Entries in the table of the tone curve."""
_MAX_LIGHT = 4.0
"""The light of its last entry."""
_SHOULDER_START = 0.7
"""Brighter light than this is compressed."""
_SHIFT = 4
_STEPS_PER_PIXEL = 2**_SHIFT
"""OpenCV places the ends of lines in this many steps per pixel."""
_NOISE_MARGIN = 96
"""The stored noise is this many pixels larger than a picture; each picture shows another part of it."""
_BRIGHTNESS_DEVIATION = 0.08
"""Standard deviation of the logarithm of the brightness: dice change what a webcam measures."""
_COLOUR_DEVIATION = 0.04
"""The same for red and for blue, compared with green."""
_SHAKEN_SHARE = 0.2
"""Share of the pictures during which the camera moves."""
_MAX_SHAKE = 0.1
"""How far it moves at most, in edges of a die."""
_MAX_ROW_SHIFT = 0.8
"""A rolling shutter reads row by row while the table trembles: rows move sideways up to this many pixels."""
_WAVES = (0.5, 4.0)
"""The fewest and the most waves of this trembling in a picture."""


def _make_curve() -> Array:
    """Return the grey level for each step of light: linear with a soft shoulder, then a screen's gamma."""
    light = np.linspace(0, _MAX_LIGHT, _LIGHT_STEPS)
    room = 1 - _SHOULDER_START
    shoulder = _SHOULDER_START + room * (1 - np.exp(-(light - _SHOULDER_START) / room))
    soft = np.where(light < _SHOULDER_START, light, shoulder)
    return np.asarray(np.clip(soft ** (1 / 2.2) * 255 + 0.5, 0, 255), np.uint8)


def _make_streak(length: float, direction: float) -> Array:
    """Return the filter kernel for motion blur: a line of pixels, in a direction in degrees. Its sum is 1."""
    half = int(np.ceil(length / 2)) + 1
    drawn = np.zeros((2 * half + 1, 2 * half + 1), np.uint8)
    to_end = np.array([np.cos(np.radians(direction)), np.sin(np.radians(direction))]) * length / 2
    ends = np.round((np.array([-to_end, to_end]) + half) * _STEPS_PER_PIXEL).astype(int)
    cv2.line(drawn, ends[0], ends[1], 255, 1, cv2.LINE_AA, _SHIFT)
    return np.asarray(drawn / np.float32(drawn.sum()), np.float32)


class Sensor:
    """Turns light into pictures.

    Parameters
    ----------
    view
        The camera.
    size
        Width and height of its pictures.
    seed
        Determines its noise.
    """

    def __init__(self, view: ViewLook, size: tuple[int, int], seed: int) -> None:
        self.view = view
        self.size = size
        self._seed = seed
        self._curve = _make_curve()
        red, blue = view.balance
        self._gain = np.array([blue, 1, red], np.float32) * np.float32(
            view.exposure * _LIGHT_STEPS / _MAX_LIGHT
        )
        self._noise_above, self._noise_below = self._make_noise(make_rng(seed, 0, 90))

    def _make_noise(self, rng: np.random.Generator) -> tuple[Image, Image]:
        """Return the noise in two parts: what it adds to a picture, and what it subtracts."""
        shape = (self.size[1] + _NOISE_MARGIN, self.size[0] + _NOISE_MARGIN)
        grey = make_cloud(rng, shape, 0.6)[..., None]
        colours = np.stack([make_cloud(rng, shape, 1.1) for _ in range(3)], axis=-1)
        noise = self.view.noise * (grey + self.view.chroma * colours)
        noise += rng.uniform(-0.5, 0.5, noise.shape).astype(np.float32)
        above, below = (np.clip(np.round(part), 0, 255).astype(np.uint8) for part in (noise, -noise))
        return above, below

    def develop(self, light: Array) -> Image:
        """Return the grey levels of linear light, any shape ``(rows, columns, 3)``."""
        step = np.minimum(light * self._gain, _LIGHT_STEPS - 1).astype(np.uint16)
        levels = np.asarray(self._curve[step], np.uint8)
        if self.view.grey:
            levels = np.asarray(
                cv2.cvtColor(cv2.cvtColor(levels, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR), np.uint8
            )
        return levels

    def shoot(self, clean: Image, index: int, gain: float = 1.0) -> Image:
        """Take one picture.

        Parameters
        ----------
        clean
            The picture without noise.
        index
            The picture's number, which determines its noise.
        gain
            The factor by which it is brighter.

        Returns
        -------
        Image
            A new picture.
        """
        rng = make_rng(self._seed, index, 91)
        x, y = (int(offset) for offset in rng.integers(0, _NOISE_MARGIN, 2))
        part = (slice(y, y + clean.shape[0]), slice(x, x + clean.shape[1]))
        picture = cv2.convertScaleAbs(clean, alpha=gain)
        if self.view.shake[0] > 1:
            picture = cv2.filter2D(picture, -1, _make_streak(*self.view.shake))
        picture = cv2.add(picture, self._noise_above[part])
        picture = cv2.subtract(picture, self._noise_below[part])
        if self.view.sharpen > 0:
            soft = cv2.GaussianBlur(picture, (0, 0), 1.4)
            picture = cv2.addWeighted(picture, 1 + self.view.sharpen, soft, -self.view.sharpen, 0)
        if self.view.jpeg:
            packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, self.view.jpeg])[1]
            picture = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR))
        return np.asarray(picture, np.uint8)


def change_picture(rng: np.random.Generator, image: Image, edge: float) -> Image:
    """Vary the brightness and the colours of a picture, shake the camera, and read the rows one by one.

    Parameters
    ----------
    rng
        Chooses the changes.
    image
        The picture, which is not changed.
    edge
        Edge of a die in pixels.

    Returns
    -------
    Image
        A new picture. Its dice can still be read: none is blurred by more than a tenth of its edge.
    """
    gains = np.exp(rng.normal(0, _BRIGHTNESS_DEVIATION) + rng.normal(0, _COLOUR_DEVIATION, 3) * (1, 0, 1))
    levels = np.arange(256)[:, None] * gains
    picture = cv2.LUT(image, np.clip(levels, 0, 255).astype(np.uint8).reshape(1, 256, 3))
    if rng.random() < _SHAKEN_SHARE:
        picture = _shake(picture, float(rng.uniform(0, _MAX_SHAKE)) * edge, float(rng.uniform(0, np.pi)))
    return _shift_rows(rng, np.asarray(picture, np.uint8))


def _shake(image: Array, length: float, direction: float) -> Array:
    """Average copies of a picture along a line: ``length`` in pixels, ``direction`` in radians."""
    steps = np.linspace(-length / 2, length / 2, max(2, round(length) + 1))
    height, width = image.shape[:2]
    total = np.zeros(image.shape, np.float32)
    for step in steps:
        move = np.array([[1, 0, step * np.cos(direction)], [0, 1, step * np.sin(direction)]])
        total += cv2.warpAffine(image, move, (width, height), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(total / len(steps) + 0.5, np.uint8)


def _shift_rows(rng: np.random.Generator, image: Image) -> Image:
    """Move each row a little to the side, in waves."""
    height, width = image.shape[:2]
    phase = rng.uniform(0, 2 * np.pi) + np.linspace(0, 2 * np.pi * rng.uniform(*_WAVES), height)
    shift = rng.uniform(0, _MAX_ROW_SHIFT) * np.sin(phase)
    x = np.arange(width, dtype=np.float32) + shift[:, None].astype(np.float32)
    y = np.broadcast_to(np.arange(height, dtype=np.float32)[:, None], (height, width))
    moved = cv2.remap(image, x, np.ascontiguousarray(y), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(moved, np.uint8)
