"""The parts of the watcher: light, alignment, motion, die size."""

import cv2
import numpy as np
import pytest

from pi_bunco.frames import Grey
from pi_bunco.readings import Die, Reading, Status
from pi_bunco.vision.settle.align import UNMOVED, Landmarks, Matrix, find_margins, warp
from pi_bunco.vision.settle.colour import compute_chroma, find_recoloured
from pi_bunco.vision.settle.diesize import DieSize
from pi_bunco.vision.settle.hands import are_only_hands_moving, find_hand
from pi_bunco.vision.settle.light import match_light
from pi_bunco.vision.settle.motion import Anchor
from pi_bunco.vision.settle.shrink import shrink_image
from tests.vision.settle.film import Drawn, Film, Look

DICE = (Drawn(80, 70, 10, 3), Drawn(160, 150, 35, 5), Drawn(240, 80, 70, 1))
OTHERS = (Drawn(70, 160, 50, 2), Drawn(150, 60, 5, 6), Drawn(250, 170, 25, 6))


def make_shift(x: float, y: float) -> Matrix:
    """Return what a shift adds to the matrix of a camera that did not move."""
    return np.array([[0, 0, x], [0, 0, y]], np.float64)


def draw_grey(film: Film, dice: tuple[Drawn, ...] = DICE, look: Look | None = None) -> Grey:
    """Draw a small grey picture."""
    return shrink_image(film.draw(dice, look or Look()))[0]


@pytest.mark.parametrize(
    ("size", "small"), [((1280, 720), (370, 208)), ((640, 480), (320, 240)), ((200, 100), (200, 100))]
)
def test_small_picture_has_few_pixels_and_the_same_shape(
    size: tuple[int, int], small: tuple[int, int]
) -> None:
    """Pictures of any shape become about 320 x 240 pixels; small ones stay as they are."""
    small_grey, scale = shrink_image(np.zeros((size[1], size[0], 3), np.uint8))
    assert small_grey.shape[::-1] == small
    assert scale == pytest.approx(small[0] / size[0], abs=0.003)


@pytest.mark.parametrize(
    "look",
    [Look(gain=0.6), Look(gain=1.2), Look(lamp=0.4), Look(bands=1.0), Look(gain=0.8, lamp=-0.3, bands=2.0)],
)
def test_change_of_light_is_removed(look: Look) -> None:
    """A picture in another light hardly differs once its light is matched, but dice still do."""
    film = Film(noise=1)
    before, after = draw_grey(film), draw_grey(film, look=look)
    lit = match_light(after, before)
    assert np.median(cv2.absdiff(lit, before)) <= 3 < np.median(cv2.absdiff(after, before)) + 1
    gone = match_light(draw_grey(film, (), look), before)
    assert cv2.absdiff(gone, before)[60:80, 75:85].mean() > 50


@pytest.mark.parametrize(("shift", "turn"), [((5, -4), 0), ((-9, 6), 1), ((12, 10), -1.5)])
@pytest.mark.parametrize("dice", [DICE, OTHERS], ids=["same dice", "other dice"])
def test_camera_motion_is_found(shift: tuple[float, float], turn: float, dice: tuple[Drawn, ...]) -> None:
    """The mat shows how the camera moved, even if all dice have changed."""
    film = Film()
    matrix = Landmarks(draw_grey(film)).find(draw_grey(film, dice, Look(shift=shift, turn=turn)), far=True)
    assert matrix is not None
    wanted = cv2.invertAffineTransform(cv2.getRotationMatrix2D((160, 120), turn, 1) + make_shift(*shift))
    for corner in ([40, 40, 1], [280, 200, 1]):
        assert np.abs(matrix @ corner - wanted @ corner).max() < 1


def test_sliding_die_is_no_camera_motion() -> None:
    """A die that slides on a plain mat is not taken for a camera that moves."""
    film = Film(plain=True)
    before = draw_grey(film, (Drawn(150, 100, 20, 5),))
    after = draw_grey(film, (Drawn(154, 103, 20, 5),))
    assert not Anchor(before).compare(after).none


