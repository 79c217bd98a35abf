"""The planes of a piece whose middle is a face: pips of any colour stand out in one of them."""

import cv2
import numpy as np
import pytest

from pi_bunco.frames import Image
from pi_bunco.vision.geometry.tiles import MEAN_LEVEL, spread_colours

SIDE, FACE = 96, 0.5
RED, BLUE, BLACK, WHITE, GREEN = (20, 10, 190), (190, 60, 20), (35, 30, 32), (240, 240, 240), (60, 150, 30)


def tile(body: tuple[int, int, int], pips: tuple[int, int, int], glare: float = 0.0) -> Image:
    """Draw the middle of a two, perhaps with a lamp's mirror image over it."""
    drawn = np.full((SIDE, SIDE, 3), body, np.uint8)
    for at in ((38, 38), (58, 58)):
        cv2.circle(drawn, at, 6, pips, -1, cv2.LINE_AA)
    shine = np.zeros((SIDE, SIDE, 3), np.float32)
    cv2.ellipse(shine, (48, 48), (18, 16), 0, 0, 200, (glare,) * 3, 2, cv2.LINE_AA)
    return np.asarray(np.clip(drawn + shine, 0, 255), np.uint8)


@pytest.mark.parametrize(
    ("body", "pips"), [(BLUE, RED), (BLACK, RED), (RED, WHITE), (GREEN, RED), (WHITE, BLACK), (BLACK, WHITE)]
)
def test_pips_of_any_colour_stand_out(body: tuple[int, int, int], pips: tuple[int, int, int]) -> None:
    """Both pips are far from the body in one of the two planes, whatever the two colours."""
    planes = spread_colours(tile(body, pips)[None], FACE)[:, 0]
    apart = max(abs(float(plane[38, 38] - plane[48, 30])) for plane in planes)
    assert apart > 60
    assert planes.shape == (2, SIDE, SIDE)


def test_glare_and_red_pips_on_black_come_apart() -> None:
    """In one plane a white arc is darker than the body and the pips are lighter, or the other way round."""
    planes = spread_colours(tile(BLACK, RED, glare=180)[None], FACE)[:, 0]
    pips, arc = (planes[:, row, column] - planes[:, 30, 30] for row, column in ((38, 38), (63, 43)))
    assert max(-float(one * other) for one, other in zip(pips, arc, strict=True)) > 20 * 20


def test_grey_has_no_second_plane() -> None:
    """Where all is grey the second plane is even, so that nothing is sought in its noise."""
    planes = spread_colours(tile(WHITE, BLACK)[None], FACE)[:, 0]
    assert np.all(planes[1] == MEAN_LEVEL)


def test_a_step_stays_as_large() -> None:
    """Grey levels of a grey picture are as far apart as before."""
    plane = spread_colours(tile(WHITE, BLACK)[None], FACE)[0, 0]
    assert float(np.ptp(plane)) == pytest.approx(208, abs=8)
