"""Printed surfaces: ruled paper and score cards, playing boards, quilts."""

import cv2
import numpy as np

from pi_bunco.frames import Image
from renderer.grain import make_cloud
from renderer.look import MatLook
from renderer.space import Array, linearize

_WORDS = ("BUNCO", "GAME", "Round 1", "Total", "Wins", "Losses", "Name", "mini", "24", "137", "8", "60", "OX")
_SIGNS = "ABEGHKMORSTW0123456789&%?*"
_FONTS = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_TRIPLEX)
_Pixels = tuple[int, int, int]


def draw_paper(mat: MatLook, rng: np.random.Generator, shape: tuple[int, int], unit: float) -> Array:
    """Draw squared or ruled paper, or a score card with its words and boxes."""
    sheet, ink = _make_blank(mat, shape)
    pitch = unit * float(rng.uniform(0.6, 1.3))
    kind = int(rng.integers(3))
    thick = max(round(unit * 0.04), 1)
    if kind == 2:
        pitch = unit * float(rng.uniform(1.8, 3.5))
        for _ in range(int(shape[0] * shape[1] / (pitch * pitch) / 5) + 1):
            word = _WORDS[int(rng.integers(len(_WORDS)))]
            _write(sheet, word, rng.uniform(0, 1, 2) * shape[::-1], pitch * 0.4, ink, rng)
    for axis in range(1 if kind == 1 else 2):
        for place in np.arange(pitch / 2, shape[axis], pitch).astype(int).tolist():
            start, end = ((0, place), (shape[1], place)) if axis == 0 else ((place, 0), (place, shape[0]))
            cv2.line(sheet, start, end, ink, thick, cv2.LINE_AA)
    return _finish_print(mat, sheet, rng, unit)


def draw_board(mat: MatLook, rng: np.random.Generator, shape: tuple[int, int], unit: float) -> Array:
    """Draw a playing board: squares with letters, numbers, rings and dots."""
    sheet, ink = _make_blank(mat, shape)
    pitch = unit * float(rng.uniform(1.8, 4.5))
    colours = [_choose_colour(rng) for _ in range(3)]
    busy, dots = float(rng.uniform(0.1, 0.9)), int(rng.integers(1, 8))
    for y in np.arange(0, shape[0], pitch):
        for x in np.arange(0, shape[1], pitch):
            corner, end = (int(x), int(y)), (int(x + pitch), int(y + pitch))
            if rng.random() < busy:
                cv2.rectangle(sheet, corner, end, colours[int(rng.integers(3))], -1)
            cv2.rectangle(sheet, corner, end, ink, max(round(unit * 0.06), 1), cv2.LINE_AA)
            middle = np.array([x, y]) + pitch / 2
            choice = rng.random()
            if choice < 0.35:
                _write(sheet, _SIGNS[int(rng.integers(len(_SIGNS)))], middle, pitch * 0.6, ink, rng)
            elif choice < 0.5:
                for place in middle + rng.uniform(-0.32, 0.32, (dots, 2)) * pitch:
                    _draw_dot(sheet, place, pitch * 0.07, ink)
            elif choice < 0.65:
                _draw_dot(sheet, middle, pitch * float(rng.uniform(0.1, 0.4)), ink)
    return _finish_print(mat, sheet, rng, unit)


def draw_quilt(mat: MatLook, rng: np.random.Generator, shape: tuple[int, int], unit: float) -> Array:
    """Draw patches of printed cotton, sewn together."""
    sheet, _ = _make_blank(mat, shape)
    pitch = unit * float(rng.uniform(3, 8))
    cloths = [
        (_choose_colour(rng), _choose_colour(rng), float(rng.uniform(0.12, 0.5)), int(rng.integers(3)))
        for _ in range(5)
    ]
    for y in np.arange(0, shape[0], pitch):
        for x in np.arange(0, shape[1], pitch):
            ground, print_, step, kind = cloths[int(rng.integers(5))]
            corner, end = (int(x), int(y)), (int(x + pitch), int(y + pitch))
            cv2.rectangle(sheet, corner, end, ground, -1)
            every = np.arange(0.5 * step, 1, step) * pitch
            if kind == 0:
                for across in every:
                    for along in every:
                        _draw_dot(sheet, np.array([x + across, y + along]), step * pitch * 0.25, print_)
            elif kind == 1:
                for place in (x + every).astype(int).tolist():
                    cv2.line(
                        sheet, (place, corner[1]), (place, end[1]), print_, max(int(step * pitch / 3), 1)
                    )
            cv2.rectangle(sheet, corner, end, tuple(part // 2 for part in ground), max(int(unit * 0.08), 1))
    puffed = 1 + 0.12 * make_cloud(rng, shape, pitch * 0.4)
    return np.asarray(_finish_print(mat, sheet, rng, unit) * puffed[..., None], np.float32)


def _choose_colour(rng: np.random.Generator) -> _Pixels:
    grey, dull = float(rng.uniform(15, 250)), float(rng.uniform(0, 1))
    blue, green, red = (int(dull * grey + (1 - dull) * part) for part in rng.uniform(15, 250, 3))
    return blue, green, red


def _make_pixel(colour: tuple[float, float, float]) -> _Pixels:
    red, green, blue = (int(255 * part) for part in colour)
    return blue, green, red


def _make_blank(mat: MatLook, shape: tuple[int, int]) -> tuple[Image, _Pixels]:
    """Return a blank sheet and the colour of its ink, which depends on the mat's contrast."""
    sheet = np.empty((*shape, 3), np.uint8)
    ground, ink = np.array(_make_pixel(mat.colour)), np.array(_make_pixel(mat.second))
    sheet[:] = ground
    blue, green, red = (int(part) for part in ground + mat.contrast * (ink - ground))
    return sheet, (blue, green, red)


def _write(  # noqa: PLR0913, PLR0917 - what is written, where and how
    sheet: Image, word: str, middle: Array, tall: float, ink: _Pixels, rng: np.random.Generator
) -> None:
    font = _FONTS[int(rng.integers(len(_FONTS)))]
    thick = max(round(tall * 0.08), 1)
    (wide, high), _ = cv2.getTextSize(word, font, tall / 22, thick)
    corner = (int(middle[0] - wide / 2), int(middle[1] + high / 2))
    cv2.putText(sheet, word, corner, font, tall / 22, ink, thick, cv2.LINE_AA)


def _draw_dot(sheet: Image, at: Array, radius: float, ink: _Pixels) -> None:
    place = (round(float(at[0]) * 16), round(float(at[1]) * 16))
    cv2.circle(sheet, place, max(round(radius * 16), 8), ink, -1, cv2.LINE_AA, 4)


def _finish_print(mat: MatLook, sheet: Image, rng: np.random.Generator, unit: float) -> Array:
    """Turn a drawn sheet into reflected light, with a little noise."""
    lights = np.asarray([linearize((0, 0, step / 255))[0] for step in range(256)], np.float32)
    grain = 1 + mat.contrast * 0.06 * make_cloud(rng, sheet.shape[:2], unit * 0.1)
    # The rows of a mat's texture go up the table.
    return np.asarray(lights[sheet[::-1]] * grain[..., None], np.float32)
