"""Small things beside the dice, drawn from straight above: coins, dominoes, keys and so on."""

import math
from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from pi_bunco.frames import Image
from renderer.die import PIPS
from renderer.space import Array

_SIDE = 160
"""Rows and columns of a piece's picture."""
# OpenCV places shapes in sixteenths of a pixel: four binary digits.
_SHIFT = 4
_LETTERS = "ABCDEFGHIKLMNOPQRSTUVWXYZ0123456789#*"
_METALS = ((70, 130, 190), (90, 180, 215), (185, 190, 195), (60, 80, 140))
_OUTLINED = 0.4
"""Share of the printed faces that have only an outline, no colour of their own."""
_Pixels = tuple[int, int, int]


@dataclass(frozen=True, slots=True, eq=False)
class Piece:
    """One thing.

    Attributes
    ----------
    face
        Its upper side in screen colours, blue-green-red, shape ``(n, n, 3)``.
    mask
        Its outline, 0 to 255, shape ``(n, n)``.
    half
        Half its width and height, in units.
    tall
        Its height, in units.
    round
        Width of its rounded edge, as a share of its picture.
    faces
        Middle and width, ``(x, y, width)`` in units, of each part that looks like the face of a die; empty if
        only the whole thing may.
    """

    face: Image
    mask: Image
    half: tuple[float, float]
    tall: float
    round: float = 0.04
    faces: tuple[tuple[float, float, float], ...] = ()


