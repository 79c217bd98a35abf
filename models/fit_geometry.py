"""Grows the judges of the geometry reader: ``python models/fit_geometry.py --pictures DIR``.

DIR contains ``train_rune55`` and ``train_epanemu``. Without it only rendered pictures and surfaces are used,
and the file says so. README.md in this folder has the results. The same seeds give the same file.
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
from rich.progress import track
from surfaces import draw_surface

from pi_bunco.devices.camera.mock.describe import describe
from pi_bunco.devices.camera.mock.lay import find_box, lay
from pi_bunco.devices.camera.mock.scene import MockScene
from pi_bunco.devices.camera.mock.truth import ThrowKind
from pi_bunco.devices.camera.mock.wild import make_wild_look
from pi_bunco.frames import Box, Image
from pi_bunco.vision.geometry.choose import choose
from pi_bunco.vision.geometry.find import FoundFaces, find_faces
from pi_bunco.vision.geometry.hypotheses import compute_steps
from pi_bunco.vision.geometry.judge import FEATURES, MIN_ALONE, Judge, describe_surroundings
from pi_bunco.vision.geometry.reader import MAX_RIVAL, MIN_COUNTED

HERE = Path(__file__).parent
FOLDS = 3
TREES = 200
RENDERED_FROM = 100_000
"""The first seed of the rendered pictures; those of tests and play are smaller."""
SIZES = ((640, 480), (640, 640), (800, 600))
SPARED = 0.35
"""Share of the wrong faces that are used to grow the first judge; they are far more than the right ones."""


class Picture(NamedTuple):
    """A picture to learn from: its group (never split between training and test), image, labelled boxes."""

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
    """Yield the training photos: two versions of each fisheye photo, one of each other."""
    groups: dict[tuple[str, str], list[tuple[Path, Any]]] = defaultdict(list)
    for name in ("train_rune55", "train_epanemu"):
        for line in (folder / name / "labels.jsonl").read_text("utf-8").splitlines():
            row = json.loads(line)
            kind = row.get("family", "epanemu")
            # table_c has lost its base names, so each picture is its own base.
            base = row["image"] if kind == "table_c" else row["base"]
            if 1 <= len(row["dice"]) <= 20:
                groups[kind, base].append((folder / name / row["image"], row["dice"]))
    rng = random.Random(1)  # noqa: S311 - chance, not secrecy
    kept: dict[str, list[tuple[str, Path, Any]]] = defaultdict(list)
    for (kind, base), rows in sorted(groups.items()):
        for path, dice in rng.sample(rows, min(len(rows), 2 if kind == "fisheye" else 1)):
            kept[kind].append((base, path, dice))
    kept["table_c"] = rng.sample(kept["table_c"], 80)
    for kind, some in kept.items():
        for base, path, dice in some:
            image = cv2.imread(str(path))
            if image is not None:
                boxes = [(tuple(die["box"]), die["value"]) for die in dice]
                yield Picture(f"{kind} {base}", np.asarray(image, np.uint8), boxes, None)


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
        image, boxes = _render_throw(RENDERED_FROM + seed, number, size, kind)
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
    scene = MockScene(look, size, seed)
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
    """Find the faces of a picture and compare them with its labels."""
    found = find_faces(picture.image, picture.die_size)
    true = np.zeros(found.value.size, np.int8)
    centre, step = found.faces.centre / found.scale, compute_steps(found.faces) / found.scale
    radius = found.faces.radius / found.scale
    for (x0, y0, x1, y1), value in picture.dice:
        side, mean = max(x1 - x0, y1 - y0), float(np.sqrt(max(1.0, (x1 - x0) * (y1 - y0))))
        off = np.hypot(centre[:, 0] - (x0 + x1) / 2, centre[:, 1] - (y0 + y1) / 2)
        right = (off < 0.3 * side) & (found.value == value)
        # A box may be that of the upper face or of the whole body, so a face may be much smaller.
        fits = (3.6 * step > 0.36 * mean) & (3.6 * step < 1.3 * mean)
        fits &= (found.faces.kind > 1) | ((radius > 0.05 * mean) & (radius < 0.22 * mean))
        true[right] = np.where(fits[right], 1, -1)
    return LabelledFaces(picture.group, found, true, sorted(value for _, value in picture.dice))


class Judges(NamedTuple):
    """Both judges in the form of the file."""

    alone: dict[str, Any]
    among: dict[str, Any]


def fit_judges(some: list[LabelledFaces]) -> Judges:
    """Grow both judges; the second one learns from the first one's results for pictures it has not seen."""
    group = np.array([zlib.crc32(one.group.encode()) % FOLDS for one in some])
    rows = [one.found.value.size for one in some]
    fold, picture = np.repeat(group, rows), np.repeat(np.arange(len(some)), rows)
    seen = np.concatenate([one.found.features for one in some])
    true = np.concatenate([one.true for one in some])
    spared = np.random.default_rng(0).random(true.size) < SPARED
    used = (true == 1) | ((true == 0) & spared)
    weight = np.where(true == 1, 1.0, 1 / SPARED)
    first = np.zeros(true.size, np.float32)
    for k in range(FOLDS):
        train = used & (fold != k)
        first[fold == k] = make_judge(grow_trees(seen[train], true[train], weight[train], trees=TREES))(
            seen[fold == k]
        )
    around = np.concatenate(
        [describe_surroundings(one.found, first[picture == k]) for k, one in enumerate(some)]
    )
    both = np.concatenate([around, seen], 1)
    likely = first > MIN_ALONE
    taught = likely & (true >= 0)
    held = np.zeros(true.size, np.float32)
    for k in range(FOLDS):
        train, test = taught & (fold != k), likely & (fold == k)
        held[test] = make_judge(grow_trees(both[train], true[train], np.ones(int(train.sum())), trees=TREES))(
            both[test]
        )
    print_report(some, [held[picture == k] for k in range(len(some))])
    return Judges(
        grow_trees(seen[used], true[used], weight[used], trees=TREES),
        grow_trees(both[taught], true[taught], np.ones(int(taught.sum())), trees=TREES),
    )


