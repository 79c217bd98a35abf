"""The reader that looks twice, with the weights that ship."""

import numpy as np
import pytest

from pi_bunco.assets import find
from pi_bunco.devices.camera.mock import MatTable, ThrowKind, render_still
from pi_bunco.frames import Doubt, Image, Status
from pi_bunco.vision.calibrate.calibration import Calibration
from pi_bunco.vision.calibrate.choose_stand import StandChooser
from pi_bunco.vision.calibrate.fiducials import find_fiducials
from pi_bunco.vision.calibrate.flat import Flat
from pi_bunco.vision.calibrate.reader import CalibratedReader
from pi_bunco.vision.calibrate.stand_by_markers import list_stands_by_markers
from pi_bunco.vision.double import DoubleReader
from pi_bunco.vision.double.second_look import mirror
from pi_bunco.vision.stand import Stand
from tests.vision.geometry.cubes import Cube, Scene, draw

SEEDS = range(8_100_000, 8_100_024)
"""Throws that were never learnt from: their seeds belong to tests alone."""


@pytest.fixture(scope="module")
def reader() -> DoubleReader:
    return DoubleReader(find("models"))


@pytest.mark.nightly
def test_throws_on_any_table_are_never_misread(reader: DoubleReader) -> None:
    """On tables of every kind, however steep, small or cluttered, some are read, and these are right."""
    read = 0
    for seed in SEEDS:
        image, shown = render_still(seed, size=(640, 480))
        reading = reader.read(image)
        if reading.status is Status.READ:
            read += 1
            assert reading.values == shown.values, seed
            for die, (x0, y0, x1, y1) in zip(reading.dice, shown.boxes, strict=True):
                assert x0 < die.centre[0] < x1
                assert y0 < die.centre[1] < y1
    assert read >= 3


def test_throws_on_a_fair_table_are_read(reader: DoubleReader) -> None:
    """On plain mats under a camera above most throws are read, all of these right."""
    read = 0
    for seed in SEEDS[:12]:
        image, shown = MatTable(seed, fiducials=False).throw(0, ThrowKind.PLAIN)
        reading = reader.read(image)
        if reading.status is Status.READ:
            read += 1
            assert reading.values == shown.values, seed
    assert read >= 9


def test_drawn_dice_are_read(reader: DoubleReader) -> None:
    """Plain drawn cubes, which nothing was trained on, are read."""
    for values in ((1, 2, 3), (4, 5, 6), (6, 6, 6)):
        cubes = tuple(
            Cube(x, y, 17 + 31 * k, value, (240, 242, 240), (25, 25, 25))
            for k, ((x, y), value) in enumerate(
                zip(((-2.6, 0.4), (0.1, -0.9), (2.5, 0.7)), values, strict=True)
            )
        )
        reading = reader.read(draw(Scene(cubes)))
        assert (reading.status, reading.values) == (Status.READ, values)


@pytest.mark.parametrize("kind", [ThrowKind.STACKED, ThrowKind.OUT, ThrowKind.COVERED, ThrowKind.MISCOUNT])
def test_what_nobody_can_read_is_asked_about(reader: DoubleReader, kind: ThrowKind) -> None:
    """A stacked, cut or covered die, or a wrong number, is never read."""
    for seed in SEEDS[:8]:
        image, _ = MatTable(seed, fiducials=False).throw(0, kind)
        assert reader.read(image).status is not Status.READ, seed


def test_on_a_calibrated_mat_a_leaning_die_is_reported_by_its_sides(reader: DoubleReader) -> None:
    """Where the camera's place is known all but one of a dozen flat throws are read, and none that leans."""
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
        image, shown = table.throw(number, ThrowKind.PLAIN)
        reading = calibrated.read(image)
        read += reading.status is Status.READ
        assert reading.status is not Status.READ or reading.values == shown.values
        image, _ = table.throw(number, ThrowKind.COCKED)
        assert calibrated.read(image).status is not Status.READ
    assert read >= 11


def test_fewer_or_more_dice_than_told_are_asked_about(reader: DoubleReader) -> None:
    """Two dice are not three, and not one, whatever they show."""
    for seed in SEEDS[:6]:
        image, _ = render_still(seed, size=(640, 480), dice=2)
        assert reader.read(image, dice=3).status is not Status.READ
        assert reader.read(image, dice=1).status is not Status.READ


def test_an_empty_table_is_never_read(reader: DoubleReader) -> None:
    """No die is read where none lies, whether the number is known or not."""
    for seed in SEEDS[:10]:
        image, _ = render_still(seed, size=(640, 480), dice=0)
        assert reader.read(image).status is not Status.READ
        assert reader.read(image, dice=None).status is not Status.READ


def test_it_tells_how_long_each_stage_took(reader: DoubleReader) -> None:
    """After a read the times of its stages are there, in their order."""
    reader.read(render_still(SEEDS[0], size=(640, 480))[0])
    assert list(reader.spent) == ["find", "learnt", "pips"]
    assert all(spent > 0 for spent in reader.spent.values())


def test_the_picture_is_left_as_it_was(reader: DoubleReader) -> None:
    """Reading writes nothing into the picture, and the same picture reads the same again."""
    image, _ = render_still(SEEDS[1], size=(640, 480))
    before = image.copy()
    first = reader.read(image)
    assert np.array_equal(image, before)
    assert reader.read(image) == first


def test_a_die_missed_at_first_is_found_in_the_mirror_image(reader: DoubleReader) -> None:
    """A throw of which the first look misses one die is read, with all dice in their places."""
    image, shown = render_still(8_100_009, size=(640, 480))
    reading = reader.read(image)
    assert (reading.status, reading.values) == (Status.READ, shown.values)
    for die, (x0, y0, x1, y1) in zip(reading.dice, shown.boxes, strict=True):
        assert x0 < die.centre[0] < x1
        assert y0 < die.centre[1] < y1


def test_a_calibrated_mat_is_not_looked_at_again(
    reader: DoubleReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If a die is missing, only the picture of a table that is not calibrated is mirrored."""
    mirrored: list[Image] = []

    def note(image: Image) -> Image:
        mirrored.append(image)
        return mirror(image)

    monkeypatch.setattr("pi_bunco.vision.double.reader.mirror", note)
    image, _ = render_still(SEEDS[0], size=(640, 480), dice=2)
    flat = reader.above(Stand(320, 240, 900))
    assert flat.read(image, dice=3).doubt is Doubt.FEWER
    assert not mirrored
    assert reader.read(image, dice=3).doubt is Doubt.FEWER
    assert mirrored


def test_dice_are_skipped_where_nothing_changed(reader: DoubleReader) -> None:
    """A die of a picture that lies where the mat looks as when it was empty counts as print."""
    image, shown = render_still(SEEDS[3], size=(640, 480))
    changed = np.ones((120, 160), np.uint8)
    there = reader.skip_unchanged(changed).read(image)
    assert len(there.dice) == len(shown.values)
    x0, y0, x1, y1 = (round(side / 4) for side in shown.boxes[0])
    changed[y0 - 2 : y1 + 3, x0 - 2 : x1 + 3] = 0
    left = reader.skip_unchanged(changed).read(image)
    assert left.doubt is Doubt.FEWER
    assert len(left.dice) == len(shown.values) - 1
