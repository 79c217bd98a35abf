"""The corners and markers of a mat, and the mapping to its flat picture."""

import cv2
import numpy as np
import pytest

from pi_bunco.vision.calibrate.fiducials import Fiducials, combine_fiducials, find_fiducials
from pi_bunco.vision.calibrate.flat import LONGER_SIDE, MARGIN, Flat, shrink_flat
from pi_bunco.vision.calibrate.shape import CornersTrouble, compute_ratio, order_corners
from tests.vision.calibrate.mats import CORNERS, MARKER, MAT, SIZE, draw_felt, draw_mat, photograph


def test_markers_show_corners_shape_and_size() -> None:
    """Four printed markers show the field's corners to a pixel, its shape and its size to a hundredth."""
    found = find_fiducials(photograph(draw_felt()))
    assert found.missing == ()
    assert found.corners is not None
    assert np.abs(np.array(found.corners) - CORNERS).max() < 1
    assert found.ratio == pytest.approx(MAT[0] / MAT[1], rel=0.01)
    assert found.measure_size(MARKER / 2) == pytest.approx((MAT[0] / 2, MAT[1] / 2), rel=0.01)


def test_outline_is_the_same_upside_down() -> None:
    """If the camera hangs the other way round, the outline still begins at the picture's top left."""
    turned = (CORNERS[2], CORNERS[3], CORNERS[0], CORNERS[1])
    corners = find_fiducials(photograph(draw_felt(), turned)).corners
    assert corners is not None
    assert np.abs(np.array(corners) - CORNERS).max() < 1


@pytest.mark.parametrize("quarter", [1, 3])
def test_mat_turned_by_a_quarter_is_higher_than_wide(quarter: int) -> None:
    """If the mat is turned by a quarter in the picture, its width and height change places."""
    upright = ((260.0, 20.0), (700.0, 20.0), (700.0, 680.0), (260.0, 680.0))
    found = find_fiducials(photograph(draw_felt(), (*upright[quarter:], *upright[:quarter])))  # type: ignore[arg-type] # four
    assert found.ratio == pytest.approx(MAT[1] / MAT[0], rel=0.01)


def test_covered_marker_is_missing() -> None:
    """The corner of a covered marker is named as missing, and there is no outline."""
    mat = draw_felt().copy()
    mat[-80:, :80] = 128
    found = find_fiducials(photograph(mat))
    assert found.missing == ("bottom left",)
    assert found.corners is None


def test_markers_of_several_pictures_are_combined() -> None:
    """A marker gets the median of its places; a marker that is in only one picture is kept."""
    square = np.array([(0.0, 0), (1, 0), (1, 1), (0, 1)])
    pictures = [Fiducials({0: square + shift}) for shift in (0, 0.2, 9)] + [Fiducials({3: square})]
    combined = combine_fiducials(pictures)
    assert sorted(combined.markers) == [0, 3]
    assert combined.markers[0][0].tolist() == pytest.approx([0.2, 0.2])


@pytest.mark.parametrize("tilt", [0, 12, 25, 35])
def test_shape_is_computed_from_four_corners(tilt: float) -> None:
    """From straight above to a tilt of 35 degrees, the four corners give the shape to 6 %."""
    angle, spin, focal = np.radians(tilt), np.radians(11), 860.0
    ends = np.array([(-1.5, -1, 0), (1.5, -1, 0), (1.5, 1, 0), (-1.5, 1, 0)])
    ends = ends @ np.array([(np.cos(spin), np.sin(spin), 0), (-np.sin(spin), np.cos(spin), 0), (0, 0, 1)])
    y, z = ends[:, 1] * np.cos(angle), 5 + ends[:, 1] * np.sin(angle)
    corners = np.stack([480 + focal * ends[:, 0] / z, 360 + focal * y / z], axis=1)
    assert compute_ratio(order_corners(tuple(map(tuple, corners.tolist())), SIZE), SIZE) == pytest.approx(
        1.5, rel=0.06
    )


