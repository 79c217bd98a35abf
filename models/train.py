"""Trains everything again, with one command: ``python models/train.py --pictures DIR``.

DIR contains ``train_rune55`` and ``train_epanemu`` (README.md in this folder says where they come from) and,
optionally, folders that a table kept (``pi-bunco run --keep``). Without it only rendered pictures are used,
and the manifest says so. Everything is seeded. A run on two cores took two hours and ten minutes, and
9 GB of memory. Each stage leaves its files in the work folder, so that a run that was stopped
can continue.

It needs ``pip install -e .[train]``.
"""

import hashlib
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple

import click
import cv2
import numpy as np
import torch
from fit_belief import (
    Case,
    choose_flat_thresholds,
    choose_thresholds,
    examine_flat_pictures,
    examine_pictures,
    fit_sums,
    write_belief,
)
from fit_tiles import grow_tiles
from learn import train_above, train_finding, train_reading, train_surroundings
from learn.nets import export_network, make_finding_network, make_reading_network
from learn.patches import cut_patches
from learn.pictures import Picture, read_labelled
from torch import nn

from pi_bunco.vision.double.candidates import NAMES
from pi_bunco.vision.double.examine import Examiner
from pi_bunco.vision.geometry.judge import load
from pi_bunco.vision.learnt import upright
from pi_bunco.vision.learnt.classify import classify
from pi_bunco.vision.learnt.weights import Network
from pi_bunco.vision.learnt.window import SIDE

HERE = Path(__file__).parent
RENDERED, BADLY, HUED, DOMINOES, PRINTS, HELD = 2700, 900, 1000, 800, 1200, 450
"""How many pictures to render. Five kinds to learn from: usual ones; most with a badly placed die; most with
pips that differ from the body only in colour; with dominoes; with printed faces, many with dominoes too. The
last ones are for the thresholds."""
STEPS = {
    "finding": 3000,
    "reading": 13000,
    "surroundings": 8000,
    "finding_above": 5000,
    "above": 5000,
    "above_thorough": 6000,
    "fold": 2500,
}
TABLES, HELD_TABLES = 400, 60
"""How many mats to render, with sixteen throws each: to learn from, and for the thresholds."""
PHONES = 0.3
"""The share of these mats that lie under a phone."""
FLAT = {"fisheye", "trays"}
"""Families of photos from above."""
HALVES = ({"fisheye", "trays"}, {"table_a", "table_b", "table_c", "train_epanemu"})
"""The two halves of the photos; all photos of the second half are of one table, by one camera."""
PLANNED = 3, 192, 256
READ = 3, SIDE, SIDE


