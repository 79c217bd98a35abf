"""Renders flat pictures of throws on calibrated mats: ``python models/render_above.py --to DIR``.

More than half of the throws have a die that leans: if the camera's position is known, its visible sides show
it. Each table is drawn once and several throws are added to it, so this is fast.
"""

import argparse
import json
from dataclasses import replace
from functools import partial
from multiprocessing import Pool
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from render import make_label
from renderer import MatTable, ThrowKind, make_wild_look
from renderer.lay import NoRoom
from renderer.lens import Lens
from renderer.look import TableLook
from renderer.still import make_table_look

from pi_bunco.vision.calibrate.flat import Corners, Flat
from pi_bunco.vision.calibrate.stand_by_corners import place_stand
from pi_bunco.vision.stand import Stand

SIZE, PHONE_SIZE = (960, 720), (1280, 720)
"""Width and height of pictures: of a Pi camera or a webcam, and of a phone."""
THROWS = 16
KINDS, SHARES = (ThrowKind.COCKED, ThrowKind.PLAIN, ThrowKind.STACKED), (0.6, 0.34, 0.06)
MAX_TILT = 22.0
"""Largest angle from straight above, in degrees."""
ALL_FOCAL_LENGTHS, USUAL_FOCAL_LENGTHS = (0.45, 2.2), (0.6, 1.1)
"""Ranges of the focal length over the picture's longer side: of all cameras, and of usual ones."""
ASKEW_FROM = 8.0
"""From this angle on, in degrees from straight above, a picture shows the camera's focal length. Below it
only usual focal lengths are chosen."""
EDGES, PHONE_EDGES = (30, 80), (18, 40)
"""Shortest and longest edge of a die, in pixels."""
PHONE_MAX_TILT, PHONE_FOCAL_LENGTH = 35.0, 0.74
"""As :data:`MAX_TILT`; and the focal length over the picture's longer side, in which phones hardly differ."""
PHONE_BLURRED_SHARE, PHONE_BLUR = 0.2, (0.5, 1.6)
"""The share of tables on which a phone does not focus, and the blur there, in pixels."""
PHONE_QUALITY = (55, 85)
"""Lowest and highest quality of a phone's JPEG pictures."""
QUALITY = 95
ERROR_FROM_ABOVE, ERROR_ASKEW = 0.12, 0.05
"""Errors of a calibration's focal length, as logarithms: below :data:`ASKEW_FROM`, and from there on."""


def make_table(rng: np.random.Generator, table: int, phones: float) -> tuple[TableLook, tuple[int, int]]:
    """Return the look of a random table under a camera, and the size of the camera's pictures.

    Parameters
    ----------
    rng
        Chooses the table.
    table
        The table's number.
    phones
        The share of tables under a phone, 0 to 1. It is farther away, and looks more from the side.
    """
    # Without phones no number is drawn, so that older seeds make the same pictures.
    if phones and rng.random() < phones:
        return make_phone_look(rng), PHONE_SIZE
    return make_look(rng, table), SIZE


def make_look(rng: np.random.Generator, table: int) -> TableLook:
    """Return a random table under a Pi camera or a webcam."""
    edge = float(np.exp(rng.uniform(*np.log(EDGES))))
    look = make_wild_look(rng, edge=edge, dice=3)
    if rng.random() < 0.4:
        look = make_table_look(table, fiducials=False)
    tilt = float(rng.uniform(0, MAX_TILT if rng.random() < 0.6 else ASKEW_FROM))
    lengths = ALL_FOCAL_LENGTHS if tilt > ASKEW_FROM else USUAL_FOCAL_LENGTHS
    focal = float(np.exp(rng.uniform(*np.log(lengths)))) * SIZE[0]
    return _place_camera(look, edge, tilt, focal, bend=float(rng.uniform(0, 0.05)))


def make_phone_look(rng: np.random.Generator) -> TableLook:
    """Return a random table under a phone; half of them have the usual dice."""
    edge = float(np.exp(rng.uniform(*np.log(PHONE_EDGES))))
    look = make_wild_look(rng, edge=edge, dice=3)
    if rng.random() < 0.5:
        look = replace(look, dice=make_table_look(int(rng.integers(2**31))).dice)
    blur = float(rng.uniform(*PHONE_BLUR)) if rng.random() < PHONE_BLURRED_SHARE else look.view.blur
    view = replace(look.view, blur=blur, jpeg=int(rng.integers(*PHONE_QUALITY)))
    tilt = float(rng.uniform(0, PHONE_MAX_TILT))
    return _place_camera(
        replace(look, view=view),
        edge,
        tilt,
        PHONE_FOCAL_LENGTH * PHONE_SIZE[0],
        bend=float(rng.uniform(0, 0.03)),
    )


def _place_camera(look: TableLook, edge: float, tilt: float, focal: float, bend: float) -> TableLook:
    """Return the table under a camera.

    Its tilt is in degrees, its focal length in pixels, the edge of a die in pixels of its pictures.
    """
    view = replace(look.view, tilt=tilt, edge=edge, distance=2 * focal / edge, circle=0.0, bend=bend)
    return replace(look, view=view, halves=False, mat=replace(look.mat, tray=None))


