"""The pictures of the virtual Pi's camera: rendered throws, with an empty mat between them."""

import json
import shutil
from pathlib import Path

import cv2
from renderer import MatTable, ThrowKind

SIZE = (1536, 864)  # what the Pi camera's plan asks of a wide sensor
EMPTY, STILL = 3, 4
"""Numbers of files; libcamera shows each file four times. With fewer files the watcher would not notice the
empty mat when the camera opens, and would ask about the first dice, so that all throws would wait."""


def render(folder: Path, seed: int = 3, throws: int = 3) -> list[list[int]]:
    """Write the pictures once, and return the dice of each throw, sorted."""
    truth = folder.with_suffix(".json")  # not in the folder, where libcamera opens each file as a picture
    files = throws * (EMPTY + STILL)
    if not truth.exists() or len(list(folder.iterdir())) != files:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        table = MatTable(seed, SIZE, fiducials=False)  # markers are for a calibrated table
        dice, number = [], 0
        for throw in range(throws):
            picture, shown = table.throw(throw, ThrowKind.PLAIN)
            dice.append(sorted(int(die.value) for die in shown.dice))
            for image, files in ((table.draw_empty(throw), EMPTY), (picture, STILL)):
                for _ in range(files):
                    cv2.imwrite(str(folder / f"{number}.jpg"), image, [cv2.IMWRITE_JPEG_QUALITY, 92])
                    number += 1
        truth.write_text(json.dumps(dice), "utf-8")
    return [list(each) for each in json.loads(truth.read_text("utf-8"))]
