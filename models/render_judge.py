"""Renders throws to judge the reader by: ``python models/render_judge.py --to DIR --tables N``.

A path tracer renders them (Mitsuba 3), and dice fall by physics (pybullet). Nothing here is shared with the
pictures that the reader learns from. For each table there is a picture of its empty mat, several throws with
flat dice, and several in which one die leans by 8 to 40 degrees: on another die, a rim, a wrinkle or the
mat's edge. The calibrated field is as large as the picture allows; dice that come to rest beyond it are
labelled as out. Each table depends only on the seed and its own number, so a run that was stopped can
continue.

It needs ``pip install -e .[judge]``, and LLVM 16 or newer for Mitsuba (``apt install libllvm19``).
"""

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from judge.dice import NORMALS
from judge.fall import MAX_FLAT_TILT, Rest, throw_dice
from judge.field import RATIO, find_field
from judge.scene import SIZE, Table, make_table, render_picture
from render import list_labelled


def render_table(folder: Path, seed: int, number: int, flat: int, leaning: int) -> list[dict[str, Any]]:
    """Render the pictures of one table, and return their labels."""
    rng = np.random.default_rng((seed, number))
    table = make_table(rng)
    rows = []
    for throw in range(-1, flat + leaning):
        rest = throw_dice(rng, dice=len(table.dice), leaning=throw >= flat) if throw >= 0 else None
        name = f"images/{number:04d}-{'empty' if rest is None else f'{throw:02d}'}.png"
        cv2.imwrite(str(folder / name), render_picture(table, rest, int(rng.integers(2**31))))
        rows.append(make_label(table, rest, name, number))
    return rows


def make_label(table: Table, rest: Rest | None, name: str, number: int) -> dict[str, Any]:
    """Return the label of one picture; numbers in pixels and degrees."""
    field = find_field(table.camera, SIZE)
    dice = []
    if rest is not None:
        for die, at, turn, tilt in zip(table.dice, rest.places, rest.turns, rest.tilts, strict=True):
            up = turn[2] @ NORMALS.T
            face = int(np.argmax(up))
            # Mirrored dice are rendered upside down, so their one and six are swapped.
            value = 7 - (face + 1) if die.mirrored and face in {0, 5} else face + 1
            middle = at + turn @ NORMALS[face] / 2
            fault = "out" if field.is_out(at, turn) else "cocked" if tilt >= MAX_FLAT_TILT else ""
            dice.append(
                {
                    "value": value,
                    "why": fault,
                    "tilt": round(float(tilt), 1),
                    "centre": table.camera.project(middle[None])[0].round(1).tolist(),
                }
            )
    return {
        "image": name,
        "w": SIZE[0],
        "h": SIZE[1],
        "family": "judge",
        "base": str(number),
        "corners": table.camera.project(field.corners).round(1).tolist(),
        "ratio": RATIO,
        "dice": dice,
        "things": len(rest.blocks) if rest is not None else 0,
    }


def main() -> None:
    """Render the tables that are missing."""
    parser = argparse.ArgumentParser(description="Render throws to judge the reader by, with a path tracer.")
    parser.add_argument("--to", type=Path, required=True, help="folder for images/ and labels.jsonl")
    parser.add_argument("--tables", type=int, required=True, help="how many tables in all")
    parser.add_argument("--flat", type=int, default=5, help="throws of each table that lie flat")
    parser.add_argument("--leaning", type=int, default=3, help="throws of each table with one die that leans")
    parser.add_argument("--seed", type=int, default=1, help="another seed gives other tables")
    options = parser.parse_args()
    (options.to / "images").mkdir(parents=True, exist_ok=True)
    labels = options.to / "labels.jsonl"
    done = list_labelled(labels)
    begun = time.monotonic()
    with labels.open("a") as out:
        for number in range(options.tables):
            if f"images/{number:04d}-empty.png" in done:
                continue
            rows = render_table(options.to, options.seed, number, options.flat, options.leaning)
            out.writelines(json.dumps(row) + "\n" for row in rows)
            out.flush()
            sys.stdout.write(f"table {number + 1} of {options.tables}, {time.monotonic() - begun:.0f} s\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
