"""The empty mat is learnt from several pictures."""

import numpy as np
import pytest

from pi_bunco.vision.calibrate.learn import FRAMES, EmptyTrouble, learn_empty
from tests.vision.calibrate.mats import CORNERS, draw_felt, draw_mat, make_calibration, photograph

FLAT = make_calibration().flat


def test_noise_is_measured_and_reduced() -> None:
    """The learnt picture has less noise than one picture, and that noise is measured, if a little too low."""
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


def test_moving_object_is_reported() -> None:
    """If something moves on the mat in the pictures, nothing is learnt."""
    pictures = [photograph(draw_felt(), number=k) for k in range(FRAMES - 2)]
    pictures += [photograph(draw_mat((400.0 + 30 * k, 300.0, 0.0)), CORNERS) for k in range(2)]
    with pytest.raises(EmptyTrouble, match="Something moved while I learnt the empty mat"):
        learn_empty(pictures, FLAT)


def test_change_of_exposure_is_no_movement() -> None:
    """Brighter and darker pictures show the mat in the light of the first one, with hardly more noise."""
    lights = (1.0, 1.07, 0.93, 1.04, 0.96, 1.02, 0.98, 1.05, 1.0)
    pictures = [photograph(draw_felt(), number=k, light=light) for k, light in enumerate(lights)]
    learnt = learn_empty(pictures, FLAT)
    steady = learn_empty([photograph(draw_felt(), number=k) for k in range(FRAMES)], FLAT)
    assert np.abs(learnt.picture.astype(float) - steady.picture).mean() < 2
    assert learnt.noise < 1.5 * steady.noise


@pytest.mark.parametrize("light", [1.0, 1.06])
def test_finger_in_one_picture_is_reported(light: float) -> None:
    """A finger of one centimetre in a single picture is reported, whether the exposure is steady or not."""
    pictures = [photograph(draw_felt(), number=k) for k in range(FRAMES - 1)]
    finger = draw_felt().copy()
    finger[300:320, 0:300] = (120, 150, 200)
    with pytest.raises(EmptyTrouble):
        learn_empty([*pictures, photograph(finger, light=light)], FLAT)
