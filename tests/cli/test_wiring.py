"""``pi-bunco wiring``, which draws a board's wiring."""

from pathlib import Path

import pytest

from pi_bunco import assets
from pi_bunco.devices.bell.board import load_board
from pi_bunco.devices.wiring.drawing import draw_wiring
from tests.cli.conftest import Call


def test_wiring_draws_a_board(call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The drawing is written to the current folder under the board's name; the wiring is printed in words."""
    monkeypatch.chdir(tmp_path)
    status, out, err = call("wiring", "pibrella")
    assert (status, err) == (0, "")
    assert "Button  on the board: the red button\n" in out
    assert "SPI bus" in out
    assert out.endswith("Wrote pibrella.svg. Open it in a browser.\n")
    assert (tmp_path / "pibrella.svg").read_text("utf-8") == draw_wiring(load_board("pibrella"), "pibrella")


def test_wiring_draws_a_board_from_a_file(call: Call, tmp_path: Path) -> None:
    """A user's board file can be drawn too, into a named file."""
    mine = tmp_path / "mine.toml"
    mine.write_bytes(assets.find("hardware/boards/grove.toml").read_bytes())
    assert call("wiring", mine, "--to", tmp_path / "drawn.svg")[0] == 0
    assert f'bell = "gpio:{mine}"' in (tmp_path / "drawn.svg").read_text("utf-8")


def test_wiring_refuses_unknown_boards_and_places(call: Call, tmp_path: Path) -> None:
    """An unknown board, and a file that cannot be written, are errors."""
    status, _, err = call("wiring", "toaster")
    assert (status, "There is no board" in err) == (2, True)
    status, _, err = call("wiring", "--to", tmp_path / "no" / "x.svg")
    assert (status, "cannot be written" in err) == (2, True)
