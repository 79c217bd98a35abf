"""Renders throws seen from straight above: ``python models/render_above.py --to DIR --tables N``.

Half of the throws have a die that leans: from above it can be told by its sides, from anywhere it cannot.
Each table is drawn once and a dozen throws are laid on it, so this is quick.
"""

import argparse
import json
from dataclasses import replace
from functools import partial
from multiprocessing import Pool
from pathlib import Path

import cv2
import numpy as np
from render import label

from pi_bunco.devices.camera.mock import Kind, MatTable, wild
from pi_bunco.devices.camera.mock.lay import NoRoom
from pi_bunco.devices.camera.mock.table import table_look

SIZE = (640, 480)
THROWS = 12
KINDS, SHARES = (Kind.COCKED, Kind.PLAIN, Kind.STACKED), (0.5, 0.42, 0.08)
TILT = 12.0
"""Degrees from straight above, at most; a calibrated reader makes the mat flat, but not the dice on it."""
QUALITY = 95


def draw(folder: Path, seed: int, table: int) -> list[str]:
    """Render the throws of one table and give their lines of labels."""
    rng = np.random.default_rng([seed, table])
    edge = float(np.exp(rng.uniform(np.log(26), np.log(80))))
    look = wild(rng, edge=edge, dice=3)
    if rng.random() < 0.4:  # the rehearsal's table; larger dice would find no room between its markers
        look, edge = table_look(table), min(edge, 55.0)
    view = replace(
        look.view, tilt=float(rng.uniform(0, TILT)), edge=edge, distance=float(rng.uniform(40, 90))
    )
    look = replace(look, view=view, halves=False, mat=replace(look.mat, tray=None))
    mat = MatTable(int(rng.integers(2**31)), SIZE, look=look)
    lines = []
    for throw in range(THROWS):
        try:
            kind = KINDS[int(rng.choice(len(KINDS), p=SHARES))]
            image, shown = mat.throw(throw, kind)
        except NoRoom:
            continue
        base = f"{table:04d}-{throw:02d}"
        name = f"images/{base}.jpg"
        cv2.imwrite(str(folder / name), image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        lines.append(json.dumps(label(shown, SIZE, name, base) | {"family": "above", "base": str(table)}))
    return lines


def main() -> None:
    """Render all tables."""
    asked = argparse.ArgumentParser(description="Render labelled throws seen from above.")
    asked.add_argument("--to", type=Path, required=True, help="folder for images/ and labels.jsonl")
    asked.add_argument("--tables", type=int, required=True, help="how many tables, of a dozen throws each")
    asked.add_argument("--seed", type=int, default=1, help="another seed gives other pictures")
    asked.add_argument("--processes", type=int, default=1, help="how many work at once")
    options = asked.parse_args()
    (options.to / "images").mkdir(parents=True, exist_ok=True)
    with (
        (options.to / "labels.jsonl").open("w") as out,
        Pool(options.processes, initializer=cv2.setNumThreads, initargs=(1,)) as pool,
    ):
        for lines in pool.imap(partial(draw, options.to, options.seed), range(options.tables)):
            out.writelines(line + "\n" for line in lines)


if __name__ == "__main__":
    main()
