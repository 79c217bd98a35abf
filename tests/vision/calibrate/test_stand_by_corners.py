"""The camera's position, computed from the corners of the playing field alone."""

from dataclasses import replace

import numpy as np
import pytest
from renderer.lens import Lens
from renderer.still import make_table_look

from pi_bunco.vision.calibrate.flat import MARGIN, Flat
from pi_bunco.vision.calibrate.stand_by_corners import find_stand

SIZE = (960, 720)
HALF = (10.0, 7.0)


def project_field(tilt: float, distance: float, azimuth: float) -> tuple[Flat, tuple[float, float, float]]:
    """Return the mapping to a flat picture of a field of 20 by 14 units, and the true position in it."""
    view = replace(make_table_look(1).view, tilt=tilt, distance=distance, azimuth=azimuth, bend=0.0)
    lens = Lens(view, SIZE)
    (a, b), scale = HALF, (960 - 2 * MARGIN) / (2 * HALF[0])
    corners = np.array([(-a, b, 0), (a, b, 0), (a, -b, 0), (-a, -b, 0)], np.float32)
    pixels = tuple((float(x), float(y)) for x, y in lens.project(corners))
    x, y, z = (float(number) for number in lens.at)
    return Flat.of(pixels, a / b), (MARGIN + (x + a) * scale, MARGIN + (b - y) * scale, z * scale)  # type: ignore[arg-type]  # four


@pytest.mark.parametrize("azimuth", [0.0, 37.0, 200.0])
@pytest.mark.parametrize(("tilt", "distance"), [(10, 26), (12, 64), (25, 40)])
def test_position_of_a_tilted_camera_is_found(tilt: float, distance: float, azimuth: float) -> None:
    """The place is found within a tenth of the true height, and the height within 15 %."""
    flat, (x, y, height) = project_field(tilt, distance, azimuth)
    stand = find_stand(flat, HALF[0] / HALF[1], SIZE)
    assert np.hypot(stand.x - x, stand.y - y) < 0.1 * height
    assert stand.height == pytest.approx(height, rel=0.15)


def test_camera_straight_above_has_the_usual_focal_length() -> None:
    """From straight above the usual focal length is taken, and the place and height are right."""
    flat, (x, y, height) = project_field(0, 26, 0)
    stand = find_stand(flat, HALF[0] / HALF[1], SIZE)
    assert (stand.x, stand.y) == pytest.approx((x, y), abs=6)
    assert stand.height == pytest.approx(height, rel=0.1)
