"""Folders of labelled pictures: which pictures, how many dice, which values.

Each folder has a ``labels.jsonl`` with one JSON object a picture: ``image`` (its path inside the
folder) and ``dice`` (a list of objects with ``value``, 1 to 6, and perhaps ``box``; ``[]``: no dice).
"""

import json
from dataclasses import dataclass
from pathlib import Path

from pi_bunco.errors import Trouble

LABELS = "labels.jsonl"
_HIGHEST = 6


class FolderTrouble(Trouble, ValueError):
    """A folder of labelled pictures that cannot be used."""


@dataclass(frozen=True, slots=True)
class Labelled:
    """One picture of which it is known what lies there.

    Attributes
    ----------
    source
        Name of the folder it is from.
    path
        The picture.
    values
        The values that lie up, ascending; none when no dice lie there.
    """

    source: str
    path: Path
    values: tuple[int, ...]


def labelled(folder: Path) -> list[Labelled]:
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
        lines = file.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise FolderTrouble(f"{file} cannot be read: {error}.", "Copy it again.") from None
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            values = tuple(sorted(_value(die["value"]) for die in row["dice"]))
            found.append(Labelled(file.parent.resolve().name, file.parent / row["image"], values))
        except (ValueError, KeyError, TypeError):
            raise FolderTrouble(
                f"Line {number} of {file} is no label.",
                'Write one JSON object a line: {"image": "a.jpg", "dice": [{"value": 5}]}.',
            ) from None
    return found


def _value(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= _HIGHEST:
        raise ValueError(value)
    return value
