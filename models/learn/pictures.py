"""Reads labelled pictures for training from ``labels.jsonl``."""

import json
from pathlib import Path
from typing import Any, NamedTuple

from pi_bunco.vision.stand import Stand

BOX_RATIO = 1.2
"""Width of the box around a die divided by the edge of its upper face, on average over all turns."""


class Face(NamedTuple):
    """The upper face of a die.

    Attributes
    ----------
    x, y, edge
        Its middle and its edge, in pixels.
    value
        1 to 6.
    why
        Why it cannot be read (``cocked``, ``stacked``, ``under``, ``cut``, ``covered``); ``""`` if it can.
    exact
        Whether edge and middle are known exactly, or only estimated from a box.
    """

    x: float
    y: float
    edge: float
    value: int
    why: str
    exact: bool


class Picture(NamedTuple):
    """A labelled picture.

    Attributes
    ----------
    path
        The picture's file.
    family, base
        The kind of picture; pictures with one base show the same scene.
    faces
        The dice.
    things
        Objects that could be mistaken for a die: x, y, width.
    stand
        The camera's position, if this is a flat picture of a mat.
    """

    path: Path
    family: str
    base: str
    faces: tuple[Face, ...]
    things: tuple[tuple[float, float, float], ...]
    stand: Stand | None = None


def read_labelled(folder: Path) -> list[Picture]:
    """Read a folder of labelled pictures.

    It skips pictures with a die without a box, and those that a table kept because they could not be scored.

    Parameters
    ----------
    folder
        A folder with ``labels.jsonl`` and the pictures that it names.
    """
    pictures = []
    for line in (folder / "labels.jsonl").read_text("utf-8").splitlines():
        row = json.loads(line)
        if not row.get("why") and all(die.get("edge") or die.get("box") for die in row["dice"]):
            family = row.get("family", folder.name)
            # One family has lost its base names, so each picture is its own base.
            base = row["image"] if family == "table_c" else row.get("base", row["image"])
            things = tuple((float(x), float(y), float(width)) for x, y, width in row.get("things", ()))
            stand = Stand(*row["stand"]) if "stand" in row else None
            faces = tuple(_read_face(die) for die in row["dice"])
            pictures.append(Picture(folder / row["image"], family, base, faces, things, stand))
    return pictures


def _read_face(die: dict[str, Any]) -> Face:
    why = die.get("why", "")
    if "edge" in die:
        x, y = die["centre"]
        return Face(x, y, die["edge"], die["value"], why, exact=True)
    x0, y0, x1, y1 = die["box"]
    edge = float(((x1 - x0) * (y1 - y0)) ** 0.5) / BOX_RATIO
    return Face((x0 + x1) / 2, (y0 + y1) / 2, edge, die["value"], why, exact=False)
