"""Photos that were set aside are counted beside the others, and each check's false alarms by its sentence."""

import importlib
import json
from pathlib import Path
from typing import Any

import cv2
import pytest
from renderer import render_still

from pi_bunco.files.assets import find
from pi_bunco.frames import Image
from pi_bunco.readings import Die, Reading, Status
from pi_bunco.vision.doubts import doubt_blurred


class TableReader:
    """Reads every picture as two dice, and says that the first is blurred if it is not told their number."""

    def read(self, image: Image, *, dice: int | None = 3, die_size: float | None = None) -> Reading:
        """Return the reading."""
        assert image.ndim == 3
        assert die_size is None
        shown = (Die(2, 0.9, (0, 0, 9, 9)), Die(5, 0.9, (20, 0, 29, 9)))
        return doubt_blurred(0, 2).make_reading(shown) if dice is None else Reading(Status.READ, shown)


@pytest.fixture
def program(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return the program."""
    monkeypatch.syspath_prepend(find("models"))
    return importlib.import_module("measure_photos")


@pytest.fixture
def photos(tmp_path: Path) -> Path:
    """Return a folder with a folder that is set aside, and another."""
    for name, dice in (("matteop65", [[5, 2], [6, 1]]), ("other", [[2, 5], [2] * 7])):
        (tmp_path / name).mkdir()
        labels = []
        for number, values in enumerate(dice):
            cv2.imwrite(str(tmp_path / name / f"{number}.png"), render_still(1)[0])
            labels.append({"image": f"{number}.png", "dice": [{"value": value} for value in values]})
        (tmp_path / name / "labels.jsonl").write_text("\n".join(map(json.dumps, labels)), "utf-8")
    return tmp_path


def test_groups_are_counted_apart(program: Any, photos: Path) -> None:
    """A misread picture counts in its own group, and pictures with more than six dice do not count."""
    tallies = program.measure(list(program.list_folders([photos])), TableReader(), told=True)
    assert tallies == {"aside": program.Tally(2, 2, 1), "chosen on": program.Tally(1, 1, 0)}


def test_false_alarms_are_counted_by_check(program: Any, photos: Path) -> None:
    """A picture that is asked about although its values are right is a false alarm of that check."""
    tallies = program.measure(list(program.list_folders([photos])), TableReader(), told=False)
    assert tallies["aside"].alarms == {"… is blurred: what does it show?": 1}
    assert tallies["chosen on"].alarms == {"… is blurred: what does it show?": 1}
