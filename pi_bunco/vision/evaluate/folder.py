"""Folders of labelled pictures: which pictures, which dice lie in them, and where.

Each folder has a ``labels.jsonl`` with one JSON object a picture: ``image`` (its path inside the
folder) and ``dice``, a list of objects with ``value``, 1 to 6, and perhaps ``box``; ``[]``: no dice. A
picture, or one of its dice, that nobody can honestly read has ``why``, a word or a sentence: such a
picture must be doubted.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pi_bunco import bounded
from pi_bunco.errors import Trouble
from pi_bunco.frames import Box
from pi_bunco.limits import LABELS_BYTES

LABELS = "labels.jsonl"
_HIGHEST = 6
_EDGES = 4


class FolderTrouble(Trouble, ValueError):
    """A folder of labelled pictures that cannot be used."""


@dataclass(frozen=True, slots=True)
class Marked:
    """One die of a label.

    Attributes
    ----------
    value
        The face that lies up, 1 to 6.
    box
        Where it lies, in pixels of the picture, or a part of it such as its pips; ``None``: not known.
    why
        Why nobody can honestly read it, as a word or a sentence; ``""``: it can be read.
    """

    value: int
    box: Box | None = None
    why: str = ""


@dataclass(frozen=True, slots=True)
class Labelled:
    """One picture of which it is known what lies there.

    Attributes
    ----------
    source
        Name of the folder it is from.
    path
        The picture.
    dice
        What lies there; none when no dice do.
    why
        Why the whole of it cannot be read; ``""`` where no more than its dice's own say.
    """

    source: str
    path: Path
    dice: tuple[Marked, ...]
    why: str = ""

    @property
    def values(self) -> tuple[int, ...]:
        """The values that lie up, ascending."""
        return tuple(sorted(die.value for die in self.dice))

    @property
    def unreadable(self) -> str:
        """Why it must be doubted; ``""``: it must be read.

        >>> Labelled("mine", Path("a.jpg"), (Marked(5), Marked(2, why="It leans."))).unreadable
        'It leans.'
        """
        return next((why for why in (self.why, *(die.why for die in self.dice)) if why), "")


def list_labelled(folder: Path) -> list[Labelled]:
    """List the labelled pictures of a folder, or of the folders in it.

    Parameters
    ----------
    folder
        A folder with a ``labels.jsonl``, or one that holds several such folders.

    Raises
    ------
    FolderTrouble
        If there is none, or a line of one is not what it should be.
    """
    if not folder.is_dir():
        raise FolderTrouble(f"There is no folder {folder}.", "Check the path.")
    files = [folder / LABELS] if (folder / LABELS).is_file() else sorted(folder.glob(f"*/{LABELS}"))
    if not files:
        raise FolderTrouble(
            f"{folder} holds no labelled pictures.",
            f"Name a folder with a {LABELS}, or one that holds such folders.",
        )
    return [one for file in files for one in _read(file)]


def _read(file: Path) -> list[Labelled]:
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
            dice = tuple(_marked(die) for die in row["dice"])
            path = file.parent / row["image"]
            found.append(Labelled(file.parent.resolve().name, path, dice, _why(row)))
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            raise FolderTrouble(
                f"Line {number} of {file} is no label.",
                'Write one JSON object a line: {"image": "a.jpg", "dice": [{"value": 5}]}.',
            ) from None
    return found


def _marked(die: dict[str, Any]) -> Marked:
    value, box = die["value"], die.get("box")
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= _HIGHEST:
        raise ValueError(value)
    return Marked(value, None if box is None else _box(box), _why(die))


def _box(box: list[float]) -> Box:
    if len(box) != _EDGES:
        raise ValueError(box)
    x0, y0, x1, y1 = (float(edge) for edge in box)
    return x0, y0, x1, y1


def _why(row: dict[str, Any]) -> str:
    why = row.get("why") or ""
    if not isinstance(why, str):
        raise TypeError(why)
    return why
