"""``pi-bunco wiring``, which draws a board's wiring."""

from pathlib import Path

import pytest

from pi_bunco.files import assets
from tests.cli.conftest import Call


def test_wiring_draws_a_board(call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The drawing is written to the current folder under the board's name; the wiring is printed in words."""
    monkeypatch.chdir(tmp_path)
    status, out, err = call("wiring", "pibrella")
    assert (status, err) == (0, "")
    assert "Button  on the board: the red button\n" in out
    assert "SPI bus" in out
    assert out.endswith("Wrote pibrella.svg. Open it in a browser.\n")
    assert (tmp_path / "pibrella.svg").read_text("utf-8").startswith("<svg")


def test_wiring_of_a_board_file_is_printed(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The wiring of a user's board file is printed; it has no drawing, and asking for one says so."""
    monkeypatch.chdir(tmp_path)
    mine = tmp_path / "mine.toml"
    mine.write_bytes(assets.find("hardware/boards/grove.toml").read_bytes())
    status, out, err = call("wiring", mine)
    assert (status, err) == (0, "")
    assert "Button" in out
    assert "Wrote" not in out
    assert list(tmp_path.iterdir()) == [mine]
    status, _, err = call("wiring", mine, "--to", tmp_path / "drawn.svg")
    assert (status, "has no drawing" in err) == (2, True)


def test_wiring_refuses_unknown_boards_and_places(call: Call, tmp_path: Path) -> None:
    """An unknown board, and a file that cannot be written, are errors."""
    status, _, err = call("wiring", "toaster")
    assert (status, "There is no board" in err) == (2, True)
    status, _, err = call("wiring", "--to", tmp_path / "no" / "x.svg")
    assert (status, "cannot be written" in err) == (2, True)
