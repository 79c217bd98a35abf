"""Learns everything again, with one command: ``python models/train.py --pictures DIR``.

DIR holds ``train_rune55`` and ``train_epanemu`` (README.md beside this file says where they come from) and,
if wanted, folders that a table kept (``pi-bunco run --keep``). Without it rendered pictures alone are used,
and the manifest says so. Everything is seeded. A run took two cores, beside other work, two hours and a
quarter, and 8 GB of memory; each stage leaves its files in the work folder, so that one that was broken off
goes on where it stood.

It needs ``pip install -e .[train]``.
"""

import hashlib
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple

import click
import cv2
import numpy as np
import torch
from fit_belief import Case, cases, cases_above, fit, threshold, threshold_above, write
from fit_tiles import grow_tiles
from learn import train_above, train_finding, train_reading
from learn.nets import export, reads
from learn.patches import patches
from learn.pictures import Picture, labelled
from torch import nn

from pi_bunco.vision.double.candidates import NAMES
from pi_bunco.vision.double.eyes import Eyes
from pi_bunco.vision.geometry import tiles
from pi_bunco.vision.geometry.judge import load
from pi_bunco.vision.learnt.classify import classify
from pi_bunco.vision.learnt.find import LONGEST
from pi_bunco.vision.learnt.network import Network
from pi_bunco.vision.learnt.window import SIDE