def test_small_motion_of_a_die_is_a_change() -> None:
    """Camera jitter of half a pixel is no change; a die that turns or moves by a tenth of its size is one."""
    film = Film(noise=1)
    anchor = Anchor(draw_grey(film))
    assert anchor.compare(draw_grey(film, look=Look(shift=(0.5, -0.4)))).none
    assert anchor.compare(draw_grey(film)).quiet
    for other in (Drawn(80, 70, 35, 3), Drawn(83, 70, 10, 3), Drawn(80, 73, 10, 4)):
        assert not anchor.compare(draw_grey(film, (other, *DICE[1:]))).none
    assert not anchor.compare(draw_grey(film, (Drawn(81, 70, 10, 3), *DICE[1:]))).quiet


def test_margins_cover_unknown_pixels() -> None:
    """The margins of a moved picture cover the pixels that the camera did not show."""
    matrix = UNMOVED + make_shift(7.5, -3)
    left, top, right, bottom = find_margins((240, 320), matrix)
    assert (left >= 8, right <= 4, top <= 4, bottom >= 3) == (True, True, True, True)
    white = np.full((240, 320), 200, np.uint8)
    assert warp(white, matrix).min() == 200


def test_hand_is_distinguished_from_dice() -> None:
    """An arm that reaches in is a hand; dice are not, and neither is a hand that has left."""
    film = Film()
    empty, dice, hand = draw_grey(film, ()), draw_grey(film), draw_grey(film, (), Look(hand=(160, 100)))
    unchanged = np.zeros_like(empty)
    assert find_hand(dice, empty, unchanged, []) is None
    found = find_hand(hand, empty, unchanged, [])
    assert found is not None
    assert found[60, 170] == 1
    assert find_hand(empty, hand, unchanged, []) is None


def test_hand_is_found_by_its_colour() -> None:
    """A brown hand that is as bright as the blue mat is found by its colour."""
    mat = np.full((240, 320, 3), (150, 100, 70), np.uint8)
    hand = mat.copy()
    hand[:120, 100:180] = (60, 102, 150)
    then, now = (compute_chroma(image, mat.shape) for image in (mat, hand))
    recoloured = find_recoloured(now, then)
    found = find_hand(shrink_image(hand)[0], shrink_image(mat)[0], recoloured, [])
    assert found is not None
    assert (recoloured[60, 140], recoloured[200, 140]) == (1, 0)
    assert not find_recoloured(compute_chroma((mat * 0.6).astype(np.uint8), mat.shape), then).any()


def test_motion_inside_the_picture_is_no_hand() -> None:
    """Motion counts as that of hands only if everything that moves touches the picture's border."""
    mask = np.zeros((240, 320), np.uint8)
    mask[0:60, 100:130] = 1
    assert are_only_hands_moving(mask)
    mask[150:160, 150:160] = 1
    assert not are_only_hands_moving(mask)


def make_reading(edge: float) -> Reading:
    """Return a reading of three dice of this width in pixels."""
    return Reading(Status.READ, tuple(Die(3, 0.99, (90 * k, 0, 90 * k + edge, edge)) for k in range(3)))


def test_die_size_is_learnt_and_forgotten() -> None:
    """The size is known after six dice; one reading that does not fit is ignored, and two replace it."""
    size = DieSize()
    size.learn(make_reading(50))
    assert size.edge is None
    size.learn(Reading(Status.DOUBTFUL, make_reading(50).dice, "Glare."))
    assert size.edge is None
    size.learn(make_reading(50))
    assert size.edge == pytest.approx(50 * np.pi / 4)
    size.learn(make_reading(90))
    assert size.edge == pytest.approx(50 * np.pi / 4)
    size.learn(make_reading(90))
    size.learn(make_reading(90))
    assert size.edge == pytest.approx(90 * np.pi / 4)
