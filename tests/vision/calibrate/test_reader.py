"""The calibrated reader against drawn mats: what it agrees with, and what it asks about."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from pi_bunco.frames import Box, Doubt, Grey, Image, Reading, Status
from pi_bunco.vision.calibrate.flat import Corners
from pi_bunco.vision.calibrate.reader import CalibratedReader
from pi_bunco.vision.stand import Stand
from tests.vision.calibrate.mats import (
    CORNERS,
    MARKER,
    MAT,
    SIZE,
    WIDE,
    FixedReader,
    draw_felt,
    draw_mat,
    make_calibration,
    photograph,
)

THREE = ((250.0, 200.0, 10.0), (450.0, 330.0, 40.0), (640.0, 250.0, 75.0))
WHERE = tuple((x, y) for x, y, _ in THREE)


def test_three_dice_on_the_mat_are_read() -> None:
    """Where the mat differs at three places as large as dice, and a die is read at each, it is read."""
    inner = FixedReader(*WHERE)
    reading = CalibratedReader(inner, make_calibration()).read(photograph(draw_mat(*THREE)))
    assert (reading.status, reading.values, reading.reason) == (Status.READ, (1, 2, 3), "")
    ((shape, edge),) = inner.asked
    assert shape == (656, 960, 3)
    assert edge == pytest.approx(make_calibration().die)


def test_boxes_are_in_pixels_of_the_camera() -> None:
    """Each box of the reading holds its die in the picture that was given."""
    picture = photograph(draw_mat(*THREE))
    for die in CalibratedReader(FixedReader(*WHERE), make_calibration()).read(picture).dice:
        x0, y0, x1, y1 = (round(edge) for edge in die.box)
        assert picture[y0:y1, x0:x1].min(axis=2).mean() > 120
        assert 35 < x1 - x0 < 75


@pytest.mark.parametrize("light", [0.6, 0.85, 1.0, 1.2])
def test_an_empty_mat_is_empty_in_any_light(light: float) -> None:
    """Darker and brighter, an empty mat is empty; nobody is asked what lies there."""
    reading = CalibratedReader(FixedReader(), make_calibration()).read(
        photograph(draw_felt(), light=light, number=3)
    )
    assert reading.status is Status.EMPTY


def test_small_dice_are_not_missed_before_any_was_read() -> None:
    """On a large mat dice are less than half as wide as expected. Without their size known, they are read."""
    mat = draw_felt().copy()
    for x, y in WHERE:
        half = 10
        mat[round(y) - half : round(y) + half, round(x) - half : round(x) + half] = 232
    inner = FixedReader(*WHERE)
    CalibratedReader(inner, replace(make_calibration(), die=None)).read(photograph(mat))
    assert inner.asked


def test_nobody_reads_a_mat_that_looks_as_it_did_empty() -> None:
    """Where nothing differs, the print of the mat is not read as dice: nobody is even asked to."""
    inner = FixedReader(*WHERE)
    assert (
        CalibratedReader(inner, make_calibration()).read(photograph(draw_felt(), number=3)).status
        is Status.EMPTY
    )
    assert inner.asked == []


def test_a_soft_shadow_of_somebody_is_nothing() -> None:
    """The shadow of somebody who leans over half of the mat is not taken for a thing."""
    shadow = np.ones((MAT[1], MAT[0], 1))
    shadow[:, :420] = 0.62
    mat = (draw_felt() * cv2.GaussianBlur(shadow, (0, 0), 12)[..., None]).astype(np.uint8)
    inner = FixedReader()
    assert CalibratedReader(inner, make_calibration()).read(photograph(mat)).status is Status.EMPTY


def list_doubts(mat: np.ndarray, inner: FixedReader, dice: int | None = 3) -> tuple[Status, Doubt | None]:
    reading = CalibratedReader(inner, make_calibration()).read(photograph(mat), dice=dice)
    assert bool(reading.reason) is (reading.status is Status.DOUBTFUL)
    return reading.status, reading.doubt


def test_a_die_where_the_mat_is_as_empty_is_none() -> None:
    """A print on the mat that reads as a die raises doubt: it lay there when the mat was learnt."""
    assert list_doubts(draw_mat(*THREE[:2]), FixedReader(*WHERE)) == (Status.DOUBTFUL, Doubt.FEWER)


def test_a_die_that_was_not_read_raises_doubt() -> None:
    """Two dice were read and allowed, but a third lies there."""
    assert list_doubts(draw_mat(*THREE), FixedReader(*WHERE[:2]), dice=2) == (Status.DOUBTFUL, Doubt.MORE)


def test_three_dice_and_a_coin_raise_doubt() -> None:
    """A coin beside three dice is one too many."""
    mat = draw_mat(*THREE)
    cv2.circle(mat, (150, 450), 24, (90, 160, 190), cv2.FILLED)
    assert list_doubts(mat, FixedReader(*WHERE)) == (Status.DOUBTFUL, Doubt.MORE)


def test_a_die_that_nobody_can_read_is_not_overlooked() -> None:
    """Where nothing was read at all, the thing on the mat is asked about."""
    assert list_doubts(draw_mat(THREE[0]), FixedReader(), dice=1) == (Status.DOUBTFUL, Doubt.UNCLEAR)


def test_a_sleeve_covers() -> None:
    """A large thing that the dice do not explain is a hand or a sleeve."""
    mat = draw_mat(*THREE)
    mat[420:, 300:430] = (60, 40, 120)
    assert list_doubts(mat, FixedReader(*WHERE)) == (Status.DOUBTFUL, Doubt.COVERED)


@pytest.mark.parametrize("read", [True, False], ids=["read", "not read"])
def test_a_die_over_the_rim_is_off_the_mat(*, read: bool) -> None:
    """A die half over the mat's rim is reported as such, whether it could be read or not."""
    over = (2.0, 300.0)
    wide = cv2.copyMakeBorder(draw_mat(*THREE), 40, 40, 40, 40, cv2.BORDER_CONSTANT, value=(96, 104, 112))
    wide = draw_mat((over[0] + 40, over[1] + 40, 0.0), mat=np.asarray(wide, np.uint8))
    ends = np.array(
        [(-40, -40), (MAT[0] + 40, -40), (MAT[0] + 40, MAT[1] + 40), (-40, MAT[1] + 40)], np.float64
    )
    mat_ends = np.array([(0, 0), (MAT[0], 0), (MAT[0], MAT[1]), (0, MAT[1])], np.float32)
    there = cv2.perspectiveTransform(
        ends.reshape(-1, 1, 2), cv2.getPerspectiveTransform(mat_ends, np.array(CORNERS, np.float32))
    )
    corners: Corners = tuple(map(tuple, there.reshape(4, 2).tolist()))  # type: ignore[assignment] # four
    inner = FixedReader(*WHERE, *([over] if read else []))
    reading = CalibratedReader(inner, make_calibration()).read(photograph(wide, corners), dice=4)
    assert (reading.status, reading.doubt) == (Status.DOUBTFUL, Doubt.CUT)
    assert "half off the mat" in reading.reason


