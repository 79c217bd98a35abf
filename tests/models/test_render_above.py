"""``models/render_above.py``, which renders throws on flattened mats: its labels of dice and camera."""

import importlib
import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from renderer.lens import Lens

from pi_bunco.vision.calibrate.flat import Flat
from pi_bunco.vision.calibrate.stand_by_corners import find_stand

_SCRIPT = Path(__file__).parents[2] / "models" / "render_above.py"


@pytest.mark.nightly
@pytest.mark.parametrize("phones", [0, 1], ids=["Pi camera", "phone"])
def test_labels_enclose_the_dice_in_the_flat_picture(phones: int, tmp_path: Path) -> None:
    """The area of a die's label differs from the bare mat, and the labelled camera is above the mat."""
    options = ["--to", str(tmp_path), "--tables", "1", "--seed", "2", "--phones", str(phones)]
    command = [sys.executable, str(_SCRIPT), *options]
    subprocess.run(command, check=True, capture_output=True)
    lines = [json.loads(line) for line in (tmp_path / "labels.jsonl").read_text().splitlines()]
    assert len(lines) >= 6
    pictures = np.stack([np.asarray(cv2.imread(str(tmp_path / label["image"]))) for label in lines])
    # Pictures of one table differ only in their dice, so that their median shows the bare mat.
    bare = np.median(pictures, axis=0)
    for label, picture in zip(lines, pictures, strict=True):
        away = np.abs(picture - bare).max(2)
        inside = [
            die
            for die in label["dice"]
            if 0 < die["centre"][0] < label["w"] and 0 < die["centre"][1] < label["h"]
        ]
        assert inside
        for die in inside:
            face = np.zeros(away.shape, np.uint8)
            cv2.fillPoly(face, [np.round(die["quad"]).astype(np.int32)], 1)
            assert np.median(away[face == 1]) > 3 * np.median(away)
        x, y, height = label["stand"]
        assert height > max(label["w"], label["h"]) / 3
        assert np.hypot(x - label["w"] / 2, y - label["h"] / 2) < height


@pytest.mark.parametrize("tilt", [3.0, 15.0, 22.0])
def test_label_has_the_position_of_the_camera(tilt: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a random error, the labelled position is within 2 % of that from the field's corners."""
    monkeypatch.syspath_prepend(str(_SCRIPT.parent))
    script = importlib.import_module("render_above")
    monkeypatch.setattr(script, "ERROR_FROM_ABOVE", 0.0)
    monkeypatch.setattr(script, "ERROR_ASKEW", 0.0)
    rng = np.random.default_rng(4)
    look = script.make_look(rng, 4)
    look = replace(look, view=replace(look.view, tilt=tilt, bend=0.0))
    lens = Lens(look.view, script.SIZE)
    corners, ratio = script.find_field(lens)
    flat = Flat.of(corners, ratio)
    stand = script.measure_stand(rng, lens, tilt, flat)
    by_corners = find_stand(flat, ratio, script.SIZE, lens.focal / max(script.SIZE))
    assert np.hypot(stand.x - by_corners.x, stand.y - by_corners.y) < 0.02 * by_corners.height
    assert stand.height == pytest.approx(by_corners.height, rel=0.02)


def test_stopped_run_leaves_no_labels(tmp_path: Path) -> None:
    """A stopped run leaves no ``labels.jsonl``, because train.py would train with a part of the tables."""
    command = [sys.executable, str(_SCRIPT), "--to", str(tmp_path), "--tables", "99", "--seed", "2"]
    run = subprocess.Popen(command, start_new_session=True)
    try:
        begun = time.monotonic()
        while not any(tmp_path.glob("images/*.jpg")):
            assert run.poll() is None
            assert time.monotonic() - begun < 300
            time.sleep(0.05)
    finally:
        os.killpg(run.pid, signal.SIGKILL)
        run.wait()
    assert not (tmp_path / "labels.jsonl").exists()
