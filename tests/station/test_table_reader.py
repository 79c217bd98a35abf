"""The calibration that a table uses, and what happens if it does not fit."""

import errno
from pathlib import Path

import numpy as np
import pytest

from pi_bunco.files import bounded
from pi_bunco.readings import Status
from pi_bunco.settings.config import CALIBRATION as NAME
from pi_bunco.station.table_reader import LateReader, StrictReader, TableReader, find_calibration
from pi_bunco.vision.calibrate.file import CalibrationTrouble, save
from pi_bunco.vision.geometry import GeometryReader
from pi_bunco.vision.reader import Reader
from tests.vision.calibrate.mats import FixedReader, draw_felt, draw_mat, make_calibration, photograph

OTHER = np.full((480, 640, 3), 90, np.uint8)
AT = (300.0, 200.0)
ONE = photograph(draw_mat((*AT, 10.0)))


def test_calibration_in_the_state_folder_is_found(tmp_path: Path) -> None:
    """The file in the state folder is used without being named; without it a table plays uncalibrated."""
    assert find_calibration(tmp_path / NAME, required=False) == (None, None)
    save(make_calibration(), tmp_path / NAME)
    loaded, trouble = find_calibration(tmp_path / NAME, required=False)
    assert loaded is not None
    assert loaded.corners == make_calibration().corners
    assert trouble is None


def test_calibration_that_is_damaged_is_reported_and_not_used(tmp_path: Path) -> None:
    """A table starts without a damaged calibration and reports it; if the file is named, it is an error."""
    (tmp_path / NAME).write_bytes(b"half a file")
    loaded, trouble = find_calibration(tmp_path / NAME, required=False)
    assert loaded is None
    assert str(trouble).startswith(f"{tmp_path / NAME}: It is damaged")
    with pytest.raises(CalibrationTrouble, match="It is damaged"):
        find_calibration(tmp_path / NAME, required=True)
    reader = TableReader(FixedReader(AT), None, trouble)
    assert reader.describe_reading(OTHER) == "not calibrated: what was learnt cannot be read"
    reader.use(make_calibration())
    assert (reader.describe_reading(ONE), reader.trouble) == ("calibrated", None)


def test_calibration_on_a_damaged_card_is_reported_and_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An error of the disk while the file is read becomes a trouble, not a crash."""

    def damaged(path: Path, _: int = 0) -> bytes:
        raise OSError(errno.EIO, "Input/output error", str(path))

    monkeypatch.setattr(bounded, "read", damaged)
    monkeypatch.setattr(Path, "stat", damaged)
    loaded, trouble = find_calibration(tmp_path / NAME, required=False)
    assert loaded is None
    assert "calibration.zip cannot be read (Input/output error). " in str(trouble)
    assert "calibrate anew" in str(trouble)


def test_calibration_flattens_pictures_that_fit() -> None:
    """If a picture fits the calibration, the inner reader gets its flat mat."""
    fixed = FixedReader(AT)
    reader = TableReader(fixed, make_calibration())
    assert reader.describe_reading(ONE) == "calibrated"
    assert reader.read(ONE, dice=1).status is Status.READ
    assert fixed.calls[0][0] == (656, 960, 3)


def test_calibration_is_not_used_for_pictures_of_another_size() -> None:
    """If a picture has another size, the inner reader gets it unchanged, and the description says why."""
    fixed = FixedReader(AT)
    reader = TableReader(fixed, make_calibration())
    assert reader.describe_reading(OTHER) == "not calibrated: that was for pictures of 960 x 720"
    reader.read(OTHER, dice=1, die_size=33.0)
    assert fixed.calls == [((480, 640, 3), 33.0)]


def test_calibration_that_is_new_is_used_at_once() -> None:
    """A new calibration is used from the next picture on."""
    fixed = FixedReader()
    reader = TableReader(fixed)
    assert (reader.calibration, reader.describe_reading(ONE)) == (None, "")
    reader.read(ONE)
    reader.use(make_calibration())
    reader.read(ONE)
    assert [shape for shape, _ in fixed.calls] == [ONE.shape, (656, 960, 3)]


def test_calibration_that_is_named_must_fit(tmp_path: Path) -> None:
    """If a picture does not fit a named calibration, reading it raises a trouble."""
    save(make_calibration(), tmp_path / "c.zip")
    reader = StrictReader(FixedReader(), tmp_path / "c.zip")
    assert reader.read(photograph(draw_felt())).status is Status.EMPTY
    with pytest.raises(CalibrationTrouble) as trouble:
        reader.read(OTHER)
    assert trouble.value.text == f"{tmp_path / 'c.zip'} is for pictures of 960 x 720; this one has 640 x 480."


def test_late_reader_is_made_once_at_its_first_reading() -> None:
    """A LateReader makes its reader at the first reading, because most tables never need it."""
    readers: list[Reader] = []

    def make_reader() -> Reader:
        readers.append(GeometryReader())
        return readers[-1]

    reader = LateReader(make_reader)
    assert readers == []
    for _ in range(2):
        assert reader.read(np.zeros((48, 64, 3), np.uint8)).dice == ()
    assert len(readers) == 1
