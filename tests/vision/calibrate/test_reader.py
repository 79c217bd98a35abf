"""The calibrated reader on drawn mats: what it reads, and what it doubts."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from pi_bunco.frames import Grey, Image
from pi_bunco.readings import Box, Doubt, Reading, Status
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
PLACES = tuple((x, y) for x, y, _ in THREE)


def test_three_dice_on_the_mat_are_read() -> None:
    """If the mat differs at three places as large as dice, and a die is read at each, the throw is read."""
    inner = FixedReader(*PLACES)
    reading = CalibratedReader(inner, make_calibration()).read(photograph(draw_mat(*THREE)))
    assert (reading.status, reading.values, reading.reason) == (Status.READ, (1, 2, 3), "")
    ((shape, edge),) = inner.calls
    assert shape == (656, 960, 3)
    assert edge == pytest.approx(make_calibration().die)


def test_boxes_are_in_pixels_of_the_camera() -> None:
    """Each box of the reading contains its die in the camera's picture."""
    picture = photograph(draw_mat(*THREE))
    for die in CalibratedReader(FixedReader(*PLACES), make_calibration()).read(picture).dice:
        x0, y0, x1, y1 = (round(edge) for edge in die.box)
        assert picture[y0:y1, x0:x1].min(axis=2).mean() > 120
        assert 35 < x1 - x0 < 75


@pytest.mark.parametrize("light", [0.6, 0.85, 1.0, 1.2])
def test_an_empty_mat_is_empty_in_any_light(light: float) -> None:
    """In darker and in brighter light an empty mat is empty, without a question."""
    reading = CalibratedReader(FixedReader(), make_calibration()).read(
        photograph(draw_felt(), light=light, number=3)
    )
    assert reading.status is Status.EMPTY


def test_small_dice_are_not_missed_before_any_was_read() -> None:
    """Dice that are less than half as wide as usual are read even if their size is not known yet."""
    mat = draw_felt().copy()
    for x, y in PLACES:
        half = 10
        mat[round(y) - half : round(y) + half, round(x) - half : round(x) + half] = 232
    inner = FixedReader(*PLACES)
    CalibratedReader(inner, replace(make_calibration(), die=None)).read(photograph(mat))
    assert inner.calls


def test_unchanged_mat_is_not_read() -> None:
    """If the mat looks as it did when it was empty, the inner reader is not called, so no print is read."""
    inner = FixedReader(*PLACES)
    assert (
        CalibratedReader(inner, make_calibration()).read(photograph(draw_felt(), number=3)).status
        is Status.EMPTY
    )
    assert inner.calls == []


def test_soft_shadow_is_no_object() -> None:
    """The shadow of a person who leans over half of the mat is not taken for an object."""
    shadow = np.ones((MAT[1], MAT[0], 1))
    shadow[:, :420] = 0.62
    mat = (draw_felt() * cv2.GaussianBlur(shadow, (0, 0), 12)[..., None]).astype(np.uint8)
    inner = FixedReader()
    assert CalibratedReader(inner, make_calibration()).read(photograph(mat)).status is Status.EMPTY


def read_status(mat: np.ndarray, inner: FixedReader, dice: int | None = 3) -> tuple[Status, Doubt | None]:
    """Return the status and the doubt of the reading of a mat."""
    reading = CalibratedReader(inner, make_calibration()).read(photograph(mat), dice=dice)
    assert bool(reading.reason) is (reading.status is Status.DOUBTFUL)
    return reading.status, reading.doubt


def test_die_at_an_unchanged_place_raises_doubt() -> None:
    """A die that was read where the mat did not change is print of the mat, so a die is missing."""
    assert read_status(draw_mat(*THREE[:2]), FixedReader(*PLACES)) == (Status.DOUBTFUL, Doubt.FEWER)


def test_die_that_was_not_read_raises_doubt() -> None:
    """If two dice are expected and read, a third object on the mat raises doubt."""
    assert read_status(draw_mat(*THREE), FixedReader(*PLACES[:2]), dice=2) == (Status.DOUBTFUL, Doubt.MORE)


def test_coin_beside_three_dice_raises_doubt() -> None:
    """A coin beside three dice counts as one die too many."""
    mat = draw_mat(*THREE)
    cv2.circle(mat, (150, 450), 24, (90, 160, 190), cv2.FILLED)
    assert read_status(mat, FixedReader(*PLACES)) == (Status.DOUBTFUL, Doubt.MORE)


