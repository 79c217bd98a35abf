"""Measures the reader on photos, those set aside beside the others: ``measure_photos.py DIR...``.

Each DIR is a folder with ``labels.jsonl``, or contains such folders. ``aside.json`` says which photos are set
aside, by the name of their folder; ``disturb.py`` gives a copy's folder the same name. For each of the two
groups the program counts the pictures that were accepted and misread, and the false alarms of each check:
pictures that were asked about although all values were right.
"""

import argparse
import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from pi_bunco.readings import Reading, Status
from pi_bunco.sentences import Sentence
from pi_bunco.vision.best import best_reader
from pi_bunco.vision.reader import Reader

MAX_DICE = 6
"""Photos with more dice are not measured: nobody throws as many."""
GROUPS = ("chosen on", "aside")
ASIDE = frozenset(json.loads(Path(__file__).with_name("aside.json").read_text("utf-8"))["photos"])


@dataclass
class Tally:
    """What became of the pictures of one group."""

    pictures: int = 0
    accepted: int = 0
    misread: int = 0
    alarms: Counter[str] = field(default_factory=Counter)

    def add(self, reading: Reading, truth: list[int]) -> None:
        """Count a reading; ``truth`` has the values in the picture, sorted."""
        right = sorted(reading.values) == truth
        self.pictures += 1
        if reading.status is Status.READ:
            self.accepted += 1
            self.misread += not right
        elif right:
            self.alarms[name_check(reading)] += 1


def name_check(reading: Reading) -> str:
    """Return the check that refused a reading: its sentence, without which die it is about.

    >>> from pi_bunco.vision.doubts import doubt_blurred
    >>> name_check(doubt_blurred(1, 3).make_reading())
    '… is blurred: what does it show?'
    """
    reason = reading.reason
    pattern = reason.patterns[0] if isinstance(reason, Sentence) else reason
    return re.sub(r"\{\w+\}", "…", pattern)


def list_folders(places: list[Path]) -> Iterator[Path]:
    """Yield each folder with labels in these places."""
    for place in places:
        yield from sorted(path.parent for path in place.rglob("labels.jsonl"))


def measure(folders: list[Path], reader: Reader, *, told: bool) -> dict[str, Tally]:
    """Read all pictures of the folders, and return the tally of each group.

    Parameters
    ----------
    folders
        Folders with ``labels.jsonl``.
    reader
        The reader.
    told
        Whether the reader is told the number of dice.
    """
    tallies = {group: Tally() for group in GROUPS}
    for folder in folders:
        tally = tallies[GROUPS[folder.name in ASIDE]]
        for label in _read_labels(folder):
            truth = sorted(die["value"] for die in label["dice"])
            if 1 <= len(truth) <= MAX_DICE:
                picture = np.asarray(cv2.imread(str(folder / label["image"])), np.uint8)
                tally.add(reader.read(picture, dice=len(truth) if told else None), truth)
    return tallies


def _read_labels(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "labels.jsonl").read_text("utf-8").splitlines() if line]


def main() -> None:
    """Measure with the number of dice told and not told, and print both groups beside each other."""
    parser = argparse.ArgumentParser(description="Measure the reader on photos, with those set aside.")
    parser.add_argument("places", nargs="+", type=Path, metavar="DIR", help="a folder with photos or folders")
    options = parser.parse_args()
    folders, reader = list(list_folders(options.places)), best_reader()
    for told in (True, False):
        tallies = measure(folders, reader, told=told)
        print(f"number of dice {'told' if told else 'not told'}: {', '.join(GROUPS)}")
        for name in ("pictures", "accepted", "misread"):
            print(f"{getattr(tallies[GROUPS[0]], name):8}{getattr(tallies[GROUPS[1]], name):8}  {name}")
        alarms = sum((tally.alarms for tally in tallies.values()), Counter[str]())
        for check, _ in alarms.most_common():
            print(
                f"{tallies[GROUPS[0]].alarms[check]:8}{tallies[GROUPS[1]].alarms[check]:8}  {check}",
                flush=True,
            )


if __name__ == "__main__":
    main()