@pytest.mark.parametrize(
    ("points", "error"),
    [
        (CORNERS[:3], "A mat has four corners, not 3."),
        ((*CORNERS[:3], (1000.0, 5.0)), "The corner 1000,5 is outside the picture of 960 x 720."),
        ((*CORNERS[:3], (500.0, 330.0)), "The four corners do not enclose a mat that can be read."),
        (((1.0, 1.0), (40.0, 1.0), (40.0, 40.0), (1.0, 40.0)), "The four corners do not enclose a mat"),
    ],
    ids=["three", "outside", "dented", "tiny"],
)
def test_points_that_are_no_corners_are_reported(points: tuple[tuple[float, float], ...], error: str) -> None:
    """Each kind of wrong corners has its own sentence and a remedy."""
    with pytest.raises(CornersTrouble, match=error) as caught:
        order_corners(points, SIZE)
    assert caught.value.remedy == "Put each of the four points on its corner of the mat."


def test_flat_picture_is_not_distorted() -> None:
    """A square die is a square in the flat picture, and its box is mapped back to the camera's picture."""
    flat = Flat.of(CORNERS, MAT[0] / MAT[1])
    assert flat.size == (LONGER_SIDE, 656)
    picture = photograph(draw_mat((300, 200, 0), mat=draw_felt(markers=False)))
    ys, xs = np.nonzero(flat.rectify(picture).min(axis=2) > 180)
    scale = (LONGER_SIDE - 2 * MARGIN) / MAT[0]
    box = (xs.min(), ys.min(), xs.max() + 1, ys.max() + 1)
    wanted = [MARGIN + edge * scale for edge in (274, 174, 326, 226)]
    assert box == pytest.approx(wanted, abs=2)
    x0, y0, x1, y1 = flat.map_back(tuple(wanted))  # type: ignore[arg-type] # four
    assert picture[round(y0) + 5 : round(y1) - 5, round(x0) + 5 : round(x1) - 5].mean() > 180
    assert picture[round(y0) - 30 : round(y0) - 5, round(x0) : round(x1)].mean() < 130


@pytest.mark.parametrize("larger", [0.5, 1, 2])
def test_small_picture_equals_the_shrunk_flat_picture(larger: float) -> None:
    """For a camera of any resolution, the small picture is nearly the same as the flat picture, shrunk."""
    picture = np.asarray(
        cv2.resize(photograph(draw_mat((300, 200, 20), (500, 300, 50))), None, fx=larger, fy=larger), np.uint8
    )
    flat = Flat.of(tuple((x * larger, y * larger) for x, y in CORNERS), MAT[0] / MAT[1])  # type: ignore[arg-type] # four
    off = np.abs(flat.shrink(picture).astype(int) - shrink_flat(flat.rectify(picture)))
    assert off.mean() < 1.2
    assert np.percentile(off, 99) < 16


def test_part_of_the_flat_picture_equals_that_of_the_whole() -> None:
    """If only a part is made, this part is as in the whole flat picture, and the rest is black."""
    flat, picture = Flat.of(CORNERS, MAT[0] / MAT[1]), photograph(draw_mat((300, 200, 20)))
    whole, part = flat.rectify(picture), flat.rectify(picture, (300.4, -20.0, 500.0, 420.0))
    assert np.abs(part[:420, 300:500].astype(int) - whole[:420, 300:500]).max() <= 2
    part[:420, 300:500] = 0
    assert not part.any()


def test_box_keeps_its_size_on_a_turned_mat() -> None:
    """On a mat that is turned by 45 degrees, a box that is mapped back keeps its size and its place."""
    turned = ((480.0, 60.0), (780.0, 360.0), (480.0, 660.0), (180.0, 360.0))
    flat = Flat.of(turned, 1.0)
    x0, y0, x1, y1 = flat.map_back((430, 430, 530, 530))
    scale = np.hypot(300, 300) / (LONGER_SIDE - 2 * MARGIN)
    assert ((x0 + x1) / 2, (y0 + y1) / 2) == pytest.approx((480, 360))
    assert (x1 - x0, y1 - y0) == pytest.approx((100 * scale, 100 * scale), rel=1e-6)