def test_two_dice_on_each_other_are_stacked() -> None:
    """Two dice that were read nearer to each other than two that lie flat can be lie on each other."""
    mat = draw_mat((250, 200, 10), (640, 250, 10), (655, 250, 10))
    inner = FixedReader((250, 200), (640, 250), (640 + WIDE * 0.5, 250))
    assert list_doubts(mat, inner) == (Status.DOUBTFUL, Doubt.STACKED)


def test_two_dice_side_by_side_are_not_stacked() -> None:
    """Dice that touch are read."""
    mat = draw_mat((250, 200, 0), (600, 250, 0), (600 + WIDE + 1, 250, 0))
    inner = FixedReader((250, 200), (600, 250), (600 + WIDE + 1, 250))
    assert list_doubts(mat, inner) == (Status.READ, None)


def shift(x: float, y: float) -> Corners:
    return tuple((a + x, b + y) for a, b in CORNERS)  # type: ignore[return-value] # four


@pytest.mark.parametrize("markers", [True, False], ids=["markers", "plain felt"])
def test_a_small_drift_is_followed(*, markers: bool) -> None:
    """Moved by half a hundredth of the mat, the dice are read, and boxes are where the dice now are."""
    empty = draw_felt(markers=markers)
    reader = CalibratedReader(FixedReader(*WHERE), make_calibration(markers=markers))
    first = reader.read(photograph(draw_mat(*THREE, mat=empty)))
    for number in range(1, 6):  # it is looked for now and then
        then = reader.read(photograph(draw_mat(*THREE, mat=empty), shift(3.5, -2.5), number=number))
    assert then.status is Status.READ
    moved = np.array([now.box for now in then.dice]) - [before.box for before in first.dice]
    assert moved[:, [0, 2]].mean() == pytest.approx(3.5, abs=0.7)
    assert moved[:, [1, 3]].mean() == pytest.approx(-2.5, abs=0.7)


