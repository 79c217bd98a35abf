"""Corners, markers, and the way to the flat picture."""

import cv2
import numpy as np
import pytest

from pi_bunco.vision.calibrate.fiducials import Fiducials, combine_fiducials, find_fiducials
from pi_bunco.vision.calibrate.flat import LONGER_SIDE, MARGIN, Flat, shrink_flat
from pi_bunco.vision.calibrate.shape import CornersTrouble, compute_ratio, order_corners
from tests.vision.calibrate.mats import CORNERS, MARKER, MAT, SIZE, draw_felt, draw_mat, photograph


def test_markers_give_the_corners_the_shape_and_the_size() -> None:
    """Four printed markers tell the field to a pixel, its proportion and its millimetres to a hundredth."""
    found = find_fiducials(photograph(draw_felt()))
    assert found.missing == ()
    assert found.corners is not None
    assert np.abs(np.array(found.corners) - CORNERS).max() < 1
    assert found.ratio == pytest.approx(MAT[0] / MAT[1], rel=0.01)
    assert found.measure_size(MARKER / 2) == pytest.approx((MAT[0] / 2, MAT[1] / 2), rel=0.01)


def test_a_camera_that_hangs_the_other_way_round_keeps_left_left() -> None:
    """Markers seen upside down give the same outline, begun at the picture's top left."""
    turned = (CORNERS[2], CORNERS[3], CORNERS[0], CORNERS[1])
    corners = find_fiducials(photograph(draw_felt(), turned)).corners
    assert corners is not None
    assert np.abs(np.array(corners) - CORNERS).max() < 1


@pytest.mark.parametrize("quarter", [1, 3])
def test_a_mat_that_is_seen_upright_is_higher_than_wide(quarter: int) -> None:
    """Turned by a quarter, width and height change places."""
    upright = ((260.0, 20.0), (700.0, 20.0), (700.0, 680.0), (260.0, 680.0))
    found = find_fiducials(photograph(draw_felt(), (*upright[quarter:], *upright[:quarter])))  # type: ignore[arg-type] # four
    assert found.ratio == pytest.approx(MAT[1] / MAT[0], rel=0.01)


def test_a_covered_marker_is_named() -> None:
    """A covered marker is named as missing."""
    mat = draw_felt().copy()
    mat[-80:, :80] = 128
    found = find_fiducials(photograph(mat))
    assert found.missing == ("bottom left",)
    assert found.corners is None


def test_several_pictures_steady_the_markers() -> None:
    """A marker is where it is in most pictures; one that was seen once is still known."""
    square = np.array([(0.0, 0), (1, 0), (1, 1), (0, 1)])
    many = [Fiducials({0: square + shift}) for shift in (0, 0.2, 9)] + [Fiducials({3: square})]
    together = combine_fiducials(many)
    assert sorted(together.seen) == [0, 3]
    assert together.seen[0][0].tolist() == pytest.approx([0.2, 0.2])


@pytest.mark.parametrize("tilt", [0, 12, 25, 35])
def test_the_shape_follows_from_four_corners_alone(tilt: float) -> None:
    """From straight above to 35 degrees off, four corners tell the proportion to 6 of 100."""
    angle, spin, focal = np.radians(tilt), np.radians(11), 860.0
    ends = np.array([(-1.5, -1, 0), (1.5, -1, 0), (1.5, 1, 0), (-1.5, 1, 0)])
    ends = ends @ np.array([(np.cos(spin), np.sin(spin), 0), (-np.sin(spin), np.cos(spin), 0), (0, 0, 1)])
    y, z = ends[:, 1] * np.cos(angle), 5 + ends[:, 1] * np.sin(angle)
    corners = np.stack([480 + focal * ends[:, 0] / z, 360 + focal * y / z], axis=1)
    assert compute_ratio(order_corners(tuple(map(tuple, corners.tolist())), SIZE), SIZE) == pytest.approx(
        1.5, rel=0.06
    )


