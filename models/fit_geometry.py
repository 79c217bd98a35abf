"""Grows the judges of the geometry reader: ``python models/fit_geometry.py --pictures DIR``.

DIR contains ``train_rune55`` and ``train_epanemu``. Without DIR only rendered pictures and surfaces are used,
and the file of the judges says so. README.md in this folder has the results. The same seeds give the same
file.
"""

import json
import random
import sys
import zlib
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import click
import cv2
import numpy as np
from boost import Floats, grow_trees
from numpy.typing import NDArray
from renderer.describe import describe
from renderer.lay import find_box, lay
from renderer.scene import TableScene
from renderer.truth import ThrowKind
from renderer.wild import make_wild_look
from rich.progress import track
from surfaces import draw_surface

from pi_bunco.frames import Image
from pi_bunco.readings import Box
from pi_bunco.vision.geometry.choose import choose
from pi_bunco.vision.geometry.find import FoundFaces, find_faces
from pi_bunco.vision.geometry.hypotheses import compute_steps
from pi_bunco.vision.geometry.judge import FEATURES, MIN_ALONE, Judge, describe_surroundings
from pi_bunco.vision.geometry.reader import MAX_RIVAL, MIN_COUNTED

HERE = Path(__file__).parent
FOLDS = 3
"""The parts into which the pictures are split; a judge for testing learns from all parts but one."""
TREES = 200
"""How many trees a judge has."""
FIRST_SEED = 100_000
"""The first seed of the rendered pictures. Tests and play use smaller seeds."""
SIZES = ((640, 480), (640, 640), (800, 600))
WRONG_SHARE = 0.35
"""The share of the wrong faces from which the first judge learns, since there are far more wrong faces than
right ones."""


class Picture(NamedTuple):
    """A picture to learn from, with its labelled boxes. A group is never split between training and test."""

    group: str
    image: Image
    dice: list[tuple[Box, int]]
    die_size: float | None


class LabelledFaces(NamedTuple):
    """The faces found in one picture, and which are right (1), wrong (0) or neither (-1)."""

    group: str
    found: FoundFaces
    true: NDArray[np.int8]
    values: list[int]


def read_photos(folder: Path) -> Iterator[Picture]:
    """Yield the training photos: two versions of each fisheye scene, and one of each other scene."""
    groups: dict[tuple[str, str], list[tuple[Path, Any]]] = defaultdict(list)
    for name in ("train_rune55", "train_epanemu"):
        for line in (folder / name / "labels.jsonl").read_text("utf-8").splitlines():
            row = json.loads(line)
            family = row.get("family", "epanemu")
            # table_c does not say which pictures show the same scene, so each picture is its own scene.
            scene = row["image"] if family == "table_c" else row["base"]
            if 1 <= len(row["dice"]) <= 20:
                groups[family, scene].append((folder / name / row["image"], row["dice"]))
    rng = random.Random(1)  # noqa: S311 - chance, not secrecy
    kept: dict[str, list[tuple[str, Path, Any]]] = defaultdict(list)
    for (family, scene), rows in sorted(groups.items()):
        for path, dice in rng.sample(rows, min(len(rows), 2 if family == "fisheye" else 1)):
            kept[family].append((scene, path, dice))
    kept["table_c"] = rng.sample(kept["table_c"], 80)
    for family, photos in kept.items():
        for scene, path, dice in photos:
            image = cv2.imread(str(path))
            if image is not None:
                boxes = [(tuple(die["box"]), die["value"]) for die in dice]
                yield Picture(f"{family} {scene}", np.asarray(image, np.uint8), boxes, None)


