"""Draws what the mock camera sees: it lays pictures of dice and hands, with their shadows, on the mat."""

import math
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from pi_bunco.devices.camera.mock.act import Glimpse
from pi_bunco.devices.camera.mock.lay import LaidDie
from pi_bunco.devices.camera.mock.pieces import Cutout, Pieces, Place
from pi_bunco.devices.camera.mock.reach import Hold
from pi_bunco.frames import Image

_NOISE = 1.6
"""Standard deviation of the sensor's noise in grey levels."""
_NOISE_MARGIN = 64
"""The stored noise is this many pixels larger than a picture; each picture shows another part of it."""
_OPACITY = 0.55
"""How much a die covers at each of several moments of an exposure."""
_KEPT = 24
"""Scaled pictures that are kept: those of two throws, and of rolling dice."""


class Painter:
    """Draws pictures of the mat.

    Parameters
    ----------
    pieces
        The pictures that it lays.
    size
        Width and height of its pictures, in pixels.
    seed
        Determines the noise.

    Attributes
    ----------
    scale
        Pixels along the edge of a die.
    half
        Half of the width and of the height of its pictures, in edges.
    """

    def __init__(self, pieces: Pieces, size: tuple[int, int], seed: int) -> None:
        mat = pieces.load_mat()
        height, width = mat.shape[:2]
        factor = max(size[0] / width, size[1] / height)
        self.scale = factor * pieces.edge
        self.half: Place = (size[0] / 2 / self.scale, size[1] / 2 / self.scale)
        self._pieces, self._size = pieces, size
        self._mat = _resize(mat, (math.ceil(factor * width), math.ceil(factor * height)))
        left, top = ((have - want) // 2 for have, want in zip(self._mat.shape[1::-1], size, strict=True))
        self._mat = self._mat[top : top + size[1], left : left + size[0]].copy()
        rng = np.random.default_rng(seed)
        self._seed = seed
        shape = (size[1] + _NOISE_MARGIN, size[0] + _NOISE_MARGIN, 3)
        self._noise = np.round(rng.normal(0, _NOISE, shape)).astype(np.int8)
        self._still: tuple[tuple[LaidDie, ...], Image] = ((), self._mat)
        self._get_die = lru_cache(_KEPT)(lambda number: self._fit(pieces.load_die(number)))
        self._get_hand = lru_cache(2)(lambda side, grip: self._fit(pieces.load_hand(side, grip)))

    def draw(self, glimpse: Glimpse, side: int, index: int) -> Image:
        """Draw a new picture.

        Parameters
        ----------
        glimpse
            What the camera sees.
        side
            The border that the hand comes over.
        index
            The picture's number, which determines noise and flicker.
        """
        if self._still[0] != glimpse.resting:
            picture = self._mat.copy()
            for die in sorted(glimpse.resting, key=lambda die: die.height):
                self._lay_die(picture, die, 1.0)
            self._still = (glimpse.resting, picture)
        picture = self._still[1]
        if glimpse.moving or glimpse.hand is not None:
            picture = picture.copy()
        for moments in glimpse.moving:
            for die in moments:
                self._lay_die(picture, die, _OPACITY if len(moments) > 1 else 1.0)
        if glimpse.hand is not None:
            self._lay_hand(picture, glimpse.hand, side)
        if glimpse.shift != (0.0, 0.0):
            x, y = (place * self.scale for place in glimpse.shift)
            move = np.array([[1, 0, x], [0, 1, y]], np.float64)
            picture = np.asarray(
                cv2.warpAffine(picture, move, self._size, borderMode=cv2.BORDER_REFLECT_101), np.uint8
            )
        return self._expose(picture, glimpse.gain, index)

    def _expose(self, picture: Image, gain: float, index: int) -> Image:
        """Return the picture as a sensor takes it: with noise, and with the flicker of a lamp."""
        rng = np.random.default_rng([self._seed, index])
        left, top = (int(place) for place in rng.integers(0, _NOISE_MARGIN, 2))
        noise = self._noise[top : top + self._size[1], left : left + self._size[0]]
        flicker = float(rng.normal(0, 0.002)) + 0.004 * math.sin(index * 1.7)
        bright = cv2.convertScaleAbs(picture, alpha=gain * (1 + flicker))
        return np.asarray(cv2.add(bright, noise, dtype=cv2.CV_8U), np.uint8)

    def _fit(self, cutout: Cutout) -> Cutout:
        """Return a cut-out with the scale of the pictures."""
        factor = self.scale / cutout.edge
        size = (round(factor * cutout.cover.shape[1]), round(factor * cutout.cover.shape[0]))
        x, y = cutout.origin
        return Cutout(
            _resize(cutout.colours, size),
            _resize(cutout.cover, size),
            _resize(cutout.light, size),
            (factor * x, factor * y),
            self.scale,
        )

    def _lay_die(self, picture: Image, die: LaidDie, opacity: float) -> None:
        # A higher die is nearer to the camera: larger, and farther from the middle.
        nearer = 1 / (1 - die.height / self._pieces.camera_height)
        at = (die.at[0] * nearer, die.at[1] * nearer)
        self._lay(picture, self._get_die(die.piece), at, die.turn, die.height, nearer, opacity)

    def _lay_hand(self, picture: Image, hand: Hold, side: int) -> None:
        nearer = 1 / (1 - hand.height / self._pieces.camera_height)
        cutout = self._get_hand(side, hand.grip)
        self._lay(picture, cutout, hand.at, hand.angle, hand.height, nearer, 1.0)

    def _lay(  # noqa: PLR0913, PLR0917 - where and how a cut-out lies
        self,
        picture: Image,
        cutout: Cutout,
        at: Place,
        turn: float,
        height: float,
        zoom: float,
        opacity: float,
    ) -> None:
        """Lay a cut-out on the picture, first its shadow."""
        x, y = (height * place for place in self._pieces.shadow)
        shadow = self._make_matrix(cutout, (at[0] + x, at[1] + y), turn, zoom)
        if part := self._cut(picture, cutout, shadow):
            light = part.warp(cutout.light, 255)
            fainter = cv2.addWeighted(light, opacity, light, 0, 255 * (1 - opacity))
            cv2.multiply(part.pixels, cv2.merge([fainter] * 3), part.pixels, 1 / 255)
        if part := self._cut(picture, cutout, self._make_matrix(cutout, at, turn, zoom)):
            cover = cv2.merge([cv2.convertScaleAbs(part.warp(cutout.cover, 0), alpha=opacity)] * 3)
            cv2.multiply(part.pixels, 255 - cover, part.pixels, 1 / 255)
            cv2.addWeighted(part.pixels, 1, part.warp(cutout.colours, 0), opacity, 0, part.pixels)

    def _make_matrix(self, cutout: Cutout, at: Place, turn: float, zoom: float) -> NDArray[np.float64]:
        """Return the affine transformation from the cut-out to the picture, shape ``(2, 3)``."""
        cos, sin = zoom * math.cos(turn), zoom * math.sin(turn)
        x, y = cutout.origin
        to_x, to_y = ((half + place) * self.scale for half, place in zip(self.half, at, strict=True))
        return np.array([[cos, -sin, to_x - cos * x + sin * y], [sin, cos, to_y - sin * x - cos * y]])

    def _cut(self, picture: Image, cutout: Cutout, matrix: NDArray[np.float64]) -> "_Part | None":
        """Return the part of the picture that a transformed cut-out can change."""
        rows, columns = cutout.cover.shape
        corners = np.array([[0, 0, 1], [columns, 0, 1], [0, rows, 1], [columns, rows, 1]]) @ matrix.T
        left, top = (int(place) for place in np.maximum(np.floor(corners.min(axis=0)), 0))
        right, bottom = (int(place) for place in np.minimum(np.ceil(corners.max(axis=0)), self._size))
        if left >= right or top >= bottom:
            return None
        shifted = matrix - np.array([[0, 0, left], [0, 0, top]])
        return _Part(picture[top:bottom, left:right], shifted)


class _Part:
    """A part of a picture, and the transformation of a cut-out to it."""

    def __init__(self, pixels: Image, matrix: NDArray[np.float64]) -> None:
        self.pixels, self._matrix = pixels, matrix

    def warp(self, image: Image, outside: int) -> Image:
        """Return a transformed image of the part's size."""
        size = (self.pixels.shape[1], self.pixels.shape[0])
        border = (outside, outside, outside)
        return np.asarray(cv2.warpAffine(image, self._matrix, size, borderValue=border), np.uint8)


def _resize(image: Image, size: tuple[int, int]) -> Image:
    shrinks = size[0] < image.shape[1]
    return np.asarray(
        cv2.resize(image, size, interpolation=cv2.INTER_AREA if shrinks else cv2.INTER_LINEAR), np.uint8
    )