@pytest.mark.parametrize(
    ("points", "says"),
    [
        (CORNERS[:3], "A mat has four corners, not 3."),
        ((*CORNERS[:3], (1000.0, 5.0)), "The corner 1000,5 is outside the picture of 960 x 720."),
        ((*CORNERS[:3], (500.0, 330.0)), "The four corners do not enclose a mat that can be read."),
        (((1.0, 1.0), (40.0, 1.0), (40.0, 40.0), (1.0, 40.0)), "The four corners do not enclose a mat"),
    ],
    ids=["three", "outside", "dented", "tiny"],
)
def test_four_points_that_are_no_corners_are_reported(
    points: tuple[tuple[float, float], ...], says: str
) -> None:
    """Each way to drag the corners wrong has its sentence, and what to do."""
    with pytest.raises(CornersTrouble, match=says) as caught:
        order_corners(points, SIZE)
    assert caught.value.remedy == "Put each of the four points on its corner of the mat."


def test_the_flat_picture_shows_the_mat_as_it_is() -> None:
    """A square die becomes a square, at its place on the mat, and its box goes back to where it was seen."""
    flat = Flat.of(CORNERS, MAT[0] / MAT[1])
    assert flat.size == (LONGER_SIDE, 656)
    there = photograph(draw_mat((300, 200, 0), mat=draw_felt(markers=False)))
    ys, xs = np.nonzero(flat.rectify(there).min(axis=2) > 180)
    scale = (LONGER_SIDE - 2 * MARGIN) / MAT[0]
    box = (xs.min(), ys.min(), xs.max() + 1, ys.max() + 1)
    wanted = [MARGIN + edge * scale for edge in (274, 174, 326, 226)]
    assert box == pytest.approx(wanted, abs=2)
    x0, y0, x1, y1 = flat.map_back(tuple(wanted))  # type: ignore[arg-type] # four
    assert there[round(y0) + 5 : round(y1) - 5, round(x0) + 5 : round(x1) - 5].mean() > 180
    assert there[round(y0) - 30 : round(y0) - 5, round(x0) : round(x1)].mean() < 130


@pytest.mark.parametrize("larger", [0.5, 1, 2])
def test_the_small_picture_shows_what_the_flat_one_does(larger: float) -> None:
    """Made without the flat one, from a camera of any resolution, it shows the same in the same places."""
    picture = np.asarray(
        cv2.resize(photograph(draw_mat((300, 200, 20), (500, 300, 50))), None, fx=larger, fy=larger), np.uint8
    )
    flat = Flat.of(tuple((x * larger, y * larger) for x, y in CORNERS), MAT[0] / MAT[1])  # type: ignore[arg-type] # four
    off = np.abs(flat.shrink(picture).astype(int) - shrink_flat(flat.rectify(picture)))
    assert off.mean() < 1.2
    assert np.percentile(off, 99) < 16


def test_a_part_of_the_flat_picture_is_that_part() -> None:
    """Where only a part is made flat it is as in the whole, also at the rim, and the rest is black."""
    flat, there = Flat.of(CORNERS, MAT[0] / MAT[1]), photograph(draw_mat((300, 200, 20)))
    whole, part = flat.rectify(there), flat.rectify(there, (300.4, -20.0, 500.0, 420.0))
    assert np.abs(part[:420, 300:500].astype(int) - whole[:420, 300:500]).max() <= 2
    part[:420, 300:500] = 0
    assert not part.any()


def test_a_box_does_not_grow_on_a_mat_that_lies_askew() -> None:
    """On a mat turned by 45 degrees a box keeps its size, and its place."""
    turned = ((480.0, 60.0), (780.0, 360.0), (480.0, 660.0), (180.0, 360.0))
    flat = Flat.of(turned, 1.0)
    x0, y0, x1, y1 = flat.map_back((430, 430, 530, 530))
    scale = np.hypot(300, 300) / (LONGER_SIDE - 2 * MARGIN)
    assert ((x0 + x1) / 2, (y0 + y1) / 2) == pytest.approx((480, 360))
    assert (x1 - x0, y1 - y0) == pytest.approx((100 * scale, 100 * scale), rel=1e-6)
