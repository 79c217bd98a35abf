"""Grows the judges for pips at known places.

As ``fit_geometry.py``, but each picture is the sheet of its dice (``pi_bunco/vision/geometry/tiles.py``), a
little off in place and size as a finder is, and of places where no die lies.
"""

import json
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
from fit_geometry import Faces, fit
from learn.pictures import Picture

from pi_bunco.frames import Image
from pi_bunco.vision.geometry.hypotheses import steps_of
from pi_bunco.vision.geometry.tiles import EDGE, HERE, NAMES, Place, place_faces, seek

MOST, MOST_PICTURES = 8, 1800
"""Dice of a picture and pictures that are looked at, at most."""


def places(rng: np.random.Generator, picture: Picture, shape: tuple[int, ...]) -> list[tuple[Place, int]]:
    """Return places and what lies there: a value, 0 for no readable die."""
    faces = [face for face in picture.faces if face.edge > 10]
    rng.shuffle(faces)  # type: ignore[arg-type]  # a list of tuples it takes as well
    told: list[tuple[Place, int]] = []
    for face in faces[:MOST]:
        off = rng.normal(0, 0.05, 2) * face.edge
        size = face.edge * float(np.exp(rng.normal(0, 0.1)))
        told.append(((face.x + float(off[0]), face.y + float(off[1]), size), 0 if face.why else face.value))
    for face in faces[:2]:  # beside a die, where its side or its neighbour's is seen
        away, way = face.edge * rng.uniform(0.6, 1.2), rng.uniform(0, 2 * np.pi)
        x, y = face.x + away * np.cos(way), face.y + away * np.sin(way)
        if all(np.hypot(x - one.x, y - one.y) > 0.55 * one.edge for one in faces):
            told.append(((float(x), float(y), face.edge), 0))
    for x, y, wide in picture.things[:2]:
        told.append(((x, y, max(wide * 0.8, 10.0)), 0))
    if not told:
        told = [
            ((rng.uniform(0, shape[1]), rng.uniform(0, shape[0]), rng.uniform(20, 90)), 0) for _ in range(3)
        ]
    return told


def looked_at(pictures: list[Picture]) -> Iterator[Faces]:
    """Seek each picture's faces on its sheet, and compare them with its labels."""
    for number, picture in enumerate(pictures):
        image = cv2.imread(str(picture.path))
        if image is not None:
            rng = np.random.default_rng((5, number))
            yield faces(np.asarray(image, np.uint8), picture, places(rng, picture, image.shape))


def faces(image: Image, picture: Picture, told: list[tuple[Place, int]]) -> Faces:
    """Seek the faces of one picture's sheet and say which are right."""
    found = seek(image, [place for place, _ in told])
    true = np.zeros(found.value.size, np.int8)
    if true.size:
        place, away = place_faces(found, len(told))
        wanted = np.array([value for _, value in told])[place]
        wide = 3.6 * steps_of(found.faces) / found.scale
        right = (wanted == found.value) & (away < HERE * EDGE)
        true[right] = np.where((wide[right] > 0.6 * EDGE) & (wide[right] < 1.5 * EDGE), 1, -1)
    group = f"{picture.family} {picture.base}"
    return Faces(group, found, true, sorted(value for _, value in told if value))


def grow_tiles(pictures: list[Picture], out: Path) -> None:
    """Grow the judges from one version of each picture, and write them."""
    cv2.setNumThreads(1)
    alone = list({(one.family, one.base): one for one in pictures if one.family != "table_b"}.values())
    order = np.random.default_rng(0).permutation(len(alone))[:MOST_PICTURES]
    some = [one for one in looked_at([alone[k] for k in order]) if one.found.value.size]
    judges = fit(some)
    kinds: dict[str, int] = defaultdict(int)
    for one in some:
        kinds[one.group.split()[0]] += 1
    written = {
        "made_by": "models/train.py",
        "pictures": dict(sorted(kinds.items())),
        "judges": {name: {"names": NAMES[name], **made} for name, made in judges._asdict().items()},
    }
    out.write_text(json.dumps(written, separators=(",", ":")), "utf-8")
