"""Pieces of a flat picture, turned so that a die's outer side is up."""

import numpy as np
import pytest

from pi_bunco.frames import Image
from pi_bunco.vision.learnt.find import Spot
from pi_bunco.vision.learnt.upright import EDGE, SIDE, SLANT_SCALE, cut_upright, make_input
from pi_bunco.vision.stand import Stand


def draw_half_lit(x: int, y: int, way: tuple[int, int]) -> Image:
    """Draw a picture that is light on one side of a place and dark on the other.

    The light side is the one in the direction `way`.
    """
    rows, columns = np.mgrid[:480, :640]
    lit = (columns - x) * way[0] + (rows - y) * way[1] > 0
    return np.repeat(np.where(lit, 250, 60)[..., None], 3, 2).astype(np.uint8)


@pytest.mark.parametrize("way", [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-2, 1)])
def test_outer_side_is_turned_up(way: tuple[int, int]) -> None:
    """A die may lie in any direction from the camera: its outer side is at the top of the piece."""
    x, y = 320 + 60 * way[0], 240 + 60 * way[1]
    stand = Stand(320, 240, 900)
    piece = cut_upright(draw_half_lit(x, y, way), Spot(x, y, 40, 1), stand.measure_slant(x, y))
    assert piece[: SIDE // 2 - 3].mean() > 240
    assert piece[SIDE // 2 + 3 :].mean() < 70


def test_face_is_resized_to_the_edge_of_the_piece() -> None:
    """A face of 60 pixels becomes EDGE pixels wide in the piece."""
    image = np.zeros((480, 640, 3), np.uint8)
    image[210:270, 290:350] = 255
    piece = cut_upright(image, Spot(320, 240, 60, 1), (0.0, -0.1))
    assert (piece[SIDE // 2, :, 0] > 127).sum() == pytest.approx(EDGE, abs=1)


def test_die_straight_below_the_camera_is_not_turned() -> None:
    """A die without an outer side is not turned; the last plane of the input has the slant."""
    piece = cut_upright(draw_half_lit(320, 240, (1, 0)), Spot(320, 240, 30, 1), (0.0, 0.0))
    assert piece[:, SIDE // 2 + 3 :].mean() > 240
    assert (make_input(piece, 0.0)[3] == 0).all()
    assert (make_input(piece, 0.5)[3] == 0.5 * SLANT_SCALE).all()
