"""The reader that reads every die twice, with the weights that belong to pi-bunco."""

import numpy as np
import pytest
from renderer import MatTable, ThrowKind, render_still

from pi_bunco.files.assets import find
from pi_bunco.frames import Image
from pi_bunco.readings import Doubt, Status
from pi_bunco.vision.calibrate.calibration import Calibration
from pi_bunco.vision.calibrate.choose_stand import StandChooser
from pi_bunco.vision.calibrate.fiducials import find_fiducials
from pi_bunco.vision.calibrate.flat import Flat
from pi_bunco.vision.calibrate.reader import CalibratedReader
from pi_bunco.vision.calibrate.stand_by_markers import list_stands_by_markers
from pi_bunco.vision.double import DoubleReader
from pi_bunco.vision.double.second_look import mirror
from pi_bunco.vision.stand import Stand
from tests.at_night import leave_to_night
from tests.vision.geometry.cubes import Cube, Scene, draw

SEEDS = range(8_100_000, 8_100_024)
"""Seeds of throws that no network learnt from: they are used only in tests."""
UNSURE_SEED = 8_100_070
"""The seed of a throw with a value that is sure only in the mirror image."""


@pytest.fixture(scope="module")
def reader() -> DoubleReader:
    return DoubleReader(find("models"))


@pytest.mark.nightly
def test_throws_on_difficult_tables_are_never_misread(reader: DoubleReader) -> None:
    """On steep, small and cluttered tables some throws are read, and all of these are right."""
    read = 0
    for seed in SEEDS:
        image, truth = render_still(seed, size=(640, 480))
        reading = reader.read(image)
        if reading.status is Status.READ:
            read += 1
            assert reading.values == truth.values, seed
            for die, (x0, y0, x1, y1) in zip(reading.dice, truth.boxes, strict=True):
                assert x0 < die.centre[0] < x1
                assert y0 < die.centre[1] < y1
    assert read >= 3


@pytest.mark.nightly
def test_most_throws_on_a_plain_mat_are_read(reader: DoubleReader) -> None:
    """On plain mats below a camera, 9 of 12 throws are read, and all of these are right."""
    read = 0
    for seed in SEEDS[:12]:
        image, truth = MatTable(seed, fiducials=False).throw(0, ThrowKind.PLAIN)
        reading = reader.read(image)
        if reading.status is Status.READ:
            read += 1
            assert reading.values == truth.values, seed
    assert read >= 9


def test_drawn_dice_are_read(reader: DoubleReader) -> None:
    """Drawn cubes, which no network learnt from, are read."""
    for values in ((1, 2, 3), (4, 5, 6), (6, 6, 6)):
        cubes = tuple(
            Cube(x, y, 17 + 31 * k, value, (240, 242, 240), (25, 25, 25))
            for k, ((x, y), value) in enumerate(
                zip(((-2.6, 0.4), (0.1, -0.9), (2.5, 0.7)), values, strict=True)
            )
        )
        reading = reader.read(draw(Scene(cubes)))
        assert (reading.status, reading.values) == (Status.READ, values)


@pytest.mark.parametrize(
    "kind",
    leave_to_night(
        (ThrowKind.STACKED, ThrowKind.OUT, ThrowKind.COVERED, ThrowKind.MISCOUNT),
        (ThrowKind.COVERED, ThrowKind.MISCOUNT),
    ),
)
def test_unreadable_throw_raises_doubt(reader: DoubleReader, kind: ThrowKind) -> None:
    """A throw with a stacked, cut or covered die, or with a wrong number of dice, is never read."""
    for seed in SEEDS[:8]:
        image, _ = MatTable(seed, fiducials=False).throw(0, kind)
        assert reader.read(image).status is not Status.READ, seed


def test_leaning_die_is_noticed_on_a_calibrated_mat(reader: DoubleReader) -> None:
    """If the camera's position is known, 11 of 12 flat throws are read, and no throw with a leaning die."""
    table = MatTable(seed=8_300_001)
    empty = table.draw_empty()
    markers = find_fiducials(empty)
    assert markers.corners is not None
    flat = Flat.of(markers.corners, markers.ratio)
    bare = Calibration(table.size, markers.corners, markers.ratio, flat.rectify(empty), noise=1.0)
    chooser = StandChooser(reader, bare, list_stands_by_markers(markers, table.size))
    for number in range(20, 23):
        chooser.learn(table.throw(number, ThrowKind.PLAIN)[0])
    calibrated = CalibratedReader(reader, chooser.calibration)
    read = 0
    for number in range(12):
        image, truth = table.throw(number, ThrowKind.PLAIN)
        reading = calibrated.read(image)
        read += reading.status is Status.READ
        assert reading.status is not Status.READ or reading.values == truth.values
        image, _ = table.throw(number, ThrowKind.COCKED)
        assert calibrated.read(image).status is not Status.READ
    assert read >= 11


