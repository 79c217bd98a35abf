"""The file with the pictures of the mock table."""

import shutil
import zipfile
from pathlib import Path

import numpy as np
import pytest

from pi_bunco.devices.camera.mock import pieces
from pi_bunco.devices.camera.mock.pieces import Pieces, open_pieces
from pi_bunco.errors import Trouble
from pi_bunco.files import assets


def test_each_value_lies_everywhere() -> None:
    """Each value has flat pictures all over the mat and leaning ones, and all can be decoded."""
    shown = Pieces()
    for value in range(1, 7):
        flat = {piece.at for piece in shown.dice if piece.value == value and not piece.leans}
        assert len(flat) == 40
        assert sum(piece.value == value and piece.leans for piece in shown.dice) == 4
    for number in range(len(shown.dice)):
        die = shown.load_die(number)
        assert 0.9 < np.count_nonzero(die.cover > 127) / die.edge**2 < 2.0
        assert die.light.min() < 200


def test_file_is_small() -> None:
    """The file has at most 4 MB, since it is part of every installation."""
    assert assets.find("models/mock_table.zip").stat().st_size <= 4_000_000


def test_hands_reach_into_the_picture() -> None:
    """The fingers of all hands point to the right, away from the palm, and the sleeve is cut at the left."""
    shown = Pieces()
    for side in range(4):
        for grip in ("open", "fist"):
            hand = shown.load_hand(side, grip)
            columns = np.flatnonzero(hand.cover.max(0) > 127)
            assert columns[0] == 0
            assert 4 < (columns[-1] - hand.origin[0]) / hand.edge < 8


@pytest.mark.parametrize("damage", ["cut", "changed", "none"])
def test_damaged_file_is_named(damage: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that is cut off, has a changed byte or is missing is named, with what to do."""
    copy = tmp_path / "mock_table.zip"
    shutil.copy(assets.find("models/mock_table.zip"), copy)
    with zipfile.ZipFile(copy) as archive:
        place = archive.getinfo("mat.webp").header_offset + 100
    data = bytearray(copy.read_bytes())
    data[place] ^= 1
    copy.write_bytes(data[:-5000] if damage == "cut" else data)

    def find(name: str) -> Path:
        if damage == "none":
            raise assets.AssetMissing(f"{name} is missing from this installation.", "Install pi-bunco again.")
        return copy

    monkeypatch.setattr(pieces, "find", find)
    open_pieces.cache_clear()
    with pytest.raises(Trouble, match="mock_table") as caught:
        open_pieces()
    assert caught.value.remedy == "Install pi-bunco again."
