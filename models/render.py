"""Renders labelled pictures to learn from: ``python models/render.py --to DIR --count N --seed S``.

Each picture depends only on the seed and its own number. So a run that was stopped can continue: pictures
whose line is in ``labels.jsonl`` are skipped.
"""

import argparse
import json
import sys
import time
from dataclasses import replace
from functools import partial
from multiprocessing import Pool
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from renderer import StillThrow, ThrowKind, make_wild_look, render_still
from renderer.wild_die import make_hued_die

SIZES, SIZE_SHARES = ((640, 480), (480, 640), (640, 640)), (0.8, 0.1, 0.1)
COUNT_SHARES = (0.06, 0.09, 0.12, 0.37, 0.13, 0.12, 0.11)
"""Shares of the pictures with no to six dice."""
EDGES = (16.0, 170.0)
"""Range of a die's edge in pixels; its logarithm is distributed evenly."""
ROOM = 2.0
"""The picture's shorter side must be this many edges of a die, times the root of the number of dice."""
BAD = 0.25
"""Share of the pictures in which something is wrong with a die."""
BAD_KINDS, BAD_SHARES = (
    (ThrowKind.COCKED, ThrowKind.STACKED, ThrowKind.OUT, ThrowKind.COVERED),
    (0.5, 0.18, 0.17, 0.15),
)
QUALITY = 95


def render_picture(  # noqa: PLR0913, PLR0917 - the shares of all kinds
    folder: Path, seed: int, bad: float, hues: float, dominoes: float, prints: float, number: int
) -> str:
    """Render one picture into a folder, and return its line of labels."""
    rng = np.random.default_rng([seed, number])
    size = SIZES[int(rng.choice(len(SIZES), p=SIZE_SHARES))]
    dice = int(rng.choice(len(COUNT_SHARES), p=COUNT_SHARES))
    edge = float(np.exp(rng.uniform(*np.log(EDGES))))
    edge = min(edge, min(size) / (ROOM * np.sqrt(max(dice, 1))))
    look = make_wild_look(rng, edge=edge, dice=max(dice, 1))
    look = replace(look, halves=False)
    if rng.random() < hues:
        look = replace(look, dice=tuple(make_hued_die(rng, die) for die in look.dice))
    if rng.random() < dominoes:
        look = replace(look, mat=replace(look.mat, tray=None, dominoes=int(rng.integers(1, 4))))
    # Without prints no number is drawn, so that older seeds make the same pictures.
    if prints and rng.random() < prints:
        look = replace(look, mat=replace(look.mat, tray=None, prints=int(rng.integers(1, 4))))
    kind = ThrowKind.PLAIN
    if rng.random() < bad:
        kind = BAD_KINDS[int(rng.choice(len(BAD_KINDS), p=BAD_SHARES))]
    if (dice == 0 and kind is not ThrowKind.PLAIN) or (dice == 1 and kind is ThrowKind.STACKED):
        kind = ThrowKind.COVERED
    if dice == 0:
        look = replace(look, mat=replace(look.mat, things=int(rng.integers(1, 9))))
    if kind is ThrowKind.OUT:
        # The walls of a tray would be in the way.
        look = replace(look, mat=replace(look.mat, tray=None))
    image, shown = render_still(int(rng.integers(2**62)), dice=dice, size=size, look=look, kind=kind)
    base = f"{number:06d}"
    name = f"images/{base}.jpg"
    if not cv2.imwrite(str(folder / name), image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY]):
        sys.exit(f"{folder / name} could not be written: is there room, and may this user write there?")
    return json.dumps(make_label(shown, size, name, base))


def make_label(shown: StillThrow, size: tuple[int, int], name: str, base: str) -> dict[str, Any]:
    """Return the label of one picture; numbers in pixels, to a hundredth."""
    return {
        "image": name,
        "w": size[0],
        "h": size[1],
        "family": "rendered",
        "base": base,
        "dice": [
            {
                "value": die.value,
                "why": str(die.fault),
                "centre": _round_all(die.centre),
                "edge": round(die.edge, 2),
                "quad": [_round_all(corner) for corner in die.quad],
                "box": _round_all(die.box),
            }
            for die in shown.dice
        ],
        "things": [[*_round_all(thing.at), round(thing.width, 2)] for thing in shown.things],
    }


def _round_all(numbers: tuple[float, ...]) -> list[float]:
    return [round(number, 2) for number in numbers]


def list_labelled(labels: Path) -> set[str]:
    """Return the pictures that a file of labels already has; an incomplete last line is removed from it."""
    if not labels.exists():
        return set()
    whole = [line for line in labels.read_text().splitlines(keepends=True) if line.endswith("\n")]
    labels.write_text("".join(whole))
    return {json.loads(line)["image"] for line in whole}


def main() -> None:
    """Render the pictures that are missing."""
    parser = argparse.ArgumentParser(description="Render labelled pictures of dice to learn from.")
    parser.add_argument("--to", type=Path, required=True, help="folder for images/ and labels.jsonl")
    parser.add_argument("--count", type=int, required=True, help="how many pictures in all")
    parser.add_argument("--seed", type=int, default=1, help="another seed gives other pictures")
    parser.add_argument("--bad", type=float, default=BAD, help="share with a die that lies badly, 0 to 1")
    parser.add_argument(
        "--hues", type=float, default=0.0, help="share with pips told by colour alone, 0 to 1"
    )
    parser.add_argument("--dominoes", type=float, default=0.0, help="share with dominoes, 0 to 1")
    parser.add_argument("--prints", type=float, default=0.0, help="share with printed faces, 0 to 1")
    parser.add_argument("--processes", type=int, default=1, help="how many work at once")
    options = parser.parse_args()
    (options.to / "images").mkdir(parents=True, exist_ok=True)
    labels = options.to / "labels.jsonl"
    done = list_labelled(labels)
    numbers = [number for number in range(options.count) if f"images/{number:06d}.jpg" not in done]
    begun = time.monotonic()
    shares = options.bad, options.hues, options.dominoes, options.prints
    work = partial(render_picture, options.to, options.seed, *shares)
    with (
        labels.open("a") as out,
        Pool(options.processes, initializer=cv2.setNumThreads, initargs=(1,)) as pool,
    ):
        for count, line in enumerate(pool.imap(work, numbers, chunksize=4), 1):
            out.write(line + "\n")
            if count % 100 == 0 or count == len(numbers):
                out.flush()
                each = 1000 * (time.monotonic() - begun) / count
                sys.stdout.write(f"{len(done) + count} of {options.count} pictures, {each:.0f} ms each\n")
                sys.stdout.flush()


if __name__ == "__main__":
    main()
