"""What a plain camera changes from picture to picture."""

import numpy as np

from pi_bunco.devices.camera.mock.sensor import change_picture


def test_a_picture_changes_a_little() -> None:
    """Brightness changes by few grey levels on the mean; the same chance brings the same picture."""
    plain = np.tile(np.arange(0, 240, 2, dtype=np.uint8)[:, None, None], (1, 160, 3))
    changed = [change_picture(np.random.default_rng(seed), plain, 40.0) for seed in range(20)]
    off = [float(np.abs(one.astype(float) - plain).mean()) for one in changed]
    assert min(off) > 0
    assert max(off) < 40
    assert (change_picture(np.random.default_rng(3), plain, 40.0) == changed[3]).all()


def test_rows_are_read_one_after_another() -> None:
    """An upright edge bends by less than a pixel: rows differ beside it, and nowhere else."""
    plain = np.zeros((200, 160, 3), np.uint8)
    plain[:, 80:] = 200
    bent = change_picture(np.random.default_rng(1), plain, 1.0)
    spread = np.ptp(bent[..., 1], axis=0)
    assert spread[79:81].max() > 20
    assert spread[:78].max() == spread[82:].max() == 0
