"""The reader on photos beside the checkout, measured as ``pi-bunco evaluate`` does."""

import random
from pathlib import Path

import pytest
from evaluation.folder import list_labelled
from evaluation.score import PictureCase, count_cases, read_pictures

from pi_bunco.devices.camera.files import load_picture
from pi_bunco.vision.best import best_reader

DICE = Path(__file__).resolve().parents[3] / "shared" / "dice"
NEVER_LEARNT_FROM = ("nell_d6", "DamianTab", "matteop65")
SAMPLE = 40
"""How many photos of each source are read."""


@pytest.mark.shared
def test_most_photos_are_read_and_few_are_misread() -> None:
    """Of forty photos from each of three sources, 60 % are accepted, and at most 2 % of these are misread."""
    if not DICE.is_dir():
        pytest.skip(f"the measuring pictures are not at {DICE}")
    cases = []
    for source in NEVER_LEARNT_FROM:
        pictures = [picture for picture in list_labelled(DICE / source) if 1 <= len(picture.values) <= 6]
        sample = random.Random(7).sample(pictures, SAMPLE)
        cases += [
            case
            for case in read_pictures(best_reader(), sample, load_picture, number_known=True)
            if isinstance(case, PictureCase)
        ]
    score = count_cases("all", cases)
    assert score.pictures == SAMPLE * len(NEVER_LEARNT_FROM)
    assert score.coverage >= 0.6, score
    assert score.misread <= 0.02, [case.labelled.path for case in cases if case.outcome == "wrong"]