def print_report(some: list[LabelledFaces], held: list[Floats]) -> None:
    """Print how many held-out pictures would be accepted and misread, for several thresholds."""
    places = [choose(one.found, confidence) for one, confidence in zip(some, held, strict=True)]
    for sure in (0.5, 0.6, 0.7, 0.8, 0.9, 0.95):
        tallies: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
        for one, found in zip(some, places, strict=True):
            dice = [die for die in found if die.confidence >= MIN_COUNTED]
            if len(one.values) > 6:
                continue
            tally = tallies[one.group.split()[0]]
            tally[0] += 1
            if len(dice) == max(1, len(one.values)) and all(
                d.confidence >= sure and d.rival < MAX_RIVAL for d in dice
            ):
                tally[1] += 1
                tally[2] += sorted(die.value for die in dice) != one.values
        click.echo(
            f"{sure}: " + ", ".join(f"{kind} {n[1]}/{n[0]}, {n[2]} wrong" for kind, n in tallies.items())
        )


def make_judge(made: dict[str, Any]) -> Judge:
    """Return the judge from its trees."""
    limit, leaves = np.array(made["limit"], np.float32), np.array(made["leaves"], np.float32)
    return Judge(made["base"], np.array(made["asked"], np.intp), limit, leaves)


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
    every = (find_labelled_faces(one) for source in sources for one in source)
    some = [one for one in track(every, "Looking", total=None) if one.found.value.size]
    judges = fit_judges(some)
    kinds: dict[str, int] = defaultdict(int)
    for one in some:
        kinds[one.group.split()[0]] += 1
    written = {
        "made_by": "models/fit_geometry.py",
        "pictures": dict(sorted(kinds.items())),
        "judges": {name: {"names": FEATURES[name], **made} for name, made in judges._asdict().items()},
    }
    out.write_text(json.dumps(written, separators=(",", ":")), "utf-8")
    click.echo(
        f"{sum(kinds.values())} pictures, {sum(one.true.size for one in some)} faces: {out}", file=sys.stderr
    )


if __name__ == "__main__":
    main()
