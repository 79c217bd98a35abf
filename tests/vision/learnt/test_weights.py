"""Files of weights are checked before they are believed."""

import hashlib
import json
import shutil
from pathlib import Path

import pytest

from pi_bunco.assets import find
from pi_bunco.vision.best import best_reader
from pi_bunco.vision.double import DoubleReader
from pi_bunco.vision.geometry import GeometryReader
from pi_bunco.vision.learnt.weights import MANIFEST, WeightsTrouble, check_file, read_manifest

FILES = (
    "finding.onnx",
    "reading.onnx",
    "above.onnx",
    "tiles.json",
    "belief.json",
    "above.json",
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in (*FILES, MANIFEST):
        shutil.copy(find("models") / name, tmp_path / name)
    return tmp_path


def test_what_ships_is_what_the_manifest_names() -> None:
    """Every file of the reader is there, with the sum that the manifest tells."""
    assert set(read_manifest(find("models"))) == set(FILES)
    for name in FILES:
        assert check_file(find("models"), name).is_file()


def test_what_ships_is_small() -> None:
    """All weights together stay below three megabytes."""
    assert sum((find("models") / name).stat().st_size for name in (*FILES, "geometry.json")) < 3_000_000


def test_the_double_reader_opens_what_ships(folder: Path) -> None:
    """Whole files are believed, and nothing is said."""
    said: list[str] = []
    assert isinstance(best_reader(folder, said.append), DoubleReader)
    assert said == []


@pytest.mark.parametrize("name", FILES)
def test_a_damaged_file_is_not_believed(folder: Path, name: str) -> None:
    """One bit changed: the pips alone are left, and the sentence names the file and the remedy."""
    data = bytearray((folder / name).read_bytes())
    data[len(data) // 2] ^= 1
    (folder / name).write_bytes(data)
    said: list[str] = []
    assert isinstance(best_reader(folder, said.append), GeometryReader)
    assert len(said) == 1
    assert f"{folder / name} is damaged" in said[0]
    assert "Install pi-bunco again" in said[0]
    assert "pips alone" in said[0]


@pytest.mark.parametrize("name", [*FILES, MANIFEST])
def test_a_missing_file_is_reported(folder: Path, name: str) -> None:
    """Without a file the pips alone are left, and the sentence names it."""
    (folder / name).unlink()
    said: list[str] = []
    assert isinstance(best_reader(folder, said.append), GeometryReader)
    assert f"{folder / name} is missing" in said[0]


@pytest.mark.parametrize("text", ["", "[]", "{", '{"files": 3}', '{"files": {"reading.onnx": {}}}'])
def test_a_damaged_manifest_is_reported(folder: Path, text: str) -> None:
    """A manifest that is none is called damaged, whatever stands in it."""
    (folder / MANIFEST).write_text(text)
    with pytest.raises(WeightsTrouble, match=r"weights\.json is damaged"):
        check_file(folder, "reading.onnx")


def test_weights_for_other_numbers_are_refused(folder: Path) -> None:
    """A belief that was fitted for other numbers is another pi-bunco's, though its sum is right."""
    made = json.loads((folder / "belief.json").read_text())
    made["names"][0] = "luck"
    (folder / "belief.json").write_text(json.dumps(made))
    manifest = json.loads((folder / MANIFEST).read_text())
    manifest["files"]["belief.json"]["sha256"] = hashlib.sha256(
        (folder / "belief.json").read_bytes()
    ).hexdigest()
    (folder / MANIFEST).write_text(json.dumps(manifest))
    with pytest.raises(WeightsTrouble, match="was made for another pi-bunco"):
        DoubleReader(folder)
