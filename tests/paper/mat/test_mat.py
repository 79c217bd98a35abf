"""The printed mat is what the calibration finds, in its true size."""

from io import BytesIO
from pathlib import Path

import cv2
import numpy as np
import pytest
from pypdf import PdfReader

from pi_bunco.paper.mat.draw import draw_cards, draw_mat
from pi_bunco.paper.mat.sheet import MARKER, PAPERS, PrintedMat
from pi_bunco.vision.calibrate.advice import _CORNER
from pi_bunco.vision.calibrate.fiducials import find_fiducials
from tests.paper.mat.prints import PIXELS, needs_pdftoppm, printed


@needs_pdftoppm
@pytest.mark.parametrize("plain", [False, True])
@pytest.mark.parametrize("paper", PAPERS)
def test_mat_is_found_in_its_true_size(paper: str, *, plain: bool, tmp_path: Path) -> None:
    """Each marker is found where it is printed, and the field measured by them is the one that was meant."""
    field = PrintedMat(paper).field
    found = find_fiducials(printed(draw_mat(paper, plain=plain), tmp_path))
    assert found.missing == ()
    corners = np.array(found.corners) / PIXELS
    right, low = field.x + field.width, field.y + field.height
    wanted = [(field.x, field.y), (right, field.y), (right, low), (field.x, low)]
    assert np.abs(corners - wanted).max() < 0.15
    assert found.measure_size(MARKER) == pytest.approx((field.width, field.height), rel=0.005)


@needs_pdftoppm
@pytest.mark.parametrize("paper", PAPERS)
def test_mat_is_found_by_a_camera(paper: str, tmp_path: Path) -> None:
    """So it is from a camera that hangs askew, with 1280 by 960 pixels, blurred and noisy, in dim light."""
    sheet = printed(draw_mat(paper), tmp_path)
    height, width = sheet.shape[:2]
    here = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    there = np.array([(95, 70), (1175, 110), (1230, 905), (60, 880)], np.float32)
    seen = cv2.warpPerspective(
        sheet, cv2.getPerspectiveTransform(here, there), (1280, 960), flags=cv2.INTER_AREA
    )
    noise = np.random.default_rng(5).normal(0, 3, seen.shape)
    seen = np.clip(cv2.GaussianBlur(seen, (0, 0), 1.0) * 0.45 + noise, 0, 255).astype(np.uint8)
    found = find_fiducials(seen)
    assert found.missing == ()
    field = PrintedMat(paper).field
    assert found.measure_size(MARKER) == pytest.approx((field.width, field.height), rel=0.02)


@needs_pdftoppm
@pytest.mark.parametrize("paper", PAPERS)
def test_cards_are_the_four_markers(paper: str, tmp_path: Path) -> None:
    """The sheet to cut out has all four, each as large as it says."""
    found = find_fiducials(printed(draw_cards(paper), tmp_path))
    assert sorted(found.seen) == [0, 1, 2, 3]
    for marker in found.seen.values():
        edges = np.linalg.norm(marker - np.roll(marker, 1, axis=0), axis=1) / PIXELS
        assert edges == pytest.approx(MARKER, abs=0.3)


@pytest.mark.parametrize("paper", PAPERS)
def test_mat_markers_stay_in_their_corner(paper: str) -> None:
    """A marker takes no more of the field's corner than what a calibration leaves to it."""
    field = PrintedMat(paper).field
    assert min(field.width, field.height) / _CORNER > MARKER


@needs_pdftoppm
@pytest.mark.parametrize("paper", PAPERS)
def test_mat_keeps_from_the_papers_edge(paper: str, tmp_path: Path) -> None:
    """Nothing is printed nearer to the paper's edge than 5 mm, where many printers print nothing."""
    sheet = printed(draw_mat(paper), tmp_path)
    rim = round(5 * PIXELS)
    sheet[rim:-rim, rim:-rim] = 255
    assert sheet.min() > 250


@pytest.mark.parametrize("paper", PAPERS)
def test_mat_fills_a_page_that_no_viewer_shrinks(paper: str) -> None:
    """The page has the paper's size, and a viewer is asked to print it in its true size."""
    pdf = draw_mat(paper)
    page = PdfReader(BytesIO(pdf)).pages[0].mediabox
    assert (page.width, page.height) == pytest.approx([72 / 25.4 * side for side in PAPERS[paper]], abs=0.01)
    assert b"/PrintScaling /None" in pdf


def test_mat_is_the_same_each_time() -> None:
    """The same mat gives the same file, so that a committed one can be compared."""
    assert draw_cards("a4") == draw_cards("a4")
