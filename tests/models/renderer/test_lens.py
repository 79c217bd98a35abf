"""The lens: from places on the table to pixels, and back."""

import numpy as np
import pytest
from renderer import ViewLook
from renderer.lens import Lens

VIEWS = [
    ViewLook(tilt=0.0, bend=0.0),
    ViewLook(tilt=35.0, azimuth=70.0, roll=20.0, bend=0.12),
    ViewLook(tilt=12.0, azimuth=-90.0, bend=-0.03),
]


@pytest.mark.parametrize("view", VIEWS)
def test_lens_projection_can_be_inverted(view: ViewLook) -> None:
    """The place under a pixel is projected to that pixel, at two heights and through a bent lens."""
    lens = Lens(view, (960, 720))
    for pixel in ((480.0, 360.0), (10.0, 20.0), (940.0, 700.0), (900.0, 30.0)):
        for height in (0.0, 2.0):
            x, y = lens.find_place_under(np.array(pixel), height)
            assert lens.project(np.array([x, y, height])) == pytest.approx(pixel, abs=0.05)


@pytest.mark.parametrize("view", VIEWS)
def test_lens_mat_places_agree_with_single_places(view: ViewLook) -> None:
    """``find_mat_places`` returns the same place for a pixel as ``find_place_under``."""
    lens = Lens(view, (96, 72))
    x, y = lens.find_mat_places((40, 30, 44, 33))
    assert x.shape == y.shape == (3, 4)
    assert (x[1, 2], y[1, 2]) == pytest.approx(
        tuple(lens.find_place_under(np.array([42.5, 31.5]), 0.0)), abs=1e-3
    )


def test_lens_does_not_mirror() -> None:
    """Seen from above, x points right and y up in the picture, and a die's edge has its right length."""
    lens = Lens(VIEWS[0], (960, 720))
    middle, right, top = lens.project(np.array([[0, 0, 0], [2, 0, 0], [0, 2, 0]]))
    assert right - middle == pytest.approx((VIEWS[0].edge, 0), abs=0.01)
    assert top - middle == pytest.approx((0, -VIEWS[0].edge), abs=0.01)