def test_wrong_number_of_dice_raises_doubt(reader: DoubleReader) -> None:
    """Two dice are not read if there must be three, or only one."""
    for seed in SEEDS[:6]:
        image, _ = render_still(seed, size=(640, 480), dice=2)
        assert reader.read(image, dice=3).status is not Status.READ
        assert reader.read(image, dice=1).status is not Status.READ


def test_no_die_is_read_on_an_empty_table(reader: DoubleReader) -> None:
    """On an empty table nothing is read, whether the number of dice is known or not."""
    for seed in SEEDS[:10]:
        image, _ = render_still(seed, size=(640, 480), dice=0)
        assert reader.read(image).status is not Status.READ
        assert reader.read(image, dice=None).status is not Status.READ


def test_reader_reports_the_time_of_each_stage(reader: DoubleReader) -> None:
    """After a read, `spent` has the time of each stage, in the order of the stages."""
    reader.read(render_still(SEEDS[0], size=(640, 480))[0])
    assert list(reader.spent) == ["find", "learnt", "pips"]
    assert all(spent > 0 for spent in reader.spent.values())


def test_reading_does_not_change_the_picture(reader: DoubleReader) -> None:
    """The picture stays as it is, and reading it again returns the same."""
    image, _ = render_still(SEEDS[1], size=(640, 480))
    before = image.copy()
    first = reader.read(image)
    assert np.array_equal(image, before)
    assert reader.read(image) == first


def test_unsure_die_is_read_in_the_mirror_image(reader: DoubleReader) -> None:
    """A die of which the first look is not sure is read in the mirror image; all dice have true places."""
    image, truth = render_still(UNSURE_SEED, size=(640, 480))
    reading = reader.read(image)
    assert (reading.status, reading.values) == (Status.READ, truth.values)
    for die, (x0, y0, x1, y1) in zip(reading.dice, truth.boxes, strict=True):
        assert x0 < die.centre[0] < x1
        assert y0 < die.centre[1] < y1


def test_calibrated_mat_gets_no_second_look(reader: DoubleReader, monkeypatch: pytest.MonkeyPatch) -> None:
    """The mirror image is read only if the table is not calibrated."""
    mirrored: list[Image] = []

    def record(image: Image) -> Image:
        mirrored.append(image)
        return mirror(image)

    monkeypatch.setattr("pi_bunco.vision.double.reader.mirror", record)
    monkeypatch.setattr("pi_bunco.vision.double.reader.is_worth_second_look", lambda _: True)
    image, _ = render_still(SEEDS[0], size=(640, 480), dice=2)
    flat = reader.above(Stand(320, 240, 900))
    assert flat.read(image, dice=3).doubt is Doubt.FEWER
    assert not mirrored
    assert reader.read(image, dice=3).doubt is Doubt.FEWER
    assert mirrored


def test_unknown_number_of_dice_gets_no_second_look(
    reader: DoubleReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If any number of dice may lie there, the mirror image does not answer a question."""
    monkeypatch.setattr("pi_bunco.vision.double.reader.is_worth_second_look", lambda _: True)
    image, truth = render_still(UNSURE_SEED, size=(640, 480))
    assert reader.read(image, dice=3).values == truth.values
    reading = reader.read(image, dice=None)
    assert (reading.status, reading.doubt) == (Status.DOUBTFUL, Doubt.UNSURE)


def test_unchanged_places_are_skipped(reader: DoubleReader) -> None:
    """A die at a place where the mat has not changed counts as print of the mat and is not reported."""
    image, truth = render_still(SEEDS[3], size=(640, 480))
    changed = np.ones((120, 160), np.uint8)
    everywhere = reader.skip_unchanged(changed).read(image)
    assert len(everywhere.dice) == len(truth.values)
    x0, y0, x1, y1 = (round(side / 4) for side in truth.boxes[0])
    changed[y0 - 2 : y1 + 3, x0 - 2 : x1 + 3] = 0
    without_one = reader.skip_unchanged(changed).read(image)
    assert without_one.doubt is Doubt.FEWER
    assert len(without_one.dice) == len(truth.values) - 1
