"""The pieces of a picture that are the input of the networks."""

import numpy as np
import pytest

from pi_bunco.vision.learnt.window import EDGE, SIDE, cut_face, normalise_light


def test_face_is_in_the_middle_of_its_piece() -> None:
    """A face of any size is in the middle of its piece, EDGE pixels wide."""
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


def test_border_is_repeated_outside_the_picture() -> None:
    """Outside the picture a piece repeats the pixels of the border, and is not black."""
    image = np.full((40, 40, 3), 90, np.uint8)
    for at in ((0, 0), (39, 39), (-3, 20)):
        assert cut_face(image, *at, 30).min() == 90


@pytest.mark.parametrize(("gain", "offset"), [(0.5, 40), (1.0, -20), (0.8, 0)])
def test_light_and_contrast_do_not_matter(gain: float, offset: float) -> None:
    """A piece with less contrast, or more of one colour, becomes nearly the same input."""
    plain = np.random.default_rng(1).uniform(60, 180, (SIDE, SIDE, 3)).astype(np.float32)
    other = gain * plain + np.array([offset, 0, -offset / 2], np.float32)
    before, after = normalise_light(plain), normalise_light(other)
    same_spread = after / np.sqrt(np.mean(after**2)) * np.sqrt(np.mean(before**2))
    assert np.abs(before - same_spread).max() < 0.01


def test_hues_remain_distinct() -> None:
    """Red pips on equally bright blue remain different in the channels, although they are not in grey."""
    piece = np.zeros((SIDE, SIDE, 3), np.uint8)
    piece[..., 0] = 200
    piece[20:28, 20:28] = (0, 0, 200)
    pixels = normalise_light(piece)
    assert pixels[0, 24, 24] < -1 < 1 < pixels[2, 24, 24]
