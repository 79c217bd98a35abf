"""Which calibration a table reads by, and what becomes of one that does not fit."""

import errno
from pathlib import Path

import numpy as np
import pytest

from pi_bunco import bounded
from pi_bunco.frames import Status
from pi_bunco.stations.table_reader import LateReader, StrictReader, TableReader, find_calibration
from pi_bunco.vision.calibrate.file import NAME, CalibrationTrouble, save
from pi_bunco.vision.geometry import GeometryReader
from pi_bunco.vision.reader import Reader
from tests.vision.calibrate.mats import FixedReader, draw_felt, draw_mat, make_calibration, photograph

OTHER = np.full((480, 640, 3), 90, np.uint8)
AT = (300.0, 200.0)
ONE = photograph(draw_mat((*AT, 10.0)))


def test_the_file_in_the_state_folder_is_found_by_itself(tmp_path: Path) -> None:
    """What calibrate wrote is used without being named; without it a table plays uncalibrated."""
    assert find_calibration(None, tmp_path) == (None, None)
    save(make_calibration(), tmp_path / NAME)
    loaded, trouble = find_calibration(None, tmp_path)
    assert loaded is not None
    assert loaded.corners == make_calibration().corners
    assert trouble is None


def test_a_further_table_has_a_file_of_its_own(tmp_path: Path) -> None:
    """What calibrate wrote for table 3 is used there and at no other table."""
    save(make_calibration(), tmp_path / "calibration-3.zip")
    assert [find_calibration(None, tmp_path, table)[0] is not None for table in (1, 2, 3)] == [
        False,
        False,
        True,
    ]


def test_a_damaged_file_in_the_state_folder_is_told_and_the_table_plays(tmp_path: Path) -> None:
    """A table starts without a calibration that cannot be read, and says so; a named one is an error."""
    (tmp_path / NAME).write_bytes(b"half a file")
    loaded, trouble = find_calibration(None, tmp_path)
    assert loaded is None
    assert str(trouble).startswith(f"{tmp_path / NAME}: It is damaged")
    with pytest.raises(CalibrationTrouble, match="It is damaged"):
        find_calibration(tmp_path / NAME, tmp_path)
    reader = TableReader(FixedReader(AT), None, trouble)
    assert reader.describe_reading(OTHER) == "not calibrated: what was learnt cannot be read"
    reader.use(make_calibration())
    assert (reader.describe_reading(ONE), reader.trouble) == ("calibrated", None)


def test_a_damaged_card_under_the_file_is_told_and_the_table_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the disk says when the file is read becomes a sentence, and no crash."""

    def damaged(path: Path, _: int = 0) -> bytes:
        raise OSError(errno.EIO, "Input/output error", str(path))

    monkeypatch.setattr(bounded, "read", damaged)
    monkeypatch.setattr(Path, "stat", damaged)
    loaded, trouble = find_calibration(None, tmp_path)
    assert loaded is None
    assert "calibration.zip cannot be read (Input/output error). " in str(trouble)
    assert "calibrate anew" in str(trouble)


def test_pictures_that_fit_are_read_flat() -> None:
    """The reader sees the flat mat of a picture that fits, and says so."""
    told = FixedReader(AT)
    reader = TableReader(told, make_calibration())
    assert reader.describe_reading(ONE) == "calibrated"
    assert reader.read(ONE, dice=1).status is Status.READ
    assert told.asked[0][0] == (656, 960, 3)


def test_pictures_of_another_size_are_read_as_they_are() -> None:
    """A camera that gives other pictures is read without the calibration, and why is said."""
    told = FixedReader(AT)
    reader = TableReader(told, make_calibration())
    assert reader.describe_reading(OTHER) == "not calibrated: that was for pictures of 960 x 720"
    reader.read(OTHER, dice=1, die_size=33.0)
    assert told.asked == [((480, 640, 3), 33.0)]


def test_a_new_calibration_is_used_at_once() -> None:
    """What the page saved counts from the next picture on."""
    told = FixedReader()
    reader = TableReader(told)
    assert (reader.calibration, reader.describe_reading(ONE)) == (None, "")
    reader.read(ONE)
    reader.use(make_calibration())
    reader.read(ONE)
    assert [shape for shape, _ in told.asked] == [ONE.shape, (656, 960, 3)]


def test_a_named_calibration_must_fit(tmp_path: Path) -> None:
    """Whoever names a calibration is told when a picture does not fit it."""
    save(make_calibration(), tmp_path / "c.zip")
    reader = StrictReader(FixedReader(), tmp_path / "c.zip")
    assert reader.read(photograph(draw_felt())).status is Status.EMPTY
    with pytest.raises(CalibrationTrouble) as told:
        reader.read(OTHER)
    assert told.value.text == f"{tmp_path / 'c.zip'} is for pictures of 960 x 720; this one has 640 x 480."


def test_a_late_reader_is_made_once_and_not_before_it_reads() -> None:
    """Most tables are never calibrated while they run; so nothing is loaded for that beforehand."""
    made: list[Reader] = []

    def make() -> Reader:
        made.append(GeometryReader())
        return made[-1]

    reader = LateReader(make)
    assert made == []
    for _ in range(2):
        assert reader.read(np.zeros((48, 64, 3), np.uint8)).dice == ()
    assert len(made) == 1
