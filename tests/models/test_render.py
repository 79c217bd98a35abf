"""``models/render.py``, which renders pictures for training: it can be stopped and continued."""

import json
import subprocess
import sys
from pathlib import Path

import cv2
import pytest

_SCRIPT = Path(__file__).parents[2] / "models" / "render.py"


def _run(folder: Path, count: int, *more: str) -> str:
    command = [sys.executable, str(_SCRIPT), "--to", str(folder), "--count", str(count), "--seed", "3", *more]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


@pytest.mark.nightly
def test_stopped_run_is_continued(tmp_path: Path) -> None:
    """A run that was stopped within a line of labels is completed with the same pictures and labels."""
    whole, stopped = tmp_path / "whole", tmp_path / "stopped"
    _run(whole, 3)
    _run(stopped, 2)
    labels = stopped / "labels.jsonl"
    labels.write_text(labels.read_text()[:-20])
    assert "3 of 3 pictures" in _run(stopped, 3, "--processes", "2")
    assert labels.read_text() == (whole / "labels.jsonl").read_text()
    for number in range(3):
        name = f"images/{number:06d}.jpg"
        assert (stopped / name).read_bytes() == (whole / name).read_bytes()
    for line in labels.read_text().splitlines():
        label = json.loads(line)
        picture = cv2.imread(str(stopped / label["image"]))
        assert picture is not None
        assert picture.shape == (label["h"], label["w"], 3)
        assert label["family"] == "rendered"
        for die in label["dice"]:
            assert die["value"] in range(1, 7)
            assert die["why"] in {"", "cocked", "stacked", "under", "cut", "covered"}
            x0, y0, x1, y1 = die["box"]
            assert x0 < die["centre"][0] < x1
            assert y0 < die["centre"][1] < y1
            assert len(die["quad"]) == 4
