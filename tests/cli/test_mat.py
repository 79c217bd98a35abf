"""``pi-bunco mat``."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from pi_bunco.cli.mat import mat
from pi_bunco.errors import Trouble
from pi_bunco.paper.mat.draw import draw_cards, draw_mat


@pytest.mark.parametrize(
    ("words", "name", "drawn"),
    [
        ([], "mat-a3.pdf", draw_mat("a3")),
        (["--paper", "letter", "--plain"], "mat-letter.pdf", draw_mat("letter", plain=True)),
        (["--paper", "a4", "--markers"], "markers-a4.pdf", draw_cards("a4")),
        (["--to", "mine.pdf"], "mine.pdf", draw_mat("a3")),
    ],
)
def test_mat_writes_a_pdf(
    words: list[str], name: str, drawn: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file has the name of its paper, unless another is told, and what to do with it is said."""
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(mat, words, catch_exceptions=False)
    said = f"Wrote {name}. Print it at 100 %, then: pi-bunco calibrate --marker 24\n"
    assert done.output.startswith(said)
    assert ("Hang the camera" in done.output) == ("--markers" not in words)
    assert (tmp_path / name).read_bytes() == drawn


def test_mat_says_where_it_cannot_write(tmp_path: Path) -> None:
    """A place that cannot be written to is named, with what to do."""
    with pytest.raises(Trouble, match=r"mat\.pdf cannot be written: .* Name another place"):
        CliRunner().invoke(mat, ["--to", str(tmp_path / "no" / "mat.pdf")], catch_exceptions=False)


def test_mat_tells_how_high_each_camera_hangs(tmp_path: Path) -> None:
    """Each camera has its height, those that see too small dice on so large a mat the dice that they need."""
    done = CliRunner().invoke(mat, ["--to", str(tmp_path / "mat.pdf")], catch_exceptions=False)
    lines = done.output.splitlines()
    assert "  Camera Module 2          37 cm   35 to 42 cm will do" in lines
    assert "  USB camera (as a C920)   37 cm   only dice of 17 mm or more, or smaller paper" in lines
    assert max(map(len, lines[1:])) <= 80