def render_pictures(count: int) -> Iterator[Picture]:
    """Render throws, a quarter of them with a die that leans, is stacked or is half out of the picture.

    Such a die counts as no die, and its apparent value as wrong. For some throws the size of the dice is
    known, as at a calibrated table.
    """
    for seed in range(count):
        rng = random.Random(seed)  # noqa: S311 - chance, not secrecy
        size = rng.choice(SIZES)
        number = rng.choice([1, 2, 3, 3, 3, 3, 4, 5, 6])
        kind = (
            rng.choice([*[ThrowKind.PLAIN] * 8, ThrowKind.COCKED, ThrowKind.COCKED, ThrowKind.OUT])
            if number > 1
            else ThrowKind.PLAIN
        )
        image, boxes = _render_throw(FIRST_SEED + seed, number, size, kind)
        edges = [0.85 * float(np.sqrt((box[2] - box[0]) * (box[3] - box[1]))) for box, _ in boxes]
        die_size = float(np.median(edges)) if edges and rng.random() < 0.4 else None
        yield Picture(f"render {seed}", image, boxes, die_size)


def _render_throw(
    seed: int, number: int, size: tuple[int, int], kind: ThrowKind
) -> tuple[Image, list[tuple[Box, int]]]:
    """Render one throw; return the picture, and the boxes and values of the flat dice."""
    rng = np.random.default_rng(seed)
    room = min(size) / (3 * np.sqrt(number))
    look = make_wild_look(
        rng, edge=min(float(np.exp(rng.uniform(np.log(25), np.log(160)))), room), dice=number
    )
    scene = TableScene(look, size, seed)
    values = tuple(int(value) for value in rng.integers(1, 7, number))
    poses = lay(look, scene.lens, rng, values, kind)
    shown = describe(look, scene.lens, seed, poses, kind)
    fine = 2 if look.view.edge > 90 else 3 if look.view.edge > 45 else 4
    image = scene.sensor.shoot(scene.render_still(poses, fine=fine), seed)
    bad = None if shown.readable else find_box(look, scene.lens, poses[-1])
    return image, [(box, value) for box, value in zip(shown.boxes, shown.values, strict=True) if box != bad]


def draw_surfaces(count: int) -> Iterator[Picture]:
    """Draw surfaces without dice."""
    for seed in range(count):
        yield Picture(f"surface {seed}", draw_surface(seed), [], None)


def find_labelled_faces(picture: Picture) -> LabelledFaces:
    """Find the faces in a picture, and mark which are right by its labels."""
    found = find_faces(picture.image, picture.die_size)
    true = np.zeros(found.value.size, np.int8)
    centre, step = found.faces.centre / found.scale, compute_steps(found.faces) / found.scale
    radius = found.faces.radius / found.scale
    for (x0, y0, x1, y1), value in picture.dice:
        side, mean_side = max(x1 - x0, y1 - y0), float(np.sqrt(max(1.0, (x1 - x0) * (y1 - y0))))
        distance = np.hypot(centre[:, 0] - (x0 + x1) / 2, centre[:, 1] - (y0 + y1) / 2)
        right = (distance < 0.3 * side) & (found.value == value)
        # A box may be that of the upper face or of the whole body, so a face may be much smaller.
        fits = (3.6 * step > 0.36 * mean_side) & (3.6 * step < 1.3 * mean_side)
        fits &= (found.faces.kind > 1) | ((radius > 0.05 * mean_side) & (radius < 0.22 * mean_side))
        true[right] = np.where(fits[right], 1, -1)
    return LabelledFaces(picture.group, found, true, sorted(value for _, value in picture.dice))


class Judges(NamedTuple):
    """Both judges in the form of the file."""

    alone: dict[str, Any]
    among: dict[str, Any]


