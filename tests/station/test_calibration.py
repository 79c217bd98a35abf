"""Calibrating a table step by step, with the class of the command line and with that of the page."""

import threading
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pi_bunco.devices.ports import CameraTrouble
from pi_bunco.frames import Frame, Image
from pi_bunco.station.calibration import (
    CalibrationRun,
    CalibrationStepTrouble,
    find_outline_by_markers,
    make_outline_by_hand,
)
from pi_bunco.station.calibrator import TableCalibrator
from pi_bunco.station.table_reader import TableReader
from pi_bunco.vision.calibrate.advice import AdviceKind
from pi_bunco.vision.calibrate.file import CalibrationTrouble, load, unpack
from pi_bunco.vision.calibrate.shape import CornersTrouble
from tests.vision.calibrate.mats import (
    CORNERS,
    SIZE,
    FixedReader,
    draw_felt,
    draw_mat,
    make_calibration,
    photograph,
)

AT = ((250.0, 200.0), (450.0, 330.0), (640.0, 250.0))
EMPTY = [photograph(draw_felt(), number=k) for k in range(9)]
THROWN = photograph(draw_mat(*((x, y, 20.0) for x, y in AT)))


def test_missing_markers_are_named() -> None:
    """The message names a covered marker, and says so if all four are missing."""
    mat = draw_felt().copy()
    mat[:80, -80:] = 90
    with pytest.raises(CalibrationStepTrouble, match=r"I do not see the marker at the top right\."):
        find_outline_by_markers([photograph(mat)])
    with pytest.raises(CalibrationStepTrouble, match=r"I see none of the four markers\."):
        find_outline_by_markers([photograph(draw_felt(markers=False))])


def test_turned_mat_is_learnt_with_advice() -> None:
    """A mat can be learnt in each of four directions; if it is turned, there is advice about it."""
    for quarters in range(4):
        run = CalibrationRun(FixedReader())
        pictures = [np.ascontiguousarray(np.rot90(picture, quarters)) for picture in EMPTY]
        run.set_outline(find_outline_by_markers(pictures[:3]))
        run.learn(pictures, {})
        kinds = [advice.kind for advice in run.list_advice(pictures)]
        assert kinds == ([AdviceKind.TURNED] if quarters else [])


def test_steps_in_a_wrong_order_are_refused() -> None:
    """The mat cannot be learnt before it is found, nor tested or saved before it is learnt."""
    run = CalibrationRun(FixedReader())
    with pytest.raises(CalibrationStepTrouble, match="Nobody knows yet where the mat lies"):
        run.learn(EMPTY, {})
    with pytest.raises(CalibrationStepTrouble, match="The empty mat was not learnt yet"):
        run.see(Frame(THROWN, 0, 0.0))
    with pytest.raises(CalibrationStepTrouble, match="The empty mat was not learnt yet"):
        _ = run.result


def test_dice_on_the_empty_mat_are_noticed() -> None:
    """If the reader finds dice on the empty mat, learning is refused."""
    run = CalibrationRun(FixedReader(*AT))
    run.set_outline(make_outline_by_hand(CORNERS, EMPTY[0]))
    with pytest.raises(CalibrationStepTrouble, match="I see dice on the mat that should be empty: 1 2 3"):
        run.learn(EMPTY, {})


def test_throws_give_the_size_of_the_dice() -> None:
    """The result contains the camera's locked settings, and after a throw also the size of a die."""
    reader = FixedReader()
    run = CalibrationRun(reader)
    run.set_outline(find_outline_by_markers(EMPTY[:3], marker_mm=30))
    run.learn(EMPTY, {"exposure": 8000.0})
    assert (run.result.die, run.result.locked) == (None, {"exposure": 8000.0})
    assert run.result.size_mm == pytest.approx((450, 300), rel=0.01)
    settled = None
    for number in range(40):
        reader.dice = () if number < 10 else AT
        settled = settled or run.see(Frame(EMPTY[number % 9] if number < 10 else THROWN, number, number / 15))
    assert settled is not None
    assert run.test.readings[0].values == (1, 2, 3)
    assert run.test.read == 1
    assert run.result.die == pytest.approx(make_calibration().die, rel=0.1)
    run.set_outline(make_outline_by_hand(CORNERS, EMPTY[0]))
    assert (run.learnt, run.test.readings) == (None, ())


