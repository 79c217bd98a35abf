"""A calibration finds the printed mat in its true size."""

from io import BytesIO
from pathlib import Path

import cv2
import numpy as np
import pytest
from pypdf import PdfReader

from pi_bunco.paper.printed_mat import MARKER, PAPERS, PrintedMat
from pi_bunco.vision.calibrate.advice import _SIDE_PER_MARKER
from pi_bunco.vision.calibrate.fiducials import find_fiducials
from tests.hardware.prints import PIXELS_PER_MM, draw_page, needs_pdftoppm
from tools.hardware.mats import draw_cards, draw_mat


@needs_pdftoppm
@pytest.mark.parametrize("plain", [False, True])
@pytest.mark.parametrize("paper", PAPERS)
def test_mat_is_found_in_its_true_size(paper: str, *, plain: bool, tmp_path: Path) -> None:
    """Each marker is found where it is printed, and the measured field has its true size."""
    field = PrintedMat(paper).field
    found = find_fiducials(draw_page(draw_mat(paper, plain=plain), tmp_path))
    assert found.missing == ()
    corners = np.array(found.corners) / PIXELS_PER_MM
    right, low = field.x + field.width, field.y + field.height
    expected = [(field.x, field.y), (right, field.y), (right, low), (field.x, low)]
    assert np.abs(corners - expected).max() < 0.15
    assert found.measure_size(MARKER) == pytest.approx((field.width, field.height), rel=0.005)


@needs_pdftoppm
@pytest.mark.parametrize("paper", PAPERS)
def test_mat_is_found_by_a_camera(paper: str, tmp_path: Path) -> None:
    """The mat is found in a tilted, blurred, noisy and dim picture of 1280 by 960 pixels."""
    sheet = draw_page(draw_mat(paper), tmp_path)
    height, width = sheet.shape[:2]
    page_corners = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    image_corners = np.array([(95, 70), (1175, 110), (1230, 905), (60, 880)], np.float32)
    image = cv2.warpPerspective(
        sheet, cv2.getPerspectiveTransform(page_corners, image_corners), (1280, 960), flags=cv2.INTER_AREA
    )
    noise = np.random.default_rng(5).normal(0, 3, image.shape)
    image = np.clip(cv2.GaussianBlur(image, (0, 0), 1.0) * 0.45 + noise, 0, 255).astype(np.uint8)
    found = find_fiducials(image)
    assert found.missing == ()
    field = PrintedMat(paper).field
    assert found.measure_size(MARKER) == pytest.approx((field.width, field.height), rel=0.02)


@needs_pdftoppm
@pytest.mark.parametrize("paper", PAPERS)
def test_cards_are_the_four_markers(paper: str, tmp_path: Path) -> None:
    """The sheet to cut out has all four markers in their true size."""
    found = find_fiducials(draw_page(draw_cards(paper), tmp_path))
    assert sorted(found.markers) == [0, 1, 2, 3]
    for marker in found.markers.values():
        edges = np.linalg.norm(marker - np.roll(marker, 1, axis=0), axis=1) / PIXELS_PER_MM
        assert edges == pytest.approx(MARKER, abs=0.3)


@pytest.mark.parametrize("paper", PAPERS)
def test_mat_markers_stay_in_their_corner(paper: str) -> None:
    """A marker takes no more of the field's corner than a calibration expects."""
    field = PrintedMat(paper).field
    assert min(field.width, field.height) / _SIDE_PER_MARKER > MARKER


@needs_pdftoppm
@pytest.mark.parametrize("paper", PAPERS)
def test_mat_keeps_off_edge_of_paper(paper: str, tmp_path: Path) -> None:
    """Nothing is printed within 5 mm of the edge, where many printers cannot print."""
    sheet = draw_page(draw_mat(paper), tmp_path)
    rim = round(5 * PIXELS_PER_MM)
    sheet[rim:-rim, rim:-rim] = 255
    assert sheet.min() > 250


@pytest.mark.parametrize("paper", PAPERS)
def test_mat_fills_a_page_that_no_viewer_shrinks(paper: str) -> None:
    """The page has the paper's size, and asks a viewer to print it without scaling."""
    pdf = draw_mat(paper)
    page = PdfReader(BytesIO(pdf)).pages[0].mediabox
    assert (page.width, page.height) == pytest.approx([72 / 25.4 * side for side in PAPERS[paper]], abs=0.01)
    assert b"/PrintScaling /None" in pdf


def test_mat_is_the_same_each_time() -> None:
    """The same mat gives the same file each time, so a committed file can be compared."""
    assert draw_cards("a4") == draw_cards("a4")