def find_field(lens: Lens) -> tuple[Corners, float]:
    """Return the corners of the largest field that is completely in the picture, and its ratio."""
    size = np.array(lens.size)
    middle = lens.find_place_under(size / 2, 0)
    right = lens.axes[0, :2] / np.hypot(*lens.axes[0, :2])
    down = np.array([right[1], -right[0]])
    ratio = lens.size[0] / lens.size[1]
    for half in np.arange(lens.size[1] / 2 / lens.scale, 0, -0.5):
        places = [
            middle + a * ratio * half * right + b * half * down
            for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))
        ]
        corners = lens.project(np.array([(*spot, 0) for spot in places], np.float32))
        if (corners > 2).all() and (corners < size - 2).all():
            break
    first, second, third, fourth = ((float(x), float(y)) for x, y in corners)
    return (first, second, third, fourth), ratio


def measure_stand(rng: np.random.Generator, lens: Lens, tilt: float, flat: Flat) -> Stand:
    """Return the camera's position over the flat picture, with the error that a calibration has.

    If a calibration takes the focal length too long by a share, it computes the slant in the middle of the
    picture and the camera's height too large by that share.

    Parameters
    ----------
    rng
        Draws the error, by :data:`ERROR_FROM_ABOVE` or :data:`ERROR_ASKEW`.
    lens, tilt
        The camera, and its angle from straight above in degrees.
    flat
        The mapping to the flat picture.
    """
    pixels = np.array(lens.size) / 2 + np.array([(0, 0), (60, 0), (0, 60), (-60, 0), (0, -60)])
    places = np.array([lens.find_place_under(pixel, 0) for pixel in pixels], np.float64)
    flat_points = _flatten_points(pixels, flat)
    true = place_stand(np.asarray(lens.at, np.float64), places, flat_points)
    error = float(np.exp(rng.normal(0, ERROR_ASKEW if tilt > ASKEW_FROM else ERROR_FROM_ABOVE)))
    x, y = flat_points[0] + (np.array([true.x, true.y]) - flat_points[0]) * error**2
    return Stand(float(x), float(y), true.height * error)


def render_table(folder: Path, seed: int, phones: float, table: int) -> list[str]:
    """Render the throws of one table, and return their lines of labels."""
    rng = np.random.default_rng([seed, table])
    look, size = make_table(rng, table, phones)
    mat, lens = MatTable(int(rng.integers(2**31)), size, look=look), Lens(look.view, size)
    corners, ratio = find_field(lens)
    flat = Flat.of(corners, ratio)
    stand = measure_stand(rng, lens, look.view.tilt, flat)
    lines = []
    for throw in range(THROWS):
        try:
            kind = KINDS[int(rng.choice(len(KINDS), p=SHARES))]
            image, shown = mat.throw(throw, kind)
        except NoRoom:
            continue
        base = f"{table:04d}-{throw:02d}"
        name = f"images/{base}.jpg"
        cv2.imwrite(str(folder / name), flat.rectify(image), [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        label = make_label(shown, flat.size, name, base) | {"family": "above", "base": str(table)}
        label["dice"] = [_flatten_label(die, flat) for die in label["dice"]]
        label["things"] = []
        label["stand"] = [round(number, 1) for number in stand]
        lines.append(json.dumps(label))
    return lines


def _flatten_label(die: dict[str, Any], flat: Flat) -> dict[str, Any]:
    """Return a die's label in pixels of the flat picture."""
    points = _flatten_points(np.array([die["centre"], *die["quad"]]), flat)
    edge = float(np.sqrt(cv2.contourArea(points[1:].astype(np.float32))))
    return {
        "value": die["value"],
        "why": die["why"],
        "centre": points[0].round(2).tolist(),
        "edge": round(edge, 2),
        "quad": points[1:].round(2).tolist(),
    }


def _flatten_points(points: NDArray[np.float64], flat: Flat) -> NDArray[np.float64]:
    flattened = cv2.perspectiveTransform(points.reshape(-1, 1, 2), flat.matrix)
    return np.asarray(flattened, np.float64).reshape(-1, 2)


def main() -> None:
    """Render all tables."""
    parser = argparse.ArgumentParser(description="Render labelled throws on mats made flat.")
    parser.add_argument("--to", type=Path, required=True, help="folder for images/ and labels.jsonl")
    parser.add_argument("--tables", type=int, required=True, help="how many tables, of sixteen throws each")
    parser.add_argument("--seed", type=int, default=1, help="another seed gives other pictures")
    parser.add_argument("--phones", type=float, default=0.0, help="share of the tables under a phone, 0 to 1")
    parser.add_argument("--processes", type=int, default=1, help="how many work at once")
    options = parser.parse_args()
    (options.to / "images").mkdir(parents=True, exist_ok=True)
    labels = options.to / "labels.jsonl"
    part = options.to / "labels.part"  # train.py takes labels.jsonl as a sign that all tables are rendered
    with (
        part.open("w") as out,
        Pool(options.processes, initializer=cv2.setNumThreads, initargs=(1,)) as pool,
    ):
        for lines in pool.imap(
            partial(render_table, options.to, options.seed, options.phones), range(options.tables)
        ):
            out.writelines(line + "\n" for line in lines)
            out.flush()
    part.replace(labels)


if __name__ == "__main__":
    main()
