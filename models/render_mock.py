"""Renders the table of the mock camera into ``models/mock_table.zip``: ``python models/render_mock.py``.

A path tracer (Mitsuba 3) renders the empty mat, each value of a die at 40 places, leaning dice, and the hands
of four people. The mock camera lays these pictures on the mat. The dice and hands carry their shadows along:
how much of the mat's light they leave.

It needs ``pip install -e .[judge]``, and LLVM 16 or newer for Mitsuba (``apt install libllvm19``).
"""

import argparse
import json
import sys
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple, get_args

import cv2
import numpy as np
from judge.dice import NORMALS, Floats, make_mesh
from mock_table.felt import LINE, draw_felt
from mock_table.hands import DIRECTIONS, PIXELS, render_hand
from mock_table.scene import (
    EDGE,
    HEIGHT,
    IVORY,
    PICTURE,
    SHADOW,
    develop,
    make_camera,
    make_die,
    make_lights,
    make_mat,
    render,
    render_cover,
)
from numpy.typing import NDArray
from renderer.hand import Grip

FILE = Path(__file__).with_name("mock_table.zip")
PLACES = tuple((x, y) for x in np.arange(-5.25, 5.5, 1.5) for y in np.arange(-3.0, 3.5, 1.5))
"""The places of dice, in edges from the middle of the picture: to the right, and up."""
LEANING = 24
"""How many dice lean."""
TILT = (18.0, 35.0)
"""How much they lean, in degrees."""
CROP = 208
"""Side of a die's picture, in pixels: with its shadow."""
QUALITY = {"mat": 92, "dice": 90, "hands": 85}
"""Quality of the WebP pictures."""


class Rest(NamedTuple):
    """How a die lies: the value on top, its place, its rotation, and whether it leans."""

    value: int
    at: tuple[float, float]
    turn: Floats
    leans: bool


def list_rests(rng: np.random.Generator) -> Iterator[Rest]:
    """Return how all dice lie: each value flat at each place, and some that lean."""
    for at in PLACES:
        for value in range(1, 7):
            yield Rest(value, at, make_turn(value, float(rng.uniform(0, 2 * np.pi))), leans=False)
    for number in range(LEANING):
        value = number % 6 + 1
        level = make_turn(value, float(rng.uniform(0, 2 * np.pi)))
        around = float(rng.uniform(0, 2 * np.pi))
        tilt = float(np.radians(rng.uniform(*TILT)))
        turn = rotate_about(np.array([np.cos(around), np.sin(around), 0.0]), tilt) @ level
        yield Rest(value, PLACES[int(rng.integers(len(PLACES)))], turn, leans=True)


def make_turn(value: int, around: float) -> Floats:
    """Return the rotation of a die with a value on top, turned by ``around`` radians."""
    normal = NORMALS[value - 1]
    if abs(normal[2]) > 0.5:
        level = np.diag([1.0, normal[2], normal[2]])
    else:
        level = rotate_about(np.cross(normal, (0.0, 0.0, 1.0)), np.pi / 2)
    return rotate_about(np.array([0.0, 0.0, 1.0]), around) @ level


def rotate_about(axis: Floats, angle: float) -> Floats:
    """Return the rotation by ``angle`` radians about an axis (a unit vector), shape ``(3, 3)``."""
    x, y, z = axis
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.asarray(np.eye(3) + np.sin(angle) * cross + (1 - np.cos(angle)) * (cross @ cross))


