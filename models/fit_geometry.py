"""Grows the judges of the geometry reader: ``python models/fit_geometry.py --pictures DIR``.

DIR holds ``train_rune55`` and ``train_epanemu``; without it rendered pictures and surfaces alone are used,
and the file says so. README.md beside this file tells what came out. The same seeds give the same file.
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
from boost import Floats, grow
from numpy.typing import NDArray
from rich.progress import track
from surfaces import surface

from pi_bunco.devices.camera.mock.describe import describe
from pi_bunco.devices.camera.mock.lay import find_box, lay
from pi_bunco.devices.camera.mock.scene import MockScene
from pi_bunco.devices.camera.mock.truth import ThrowKind
from pi_bunco.devices.camera.mock.wild import make_wild_look
from pi_bunco.frames import Box, Image
from pi_bunco.vision.geometry import context, evidence
from pi_bunco.vision.geometry.choose import choose
from pi_bunco.vision.geometry.find import Found, find
from pi_bunco.vision.geometry.hypotheses import steps_of
from pi_bunco.vision.geometry.judge import UNLIKELY, Judge
from pi_bunco.vision.geometry.reader import LIKELY, RIVAL

HERE = Path(__file__).parent
FOLDS = 3
TREES = 200
RENDERED_FROM = 100_000
"""The first seed of the renders; those of tests and play are smaller."""
SIZES = ((640, 480), (640, 640), (800, 600))
SPARED = 0.35
"""Share of the wrong faces that the first judge is grown from; they outnumber the right ones by far."""


class Picture(NamedTuple):
    """A picture to learn from: its group (kept on one side of any split), itself, boxes with values."""

    group: str
    image: Image
    dice: list[tuple[Box, int]]
    die_size: float | None


class Faces(NamedTuple):
    """The faces found in one picture, and which are right (1), wrong (0) or neither (-1)."""

    group: str
    found: Found
    true: NDArray[np.int8]
    values: list[int]


def photos(folder: Path) -> Iterator[Picture]:
    """Yield the training photos: two versions of each fisheye photo, one of each other."""
    groups: dict[tuple[str, str], list[tuple[Path, Any]]] = defaultdict(list)
    for name in ("train_rune55", "train_epanemu"):
        for line in (folder / name / "labels.jsonl").read_text("utf-8").splitlines():
            row = json.loads(line)
            kind = row.get("family", "epanemu")
            # table_c has lost its base names, so its pictures stand for themselves.
            base = row["image"] if kind == "table_c" else row["base"]
            if 1 <= len(row["dice"]) <= 20:
                groups[kind, base].append((folder / name / row["image"], row["dice"]))
    rng = random.Random(1)  # noqa: S311 - chance, not secrecy
    kept: dict[str, list[tuple[str, Path, Any]]] = defaultdict(list)
    for (kind, base), rows in sorted(groups.items()):
        for path, dice in rng.sample(rows, min(len(rows), 2 if kind == "fisheye" else 1)):
            kept[kind].append((base, path, dice))
    kept["table_c"] = rng.sample(kept["table_c"], 80)
    for kind, rows in kept.items():
        for base, path, dice in rows:
            image = cv2.imread(str(path))
            if image is not None:
                boxes = [(tuple(die["box"]), die["value"]) for die in dice]
                yield Picture(f"{kind} {base}", np.asarray(image, np.uint8), boxes, None)


def rendered(count: int) -> Iterator[Picture]:
    """Render throws, a quarter of them with a die that leans, is stacked or lies half out of the picture.

    Such a die is no die to the reader: what it seems to show is wrong. Of some throws the reader is told
    how large the dice are, as a calibrated table does.
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
        image, boxes = _throw(RENDERED_FROM + seed, number, size, kind)
        edges = [0.85 * float(np.sqrt((box[2] - box[0]) * (box[3] - box[1]))) for box, _ in boxes]
        told = float(np.median(edges)) if edges and rng.random() < 0.4 else None
        yield Picture(f"render {seed}", image, boxes, told)


def _throw(
    seed: int, number: int, size: tuple[int, int], kind: ThrowKind
) -> tuple[Image, list[tuple[Box, int]]]:
    """Render one throw; give the boxes and values of the dice that lie as they should."""
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
    image = scene.sensor.shoot(scene.still(poses, fine=fine), seed)
    bad = None if shown.readable else find_box(look, scene.lens, poses[-1])
    return image, [(box, value) for box, value in zip(shown.boxes, shown.values, strict=True) if box != bad]


