"""Draws mats for the tests: felt with a grain, markers at the corners, square dice, as a camera sees them."""

from functools import cache
from typing import cast

import cv2
import numpy as np

from pi_bunco.frames import Image
from pi_bunco.readings import Die, Reading, Status
from pi_bunco.vision.calibrate.calibration import Calibration
from pi_bunco.vision.calibrate.flat import Corners, Flat
from pi_bunco.vision.calibrate.learn import learn_empty

SIZE = (960, 720)
"""Width and height of the camera's pictures."""
MAT = (900, 600)
"""Pixels of a drawn mat; two are a millimetre."""
MARKER = 60
"""Edge of a marker in pixels of the mat."""
CORNERS: Corners = ((110.0, 90.0), (850.0, 110.0), (900.0, 640.0), (70.0, 620.0))
"""The corners of the mat in pictures, by default: seen a little from below and askew."""
WIDE = 52.0
"""Edge of a drawn die in pixels of the mat."""


@cache
def draw_felt(*, markers: bool = True) -> Image:
    """Draw an empty mat."""
    rng = np.random.default_rng(1)
    grain = np.asarray(cv2.GaussianBlur(rng.normal(0, 14, (MAT[1], MAT[0])), (0, 0), 1.2))
    grain += np.asarray(cv2.resize(rng.normal(0, 6, (12, 18)), MAT, interpolation=cv2.INTER_CUBIC))
    mat = np.clip(np.array([70, 110, 45]) + grain[..., None], 0, 255).astype(np.uint8)
    if markers:
        dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
        for number, (right, low) in enumerate(((0, 0), (1, 0), (1, 1), (0, 1))):
            x, y = right * (MAT[0] - MARKER), low * (MAT[1] - MARKER)
            paper = 10
            mat[max(y - paper, 0) : y + MARKER + paper, max(x - paper, 0) : x + MARKER + paper] = 235
            marker = cv2.aruco.generateImageMarker(dictionary, number, MARKER)
            mat[y : y + MARKER, x : x + MARKER] = marker[..., None]
    return mat


def draw_mat(*dice: tuple[float, float, float], mat: Image | None = None, colour: int = 232) -> Image:
    """Draw light squares, ``(x, y, degrees)``, on a mat, each with a soft shadow to its right."""
    mat = (draw_felt() if mat is None else mat).copy()
    shade = np.zeros(mat.shape[:2], np.uint8)
    for x, y, turn in dice:
        cv2.fillPoly(shade, [_make_square(x + 14, y + 8, turn)], 255)
    dark = cv2.GaussianBlur(shade, (0, 0), 3)[..., None] / 255 * 0.4
    mat = (mat * (1 - dark)).astype(np.uint8)
    for x, y, turn in dice:
        cv2.fillPoly(mat, [_make_square(x, y, turn)], (colour, colour, colour), cv2.LINE_AA)
        cv2.circle(mat, (round(x), round(y)), 6, (30, 30, 30), cv2.FILLED, cv2.LINE_AA)
    return mat


def photograph(mat: Image, corners: Corners = CORNERS, *, light: float = 1.0, number: int = 0) -> Image:
    """Take a picture of a mat on a grey table."""
    height, width = mat.shape[:2]
    ends = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    matrix = cv2.getPerspectiveTransform(ends, np.array(corners, np.float32))
    picture = np.full((SIZE[1], SIZE[0], 3), (96, 104, 112), np.uint8)
    # OpenCV counts from the middle of a pixel, corners from its corner.
    half = np.array([(1, 0, 0.5), (0, 1, 0.5), (0, 0, 1)])
    matrix = np.linalg.inv(half) @ matrix @ half
    cv2.warpPerspective(mat, matrix, SIZE, picture, cv2.INTER_LINEAR, cv2.BORDER_TRANSPARENT)
    noise = np.random.default_rng([7, number]).normal(0, 1.5, picture.shape)
    return np.clip(picture * light + noise, 0, 255).astype(np.uint8)


@cache
def make_calibration(*, markers: bool = True) -> Calibration:
    """Calibrate the empty mat, with the size of its dice."""
    ratio = MAT[0] / MAT[1]
    flat = Flat.of(CORNERS, ratio)
    learnt = learn_empty([photograph(draw_felt(markers=markers), number=100 + k) for k in range(5)], flat)
    die = WIDE * (flat.field[2] - flat.field[0]) / MAT[0]
    return Calibration(SIZE, CORNERS, ratio, learnt.picture, learnt.noise, die)


class FixedReader:
    """A reader that returns fixed dice on the drawn mat, with a fixed status."""

    def __init__(self, *dice: tuple[float, float], status: Status = Status.READ) -> None:
        self.dice = dice
        self.status = status
        self.calls: list[tuple[tuple[int, ...], float | None]] = []
        """The shape of the picture and the size of a die in each read."""

    def read(self, image: Image, *, dice: int | None = 3, die_size: float | None = None) -> Reading:  # noqa: ARG002 - of the interface
        self.calls.append((image.shape, die_size))
        scale = (Flat.of(CORNERS, MAT[0] / MAT[1]).field[2] - 24) / MAT[0]
        half = WIDE * 1.2 / 2
        boxes = [
            tuple(24 + edge * scale for edge in (x - half, y - half, x + half, y + half))
            for x, y in self.dice
        ]
        found = tuple(
            Die(k % 6 + 1, 0.99, cast("tuple[float, float, float, float]", box))
            for k, box in enumerate(boxes)
        )
        return Reading(self.status if found else Status.EMPTY, found)


def _make_square(x: float, y: float, turn: float) -> np.ndarray[tuple[int, ...], np.dtype[np.int32]]:
    return np.round(cv2.boxPoints(((x, y), (WIDE, WIDE), turn))).astype(np.int32)
