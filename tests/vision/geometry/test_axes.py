"""The two planes of a tile: pips of any colour have contrast in one of them."""

import cv2
import numpy as np
import pytest

from pi_bunco.frames import Image
from pi_bunco.vision.geometry.tiles import MEAN_LEVEL, spread_colours

SIDE, FACE = 96, 0.5
RED, BLUE, BLACK, WHITE, GREEN = (20, 10, 190), (190, 60, 20), (35, 30, 32), (240, 240, 240), (60, 150, 30)


def draw_tile(body: tuple[int, int, int], pips: tuple[int, int, int], glare: float = 0.0) -> Image:
    """Draw the middle of a face with two pips; with glare, also the reflection of a lamp."""
    drawn = np.full((SIDE, SIDE, 3), body, np.uint8)
    for at in ((38, 38), (58, 58)):
        cv2.circle(drawn, at, 6, pips, -1, cv2.LINE_AA)
    reflection = np.zeros((SIDE, SIDE, 3), np.float32)
    cv2.ellipse(reflection, (48, 48), (18, 16), 0, 0, 200, (glare,) * 3, 2, cv2.LINE_AA)
    return np.asarray(np.clip(drawn + reflection, 0, 255), np.uint8)


@pytest.mark.parametrize(
    ("body", "pips"), [(BLUE, RED), (BLACK, RED), (RED, WHITE), (GREEN, RED), (WHITE, BLACK), (BLACK, WHITE)]
)
def test_pips_of_any_colour_stand_out(body: tuple[int, int, int], pips: tuple[int, int, int]) -> None:
    """Pips of any colour have contrast with a body of another colour in one of the two planes."""
    planes = spread_colours(draw_tile(body, pips)[None], FACE)[:, 0]
    contrast = max(abs(float(plane[38, 38] - plane[48, 30])) for plane in planes)
    assert contrast > 60
    assert planes.shape == (2, SIDE, SIDE)


def test_glare_differs_from_red_pips_on_black() -> None:
    """In one plane either the white glare or the red pips are lighter than the body, and the other darker."""
    planes = spread_colours(draw_tile(BLACK, RED, glare=180)[None], FACE)[:, 0]
    pips, glare_levels = (planes[:, row, column] - planes[:, 30, 30] for row, column in ((38, 38), (63, 43)))
    assert max(-float(pip * glare) for pip, glare in zip(pips, glare_levels, strict=True)) > 20 * 20


def test_grey_has_no_second_plane() -> None:
    """The second plane of a grey tile has one level, so that no pips are found in noise."""
    planes = spread_colours(draw_tile(WHITE, BLACK)[None], FACE)[:, 0]
    assert np.all(planes[1] == MEAN_LEVEL)


def test_grey_levels_keep_their_distance() -> None:
    """The grey levels of a grey tile are as far apart in the plane as in the tile."""
    plane = spread_colours(draw_tile(WHITE, BLACK)[None], FACE)[0, 0]
    assert float(np.ptp(plane)) == pytest.approx(208, abs=8)
