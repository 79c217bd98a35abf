"""Measures what the second opinion by the pips is worth: ``measure_pips.py DIR...``.

Each DIR is a folder with ``labels.jsonl``, or contains such folders. The belief in a value is fitted twice to
the photos that are not set aside (``aside.json``), in the same way: once with all features, and once without
those of the pips (:mod:`pi_bunco.vision.geometry`), as if only the network read the dice. The thresholds are
chosen on these photos too. Then both read the photos that are set aside. The checks that both would have,
such as that for a blurred die, do not take part.
"""

import argparse
import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from fit_belief import MATCH_DISTANCE, MAX_DICE, Case, Tally, count_outcomes, fit_sums, rank_outcomes
from measure_photos import ASIDE, list_folders

from pi_bunco.files.assets import find
from pi_bunco.vision.double.candidates import NAMES, Candidates
from pi_bunco.vision.double.examine import StageTimes
from pi_bunco.vision.double.reader import DoubleReader

PIPS = ("pips", "pips_other", "both", "neither", "stretch", "bend")
"""The features that need the pips."""
WITHOUT = tuple(name for name in NAMES if name not in PIPS)
WITH = tuple(name for name in NAMES if name not in {"stretch", "bend"})  # as the belief for photos
SURE = (0.5, 0.6, 0.7, 0.75, 0.8, 0.83, 0.85, 0.87, 0.89, 0.91, 0.93, 0.95, 0.97, 0.98, 0.99)
EXTRA = (0.3, 0.4, 0.5, 0.6)


def examine(folders: list[Path], reader: DoubleReader) -> list[Case]:
    """Examine the photos of these folders, which are told the number of their dice."""
    cases = []
    for folder in folders:
        for line in (folder / "labels.jsonl").read_text("utf-8").splitlines():
            label = json.loads(line)
            if 1 <= len(label["dice"]) <= MAX_DICE:
                image = np.asarray(cv2.imread(str(folder / label["image"])), np.uint8)
                found = reader._examiner.examine(  # noqa: SLF001 - what the reader itself does first
                    image, len(label["dice"]), None, StageTimes()
                )
                if found is not None:
                    cases.append(_make_case(folder.name, found, label["dice"], image.shape))
    return cases


def _make_case(family: str, found: Candidates, dice: list[dict[str, Any]], shape: tuple[int, ...]) -> Case:
    """Return a picture's candidates with what they really are, as far as its label has boxes."""
    is_die, is_right = (np.full(len(found.spots), -1, np.int8) for _ in range(2))
    boxes = np.array([die["box"] for die in dice if die.get("box")], np.float64).reshape(-1, 4)
    if len(boxes) == len(dice):
        middles = (boxes[:, :2] + boxes[:, 2:]) / 2
        for k, spot in enumerate(found.spots):
            apart = np.hypot(*(middles - (spot.x, spot.y)).T) / spot.edge
            nearest = int(apart.argmin())
            is_die[k] = apart[nearest] < 2 * MATCH_DISTANCE  # boxes may contain the sides of a die too
            is_right[k] = is_die[k] and dice[nearest]["value"] == found.value[k]
    return Case(
        family,
        found,
        is_die,
        is_right,
        tuple(sorted(die["value"] for die in dice)),
        readable=True,
        shape=shape,
    )


def main() -> None:
    """Fit both beliefs, and print what they accept and misread."""
    parser = argparse.ArgumentParser(description="Measure what the second opinion by the pips is worth.")
    parser.add_argument("places", nargs="+", type=Path, metavar="DIR", help="a folder with photos or folders")
    folders = list(list_folders(parser.parse_args().places))
    reader = DoubleReader(find("models"))
    chosen_on = examine([folder for folder in folders if folder.name not in ASIDE], reader)
    aside = examine([folder for folder in folders if folder.name in ASIDE], reader)
    for name, features in (("with the pips", WITH), ("network alone", WITHOUT)):
        sums = fit_sums(chosen_on, features)
        ranks = {
            (sure, extra): rank_outcomes(list(count_outcomes(sums, chosen_on, sure, extra, 0.0).values()))
            for sure in SURE
            for extra in EXTRA
        }
        best, extra = min(ranks, key=lambda at: ranks[at])
        print(f"{name}: sure {best}, extra {extra}, as chosen")
        for group, cases in (("chosen on", chosen_on), ("aside", aside)):
            print(f"  {group}: {_describe(count_outcomes(sums, cases, best, extra, 0.0))}")
        print("  aside, other thresholds:")
        for sure in SURE:
            print(f"    sure {sure}: {_describe(count_outcomes(sums, aside, sure, extra, 0.0))}", flush=True)


def _describe(tallies: dict[str, Tally]) -> str:
    return "; ".join(
        f"{name} {tally.accepted} of {tally.pictures} accepted, {tally.misread} misread"
        for name, tally in tallies.items()
    )


if __name__ == "__main__":
    main()
