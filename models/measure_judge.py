"""Measures the reader on what ``render_judge.py`` rendered: ``python models/measure_judge.py DIR``.

Each table is calibrated by its empty picture, the corners of its field, and up to three of its flat throws.
The other throws are read from one picture each.
"""

import argparse
import json
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from pi_bunco.frames import Image
from pi_bunco.readings import Status
from pi_bunco.vision.best import best_reader
from pi_bunco.vision.calibrate.calibration import Calibration
from pi_bunco.vision.calibrate.choose_stand import StandChooser
from pi_bunco.vision.calibrate.reader import CalibratedReader
from pi_bunco.vision.calibrate.stand_by_corners import list_stands_by_corners
from pi_bunco.vision.reader import Reader

DICE = 3
"""Each throw has as many dice."""
TRIALS = 3
"""The most flat throws that a calibration gets; at least one is left to measure."""
NOISE = 1.0
"""The noise of the pictures, in grey levels, as a calibration measures it in several pictures."""
LEANING = {
    12: "leaning by 8 to 12 degrees",
    20: "leaning by 12 to 20 degrees",
    40: "leaning by 20 to 40 degrees",
}
"""Groups of throws with a leaning die, by the largest angle of each in degrees."""

Label = dict[str, Any]
"""What ``render_judge.py`` writes about one picture."""


def choose_group(label: Label) -> str:
    """Return the group that a throw is counted in.

    >>> choose_group({"dice": [{"why": "", "tilt": 0.0}, {"why": "cocked", "tilt": 13.1}]})
    'leaning by 12 to 20 degrees'
    """
    faults = {die["why"] for die in label["dice"]}
    if "out" in faults:
        return "a die beyond the field"
    if not any(faults):
        return "flat"
    tilt = max(die["tilt"] for die in label["dice"])
    return next(name for most, name in LEANING.items() if tilt <= most)


def measure_table(folder: Path, labels: list[Label], inner: Reader) -> Iterable[tuple[str, str]]:
    """Calibrate a table, and return for each throw that is left its group and what became of it."""
    empty, *throws = sorted(labels, key=lambda label: bool(label["dice"]))
    picture = _load_picture(folder, empty)
    size, ratio = (empty["w"], empty["h"]), empty["ratio"]
    first, second, third, fourth = ((float(x), float(y)) for x, y in empty["corners"])
    calibration = Calibration(size, (first, second, third, fourth), ratio, picture, NOISE)
    calibration = replace(calibration, empty=calibration.flat.rectify(picture))
    chooser = StandChooser(inner, calibration, list_stands_by_corners(calibration.flat, ratio, size))
    flat = [label for label in throws if choose_group(label) == "flat"]
    trials = flat[: min(TRIALS, len(flat) - 1)] if flat else []
    for label in trials:
        chooser.learn(_load_picture(folder, label), DICE)
    reader = CalibratedReader(inner, chooser.calibration)
    for label in throws:
        if label not in trials:
            reading = reader.read(_load_picture(folder, label), dice=DICE)
            right = sorted(reading.values) == sorted(die["value"] for die in label["dice"])
            outcome = "asked" if reading.status is not Status.READ else "read" if right else "misread"
            yield choose_group(label), outcome


def _load_picture(folder: Path, label: Label) -> Image:
    picture = cv2.imread(str(folder / label["image"]))
    if picture is None:
        raise SystemExit(f"{folder / label['image']} is missing: run render_judge.py again.")
    return np.asarray(picture, np.uint8)


def main() -> None:
    """Measure all tables of a folder."""
    parser = argparse.ArgumentParser(description="Measure the reader on pictures of the second renderer.")
    parser.add_argument("folder", type=Path, help="the folder that render_judge.py filled")
    options = parser.parse_args()
    tables: dict[str, list[Label]] = defaultdict(list)
    for line in (options.folder / "labels.jsonl").read_text("utf-8").splitlines():
        label = json.loads(line)
        tables[label["base"]].append(label)
    inner, counts = best_reader(), Counter[tuple[str, str]]()
    for labels in tables.values():
        counts.update(measure_table(options.folder, labels, inner))
    for group in ("flat", *LEANING.values(), "a die beyond the field"):
        read, misread, asked = (counts[group, outcome] for outcome in ("read", "misread", "asked"))
        print(f"{group}: {read} of {read + misread + asked} read, {misread} misread")


if __name__ == "__main__":
    main()