HERE = Path(__file__).parent
RENDERED, BADLY, HUED, HELD = 2700, 900, 1000, 450
"""Rendered pictures to learn from; more, in most of which a die lies badly; more, in most of which colour
alone tells pips from the body; others for the thresholds."""
STEPS = {"finding": 3000, "reading": 13000, "above": 5000, "fold": 2500}
TABLES, HELD_TABLES = 400, 60
"""Mats made flat to learn from, of sixteen throws each, and others for the thresholds."""
FLAT = {"fisheye", "trays"}
"""Families of photos from above."""
HALVES = ({"fisheye", "trays"}, {"table_a", "table_b", "table_c", "train_epanemu"})
"""Photos that are kept apart: the second half is all of one table, by one camera."""
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
    rendered = _rendered(work / "rendered", RENDERED // part, 2)
    rendered += _rendered(work / "badly", BADLY // part, 4, bad=0.85)
    rendered += _rendered(work / "hues", HUED // part, 6, hues=0.7)
    held = _rendered(work / "held", HELD // part, 3)
    photos = _photos(pictures)
    everything = rendered + photos
    click.echo(f"Pictures: {dict(Counter(picture.family for picture in everything))}")
    finding = _net(
        work / "finding.onnx",
        PLANNED,
        lambda: train_finding.fit(everything, STEPS["finding"] // part, threads=2),
    )
    reading = _net(work / "reading.onnx", READ, lambda: _reading(everything, STEPS["reading"] // part))
    mats = _above(work / "mats", TABLES // part + 1, 5)
    held_mats = _above(work / "held_mats", HELD_TABLES // part + 1, 7)
    from_above = mats + [one for one in photos if one.family in FLAT]
    above = _net(
        work / "above.onnx",
        (4, train_above.SIDE, train_above.SIDE),
        lambda: train_above.fit(
            train_above.slanting(from_above), _begun(reading), STEPS["above"] // part, 2, threads=2
        ),
    )
    judges = _tiles(work / "tiles.json", everything)
    folds = Folds(photos, rendered, held, STEPS["fold"] // part)
    seen = [case for half in HALVES for case in folds.cases(work, half)]
    # These rendered throws the network that ships has not seen either.
    seen += cases(held, _eyes(work, reading, judges))
    made = fit(seen)
    sure, extra = threshold(made, seen)
    write(made, sure, extra, work / "belief.json")
    seen = cases_above(held_mats, _eyes(work, reading, judges), Network(above))
    made = fit(seen, NAMES)
    write(made, *threshold_above(made, seen), work / "above.json")
    files = [finding, reading, above, judges, work / "belief.json", work / "above.json"]
    _ship(files, to, list(dict.fromkeys(everything + from_above)))


def _rendered(folder: Path, count: int, seed: int, *, bad: float = 0.25, hues: float = 0.0) -> list[Picture]:
    """Render what is not there yet."""
    said = {"--to": folder, "--count": count, "--seed": seed, "--bad": bad, "--hues": hues, "--processes": 2}
    words = [str(word) for pair in said.items() for word in pair]
    subprocess.run([sys.executable, str(HERE / "render.py"), *words], check=True)  # noqa: S603 - our own script
    return labelled(folder)[:count]


def _photos(folder: Path | None) -> list[Picture]:
    """Read all labelled folders in a folder."""
    if folder is None:
        return []
    found = sorted(path.parent for path in folder.glob("*/labels.jsonl"))
    return [picture for one in found for picture in labelled(one)]


def _above(folder: Path, tables: int, seed: int) -> list[Picture]:
    """Render throws seen from above, unless they are there."""
    if not (folder / "labels.jsonl").exists():
        said = ["--to", str(folder), "--tables", str(tables), "--seed", str(seed), "--processes", "2"]
        subprocess.run([sys.executable, str(HERE / "render_above.py"), *said], check=True)  # noqa: S603 - our own script
    return labelled(folder)


def _net(path: Path, size: tuple[int, ...], train: Callable[[], nn.Sequential]) -> Path:
    """Train a network unless its file is there; its state is kept beside it, to go on from."""
    if not path.exists():
        net = train()
        torch.save(net.state_dict(), path.with_suffix(".pt"))
        export(net, path, size)
    return path


def _begun(path: Path) -> nn.Sequential:
    """Return a trained reading network to go on from."""
    net = reads()
    net.load_state_dict(torch.load(path.with_suffix(".pt"), weights_only=True))
    return net


def _reading(pictures: list[Picture], steps: int) -> nn.Sequential:
    return train_reading.fit(patches(pictures), steps, threads=2)


class Folds(NamedTuple):
    """What folds are made of: photos, rendered pictures to learn from and to look at, and how many steps."""

    photos: list[Picture]
    rendered: list[Picture]
    held: list[Picture]
    steps: int

    def cases(self, work: Path, half: set[str]) -> list[Case]:
        """Learn without half of the photos, and look at that half with what was learnt."""
        rest = self.rendered + [one for one in self.photos if one.family not in half]
        name = f"without_{min(half)}"
        path = _net(work / f"{name}.onnx", READ, lambda: _reading(rest, self.steps))
        judges = _tiles(work / f"{name}.json", rest)
        mine = [one for one in self.photos if one.family in half]
        # Of many versions of one photo a few are enough, and each half sees rendered throws of its own.
        some = mine[::3] + self.held[HALVES.index(half) :: 2]
        return cases(some, _eyes(work, path, judges))


def _eyes(work: Path, reading: Path, judges: Path) -> Eyes:
    finds = tuple(Network(work / "finding.onnx") for _ in LONGEST)
    return Eyes(finds, partial(classify, Network(reading)), load(judges, tiles.NAMES))


def _tiles(path: Path, pictures: list[Picture]) -> Path:
    """Grow judges unless their file is there."""
    if not path.exists():
        grow_tiles(pictures, path)
    return path


def _ship(paths: list[Path], to: Path, pictures: list[Picture]) -> None:
    """Copy the files and write their manifest."""
    files = {}
    for path in paths:
        data = path.read_bytes()
        (to / path.name).write_bytes(data)
        files[path.name] = {"sha256": hashlib.sha256(data).hexdigest(), "bytes": len(data)}
    told = {
        "made_by": "models/train.py",
        "pictures": dict(sorted(Counter(picture.family for picture in pictures).items())),
        "with": {"torch": torch.__version__, "opencv": cv2.__version__, "numpy": np.__version__},
        "files": files,
    }
    (to / "weights.json").write_text(json.dumps(told, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
