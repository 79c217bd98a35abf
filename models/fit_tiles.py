"""Grows the judges for pips at known places.

Like ``fit_geometry.py``, but with the tile picture of each picture's dice
(``pi_bunco/vision/geometry/tiles.py``) and of places without dice. Places and sizes have small errors, as
those of a finder do.
"""

import json
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
from fit_geometry import LabelledFaces, fit_judges
from learn.pictures import Picture

from pi_bunco.frames import Image
from pi_bunco.vision.geometry.hypotheses import compute_steps
from pi_bunco.vision.geometry.judge import FEATURES
from pi_bunco.vision.geometry.tiles import EDGE, MAX_MIDDLE_DISTANCE, Place, find_in_tiles, place_faces

MAX_DICE, MAX_PICTURES = 8, 1800
"""The most dice of a picture that are used, and the most pictures."""


def choose_places(
    rng: np.random.Generator, picture: Picture, shape: tuple[int, ...]
) -> list[tuple[Place, int]]:
    """Return places and their values; 0 means no readable die."""
    faces = [face for face in picture.faces if face.edge > 10]
    rng.shuffle(faces)
    labelled: list[tuple[Place, int]] = []
    for face in faces[:MAX_DICE]:
        off = rng.normal(0, 0.05, 2) * face.edge
        size = face.edge * float(np.exp(rng.normal(0, 0.1)))
        labelled.append(
            ((face.x + float(off[0]), face.y + float(off[1]), size), 0 if face.why else face.value)
        )
    for face in faces[:2]:  # beside a die, where its side or its neighbour's is visible
        distance, direction = face.edge * rng.uniform(0.6, 1.2), rng.uniform(0, 2 * np.pi)
        x, y = face.x + distance * np.cos(direction), face.y + distance * np.sin(direction)
        if all(np.hypot(x - other.x, y - other.y) > 0.55 * other.edge for other in faces):
            labelled.append(((float(x), float(y), face.edge), 0))
    for x, y, width in picture.things[:2]:
        labelled.append(((x, y, max(width * 0.8, 10.0)), 0))
    if not labelled:
        labelled = [
            ((rng.uniform(0, shape[1]), rng.uniform(0, shape[0]), rng.uniform(20, 90)), 0) for _ in range(3)
        ]
    return labelled


def examine_pictures(pictures: list[Picture]) -> Iterator[LabelledFaces]:
    """Find the faces in each picture's tile picture, and compare them with its labels."""
    for number, picture in enumerate(pictures):
        image = cv2.imread(str(picture.path))
        if image is not None:
            rng = np.random.default_rng((5, number))
            yield find_labelled_faces(
                np.asarray(image, np.uint8), picture, choose_places(rng, picture, image.shape)
            )


def find_labelled_faces(image: Image, picture: Picture, labelled: list[tuple[Place, int]]) -> LabelledFaces:
    """Find the faces in one picture's tile picture, with which of them are right."""
    found = find_in_tiles(image, [place for place, _ in labelled])
    true = np.zeros(found.value.size, np.int8)
    if true.size:
        place, distance = place_faces(found, len(labelled))
        wanted = np.array([value for _, value in labelled])[place]
        width = 3.6 * compute_steps(found.faces) / found.scale
        right = (wanted == found.value) & (distance < MAX_MIDDLE_DISTANCE * EDGE)
        true[right] = np.where((width[right] > 0.6 * EDGE) & (width[right] < 1.5 * EDGE), 1, -1)
    group = f"{picture.family} {picture.base}"
    return LabelledFaces(group, found, true, sorted(value for _, value in labelled if value))


def grow_tiles(pictures: list[Picture], out: Path) -> None:
    """Grow the judges from one picture of each scene, and write them."""
    cv2.setNumThreads(1)
    scenes = list(
        {
            (picture.family, picture.base): picture for picture in pictures if picture.family != "table_b"
        }.values()
    )
    order = np.random.default_rng(0).permutation(len(scenes))[:MAX_PICTURES]
    labelled = [faces for faces in examine_pictures([scenes[k] for k in order]) if faces.found.value.size]
    judges = fit_judges(labelled)
    kinds: dict[str, int] = defaultdict(int)
    for faces in labelled:
        kinds[faces.group.split()[0]] += 1
    written = {
        "made_by": "models/train.py",
        "pictures": dict(sorted(kinds.items())),
        "judges": {name: {"names": FEATURES[name], **trees} for name, trees in judges._asdict().items()},
    }
    out.write_text(json.dumps(written, separators=(",", ":")), "utf-8")