@pytest.mark.parametrize("markers", [True, False], ids=["markers", "plain felt"])
@pytest.mark.parametrize("by", [(16.0, 0.0), (-40.0, 25.0), (90.0, -60.0), (-240.0, 0.0)])
def test_a_moved_camera_is_reported(by: tuple[float, float], *, markers: bool) -> None:
    """From a fiftieth of the mat to a quarter of it, a new calibration is asked for, with the dice seen."""
    reader = CalibratedReader(FixedReader(*WHERE), make_calibration(markers=markers))
    reading = reader.read(photograph(draw_mat(*THREE, mat=draw_felt(markers=markers)), shift(*by), number=1))
    assert (reading.doubt, reading.reason) == (Doubt.MOVED, "The camera has been moved: calibrate again.")
    assert len(reading.dice) == 3


def test_many_small_drifts_become_a_move() -> None:
    """A mat that slips a little again and again is followed for a hundredth, and no further."""
    reader = CalibratedReader(FixedReader(*WHERE), make_calibration())
    seen_as = [
        reader.read(photograph(draw_mat(*THREE), shift(1.0 * k, 0), number=k)).doubt for k in range(17)
    ]
    assert seen_as[:8] == [None] * 8
    assert seen_as[-1] is Doubt.MOVED


def test_slow_changes_become_part_of_the_empty_mat() -> None:
    """A patch that slowly grows lighter on the empty mat is no thing on it in the end."""
    reader = CalibratedReader(FixedReader(*WHERE[:1]), make_calibration())
    y, x = np.mgrid[: MAT[1], : MAT[0]]
    patch = np.exp(-(((x - 300) / 120) ** 2 + ((y - 400) / 90) ** 2))[..., None]
    for step in range(20):
        picture = photograph((draw_felt() + 2.0 * step * patch).clip(0, 255).astype(np.uint8), number=step)
        assert reader.read(picture).status is Status.EMPTY
    at_once = FixedReader(*WHERE)
    CalibratedReader(at_once, make_calibration()).read(picture)
    assert len(at_once.asked) == 1


def test_without_a_known_size_the_dice_tell_it() -> None:
    """A calibration that has not seen dice yet reads them, by what they look like."""
    inner = FixedReader(*WHERE)
    reading = CalibratedReader(inner, replace(make_calibration(), die=None)).read(
        photograph(draw_mat(*THREE))
    )
    assert reading.status is Status.READ
    assert inner.asked[0][1] is None


def test_only_pictures_of_its_own_size_fit() -> None:
    """Whether a picture is of the size that was calibrated can be asked."""
    assert make_calibration().fits(np.zeros((SIZE[1], SIZE[0], 3), np.uint8))
    assert not make_calibration().fits(np.zeros((SIZE[0], SIZE[1], 3), np.uint8))