class Film:
    """Stands in for the loop and its camera: each access to ``newest`` returns the next picture."""

    def __init__(self) -> None:
        self.camera: Any = self
        self.show: Callable[[int], Image | None] = lambda index: EMPTY[index % 9]
        self.receive: Callable[[Frame], None] | None = None
        self.index = 0
        self.at_rest = True
        self.locked: list[Mapping[str, float]] = []

    @property
    def newest(self) -> Frame | None:
        self.index += 1
        image = self.show(self.index)
        return None if image is None else Frame(image, self.index, self.index / 15)

    name, live = "film", True

    def frames(self) -> Iterator[Frame]:
        return iter(())

    def close(self) -> None:
        pass

    def lock(self, wanted: Mapping[str, float]) -> dict[str, float]:
        self.locked.append(wanted)
        return {"exposure": 5000.0}

    def play(self, reader: FixedReader, throws: int) -> None:
        """Send the frames of so many throws to the test of the calibration."""
        for number in range(30 * throws):
            thrown = number % 30 >= 10
            at = tuple((x - 40.0 * (number // 30), y + 30.0 * (number // 30)) for x, y in AT)
            reader.dice = at if thrown else ()
            picture = photograph(draw_mat(*((x, y, 20.0) for x, y in at))) if thrown else EMPTY[number % 9]
            if self.receive:
                self.receive(Frame(picture, number, number / 15))


@pytest.fixture
def film() -> Film:
    return Film()


def test_page_calibrates_a_running_table(film: Film, tmp_path: Path) -> None:
    """After finding, learning, testing and saving, the game's reader uses the new calibration at once."""
    fixed = FixedReader()
    reader = TableReader(fixed)
    bench = TableCalibrator(film, fixed, reader, tmp_path / "c.zip")  # type: ignore[arg-type] # a stand-in
    assert (bench.get_view().corners, bench.get_view().by, bench.get_file()) == (None, "", None)
    assert len(bench.get_view().markers) == 4
    bench.find_mat()
    assert bench.get_view().by == "markers"
    bench.learn()
    assert film.locked == [{}]
    assert (bench.get_view().learnt, bench.get_view().locked) == (True, True)
    bench.test(on=True)
    film.play(fixed, throws=4)
    view = bench.get_view()
    assert ([throw.values for throw in view.thrown], view.testing) == ([(1, 2, 3)] * 3, False)
    assert film.receive is None
    assert view.die == pytest.approx(43, abs=6)
    bench.save()
    assert bench.get_view().saved
    assert reader.describe_reading(EMPTY[0]) == "calibrated"
    assert load(tmp_path / "c.zip").locked == {"exposure": 5000.0}
    file = bench.get_file()
    assert file is not None
    assert unpack(file).corners == load(tmp_path / "c.zip").corners


def test_failed_step_is_refused_and_changes_nothing(film: Film, tmp_path: Path) -> None:
    """A step that cannot be done is refused, and the saved calibration stays in use."""
    fixed = FixedReader()
    reader = TableReader(fixed, make_calibration())
    bench = TableCalibrator(film, fixed, reader, tmp_path / "c.zip")  # type: ignore[arg-type] # a stand-in
    assert (bench.get_view().by, bench.get_view().saved) == ("file", True)
    film.show = lambda _: photograph(draw_felt(markers=False))
    for step in (
        bench.find_mat,
        lambda: bench.set_corners(CORNERS[:3]),
        lambda: bench.test(on=True),
        bench.save,
    ):
        with pytest.raises((CalibrationStepTrouble, CornersTrouble)):
            step()
    assert (bench.get_view().by, bench.get_view().saved) == ("file", True)
    assert reader.calibration is not None
    (tmp_path / "c.zip").mkdir()
    film.show = lambda index: EMPTY[index % 9]
    bench.learn()
    with pytest.raises(CalibrationTrouble, match="cannot be written"):
        bench.save()


def test_step_without_pictures_is_refused(
    film: Film, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the camera sends no pictures, a step ends with a message after a limited time."""
    monkeypatch.setattr("pi_bunco.station.calibrator._MAX_WAIT", 0.05)
    bench = TableCalibrator(film, FixedReader(), TableReader(FixedReader()), tmp_path / "c.zip")  # type: ignore[arg-type] # a stand-in
    film.show = lambda _: None
    assert bench.get_view().picture is None
    with pytest.raises(CameraTrouble, match="The camera gives no pictures"):
        bench.find_mat()


def test_waiting_for_pictures_does_not_block_the_camera(film: Film, tmp_path: Path) -> None:
    """While a step waits for pictures, the camera's thread can deliver a frame without waiting."""
    fixed = FixedReader()
    bench = TableCalibrator(film, fixed, TableReader(fixed), tmp_path / "c.zip")  # type: ignore[arg-type] # a stand-in
    bench.set_corners(CORNERS)
    bench.learn()
    bench.test(on=True)
    see = film.receive
    assert see is not None
    waiting, go = threading.Event(), threading.Event()

    def wait_for_picture(index: int) -> Image:
        waiting.set()
        go.wait(30)
        return EMPTY[index % 9]

    film.show = wait_for_picture
    learning = threading.Thread(target=bench.learn)
    learning.start()
    assert waiting.wait(30)
    see(Frame(THROWN, 1, 0.0))  # would never return if the step held a lock
    go.set()
    learning.join(30)
    assert not learning.is_alive()
    assert np.array_equal(SIZE, bench.get_view().picture or ())
