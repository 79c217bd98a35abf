"""Advice about a table: each fault is caused and reported, and a good table gets no advice."""

from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from renderer.look import ViewLook
from renderer.still import make_table_look, render_still

from pi_bunco.frames import Image
from pi_bunco.readings import Box, Die, Reading, Status
from pi_bunco.vision.calibrate.advice import AdviceKind, advise_dice, advise_empty, advise_view
from pi_bunco.vision.calibrate.flat import MARGIN, Corners
from tests.vision.calibrate.mats import CORNERS, MAT, SIZE, draw_felt, draw_mat, make_calibration, photograph


def light_up(mat: Image, light: NDArray[np.floating]) -> Image:
    """Return a mat with its pixels multiplied by the light."""
    lit: Image = np.clip(mat * light[..., None], 0, 255).astype(np.uint8)
    return lit


def list_kinds(mat: Image, **more: Any) -> list[AdviceKind]:
    """Return the kinds of advice about an empty mat, photographed with these options."""
    flat = make_calibration().flat
    return [advice.kind for advice in advise_empty(flat.rectify(photograph(mat, **more)), flat)]


def find_middle(box: Box | None) -> tuple[float, float]:
    """Return the middle of a box on the drawn mat."""
    assert box is not None
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    inside = make_calibration().flat.field
    flat = make_calibration().flat.matrix @ (x, y, 1)
    scale = MAT[0] / (inside[2] - inside[0])
    return (flat[0] / flat[2] - MARGIN) * scale, (flat[1] / flat[2] - MARGIN) * scale


@pytest.mark.parametrize("markers", [True, False])
def test_good_mat_gets_no_advice(*, markers: bool) -> None:
    """There is no advice about evenly lit felt, with or without markers at its corners."""
    mat = draw_felt(markers=markers)
    assert list_kinds(mat) == []
    assert (
        advise_view([photograph(draw_mat((300, 200, 20), mat=mat), number=k) for k in range(4)], CORNERS)
        == []
    )


def test_glare_is_reported_where_it_is() -> None:
    """The reflection of a lamp in the mat is reported, with its place within 40 pixels of the mat."""
    y, x = np.mgrid[: MAT[1], : MAT[0]]
    spot = 1 + 3 * np.exp(-(((x - 600) / 40) ** 2 + ((y - 200) / 40) ** 2))
    flat = make_calibration().flat
    [glare] = advise_empty(flat.rectify(photograph(light_up(draw_felt(), spot))), flat)
    assert glare.kind is AdviceKind.GLARE
    assert find_middle(glare.box) == pytest.approx((600, 200), abs=40)


def test_overexposed_mat_is_too_bright() -> None:
    """If much of the mat is white in the picture, it is reported as too bright."""
    assert list_kinds(draw_felt(), light=6.0) == [AdviceKind.BRIGHT]


def test_uneven_light_is_reported_at_its_darkest() -> None:
    """If one side of the mat gets less than half of the light, the advice has a box on this side."""
    x = np.mgrid[: MAT[1], : MAT[0]][1]
    flat = make_calibration().flat
    [uneven] = advise_empty(flat.rectify(photograph(light_up(draw_felt(), 1.3 - x / MAT[0]))), flat)
    assert uneven.kind is AdviceKind.UNEVEN
    assert find_middle(uneven.box)[0] > 0.75 * MAT[0]


@pytest.mark.parametrize(("light", "dark"), [(0.3, True), (1.3, False)])
def test_dark_picture_is_reported(light: float, *, dark: bool) -> None:
    """With 30 % of the usual light the picture is too dark; with 130 % it is not."""
    found = [advice.kind for advice in advise_view([photograph(draw_felt(), light=light)], CORNERS)]
    assert found == ([AdviceKind.DARK] if dark else [])


def test_flicker_is_reported() -> None:
    """Stripes that move from picture to picture, as under a dimmed lamp, are reported as flicker."""
    rows = np.arange(SIZE[1])[:, None, None]
    pictures = [
        (photograph(draw_felt(), number=k) * (1 + 0.06 * np.sin(rows / 60 + 2.1 * k)))
        .clip(0, 255)
        .astype(np.uint8)
        for k in range(6)
    ]
    assert [advice.kind for advice in advise_view(pictures, CORNERS)] == [AdviceKind.FLICKER]


def test_mat_outside_the_picture_is_reported() -> None:
    """If a corner of the mat is at the picture's border, the advice has a box around this corner."""
    corners: Corners = (*CORNERS[:2], (float(SIZE[0]), 640.0), CORNERS[3])
    [cut] = advise_view([photograph(draw_felt())], corners)
    assert cut.kind is AdviceKind.CUT
    assert cut.box == (920, 600, 1000, 680)


def render_mat(**view: Any) -> tuple[Image, Reading]:
    """Return a rendered picture of dice and its reading; the options change the camera's view."""
    look = make_table_look(3, fiducials=False)
    fields: dict[str, Any] = {"edge": 64.0, **view}
    image, truth = render_still(3, look=replace(look, view=replace(ViewLook(tilt=8.0), **fields)))
    return image, Reading(Status.READ, tuple(Die(1, 1.0, box) for box in truth.boxes))


def test_sharp_large_dice_get_no_advice() -> None:
    """There is no advice about dice that are sharp and large enough."""
    assert advise_dice(*render_mat()) == []


def test_small_dice_are_reported() -> None:
    """The sentence about small dice has their size and the size that they need."""
    [small] = advise_dice(*render_mat(edge=26.0))
    assert small.kind is AdviceKind.SMALL
    assert small.sentence.startswith("The dice are too small: 2")
    assert "px, they need 40." in small.sentence


def test_blurred_dice_are_reported() -> None:
    """Dice are reported as blurred only if they are too blurred to be read well."""
    assert [advice.kind for advice in advise_dice(*render_mat(blur=3.2))] == [AdviceKind.BLURRED]
    assert advise_dice(*render_mat(blur=1.2)) == []


def test_box_outside_the_picture_is_cut() -> None:
    """Of a die whose box reaches out of the picture, only the part inside the picture is measured."""
    reading = Reading(Status.DOUBTFUL, (Die(1, 0.5, (-20, -20, 40, 40)),))
    sharp = np.zeros((SIZE[1], SIZE[0], 3), np.uint8)
    sharp[:25, :25] = sharp[300:400, 300:400] = 200  # the die's visible part, and something far from it
    blurred = np.asarray(cv2.GaussianBlur(sharp, (0, 0), 6), np.uint8)
    sharp_die, blurred_die = blurred.copy(), sharp.copy()
    sharp_die[:60, :60], blurred_die[:60, :60] = sharp[:60, :60], blurred[:60, :60]
    assert advise_dice(sharp_die, reading) == []
    assert [advice.kind for advice in advise_dice(blurred_die, reading)] == [AdviceKind.BLURRED]