class KeepingReader(FixedReader):
    """Keeps the flat picture that it gets."""

    def read(self, image: Image, *, dice: int | None = 3, die_size: float | None = None) -> Reading:
        self.shown = image.copy()
        return super().read(image, dice=dice, die_size=die_size)


class AboveReader(FixedReader):
    """Keeps the box around everything on the mat that it gets."""

    def above(self, stand: Stand, within: Box | None = None) -> "AboveReader":
        assert stand.height > 0
        self.within = within
        return self


def test_the_reader_gets_the_box_around_everything() -> None:
    """Around all dice and no farther; but where nobody said how many there are it must look everywhere."""
    inner = AboveReader(*WHERE)
    reader = CalibratedReader(inner, make_calibration())
    assert reader.read(photograph(draw_mat(*THREE))).status is Status.READ
    assert inner.within is not None
    scale, half = 912 / MAT[0], WIDE / 2
    around = [24 + edge * scale for edge in (250 - half, 200 - half, 640 + half, 330 + half)]
    assert inner.within == pytest.approx(around, abs=30)
    reader.read(photograph(draw_mat(*THREE)), dice=None)
    assert inner.within is None


class SkippingReader(FixedReader):
    """Keeps what it gets about where the mat differs from the empty one."""

    changed: Grey | None = None

    def skip_unchanged(self, changed: Grey) -> "SkippingReader":
        self.changed = changed
        return self


def test_the_reader_learns_where_the_mat_differs() -> None:
    """At the dice and not at the markers, so that print is not read; but not if the number is not known."""
    inner = SkippingReader(*WHERE)
    CalibratedReader(inner, make_calibration()).read(photograph(draw_mat(*THREE)))
    assert inner.changed is not None
    step = inner.changed.shape[1] / make_calibration().flat.size[0]
    for place in WHERE:
        x, y = (round(step * (24 + side * 912 / MAT[0])) for side in place)
        assert inner.changed[y - 3 : y + 4, x - 3 : x + 4].mean() > 0.5
    edge = round(step * (24 + MARKER * 912 / MAT[0]))
    assert inner.changed[:edge, :edge].mean() < 0.1
    other = SkippingReader(*WHERE)
    CalibratedReader(other, make_calibration()).read(photograph(draw_mat(*THREE)), dice=None)
    assert other.changed is None


@pytest.mark.parametrize("light", [0.7, 1.0])
def test_markers_are_not_shown_to_who_reads(light: float) -> None:
    """Printed markers look like dice, so they are painted over in today's light; dice and felt stay."""
    looker = KeepingReader(*WHERE)
    reader = CalibratedReader(looker, make_calibration())
    assert reader.read(photograph(draw_mat(*THREE), light=light)).status is Status.READ
    bare = KeepingReader(*WHERE)
    CalibratedReader(bare, make_calibration(markers=False)).read(
        photograph(draw_mat(*THREE, mat=draw_felt(markers=False)), light=light)
    )
    # What lies far from all dice nobody is shown.
    both = cv2.erode(np.asarray(looker.shown.any(2) & bare.shown.any(2), np.uint8), np.ones((9, 9)))
    assert both.sum() > 90_000
    off = np.abs(cv2.blur(looker.shown, (9, 9)).astype(int) - cv2.blur(bare.shown, (9, 9)))
    assert off[both > 0].max() < 40
    assert np.array_equal(
        looker.shown[200:300, 250:350],
        make_calibration().flat.rectify(photograph(draw_mat(*THREE), light=light))[200:300, 250:350],
    )


def test_a_die_on_a_marker_is_shown() -> None:
    """What lies on a marker, or near it, is not painted over."""
    at = (100.0, 60.0)
    looker = KeepingReader(at)
    assert (
        CalibratedReader(looker, make_calibration()).read(photograph(draw_mat((*at, 10.0))), dice=1).status
        is Status.READ
    )
    x, y = (round(24 + edge * 912 / MAT[0]) for edge in at)
    assert looker.shown[y - 15 : y - 10, x - 15 : x + 15].min() > 150
