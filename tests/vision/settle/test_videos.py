"""Throws are found in real videos, which lie beside the checkout; without them these tests are skipped."""

import json
from pathlib import Path
from typing import Any

import pytest

from pi_bunco.devices.camera.files import VideoFile
from pi_bunco.readings import Status
from pi_bunco.vision.geometry import GeometryReader
from pi_bunco.vision.watch import Watcher

VIDEOS = Path(__file__).resolve().parents[4] / "shared" / "dice" / "videos"

pytestmark = [
    pytest.mark.shared,
    pytest.mark.skipif(not VIDEOS.is_dir(), reason="the measuring videos are not beside the checkout"),
]


def load_truth(name: str) -> dict[str, Any]:
    """Return the labels of a video."""
    lines = map(json.loads, (VIDEOS / "throws.jsonl").read_text().splitlines())
    found: dict[str, Any] = next(line for line in lines if line["video"] == name)
    return found


@pytest.mark.parametrize("name", ["robertw_lime.mp4", "imciechan_test5black.mp4", "imciechan_test10es.mp4"])
def test_every_throw_is_found_once_and_none_is_misread(name: str) -> None:
    """Each labelled throw is reported once, within its still frames, right or doubtful, and nothing else."""
    labels = load_truth(name)
    throws, off = labels["throws"], labels["boundary_error_frames"]
    watcher = Watcher(GeometryReader(), dice=len(throws[0]["values"]), live=False)
    found = [settled for frame in VideoFile(VIDEOS / name).frames() for settled in watcher.see(frame)]
    found += watcher.finish()
    assert len(found) == len(throws)
    for settled, throw in zip(found, throws, strict=True):
        assert settled.start_frame <= throw["end_frame"]
        assert settled.end_frame >= throw["start_frame"] - off
        assert settled.end_frame - settled.start_frame <= 4
        if settled.reading.status is Status.READ:
            assert sorted(settled.reading.values) == sorted(throw["values"])
