"""Learning the empty mat."""

import numpy as np
import pytest

from pi_bunco.vision.calibrate.learn import FRAMES, EmptyTrouble, learn_empty
from tests.vision.calibrate.mats import CORNERS, draw_felt, draw_mat, make_calibration, photograph

FLAT = make_calibration().flat


def test_noise_is_averaged_and_known() -> None:
    """The empty picture has less noise than one picture, and that of one picture is measured to a tenth."""
    pictures = [photograph(draw_felt(), number=k) for k in range(FRAMES)]
    learnt = learn_empty(pictures, FLAT)
    clean = FLAT.rectify(photograph(draw_felt(), number=99))
    noise = float((pictures[0].astype(float) - pictures[1]).std()) / np.sqrt(2)
    # Between two pixels noise is halved in part, so a flat picture has a little less.
    assert 0.5 * noise < learnt.noise < noise
    assert (
        np.abs(learnt.picture.astype(float) - clean).mean()
        < np.abs(FLAT.rectify(pictures[0]).astype(float) - clean).mean()
    )


def test_a_hand_that_passes_is_reported() -> None:
    """If something moves on the mat meanwhile nothing is learnt."""
    pictures = [photograph(draw_felt(), number=k) for k in range(FRAMES - 2)]
    pictures += [photograph(draw_mat((400.0 + 30 * k, 300.0, 0.0)), CORNERS) for k in range(2)]
    with pytest.raises(EmptyTrouble, match="Something moved while I learnt the empty mat"):
        learn_empty(pictures, FLAT)