@pytest.mark.parametrize(
    ("height", "status"),
    [(600.0, Status.READ), (6000.0, Status.DOUBTFUL)],
    ids=["from the side", "from above"],
)
def test_visible_sides_belong_to_their_dice(height: float, status: Status) -> None:
    """What a camera sees below each die is its side if it looks from there, and an object if not."""
    sides = [(x, y + WIDE * 0.75, turn) for x, y, turn in THREE]
    mat = draw_mat(*THREE, mat=draw_mat(*sides, colour=180))
    calibration = make_calibration()
    low = Stand(calibration.flat.size[0] / 2, calibration.flat.size[1] + 200, height)
    reader = CalibratedReader(FixedReader(*PLACES), replace(calibration, stand=low))
    assert reader.read(photograph(mat)).status is status


def test_object_on_the_mat_raises_doubt_if_nothing_was_read() -> None:
    """If no die was read but an object lies on the mat, the reader asks."""
    assert read_status(draw_mat(THREE[0]), FixedReader(), dice=1) == (Status.DOUBTFUL, Doubt.UNCLEAR)


def test_large_object_covers_the_dice() -> None:
    """An object that is much larger than a die is taken for a hand or a sleeve."""
    mat = draw_mat(*THREE)
    mat[420:, 300:430] = (60, 40, 120)
    assert read_status(mat, FixedReader(*PLACES)) == (Status.DOUBTFUL, Doubt.COVERED)


@pytest.mark.parametrize("read", [True, False], ids=["read", "not read"])
def test_die_over_the_rim_is_off_the_mat(*, read: bool) -> None:
    """A die that is half over the mat's rim raises its own doubt, whether it could be read or not."""
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
    inner = FixedReader(*PLACES, *([over] if read else []))
    reading = CalibratedReader(inner, make_calibration()).read(photograph(wide, corners), dice=4)
    assert (reading.status, reading.doubt) == (Status.DOUBTFUL, Doubt.CUT)
    assert "half off the mat" in reading.reason


@pytest.mark.parametrize(
    ("height", "y", "doubt"),
    [(600.0, 6.0, None), (6000.0, 6.0, Doubt.CUT), (600.0, -47.0, Doubt.CUT)],
    ids=["from the side", "from above", "from the side, a tenth of the base is outside"],
)
def test_base_of_a_die_decides_whether_it_is_off_the_mat(
    height: float, y: float, doubt: Doubt | None
) -> None:
    """From the side, the upper face of a die near the far rim appears over the rim, but its base may not."""
    near_rim = (450.0, y)
    calibration = make_calibration()
    stand = Stand(calibration.flat.size[0] / 2, calibration.flat.size[1] + 100, height)
    mat = draw_mat(*THREE[::2], (*near_rim, 0.0))
    reader = CalibratedReader(FixedReader(*PLACES[::2], near_rim), replace(calibration, stand=stand))
    assert reader.read(photograph(mat)).doubt is doubt


@pytest.mark.parametrize(("rows", "doubt"), [(60, None), (90, Doubt.CUT)], ids=["whole", "cut"])
def test_die_that_the_picture_cuts_is_not_read(rows: int, doubt: Doubt | None) -> None:
    """The field reaches the border of the picture, which cuts the face of a die: the reader asks."""
    near_rim = (450.0, 6.0)
    calibration = make_calibration()
    stand = Stand(calibration.flat.size[0] / 2, calibration.flat.size[1] + 100, 600)
    corners: Corners = tuple((x, y - rows) for x, y in CORNERS)  # type: ignore[assignment] # four
    lower = replace(calibration, picture=(SIZE[0], SIZE[1] - rows), corners=corners, stand=stand)
    picture = photograph(draw_mat(*THREE[::2], (*near_rim, 0.0)))[rows:]
    assert CalibratedReader(FixedReader(*PLACES[::2], near_rim), lower).read(picture).doubt is doubt


def test_dice_that_are_too_near_are_stacked() -> None:
    """Two dice count as stacked if they are nearer to each other than two flat dice can be."""
    mat = draw_mat((250, 200, 10), (640, 250, 10), (655, 250, 10))
    inner = FixedReader((250, 200), (640, 250), (640 + WIDE * 0.5, 250))
    assert read_status(mat, inner) == (Status.DOUBTFUL, Doubt.STACKED)


def test_dice_side_by_side_are_not_stacked() -> None:
    """Two dice that touch are read without doubt."""
    mat = draw_mat((250, 200, 0), (600, 250, 0), (600 + WIDE + 1, 250, 0))
    inner = FixedReader((250, 200), (600, 250), (600 + WIDE + 1, 250))
    assert read_status(mat, inner) == (Status.READ, None)


def shift_corners(x: float, y: float) -> Corners:
    """Return the corners of the mat after the camera moved by some pixels."""
    return tuple((a + x, b + y) for a, b in CORNERS)  # type: ignore[return-value] # four


