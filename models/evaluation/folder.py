"""Reads folders of labelled pictures: which dice each picture shows, and where.

Each folder has a ``labels.jsonl`` with one JSON object per picture: ``image`` (its path inside the folder)
and ``dice``, a list of objects with ``value``, 1 to 6, and optionally ``box``; ``[]``: no dice. A picture, or
one of its dice, that nobody can honestly read has ``why``, a word or a sentence. The reader must doubt such a
picture.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pi_bunco.errors import Trouble
from pi_bunco.files import bounded
from pi_bunco.limits import LABELS_BYTES
from pi_bunco.readings import Box

LABELS = "labels.jsonl"
_HIGHEST = 6
_EDGES = 4


class FolderTrouble(Trouble, ValueError):
    """A folder of labelled pictures that cannot be used."""


@dataclass(frozen=True, slots=True)
class LabelledDie:
    """One die of a label.

    Attributes
    ----------
    value
        The upper face, 1 to 6.
    box
        Where the die is, or a part of it such as its pips, in pixels of the picture; ``None``: not known.
    why
        Why nobody can honestly read it, as a word or a sentence; ``""``: it can be read.
    """

    value: int
    box: Box | None = None
    why: str = ""


@dataclass(frozen=True, slots=True)
class LabelledPicture:
    """One picture and the dice that it shows.

    Attributes
    ----------
    source
        Name of the folder that holds it.
    path
        The picture's file.
    dice
        The dice in the picture; may be empty.
    why
        Why the picture as a whole cannot be read; ``""`` if there is no reason beyond those of its dice.
    """

    source: str
    path: Path
    dice: tuple[LabelledDie, ...]
    why: str = ""

    @property
    def values(self) -> tuple[int, ...]:
        """The values of the upper faces, ascending."""
        return tuple(sorted(die.value for die in self.dice))

    @property
    def unreadable(self) -> str:
        """Why the reader must doubt it; ``""``: the reader must read it.

        >>> dice = LabelledDie(5), LabelledDie(2, why="It leans.")
        >>> LabelledPicture("mine", Path("a.jpg"), dice).unreadable
        'It leans.'
        """
        return next((why for why in (self.why, *(die.why for die in self.dice)) if why), "")


def list_labelled(folder: Path) -> list[LabelledPicture]:
    """List the labelled pictures of a folder, or of the folders in it.

    Parameters
    ----------
    folder
        A folder with a ``labels.jsonl``, or one that holds several such folders.

    Raises
    ------
    FolderTrouble
        If there is no such folder, or a line of a ``labels.jsonl`` is not a label.
    """
    if not folder.is_dir():
        raise FolderTrouble(f"There is no folder {folder}.", "Check the path.")
    files = [folder / LABELS] if (folder / LABELS).is_file() else sorted(folder.glob(f"*/{LABELS}"))
    if not files:
        raise FolderTrouble(
            f"{folder} holds no labelled pictures.",
            f"Name a folder with a {LABELS}, or one that holds such folders.",
        )
    return [picture for file in files for picture in _read_labels(file)]


def _read_labels(file: Path) -> list[LabelledPicture]:
    found = []
    try:
        lines = bounded.read(file, LABELS_BYTES).decode().splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise FolderTrouble(f"{file} cannot be read: {error}.", "Copy it again.") from None
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            dice = tuple(_read_die(die) for die in row["dice"])
            path = file.parent / row["image"]
            found.append(LabelledPicture(file.parent.resolve().name, path, dice, _read_reason(row)))
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            raise FolderTrouble(
                f"Line {number} of {file} is no label.",
                'Write one JSON object a line: {"image": "a.jpg", "dice": [{"value": 5}]}.',
            ) from None
    return found


def _read_die(die: dict[str, Any]) -> LabelledDie:
    value, box = die["value"], die.get("box")
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= _HIGHEST:
        raise ValueError(value)
    return LabelledDie(value, None if box is None else _read_box(box), _read_reason(die))


def _read_box(box: list[float]) -> Box:
    if len(box) != _EDGES:
        raise ValueError(box)
    x0, y0, x1, y1 = (float(edge) for edge in box)
    return x0, y0, x1, y1


def _read_reason(row: dict[str, Any]) -> str:
    why = row.get("why") or ""
    if not isinstance(why, str):
        raise TypeError(why)
    return why