class _Canvas:
    """A piece to draw on, round or with rounded corners; coordinates go from -1 to 1 in both directions."""

    def __init__(self, colour: _Pixels, half: tuple[float, float], corner: float | None = None) -> None:
        grow = _SIDE / 2 / max(half)
        self._middle = (half[0] * grow, half[1] * grow)
        self.shape = (max(round(2 * half[1] * grow), 8), max(round(2 * half[0] * grow), 8))
        self.face: Image = np.empty((*self.shape, 3), np.uint8)
        self.face[:] = colour
        self.mask = self._make_disc() if corner is None else self._make_block(corner)

    def find_place(self, x: float, y: float) -> tuple[int, int]:
        """Return a place in OpenCV's sixteenths of a pixel."""
        return round((1 + x) * self._middle[0] * 16), round((1 + y) * self._middle[1] * 16)

    def draw_dot(self, x: float, y: float, radius: float, colour: _Pixels, thick: int = -1) -> None:
        """Draw a circle; its radius is a share of half the shorter side."""
        reach = round(radius * min(self._middle) * 16)
        cv2.circle(self.face, self.find_place(x, y), reach, colour, thick, cv2.LINE_AA, _SHIFT)

    def write(self, word: str, x: float, y: float, tall: float, colour: _Pixels) -> None:
        """Write a word, centred on a place; its height is a share of half the shorter side."""
        scale = tall * min(self._middle) / 22
        thick = max(round(scale * 1.6), 1)
        (wide, high), _ = cv2.getTextSize(word, cv2.FONT_HERSHEY_SIMPLEX, scale, thick)
        left, low = self.find_place(x, y)
        corner = (left // 16 - wide // 2, low // 16 + high // 2)
        cv2.putText(self.face, word, corner, cv2.FONT_HERSHEY_SIMPLEX, scale, colour, thick, cv2.LINE_AA)

    def _make_disc(self) -> Image:
        mask = np.zeros(self.shape, np.uint8)
        x, y = self.find_place(0, 0)
        axes = (self.shape[1] // 2 - 2, self.shape[0] // 2 - 2)
        cv2.ellipse(mask, (x // 16, y // 16), axes, 0, 0, 360, 255, -1, cv2.LINE_AA)
        return mask

    def _make_block(self, corner: float) -> Image:
        height, width = self.shape
        radius = max(round(corner * min(height, width) / 2), 2)
        inner = np.zeros(self.shape, np.uint8)
        cv2.rectangle(inner, (radius + 2, radius + 2), (width - radius - 3, height - radius - 3), 255, -1)
        disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * radius + 1, 2 * radius + 1))
        return np.asarray(cv2.GaussianBlur(cv2.dilate(inner, disc), (0, 0), 0.7), np.uint8)


def make_piece(rng: np.random.Generator) -> Piece:
    """Make up a thing."""
    return _MADE[int(rng.integers(len(_MADE)))](rng)


def _choose_colour(rng: np.random.Generator) -> _Pixels:
    """Choose a colour; often white, black or ivory."""
    if rng.random() < 0.4:
        return ((238, 240, 240), (25, 22, 22), (190, 222, 235))[int(rng.integers(3))]
    blue, green, red = (int(part) for part in rng.integers(10, 250, 3))
    return blue, green, red


def _choose_ink(colour: _Pixels) -> _Pixels:
    """Return an ink that is visible on a colour."""
    return (20, 20, 25) if sum(colour) > 380 else (235, 238, 240)


def _shade(colour: _Pixels, share: float) -> _Pixels:
    blue, green, red = (min(int(part * share), 255) for part in colour)
    return blue, green, red


def _draw_coin(rng: np.random.Generator) -> Piece:
    metal = _METALS[int(rng.integers(len(_METALS)))]
    radius = float(rng.uniform(0.95, 1.7))
    canvas = _Canvas(metal, (radius, radius))
    dark, light = _shade(metal, 0.7), _shade(metal, 1.2)
    canvas.draw_dot(0, 0, float(rng.uniform(0.8, 0.92)), dark, 2)
    canvas.write(str(rng.choice(["1", "2", "5", "10", "20", "50", "25"])), -0.1, 0.05, 1.0, dark)
    for _ in range(int(rng.integers(3, 12))):
        x, y = (float(part) for part in rng.uniform(-0.55, 0.55, 2))
        canvas.draw_dot(x, y, float(rng.uniform(0.03, 0.2)), (dark, light)[int(rng.integers(2))], 2)
    return Piece(canvas.face, canvas.mask, (radius, radius), 0.22, 0.03)


def _draw_button(rng: np.random.Generator) -> Piece:
    """Draw a button with two or four holes, a snap or a bead."""
    colour, radius = _choose_colour(rng), float(rng.uniform(0.5, 1.4))
    canvas = _Canvas(colour, (radius, radius))
    canvas.draw_dot(0, 0, float(rng.uniform(0.65, 0.85)), _shade(colour, 0.75), 3)
    holes = int(rng.choice([1, 2, 4]))
    ring = 0.0 if holes == 1 else float(rng.uniform(0.22, 0.35))
    for hole in range(holes):
        angle = 2 * math.pi * hole / holes
        x, y = ring * math.cos(angle), ring * math.sin(angle)
        canvas.draw_dot(x, y, float(rng.uniform(0.1, 0.16)), _shade(colour, 0.2))
    return Piece(canvas.face, canvas.mask, (radius, radius), float(rng.uniform(0.2, 0.6)), 0.12)


def _draw_screw(rng: np.random.Generator) -> Piece:
    metal, radius = _METALS[int(rng.integers(len(_METALS)))], float(rng.uniform(0.4, 0.9))
    canvas = _Canvas(metal, (radius, radius))
    for turn in range(int(rng.integers(1, 3))):
        ends = ((-0.5, 0.0), (0.5, 0.0)) if turn == 0 else ((0.0, -0.5), (0.0, 0.5))
        one, other = (canvas.find_place(*end) for end in ends)
        cv2.line(canvas.face, one, other, _shade(metal, 0.25), 12, cv2.LINE_AA, _SHIFT)
    return Piece(canvas.face, canvas.mask, (radius, radius), 0.3, 0.1)


def _draw_chip(rng: np.random.Generator) -> Piece:
    """Draw a poker chip with spots on its rim, or a bottle cap with its teeth."""
    colour, other, radius = _choose_colour(rng), _choose_colour(rng), float(rng.uniform(1.4, 2.6))
    canvas = _Canvas(colour, (radius, radius))
    spots, reach = int(rng.choice([6, 8, 12, 21])), float(rng.uniform(0.08, 0.18))
    for spot in range(spots):
        angle = 2 * math.pi * spot / spots
        canvas.draw_dot(0.88 * math.cos(angle), 0.88 * math.sin(angle), reach, other)
    canvas.draw_dot(0, 0, 0.66, _shade(colour, 0.8))
    canvas.draw_dot(0, 0, 0.66, other, 2)
    canvas.write(str(rng.choice(["5", "25", "100", "@", "A", "*", "COLA"])), 0, 0, 0.6, other)
    return Piece(canvas.face, canvas.mask, (radius, radius), 0.4, 0.04)


def draw_domino(rng: np.random.Generator) -> Piece:
    """Draw a domino: two numbers side by side, with a line between."""
    colour, half = _choose_colour(rng), float(rng.uniform(1.0, 1.6))
    ink = _choose_ink(colour)
    canvas = _Canvas(colour, (2 * half, half), corner=0.25)
    cv2.line(canvas.face, canvas.find_place(0, -0.8), canvas.find_place(0, 0.8), ink, 3, cv2.LINE_AA, _SHIFT)
    size = float(rng.uniform(0.1, 0.17))
    for middle in (-0.5, 0.5):
        for row, column in PIPS.get(int(rng.integers(0, 7)), ()):
            canvas.draw_dot(middle + 0.26 * row, 0.52 * column, size, ink)
    faces = ((-half, 0.0, 2 * half), (half, 0.0, 2 * half))
    return Piece(canvas.face, canvas.mask, (2 * half, half), float(rng.uniform(0.5, 1.0)), 0.06, faces)


def draw_print(rng: np.random.Generator) -> Piece:
    """Draw a sheet with one, two or four printed faces of dice, and more paper around them."""
    paper, edge = _choose_colour(rng), float(rng.uniform(1.7, 2.4))
    columns, rows = (int(part) for part in rng.integers(1, 3, 2))
    pitch, margin = edge * float(rng.uniform(1.05, 1.7)), edge * float(rng.uniform(0.25, 1.2))
    half = ((columns - 1) * pitch / 2 + edge / 2 + margin, (rows - 1) * pitch / 2 + edge / 2 + margin)
    canvas = _Canvas(paper, half, corner=0.02)
    body = paper if rng.random() < _OUTLINED else _choose_colour(rng)
    ink, size, spread = _choose_ink(body), float(rng.uniform(0.08, 0.12)), float(rng.uniform(0.23, 0.28))
    places = tuple(
        ((column - (columns - 1) / 2) * pitch, (row - (rows - 1) / 2) * pitch)
        for column in range(columns)
        for row in range(rows)
    )
    grow = edge / min(half)
    for x, y in places:
        corner = canvas.find_place((x - edge / 2) / half[0], (y - edge / 2) / half[1])
        other = canvas.find_place((x + edge / 2) / half[0], (y + edge / 2) / half[1])
        cv2.rectangle(canvas.face, corner, other, body, -1, cv2.LINE_AA, _SHIFT)
        if body == paper:
            cv2.rectangle(canvas.face, corner, other, ink, 2, cv2.LINE_AA, _SHIFT)
        turned = rng.random() < 0.5
        for row, column in PIPS[int(rng.integers(1, 7))]:
            a, b = (column, -row) if turned else (row, column)
            canvas.draw_dot(
                (x + a * spread * edge) / half[0], (y + b * spread * edge) / half[1], size * grow, ink
            )
    return Piece(canvas.face, canvas.mask, half, 0.02, 0.0, tuple((x, -y, edge) for x, y in places))


def _draw_key(rng: np.random.Generator) -> Piece:
    """Draw a key of a keyboard or a letter tile."""
    colour, half = _choose_colour(rng), float(rng.uniform(0.8, 1.3))
    canvas = _Canvas(colour, (half, half), corner=0.3)
    ink = _choose_ink(colour)
    word = str(rng.choice([*_LETTERS, "Esc", "F5", "Alt", ".", ":", "..", "8"]))
    place = (0.0, 0.0) if rng.random() < 0.6 else (-0.35, -0.3)
    canvas.write(word, *place, float(rng.uniform(0.5, 1.2)), ink)
    if rng.random() < 0.3:
        canvas.write(str(int(rng.integers(1, 10))), 0.6, 0.6, 0.35, ink)
    return Piece(canvas.face, canvas.mask, (half, half), float(rng.uniform(0.3, 1.0)), 0.14)


def _draw_brick(rng: np.random.Generator) -> Piece:
    """Draw a toy brick with its studs."""
    colour, columns, rows = _choose_colour(rng), int(rng.integers(1, 5)), int(rng.integers(1, 3))
    half = (columns * 0.5, rows * 0.5)
    canvas = _Canvas(colour, half, corner=0.05)
    for column in range(columns):
        for row in range(rows):
            x, y = (2 * column + 1) / columns - 1, (2 * row + 1) / rows - 1
            size = 0.6 / (min(columns, rows))
            canvas.draw_dot(x + 0.05 / columns, y + 0.05 / rows, size, _shade(colour, 0.55))
            canvas.draw_dot(x, y, size, _shade(colour, 1.1))
    return Piece(canvas.face, canvas.mask, half, float(rng.uniform(0.4, 1.2)), 0.03)


def _draw_card(rng: np.random.Generator) -> Piece:
    """Draw a label, a playing card or a score card: paper with print."""
    colour = _choose_colour(rng)
    wide = float(rng.uniform(1.2, 4))
    # A square one with spots would be no card but a die.
    half = (wide, wide * float(rng.uniform(1.3, 2.2)))
    canvas = _Canvas(colour, half, corner=0.06)
    ink = _choose_ink(colour) if rng.random() < 0.6 else (30, 20, 190)
    if rng.random() < 0.5:
        lines = int(rng.integers(2, 9))
        for line in range(lines):
            y = -0.8 + 1.6 * line / lines
            word = "".join(rng.choice([*_LETTERS, " "], int(rng.integers(3, 12))))
            canvas.write(word, 0, y, 0.9 / lines, ink)
    else:
        size = float(rng.uniform(0.08, 0.2))
        for x in (-0.45, 0.0, 0.45)[:: int(rng.integers(1, 3))]:
            for y in np.linspace(-0.65, 0.65, int(rng.integers(1, 5))):
                canvas.draw_dot(x, float(y), size, ink)
    return Piece(canvas.face, canvas.mask, half, 0.03, 0.0)


def _draw_phone(rng: np.random.Generator) -> Piece:
    """Draw a phone, a remote or a box: large, smooth, with a few round parts."""
    colour = _choose_colour(rng)
    half = (float(rng.uniform(2.5, 4.5)), float(rng.uniform(5, 9)))
    canvas = _Canvas(colour, half, corner=0.2)
    x = float(rng.uniform(-0.6, 0.6))
    for number in range(int(rng.integers(1, 5))):
        canvas.draw_dot(x, -0.85 + 0.12 * number, float(rng.uniform(0.08, 0.16)), _choose_ink(colour))
    return Piece(canvas.face, canvas.mask, half, float(rng.uniform(0.4, 1.5)), 0.02)


def _draw_pen(rng: np.random.Generator) -> Piece:
    colour = _choose_colour(rng)
    half = (float(rng.uniform(5, 9)), float(rng.uniform(0.35, 0.7)))
    canvas = _Canvas(colour, half, corner=0.9)
    cv2.line(
        canvas.face,
        canvas.find_place(0.6, -1),
        canvas.find_place(0.6, 1),
        _choose_ink(colour),
        3,
        cv2.LINE_AA,
        _SHIFT,
    )
    return Piece(canvas.face, canvas.mask, half, half[1], 0.12)


def _draw_pawn(rng: np.random.Generator) -> Piece:
    """Draw a pawn or a peg from above: rings inside rings."""
    colour, radius = _choose_colour(rng), float(rng.uniform(0.6, 1.1))
    canvas = _Canvas(colour, (radius, radius))
    for ring, share in ((0.75, 0.6), (0.6, 1.15), (0.4, 0.8), (0.3, 1.2)):
        canvas.draw_dot(0, 0, ring, _shade(colour, share))
    return Piece(canvas.face, canvas.mask, (radius, radius), float(rng.uniform(0.8, 2.5)), 0.15)


def _draw_cube(rng: np.random.Generator) -> Piece:
    """Draw a block as large as a die that is not a die: blank, with a letter, or with a ring."""
    colour, half = _choose_colour(rng), float(rng.uniform(0.8, 1.1))
    canvas = _Canvas(colour, (half, half), corner=float(rng.uniform(0.1, 0.5)))
    mark = int(rng.integers(3))
    if mark == 1:
        canvas.write(str(rng.choice(list(_LETTERS))), 0, 0, 1.0, _choose_ink(colour))
    elif mark == 2:
        canvas.draw_dot(0, 0, 0.6, _choose_ink(colour), 4)
    return Piece(canvas.face, canvas.mask, (half, half), float(rng.uniform(0.6, 2.0)), 0.1)


def _draw_gem(rng: np.random.Generator) -> Piece:
    """Draw a die that is not a cube: facets and a number."""
    colour, radius = _choose_colour(rng), float(rng.uniform(0.9, 1.4))
    canvas = _Canvas(colour, (radius, radius))
    sides, inner = int(rng.choice([3, 4, 6, 8])), float(rng.uniform(0.45, 0.65))
    angles = 2 * math.pi * np.arange(2 * sides) / (2 * sides)
    outer = [canvas.find_place(0.97 * math.cos(angle), 0.97 * math.sin(angle)) for angle in angles]
    ring = [canvas.find_place(inner * math.cos(angle), inner * math.sin(angle)) for angle in angles[::2]]
    for side in range(2 * sides):
        facet = np.array([outer[side], outer[side - 1], ring[side // 2], ring[((side - 1) // 2) % sides]])
        shade = _shade(colour, float(rng.uniform(0.55, 1.0)))
        cv2.fillConvexPoly(canvas.face, cv2.convexHull(facet), shade, cv2.LINE_AA, _SHIFT)
    cv2.fillConvexPoly(canvas.face, np.array(ring), colour, cv2.LINE_AA, _SHIFT)
    canvas.mask[:] = 0
    cv2.fillConvexPoly(canvas.mask, np.array(outer), 255, cv2.LINE_AA, _SHIFT)
    canvas.write(str(int(rng.integers(1, 21))), 0, 0, float(rng.uniform(0.4, 0.7)), _choose_ink(colour))
    return Piece(canvas.face, canvas.mask, (radius, radius), float(rng.uniform(0.8, 1.5)), 0.05)


_MADE: tuple[Callable[[np.random.Generator], Piece], ...] = (
    _draw_coin,
    _draw_coin,
    _draw_button,
    _draw_button,
    _draw_screw,
    _draw_chip,
    draw_domino,
    _draw_key,
    _draw_key,
    _draw_brick,
    _draw_card,
    _draw_card,
    _draw_phone,
    _draw_pen,
    _draw_pawn,
    _draw_cube,
    _draw_gem,
)


def linearize(face: Image) -> Array:
    """Turn screen colours into linear light."""
    return np.asarray((face / np.float32(255)) ** 2.2, np.float32)