@click.command()
@click.option("--pictures", type=click.Path(path_type=Path, exists=True), help="Folder of labelled folders.")
@click.option(
    "--work",
    type=click.Path(path_type=Path),
    default=HERE / "build",
    show_default=True,
    help="Where stages leave their files.",
)
@click.option(
    "--to", type=click.Path(path_type=Path), default=HERE, show_default=True, help="Where the weights go."
)
@click.option(
    "--quick", is_flag=True, help="A hundredth of everything, to try the script: of no use at a table."
)
def main(pictures: Path | None, work: Path, to: Path, *, quick: bool) -> None:
    """Render, train, fit, and write the weights with their manifest."""
    part = 100 if quick else 1
    work.mkdir(parents=True, exist_ok=True)
    to.mkdir(parents=True, exist_ok=True)
    rendered = _render_pictures(work / "rendered", RENDERED // part, 2)
    rendered += _render_pictures(work / "badly", BADLY // part, 4, bad=0.85)
    rendered += _render_pictures(work / "hues", HUED // part, 6, hues=0.7)
    rendered += _render_pictures(work / "dominoes", DOMINOES // part, 8, bad=0.05, dominoes=1.0)
    prints = _render_pictures(work / "prints", PRINTS // part, 10, bad=0.1, dominoes=0.4, prints=1.0)
    held = _render_pictures(work / "held", HELD // part, 3)
    photos = _read_photos(pictures)
    everything = rendered + photos
    click.echo(f"Pictures: {dict(Counter(picture.family for picture in everything))}")
    finding = _train_network(
        work / "finding.onnx",
        PLANNED,
        lambda: train_finding.fit(everything, STEPS["finding"] // part, threads=2),
    )
    reading = _train_network(
        work / "reading.onnx", READ, lambda: _train_reading(everything, STEPS["reading"] // part)
    )
    surroundings = _train_network(
        work / "surroundings.onnx",
        READ,
        lambda: train_surroundings.fit(
            train_surroundings.cut_surroundings(everything + prints),
            STEPS["surroundings"] // part,
            threads=2,
        ),
    )
    mats = _render_flat_pictures(work / "mats", TABLES // part + 1, 5)
    held_mats = _render_flat_pictures(work / "held_mats", HELD_TABLES // part + 1, 7)
    finding_above = _train_network(
        work / "finding_above.onnx",
        PLANNED,
        lambda: train_finding.fit_above(
            _load_network(finding, make_finding_network()), mats, STEPS["finding_above"] // part, threads=2
        ),
    )
    from_above = mats + [photo for photo in photos if photo.family in FLAT]
    slanted = cache(lambda: train_above.cut_slanted(from_above))
    upright_size = 4, upright.SIDE, upright.SIDE
    above = _train_network(
        work / "above.onnx",
        upright_size,
        lambda: train_above.fit(
            slanted(), _load_network(reading, make_reading_network()), STEPS["above"] // part, 2, threads=2
        ),
    )
    thorough = _train_network(
        work / "above_thorough.onnx",
        upright_size,
        lambda: train_above.fit_thorough(
            slanted(),
            _load_network(above, make_reading_network(4, upright.SIDE)),
            STEPS["above_thorough"] // part,
            3,
            threads=2,
        ),
    )
    judges = _grow_judges(work / "tiles.json", everything)
    folds = Folds(photos, rendered, held, STEPS["fold"] // part)
    cases = [case for half in HALVES for case in folds.examine(work, half)]
    # The network that ships has not seen these rendered throws, either.
    cases += examine_pictures(held, _make_examiner(work, reading, judges))
    sums = fit_sums(cases)
    write_belief(sums, *choose_thresholds(sums, cases), work / "belief.json")
    examiner = _make_examiner(work, reading, judges, close_look=finding_above)
    networks = upright.Classifiers(Network(above), Network(thorough))
    cases = examine_flat_pictures(held_mats, examiner, networks)
    sums = fit_sums(cases, NAMES)
    write_belief(sums, *choose_flat_thresholds(sums, cases), work / "above.json")
    files = [
        finding,
        reading,
        surroundings,
        finding_above,
        above,
        thorough,
        judges,
        work / "belief.json",
        work / "above.json",
    ]
    _ship(files, to, list(dict.fromkeys(everything + prints + from_above)))


def _render_pictures(folder: Path, count: int, seed: int, **shares: float) -> list[Picture]:
    """Render the pictures that are missing, with the shares that ``render.py`` takes, and return all."""
    _run("render.py", to=folder, count=count, seed=seed, **shares)
    return read_labelled(folder)[:count]


def _read_photos(folder: Path | None) -> list[Picture]:
    """Read all labelled folders in a folder."""
    if folder is None:
        return []
    folders = sorted(path.parent for path in folder.glob("*/labels.jsonl"))
    return [picture for labelled in folders for picture in read_labelled(labelled)]


def _render_flat_pictures(folder: Path, tables: int, seed: int) -> list[Picture]:
    """Render throws in flat pictures if they are missing, and return them."""
    if not (folder / "labels.jsonl").exists():
        _run("render_above.py", to=folder, tables=tables, seed=seed, phones=PHONES)
    return read_labelled(folder)


def _run(script: str, **options: object) -> None:
    """Run a script that renders, on two cores."""
    options["processes"] = 2
    words = [str(word) for name, value in options.items() for word in (f"--{name}", value)]
    subprocess.run([sys.executable, str(HERE / script), *words], check=True)  # noqa: S603 - our own script


def _train_network(path: Path, size: tuple[int, ...], train: Callable[[], nn.Sequential]) -> Path:
    """Train a network if its file is missing. Its state is kept beside the file, to continue from."""
    if not path.exists():
        net = train()
        torch.save(net.state_dict(), path.with_suffix(".pt"))
        _write_whole(path, lambda part: export_network(net, part, size))
    return path


def _write_whole(path: Path, write: Callable[[Path], None]) -> None:
    """Write a file under another name first: if the run is stopped, the next one must not use half of it."""
    part = path.with_name(path.name + ".part")
    write(part)
    part.replace(path)


def _load_network(path: Path, net: nn.Sequential) -> nn.Sequential:
    """Load the state of a trained network, to continue from."""
    net.load_state_dict(torch.load(path.with_suffix(".pt"), weights_only=True))
    return net


def _train_reading(pictures: list[Picture], steps: int) -> nn.Sequential:
    return train_reading.fit(cut_patches(pictures), steps, threads=2)


class Folds(NamedTuple):
    """The data for folds: photos, rendered pictures to learn from and to examine, and the number of steps."""

    photos: list[Picture]
    rendered: list[Picture]
    held: list[Picture]
    steps: int

    def examine(self, work: Path, half: set[str]) -> list[Case]:
        """Train without half of the photos, and examine that half."""
        known = self.rendered + [photo for photo in self.photos if photo.family not in half]
        name = f"without_{min(half)}"
        path = _train_network(work / f"{name}.onnx", READ, lambda: _train_reading(known, self.steps))
        judges = _grow_judges(work / f"{name}.json", known)
        unknown = [photo for photo in self.photos if photo.family in half]
        # A few of the many versions of a photo are enough, and each half gets other rendered throws.
        examined = unknown[::3] + self.held[HALVES.index(half) :: 2]
        return examine_pictures(examined, _make_examiner(work, path, judges))


def _make_examiner(work: Path, reading: Path, judges: Path, close_look: Path | None = None) -> Examiner:
    finding = work / "finding.onnx"
    close_look = close_look or finding
    finders = Network(finding), Network(close_look), Network(close_look)
    return Examiner(finders, partial(classify, Network(reading)), load(judges))


def _grow_judges(path: Path, pictures: list[Picture]) -> Path:
    """Grow judges if their file is missing."""
    if not path.exists():
        _write_whole(path, lambda part: grow_tiles(pictures, part))
    return path


def _ship(paths: list[Path], to: Path, pictures: list[Picture]) -> None:
    """Copy the files and write their manifest."""
    files = {}
    for path in paths:
        data = path.read_bytes()
        (to / path.name).write_bytes(data)
        files[path.name] = {"sha256": hashlib.sha256(data).hexdigest(), "bytes": len(data)}
    manifest = {
        "made_by": "models/train.py",
        "pictures": dict(sorted(Counter(picture.family for picture in pictures).items())),
        "with": {"torch": torch.__version__, "opencv": cv2.__version__, "numpy": np.__version__},
        "files": files,
    }
    (to / "weights.json").write_text(json.dumps(manifest, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
