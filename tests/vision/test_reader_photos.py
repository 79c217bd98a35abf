"""The reader on photos that are not in the repository, measured as ``pi-bunco evaluate`` does."""

import random
from pathlib import Path

import pytest

from pi_bunco.devices.camera.files import load_picture
from pi_bunco.vision.best import best_reader
from pi_bunco.vision.evaluate.folder import list_labelled
from pi_bunco.vision.evaluate.score import PictureCase, count_cases, read_pictures

DICE = Path(__file__).resolve().parents[3] / "shared" / "dice"
NEVER_LEARNT_FROM = ("nell_d6", "DamianTab", "matteop65")
SAMPLE = 40


@pytest.mark.shared
def test_photos_are_read_often_and_misread_hardly_ever() -> None:
    """Of forty photos of each of three sources six in ten are accepted, and at most one in fifty misread."""
    if not DICE.is_dir():
        pytest.skip(f"the measuring pictures are not at {DICE}")
    cases = []
    for source in NEVER_LEARNT_FROM:
        pictures = [one for one in list_labelled(DICE / source) if 1 <= len(one.values) <= 6]
        some = random.Random(7).sample(pictures, SAMPLE)
        cases += [
            case
            for case in read_pictures(best_reader(), some, load_picture, number_known=True)
            if isinstance(case, PictureCase)
        ]
    score = count_cases("all", cases)
    assert score.pictures == SAMPLE * len(NEVER_LEARNT_FROM)
    assert score.coverage >= 0.6, score
    assert score.misread <= 0.02, [case.labelled.path for case in cases if case.outcome == "wrong"]