def surfaces(count: int) -> Iterator[Picture]:
    """Draw surfaces with no dice."""
    for seed in range(count):
        yield Picture(f"surface {seed}", surface(seed), [], None)


def faces(picture: Picture) -> Faces:
    """Find the faces of a picture and compare them with its labels."""
    found = find(picture.image, picture.die_size)
    true = np.zeros(found.value.size, np.int8)
    centre, step = found.faces.centre / found.scale, steps_of(found.faces) / found.scale
    radius = found.faces.radius / found.scale
    for (x0, y0, x1, y1), value in picture.dice:
        side, mean = max(x1 - x0, y1 - y0), float(np.sqrt(max(1.0, (x1 - x0) * (y1 - y0))))
        off = np.hypot(centre[:, 0] - (x0 + x1) / 2, centre[:, 1] - (y0 + y1) / 2)
        right = (off < 0.3 * side) & (found.value == value)
        # Boxes are of the top face or the whole body, so a face may be a good deal smaller.
        fits = (3.6 * step > 0.36 * mean) & (3.6 * step < 1.3 * mean)
        fits &= (found.faces.kind > 1) | ((radius > 0.05 * mean) & (radius < 0.22 * mean))
        true[right] = np.where(fits[right], 1, -1)
    return Faces(picture.group, found, true, sorted(value for _, value in picture.dice))


class Judges(NamedTuple):
    """Both judges as they are written to the file."""

    alone: dict[str, Any]
    among: dict[str, Any]


def fit(some: list[Faces]) -> Judges:
    """Grow both judges; the second one learns from what the first says of pictures it never saw."""
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
        first[fold == k] = judge(grow(seen[train], true[train], weight[train], trees=TREES))(seen[fold == k])
    around = np.concatenate(
        [context.surroundings(one.found, first[picture == k]) for k, one in enumerate(some)]
    )
    both = np.concatenate([around, seen], 1)
    likely = first > UNLIKELY
    taught = likely & (true >= 0)
    held = np.zeros(true.size, np.float32)
    for k in range(FOLDS):
        train, test = taught & (fold != k), likely & (fold == k)
        held[test] = judge(grow(both[train], true[train], np.ones(int(train.sum())), trees=TREES))(both[test])
    report(some, [held[picture == k] for k in range(len(some))])
    return Judges(
        grow(seen[used], true[used], weight[used], trees=TREES),
        grow(both[taught], true[taught], np.ones(int(taught.sum())), trees=TREES),
    )


def report(some: list[Faces], held: list[Floats]) -> None:
    """Print what would be accepted and misread, for several thresholds, on pictures held out."""
    places = [choose(one.found, confidence) for one, confidence in zip(some, held, strict=True)]
    for sure in (0.5, 0.6, 0.7, 0.8, 0.9, 0.95):
        told: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
        for one, found in zip(some, places, strict=True):
            dice = [die for die in found if die.confidence >= LIKELY]
            if len(one.values) > 6:
                continue
            tally = told[one.group.split()[0]]
            tally[0] += 1
            if len(dice) == max(1, len(one.values)) and all(
                d.confidence >= sure and d.rival < RIVAL for d in dice
            ):
                tally[1] += 1
                tally[2] += sorted(die.value for die in dice) != one.values
        click.echo(f"{sure}: " + ", ".join(f"{kind} {n[1]}/{n[0]}, {n[2]} wrong" for kind, n in told.items()))


def judge(made: dict[str, Any]) -> Judge:
    """Return the judge that was grown."""
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
    sources = [rendered(renders), surfaces(empty), *([photos(pictures)] if pictures else [])]
    every = (faces(one) for source in sources for one in source)
    some = [one for one in track(every, "Looking", total=None) if one.found.value.size]
    judges = fit(some)
    names = {"alone": evidence.NAMES, "among": (*context.NAMES, *evidence.NAMES)}
    kinds: dict[str, int] = defaultdict(int)
    for one in some:
        kinds[one.group.split()[0]] += 1
    written = {
        "made_by": "models/fit_geometry.py",
        "pictures": dict(sorted(kinds.items())),
        "judges": {name: {"names": names[name], **made} for name, made in judges._asdict().items()},
    }
    out.write_text(json.dumps(written, separators=(",", ":")), "utf-8")
    click.echo(
        f"{sum(kinds.values())} pictures, {sum(one.true.size for one in some)} faces: {out}", file=sys.stderr
    )


if __name__ == "__main__":
    main()
