"""``pi-bunco mat``: the file, the heights of cameras, and a printed mat that can be calibrated."""

import re
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from pi_bunco.cli.mat import mat
from pi_bunco.errors import Trouble
from pi_bunco.paper.printed_mat import PrintedMat
from tests.cli.conftest import Call
from tests.hardware.prints import draw_page, needs_pdftoppm
from tools.hardware.mats import draw_cards, draw_mat


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
    """The file is named after the paper, unless --to is given, and the next step is printed."""
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(mat, words, catch_exceptions=False)
    text = f"Wrote {name}. Print it at 100 %, and once it lies there calibrate: on the page /calibrate.\n"
    assert done.output.startswith(text)
    assert ("Hang the camera" in done.output) == ("--markers" not in words)
    assert (tmp_path / name).read_bytes() == drawn


def test_mat_names_where_it_cannot_write(tmp_path: Path) -> None:
    """A place that cannot be written to is named, with what to do."""
    with pytest.raises(Trouble, match=r"mat\.pdf cannot be written: .* Name another place"):
        CliRunner().invoke(mat, ["--to", str(tmp_path / "no" / "mat.pdf")], catch_exceptions=False)


def test_mat_prints_how_high_each_camera_hangs(tmp_path: Path) -> None:
    """The output has a height for each camera, or the size of dice that it needs on so large a mat."""
    done = CliRunner().invoke(mat, ["--to", str(tmp_path / "mat.pdf")], catch_exceptions=False)
    lines = done.output.splitlines()
    assert "  Camera Module 2          37 cm   35 to 42 cm will do" in lines
    assert "  USB camera (as a C920)   37 cm   only dice of 17 mm or more, or smaller paper" in lines
    assert max(map(len, lines[1:])) <= 80


@needs_pdftoppm
@pytest.mark.parametrize("paper", ["a3", "letter"])
@pytest.mark.nightly
def test_mat_can_be_calibrated(call: Call, paper: str, tmp_path: Path) -> None:
    """``calibrate`` finds the size of a photographed print of the mat, and has no advice."""
    call("mat", "--paper", paper, "--to", tmp_path / "mat.pdf")
    sheet = draw_page((tmp_path / "mat.pdf").read_bytes(), tmp_path)
    height, width = sheet.shape[:2]
    on_paper = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    high = 1060 * height / width
    in_picture = np.array([(110, 60), (1172, 66), (1180, 62 + high), (98, 50 + high)], np.float32)
    table = np.full((960, 1280, 3), (150, 190, 215), np.uint8)
    perspective = cv2.getPerspectiveTransform(on_paper, in_picture)
    cv2.warpPerspective(sheet, perspective, (1280, 960), table, cv2.INTER_AREA, cv2.BORDER_TRANSPARENT)
    view = cv2.GaussianBlur(table, (0, 0), 0.7).astype(np.float32) * 0.85
    pictures = tmp_path / "camera"
    pictures.mkdir()
    rng = np.random.default_rng(3)
    for number in range(30):
        shot = np.clip(view + rng.normal(0, 2, view.shape), 0, 255).astype(np.uint8)
        cv2.imwrite(str(pictures / f"{number:03}.png"), shot)
    to = tmp_path / "calibration.zip"
    status, out, err = call(
        "calibrate", "--camera", pictures, "--marker", 24, "--throws", 0, "--to", to, "--state-dir", tmp_path
    )
    assert (status, err) == (0, "")
    size = re.search(r"^Mat +(\d+) x (\d+) mm, by four markers$", out, re.MULTILINE)
    assert size
    field = PrintedMat(paper).field
    assert [int(side) for side in size.groups()] == pytest.approx([field.width, field.height], rel=0.01)
    assert "To fix      nothing" in out
    assert to.exists()
