"""Files of weights are checked before they are used."""

import hashlib
import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from pi_bunco.files.assets import find
from pi_bunco.vision.best import best_reader
from pi_bunco.vision.double import DoubleReader
from pi_bunco.vision.geometry import GeometryReader
from pi_bunco.vision.learnt.manifest import MANIFEST, WeightsTrouble, check_file, read_manifest
from pi_bunco.vision.learnt.weights import open_network

FILES = (
    "finding.onnx",
    "reading.onnx",
    "surroundings.onnx",
    "finding_above.onnx",
    "above.onnx",
    "above_thorough.onnx",
    "tiles.json",
    "belief.json",
    "above.json",
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in (*FILES, MANIFEST):
        shutil.copy(find("models") / name, tmp_path / name)
    return tmp_path


def test_manifest_fits_the_files_of_pi_bunco() -> None:
    """The manifest names all files of the reader, and their checksums are right."""
    assert set(read_manifest(find("models"))) == set(FILES)
    for name in FILES:
        assert check_file(find("models"), name).is_file()


def test_network_gives_each_piece_what_it_gives_it_alone() -> None:
    """The results of several pieces are those of each piece alone, and differ from each other."""
    network = open_network(find("models"), "reading.onnx")
    pieces = np.random.default_rng(1).random((3, 3, 48, 48), np.float32)
    together = network(pieces)
    assert (together == np.concatenate([network(piece[None]) for piece in pieces])).all()
    assert len(np.unique(together, axis=0)) == len(pieces)


def test_weights_are_small() -> None:
    """All weights together have less than seven megabytes."""
    assert sum((find("models") / name).stat().st_size for name in (*FILES, "geometry.json")) < 7_000_000


def test_double_reader_opens_undamaged_files(folder: Path) -> None:
    """With undamaged files the best reader uses networks and pips, without a warning."""
    warnings: list[str] = []
    assert isinstance(best_reader(folder, warnings.append), DoubleReader)
    assert warnings == []


@pytest.mark.parametrize("name", FILES)
def test_damaged_file_is_not_used(folder: Path, name: str) -> None:
    """If one bit is changed, the best reader uses pips alone; the warning names the file and the remedy."""
    data = bytearray((folder / name).read_bytes())
    data[len(data) // 2] ^= 1
    (folder / name).write_bytes(data)
    warnings: list[str] = []
    assert isinstance(best_reader(folder, warnings.append), GeometryReader)
    assert len(warnings) == 1
    assert f"{folder / name} is damaged" in warnings[0]
    assert "Install pi-bunco again" in warnings[0]
    assert "pips alone" in warnings[0]


@pytest.mark.parametrize("name", [*FILES, MANIFEST])
def test_missing_file_is_reported(folder: Path, name: str) -> None:
    """If a file is missing, the best reader uses pips alone, and the warning names the file."""
    (folder / name).unlink()
    warnings: list[str] = []
    assert isinstance(best_reader(folder, warnings.append), GeometryReader)
    assert f"{folder / name} is missing" in warnings[0]


@pytest.mark.parametrize("text", ["", "[]", "{", '{"files": 3}', '{"files": {"reading.onnx": {}}}'])
def test_damaged_manifest_is_reported(folder: Path, text: str) -> None:
    """A manifest with unexpected content is reported as damaged."""
    (folder / MANIFEST).write_text(text)
    with pytest.raises(WeightsTrouble, match=r"weights\.json is damaged"):
        check_file(folder, "reading.onnx")


def test_weights_for_other_features_are_refused(folder: Path) -> None:
    """A belief with an unknown feature is refused, even if its checksum is right."""
    belief = json.loads((folder / "belief.json").read_text())
    belief["names"][0] = "luck"
    (folder / "belief.json").write_text(json.dumps(belief))
    manifest = json.loads((folder / MANIFEST).read_text())
    manifest["files"]["belief.json"]["sha256"] = hashlib.sha256(
        (folder / "belief.json").read_bytes()
    ).hexdigest()
    (folder / MANIFEST).write_text(json.dumps(manifest))
    with pytest.raises(WeightsTrouble, match="was made for another pi-bunco"):
        DoubleReader(folder)