@pytest.mark.parametrize("markers", [True, False], ids=["markers", "plain felt"])
def test_a_small_drift_is_followed(*, markers: bool) -> None:
    """If the mat has moved by half a hundredth, the dice are read, and their boxes have moved with it."""
    empty = draw_felt(markers=markers)
    reader = CalibratedReader(FixedReader(*PLACES), make_calibration(markers=markers))
    first = reader.read(photograph(draw_mat(*THREE, mat=empty)))
    for number in range(1, 6):  # the place of the mat is checked in every fourth picture
        last = reader.read(photograph(draw_mat(*THREE, mat=empty), shift_corners(3.5, -2.5), number=number))
    assert last.status is Status.READ
    moved = np.array([now.box for now in last.dice]) - [before.box for before in first.dice]
    assert moved[:, [0, 2]].mean() == pytest.approx(3.5, abs=0.7)
    assert moved[:, [1, 3]].mean() == pytest.approx(-2.5, abs=0.7)


@pytest.mark.parametrize("markers", [True, False], ids=["markers", "plain felt"])
@pytest.mark.parametrize("by", [(16.0, 0.0), (-40.0, 25.0), (90.0, -60.0), (-240.0, 0.0)])
def test_a_moved_camera_is_reported(by: tuple[float, float], *, markers: bool) -> None:
    """If the mat has moved by a fiftieth to a quarter, the reader asks to calibrate, and reports the dice."""
    reader = CalibratedReader(FixedReader(*PLACES), make_calibration(markers=markers))
    reading = reader.read(
        photograph(draw_mat(*THREE, mat=draw_felt(markers=markers)), shift_corners(*by), number=1)
    )
    assert (reading.doubt, reading.reason) == (Doubt.MOVED, "The camera has been moved: calibrate again.")
    assert len(reading.dice) == 3


def test_many_small_drifts_become_a_move() -> None:
    """A mat that slips a little again and again is followed for a hundredth of its size, and no further."""
    reader = CalibratedReader(FixedReader(*PLACES), make_calibration())
    doubts = [
        reader.read(photograph(draw_mat(*THREE), shift_corners(1.0 * k, 0), number=k)).doubt
        for k in range(17)
    ]
    assert doubts[:8] == [None] * 8
    assert doubts[-1] is Doubt.MOVED


def test_slow_changes_become_part_of_the_empty_mat() -> None:
    """A patch that slowly becomes lighter is not taken for an object, as it is if it is light at once."""
    reader = CalibratedReader(FixedReader(*PLACES[:1]), make_calibration())
    y, x = np.mgrid[: MAT[1], : MAT[0]]
    patch = np.exp(-(((x - 300) / 120) ** 2 + ((y - 400) / 90) ** 2))[..., None]
    for step in range(20):
        picture = photograph((draw_felt() + 2.0 * step * patch).clip(0, 255).astype(np.uint8), number=step)
        assert reader.read(picture).status is Status.EMPTY
    fresh = FixedReader(*PLACES)
    CalibratedReader(fresh, make_calibration()).read(picture)
    assert len(fresh.calls) == 1


def test_dice_of_unknown_size_are_read() -> None:
    """With a calibration that has no size of dice yet, the inner reader gets none, and the dice are read."""
    inner = FixedReader(*PLACES)
    reading = CalibratedReader(inner, replace(make_calibration(), die=None)).read(
        photograph(draw_mat(*THREE))
    )
    assert reading.status is Status.READ
    assert inner.calls[0][1] is None


class ReaderOfKnownSizes(FixedReader):
    """A reader that is not sure of dice whose size it does not get."""

    def read(self, image: Image, *, dice: int | None = 3, die_size: float | None = None) -> Reading:
        self.status = Status.DOUBTFUL if die_size is None else Status.READ
        return super().read(image, dice=dice, die_size=die_size)


def test_dice_of_unknown_size_are_read_again_with_the_size_that_the_mat_shows() -> None:
    """If a reading is doubtful, the inner reader reads again and gets a size from the differing area."""
    inner, calibration = ReaderOfKnownSizes(*PLACES), make_calibration()
    reading = CalibratedReader(inner, replace(calibration, die=None)).read(photograph(draw_mat(*THREE)))
    assert (reading.status, reading.values) == (Status.READ, (1, 2, 3))
    assert [edge for _, edge in inner.calls] == [None, pytest.approx(calibration.die, rel=0.15)]


def test_guessed_size_of_dice_is_never_smaller_than_a_die() -> None:
    """If only a shadow differs, whose area says nothing, the inner reader gets the size of a small die."""
    inner = FixedReader(*PLACES, status=Status.DOUBTFUL)
    shade = np.ones((MAT[1], MAT[0], 1))
    shade[150:450, 200:700] = 0.6
    mat = (draw_felt() * cv2.GaussianBlur(shade, (0, 0), 20)[..., None]).astype(np.uint8)
    CalibratedReader(inner, replace(make_calibration(), die=None)).read(photograph(mat))
    assert [edge for _, edge in inner.calls] == [None, 20.0]


