"""What the networks are given."""

import numpy as np
import pytest

from pi_bunco.vision.learnt.window import EDGE, SIDE, cut_face, normalise_light


def test_a_piece_has_the_face_in_its_middle_at_one_size() -> None:
    """A face of any size and place comes out in the middle, EDGE pixels wide."""
    for edge in (16, 64, 200):
        image = np.zeros((600, 800, 3), np.uint8)
        x, y = 420, 300
        image[y - edge // 2 : y + edge // 2, x - edge // 2 : x + edge // 2] = 255
        piece = cut_face(image, x, y, edge)
        rows, columns = np.nonzero(piece[..., 0] > 127)
        assert piece.shape == (SIDE, SIDE, 3)
        assert rows.mean() == pytest.approx((SIDE - 1) / 2, abs=1.0)
        assert columns.mean() == pytest.approx((SIDE - 1) / 2, abs=1.0)
        assert columns.max() - columns.min() + 1 == pytest.approx(EDGE, abs=2.5)


def test_outside_the_picture_its_rim_goes_on() -> None:
    """A face at the corner is cut with the rim repeated, not with black."""
    image = np.full((40, 40, 3), 90, np.uint8)
    for at in ((0, 0), (39, 39), (-3, 20)):
        assert cut_face(image, *at, 30).min() == 90


@pytest.mark.parametrize(("gain", "offset"), [(0.5, 40), (1.0, -20), (0.8, 0)])
def test_light_and_contrast_do_not_matter(gain: float, offset: float) -> None:
    """Twice the light, or more of one colour, gives nearly the same."""
    plain = np.random.default_rng(1).uniform(60, 180, (SIDE, SIDE, 3)).astype(np.float32)
    other = gain * plain + np.array([offset, 0, -offset / 2], np.float32)
    one, two = normalise_light(plain), normalise_light(other)
    assert np.abs(one - two / np.sqrt(np.mean(two**2)) * np.sqrt(np.mean(one**2))).max() < 0.01


def test_hues_stay_apart() -> None:
    """Red pips on an equally bright blue stay different in the channels, as they are not in grey."""
    piece = np.zeros((SIDE, SIDE, 3), np.uint8)
    piece[..., 0] = 200
    piece[20:28, 20:28] = (0, 0, 200)
    light = normalise_light(piece)
    assert light[0, 24, 24] < -1 < 1 < light[2, 24, 24]