def fit_judges(labelled: list[LabelledFaces]) -> Judges:
    """Grow both judges.

    The second judge also learns from results of the first one, for pictures from which that has not learnt.
    """
    folds = np.array([zlib.crc32(faces.group.encode()) % FOLDS for faces in labelled])
    rows = [faces.found.value.size for faces in labelled]
    fold_of_row, picture_of_row = np.repeat(folds, rows), np.repeat(np.arange(len(labelled)), rows)
    features = np.concatenate([faces.found.features for faces in labelled])
    labels = np.concatenate([faces.true for faces in labelled])
    chosen = np.random.default_rng(0).random(labels.size) < WRONG_SHARE
    used_alone = (labels == 1) | ((labels == 0) & chosen)
    weight = np.where(labels == 1, 1.0, 1 / WRONG_SHARE)
    alone = np.zeros(labels.size, np.float32)
    for k in range(FOLDS):
        train = used_alone & (fold_of_row != k)
        alone[fold_of_row == k] = make_judge(
            grow_trees(features[train], labels[train], weight[train], trees=TREES)
        )(features[fold_of_row == k])
    surroundings = np.concatenate(
        [describe_surroundings(faces.found, alone[picture_of_row == k]) for k, faces in enumerate(labelled)]
    )
    all_features = np.concatenate([surroundings, features], 1)
    likely = alone > MIN_ALONE
    used_among = likely & (labels >= 0)
    held_out = np.zeros(labels.size, np.float32)
    for k in range(FOLDS):
        train, test = used_among & (fold_of_row != k), likely & (fold_of_row == k)
        held_out[test] = make_judge(
            grow_trees(all_features[train], labels[train], np.ones(int(train.sum())), trees=TREES)
        )(all_features[test])
    print_report(labelled, [held_out[picture_of_row == k] for k in range(len(labelled))])
    return Judges(
        grow_trees(features[used_alone], labels[used_alone], weight[used_alone], trees=TREES),
        grow_trees(all_features[used_among], labels[used_among], np.ones(int(used_among.sum())), trees=TREES),
    )


def print_report(labelled: list[LabelledFaces], held_out: list[Floats]) -> None:
    """Print how many held-out pictures would be accepted, and how many of them misread, by threshold."""
    dice_by_picture = [
        choose(faces.found, confidence) for faces, confidence in zip(labelled, held_out, strict=True)
    ]
    for sure in (0.5, 0.6, 0.7, 0.8, 0.9, 0.95):
        tallies: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
        for faces, all_dice in zip(labelled, dice_by_picture, strict=True):
            dice = [die for die in all_dice if die.confidence >= MIN_COUNTED]
            if len(faces.values) > 6:
                continue
            tally = tallies[faces.group.split()[0]]
            tally[0] += 1
            if len(dice) == max(1, len(faces.values)) and all(
                die.confidence >= sure and die.rival < MAX_RIVAL for die in dice
            ):
                tally[1] += 1
                tally[2] += sorted(die.value for die in dice) != faces.values
        click.echo(
            f"{sure}: " + ", ".join(f"{kind} {n[1]}/{n[0]}, {n[2]} wrong" for kind, n in tallies.items())
        )


def make_judge(trees: dict[str, Any]) -> Judge:
    """Return the judge from its trees."""
    limit, leaves = np.array(trees["limit"], np.float32), np.array(trees["leaves"], np.float32)
    return Judge(trees["base"], np.array(trees["asked"], np.intp), limit, leaves)


@click.command()
@click.option(
    "--pictures", type=click.Path(path_type=Path, exists=True), help="Folder of the training folders."
)
@click.option("--renders", default=700, show_default=True, help="How many throws to render.")
@click.option("--empty", default=260, show_default=True, help="How many surfaces to draw.")
@click.option("--out", type=click.Path(path_type=Path), default=HERE / "geometry.json", show_default=True)
def main(pictures: Path | None, renders: int, empty: int, out: Path) -> None:
    """Grow the judges and write them."""
    cv2.setNumThreads(1)
    sources = [render_pictures(renders), draw_surfaces(empty), *([read_photos(pictures)] if pictures else [])]
    faces = (find_labelled_faces(item) for source in sources for item in source)
    labelled = [item for item in track(faces, "Looking", total=None) if item.found.value.size]
    judges = fit_judges(labelled)
    kinds: dict[str, int] = defaultdict(int)
    for item in labelled:
        kinds[item.group.split()[0]] += 1
    written = {
        "made_by": "models/fit_geometry.py",
        "pictures": dict(sorted(kinds.items())),
        "judges": {name: {"names": FEATURES[name], **trees} for name, trees in judges._asdict().items()},
    }
    out.write_text(json.dumps(written, separators=(",", ":")), "utf-8")
    click.echo(
        f"{sum(kinds.values())} pictures, {sum(item.true.size for item in labelled)} faces: {out}",
        file=sys.stderr,
    )


if __name__ == "__main__":
    main()