class DiePhotographer:
    """Renders dice without the mat, and their shadows on it."""

    def __init__(self, felt: Floats, samples: int) -> None:
        self._samples = samples
        self._lights = make_lights()
        self._mat = make_mat(np.broadcast_to(felt.mean((0, 1)), (2, 2, 3)))
        self._points = make_mesh(np.random.default_rng(5), IVORY)[0]
        even = render(self._lights | {"mat": self._mat}, make_camera((0, 0, *PICTURE)), 32, 1)
        self._even = cv2.GaussianBlur(even, (0, 0), 40)

    def render(self, rest: Rest, seed: int) -> tuple[NDArray[np.uint8], tuple[float, float]]:
        """Return a die above its shadow's light, blue-green-red and cover; and the place of its middle.

        The place is on the mat, in edges from the middle of the picture: to the right, and down.
        """
        x, y = rest.at
        column, row = round(PICTURE[0] / 2 + EDGE * x), round(PICTURE[1] / 2 - EDGE * y)
        crop = (column - CROP // 2, row - CROP // 2, CROP, CROP)
        place = np.array([x, y, -float((self._points @ rest.turn.T)[:, 2].min())])
        camera = make_camera(crop)
        die = make_die(place, rest.turn)
        light = render(self._lights | {"mat": self._mat, "die": die}, camera, self._samples, seed)
        cover = render_cover(make_die(place, rest.turn, shines=True), camera, 64)
        even = self._even[crop[1] : crop[1] + CROP, crop[0] : crop[0] + CROP]
        left = fill((light / even).mean(2), cover < 1 / 255)
        left = np.clip(cv2.GaussianBlur(left, (0, 0), 1.0), 0, 1)
        left = 1 - (1 - left) * fade_border(CROP, 10)
        mat = even * left[..., None]
        own = (light - (1 - cover)[..., None] * mat) / np.maximum(cover, 0.2)[..., None]
        colours = develop(fill(np.maximum(own, 0), cover > 0.6))
        shadow = np.round(255 * left ** (1 / 2.2))
        upper = np.dstack([colours, np.round(255 * cover)])
        lower = np.dstack([shadow, shadow, shadow, np.full_like(shadow, 255)])
        at = ((column - PICTURE[0] / 2) / EDGE, (row - PICTURE[1] / 2) / EDGE)
        return np.concatenate([upper, lower]).astype(np.uint8), at


def fill(values: Floats, known: NDArray[np.bool_]) -> Floats:
    """Return an image in which unknown pixels continue their known neighbours."""
    weight = known.astype(np.float64)
    wide = weight if values.ndim == 2 else weight[..., None]
    out = values * wide
    for size in (1.5, 4, 12, 40):
        share = cv2.GaussianBlur(weight, (0, 0), size)
        near = cv2.GaussianBlur(values * wide, (0, 0), size)
        near = near / np.maximum(share if values.ndim == 2 else share[..., None], 1e-9)
        empty = (share > 1e-3) & ~known
        out[empty] = near[empty]
        known = known | empty
    return np.asarray(out)


def fade_border(side: int, width: int) -> Floats:
    """Return 1 in the middle of a square, and less towards its border."""
    line = np.minimum(np.arange(side) + 0.5, side - 0.5 - np.arange(side)) / width
    ramp = np.clip(line, 0, 1)
    return np.asarray(ramp[:, None] * ramp[None, :])


def encode(picture: NDArray[np.uint8], kind: str) -> bytes:
    """Return a picture as WebP."""
    return cv2.imencode(".webp", picture, [cv2.IMWRITE_WEBP_QUALITY, QUALITY[kind]])[1].tobytes()


def main() -> None:
    """Render everything into the file."""
    parser = argparse.ArgumentParser(description="Render the table of the mock camera.")
    parser.add_argument("--to", type=Path, default=FILE, help="the file [models/mock_table.zip]")
    parser.add_argument("--samples", type=int, default=256, help="light paths per pixel [256]")
    options = parser.parse_args()
    felt = draw_felt(1)
    begun = time.monotonic()
    facts: dict[str, Any] = {
        "edge": EDGE,
        "camera_height": HEIGHT,
        "shadow": SHADOW,
        "line": LINE,
        "dice": [],
        "hands": {},
    }
    with zipfile.ZipFile(options.to, "w") as archive:
        mat = render(
            make_lights() | {"mat": make_mat(felt)}, make_camera((0, 0, *PICTURE)), options.samples, 1
        )
        archive.writestr("mat.webp", encode(develop(mat), "mat"))
        for side in range(len(DIRECTIONS)):
            for grip in get_args(Grip):
                light, cover, origin = render_hand(side, grip, options.samples)
                colours = develop(fill(light, cover > 0.9))
                picture = np.dstack([colours, np.round(255 * cover).astype(np.uint8)])
                archive.writestr(f"hands/{side}-{grip}.webp", encode(picture, "hands"))
                facts["hands"][f"{side}-{grip}"] = {"edge": PIXELS, "origin": origin}
        photographer = DiePhotographer(felt, options.samples)
        for number, rest in enumerate(list_rests(np.random.default_rng(1))):
            picture, at = photographer.render(rest, number)
            archive.writestr(f"dice/{number}.webp", encode(picture, "dice"))
            facts["dice"].append({"value": rest.value, "at": at, "leans": rest.leans})
            sys.stdout.write(f"die {number + 1}, {time.monotonic() - begun:.0f} s\n")
            sys.stdout.flush()
        archive.writestr("facts.json", json.dumps(facts))


if __name__ == "__main__":
    main()
