"""The small changes that a camera makes from picture to picture."""

import numpy as np
from renderer.sensor import change_picture


def test_picture_changes_a_little() -> None:
    """The mean change of brightness is below 40 grey levels; the same seed gives the same picture."""
    plain = np.tile(np.arange(0, 240, 2, dtype=np.uint8)[:, None, None], (1, 160, 3))
    changed = [change_picture(np.random.default_rng(seed), plain, 40.0) for seed in range(20)]
    changes = [float(np.abs(picture.astype(float) - plain).mean()) for picture in changed]
    assert min(changes) > 0
    assert max(changes) < 40
    assert (change_picture(np.random.default_rng(3), plain, 40.0) == changed[3]).all()


def test_picture_rows_shift_by_less_than_a_pixel() -> None:
    """An upright edge bends by less than a pixel: rows differ only beside the edge."""
    plain = np.zeros((200, 160, 3), np.uint8)
    plain[:, 80:] = 200
    bent = change_picture(np.random.default_rng(1), plain, 1.0)
    spread = np.ptp(bent[..., 1], axis=0)
    assert spread[79:81].max() > 20
    assert spread[:78].max() == spread[82:].max() == 0
