"""``models/disturb.py``, which makes disturbed copies of labelled photos."""

import json
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
from evaluation.folder import list_labelled
from renderer import render_still

SCRIPT = Path(__file__).parents[2] / "models/disturb.py"


def test_each_photo_has_four_copies_with_its_values(tmp_path: Path) -> None:
    """The copies are different pictures with the same values, and two runs make the same copies."""
    image, shown = render_still(5, size=(320, 240))
    photos = tmp_path / "photos"
    photos.mkdir()
    cv2.imwrite(str(photos / "a.png"), image)
    label = {"image": "a.png", "dice": [{"value": value} for value in shown.values]}
    (photos / "labels.jsonl").write_text(json.dumps(label) + "\n", "utf-8")
    for to in ("one", "two"):
        done = subprocess.run(
            [sys.executable, SCRIPT, photos, "--to", tmp_path / to], capture_output=True, check=True
        )
        assert b"4 copies" in done.stdout
    for kind in ("turned", "darkened", "blurred", "tilted"):
        first, again = (
            cv2.imread(str(tmp_path / to / kind / "photos/images/00000.png")) for to in ("one", "two")
        )
        assert first is not None
        assert again is not None
        assert np.array_equal(first, again)
        assert first.shape != image.shape or np.abs(first.astype(int) - image).max() > 20, kind
        (copy,) = list_labelled(tmp_path / "one" / kind / "photos")
        assert [die.value for die in copy.dice] == list(shown.values)