def test_second_reading_with_a_guessed_size_counts_only_without_doubt() -> None:
    """If both readings are doubtful, the first one counts; without a number of dice there is only one."""
    for dice, calls in ((3, 2), (None, 1)):
        inner = FixedReader(*PLACES, status=Status.DOUBTFUL)
        reader = CalibratedReader(inner, replace(make_calibration(), die=None))
        assert reader.read(photograph(draw_mat(*THREE)), dice=dice).status is Status.DOUBTFUL
        assert len(inner.calls) == calls


def test_only_pictures_of_the_calibrated_size_fit() -> None:
    """A picture fits a calibration only if it has the size of the calibrated pictures."""
    assert make_calibration().fits(np.zeros((SIZE[1], SIZE[0], 3), np.uint8))
    assert not make_calibration().fits(np.zeros((SIZE[0], SIZE[1], 3), np.uint8))


class RecordingReader(FixedReader):
    """Records the flat picture that it gets."""

    def read(self, image: Image, *, dice: int | None = 3, die_size: float | None = None) -> Reading:
        self.picture = image.copy()
        return super().read(image, dice=dice, die_size=die_size)


class AboveReader(FixedReader):
    """Records the box around everything on the mat."""

    def above(self, stand: Stand, within: Box | None = None) -> "AboveReader":
        assert stand.height > 0
        self.within = within
        return self


def test_inner_reader_gets_the_box_around_all_dice() -> None:
    """The box reaches hardly beyond the dice. If the number of dice is not known, there is no box."""
    inner = AboveReader(*PLACES)
    reader = CalibratedReader(inner, make_calibration())
    assert reader.read(photograph(draw_mat(*THREE))).status is Status.READ
    assert inner.within is not None
    scale, half = 912 / MAT[0], WIDE / 2
    around = [24 + edge * scale for edge in (250 - half, 200 - half, 640 + half, 330 + half)]
    assert inner.within == pytest.approx(around, abs=30)
    reader.read(photograph(draw_mat(*THREE)), dice=None)
    assert inner.within is None


class SkippingReader(FixedReader):
    """Records where the mat differs from the empty one."""

    changed: Grey | None = None

    def skip_unchanged(self, changed: Grey) -> "SkippingReader":
        self.changed = changed
        return self


def test_inner_reader_gets_where_the_mat_differs() -> None:
    """The mask has the dice but not the printed markers. If the number is not known, there is no mask."""
    inner = SkippingReader(*PLACES)
    CalibratedReader(inner, make_calibration()).read(photograph(draw_mat(*THREE)))
    assert inner.changed is not None
    step = inner.changed.shape[1] / make_calibration().flat.size[0]
    for place in PLACES:
        x, y = (round(step * (24 + side * 912 / MAT[0])) for side in place)
        assert inner.changed[y - 3 : y + 4, x - 3 : x + 4].mean() > 0.5
    edge = round(step * (24 + MARKER * 912 / MAT[0]))
    assert inner.changed[:edge, :edge].mean() < 0.1
    other = SkippingReader(*PLACES)
    CalibratedReader(other, make_calibration()).read(photograph(draw_mat(*THREE)), dice=None)
    assert other.changed is None


@pytest.mark.parametrize("light", [0.7, 1.0])
def test_markers_are_painted_over(light: float) -> None:
    """Printed markers look like dice, so the inner reader sees plain felt there, in the present light."""
    inner = RecordingReader(*PLACES)
    reader = CalibratedReader(inner, make_calibration())
    assert reader.read(photograph(draw_mat(*THREE), light=light)).status is Status.READ
    bare = RecordingReader(*PLACES)
    CalibratedReader(bare, make_calibration(markers=False)).read(
        photograph(draw_mat(*THREE, mat=draw_felt(markers=False)), light=light)
    )
    # Parts that are far from all dice are black in both pictures.
    both = cv2.erode(np.asarray(inner.picture.any(2) & bare.picture.any(2), np.uint8), np.ones((9, 9)))
    assert both.sum() > 90_000
    off = np.abs(cv2.blur(inner.picture, (9, 9)).astype(int) - cv2.blur(bare.picture, (9, 9)))
    assert off[both > 0].max() < 40
    assert np.array_equal(
        inner.picture[200:300, 250:350],
        make_calibration().flat.rectify(photograph(draw_mat(*THREE), light=light))[200:300, 250:350],
    )


def test_die_on_a_marker_is_not_painted_over() -> None:
    """A die on a marker stays in the picture for the inner reader."""
    at = (100.0, 60.0)
    inner = RecordingReader(at)
    assert (
        CalibratedReader(inner, make_calibration()).read(photograph(draw_mat((*at, 10.0))), dice=1).status
        is Status.READ
    )
    x, y = (round(24 + edge * 912 / MAT[0]) for edge in at)
    assert inner.picture[y - 15 : y - 10, x - 15 : x + 15].min() > 150
