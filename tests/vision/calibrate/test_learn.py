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


def test_a_phone_that_sets_its_exposure_anew_is_no_movement() -> None:
    """Brighter and darker pictures give the mat in the first one's light, with hardly more noise."""
    lights = (1.0, 1.07, 0.93, 1.04, 0.96, 1.02, 0.98, 1.05, 1.0)
    pictures = [photograph(draw_felt(), number=k, light=light) for k, light in enumerate(lights)]
    learnt = learn_empty(pictures, FLAT)
    steady = learn_empty([photograph(draw_felt(), number=k) for k in range(FRAMES)], FLAT)
    assert np.abs(learnt.picture.astype(float) - steady.picture).mean() < 2
    assert learnt.noise < 1.5 * steady.noise


@pytest.mark.parametrize("light", [1.0, 1.06])
def test_a_finger_that_passes_is_reported(light: float) -> None:
    """A finger a centimetre wide is seen in one picture, whether the camera's exposure is steady or not."""
    pictures = [photograph(draw_felt(), number=k) for k in range(FRAMES - 1)]
    finger = draw_felt().copy()
    finger[300:320, 0:300] = (120, 150, 200)
    with pytest.raises(EmptyTrouble):
        learn_empty([*pictures, photograph(finger, light=light)], FLAT)
