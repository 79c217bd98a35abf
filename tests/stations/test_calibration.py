"""Calibrating a table, step by step, by the command line's way and the page's."""

import threading
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pi_bunco.frames import Frame, Image
from pi_bunco.game.refused import Refused
from pi_bunco.stations.calibration import (
    CalibrationRun,
    CalibrationStepTrouble,
    find_outline_by_markers,
    make_outline_by_hand,
)
from pi_bunco.stations.calibrator import TableCalibrator
from pi_bunco.stations.table_reader import TableReader
from pi_bunco.vision.calibrate.advice import AdviceKind
from pi_bunco.vision.calibrate.file import CalibrationTrouble, load, unpack
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


def test_markers_that_are_missing_are_named() -> None:
    """One marker under a cup is named; none at all is said otherwise."""
    mat = draw_felt().copy()
    mat[:80, -80:] = 90
    with pytest.raises(CalibrationStepTrouble, match=r"I do not see the marker at the top right\."):
        find_outline_by_markers([photograph(mat)])
    with pytest.raises(CalibrationStepTrouble, match=r"I see none of the four markers\."):
        find_outline_by_markers([photograph(draw_felt(markers=False))])


def test_a_mat_that_is_seen_upside_down_is_told_of() -> None:
    """Whichever way it is turned it can be learnt, and what is told is that left and right change places."""
    for quarters in range(4):
        table = CalibrationRun(FixedReader())
        pictures = [np.ascontiguousarray(np.rot90(picture, quarters)) for picture in EMPTY]
        table.set_outline(find_outline_by_markers(pictures[:3]))
        table.learn(pictures, {})
        told = [advice.kind for advice in table.list_advice(pictures)]
        assert told == ([AdviceKind.TURNED] if quarters else [])


def test_steps_out_of_turn_are_refused() -> None:
    """Without a place nothing can be learnt, and without the empty mat nothing tested or saved."""
    table = CalibrationRun(FixedReader())
    with pytest.raises(CalibrationStepTrouble, match="Nobody knows yet where the mat lies"):
        table.learn(EMPTY, {})
    with pytest.raises(CalibrationStepTrouble, match="The empty mat was not learnt yet"):
        table.see(Frame(THROWN, 0, 0.0))
    with pytest.raises(CalibrationStepTrouble, match="The empty mat was not learnt yet"):
        _ = table.result


def test_dice_on_the_empty_mat_are_noticed() -> None:
    """If dice are read where there should be none, nothing is learnt."""
    table = CalibrationRun(FixedReader(*AT))
    table.set_outline(make_outline_by_hand(CORNERS, EMPTY[0]))
    with pytest.raises(CalibrationStepTrouble, match="I see dice on the mat that should be empty: 1 2 3"):
        table.learn(EMPTY, {})


def test_throws_tell_the_size_of_the_dice() -> None:
    """What was learnt holds what the camera is locked to, and after a throw how large a die is."""
    reader = FixedReader()
    table = CalibrationRun(reader)
    table.set_outline(find_outline_by_markers(EMPTY[:3], marker_mm=30))
    table.learn(EMPTY, {"exposure": 8000.0})
    assert (table.result.die, table.result.locked) == (None, {"exposure": 8000.0})
    assert table.result.size_mm == pytest.approx((450, 300), rel=0.01)
    settled = None
    for number in range(40):
        reader.dice = () if number < 10 else AT
        settled = settled or table.see(
            Frame(EMPTY[number % 9] if number < 10 else THROWN, number, number / 15)
        )
    assert settled is not None
    assert table.test.readings[0].values == (1, 2, 3)
    assert table.test.read == 1
    assert table.result.die == pytest.approx(make_calibration().die, rel=0.1)
    table.set_outline(make_outline_by_hand(CORNERS, EMPTY[0]))
    assert (table.learnt, table.test.readings) == (None, ())


class Film:
    """Stands in for the supervisor: each look at it sees the next picture."""

    def __init__(self) -> None:
        self.camera: Any = self
        self.show: Callable[[int], Image | None] = lambda index: EMPTY[index % 9]
        self.aside: Callable[[Frame], None] | None = None
        self.index = 0
        self.at_rest = True
        self.locked: list[Mapping[str, float]] = []

    @property
    def newest(self) -> Frame | None:
        self.index += 1
        image = self.show(self.index)
        return None if image is None else Frame(image, self.index, self.index / 15)

    def divert_frames(self, see: Callable[[Frame], None] | None) -> None:
        self.aside = see

    name, live = "film", True

    def frames(self) -> Iterator[Frame]:
        return iter(())

    def close(self) -> None:
        pass

    def lock(self, wanted: Mapping[str, float]) -> dict[str, float]:
        self.locked.append(wanted)
        return {"exposure": 5000.0}

    def play(self, reader: FixedReader, throws: int) -> None:
        """Throw again and again while somebody looks."""
        for number in range(30 * throws):
            thrown = number % 30 >= 10
            at = tuple((x - 40.0 * (number // 30), y + 30.0 * (number // 30)) for x, y in AT)
            reader.dice = at if thrown else ()
            picture = photograph(draw_mat(*((x, y, 20.0) for x, y in at))) if thrown else EMPTY[number % 9]
            if self.aside:
                self.aside(Frame(picture, number, number / 15))


@pytest.fixture
def film() -> Film:
    return Film()


def test_the_page_calibrates_a_running_table(film: Film, tmp_path: Path) -> None:
    """Found, learnt, tested and saved: the game's reader reads by it at once, and the file is there."""
    told = FixedReader()
    reader = TableReader(told)
    bench = TableCalibrator(film, told, reader, tmp_path / "c.zip")  # type: ignore[arg-type] # a stand-in
    assert (bench.get_view().corners, bench.get_view().by, bench.get_file()) == (None, "", None)
    assert len(bench.get_view().markers) == 4
    bench.find_mat()
    assert bench.get_view().by == "markers"
    bench.learn()
    assert film.locked == [{}]
    assert (bench.get_view().learnt, bench.get_view().locked) == (True, True)
    bench.test(on=True)
    film.play(told, throws=4)
    now = bench.get_view()
    assert ([one.values for one in now.thrown], now.testing) == ([(1, 2, 3)] * 3, False)
    assert film.aside is None
    assert now.die == pytest.approx(43, abs=6)
    bench.save()
    assert bench.get_view().saved
    assert reader.describe_reading(EMPTY[0]) == "calibrated"
    assert load(tmp_path / "c.zip").locked == {"exposure": 5000.0}
    packed = bench.get_file()
    assert packed is not None
    assert unpack(packed).corners == load(tmp_path / "c.zip").corners


def test_what_cannot_be_done_is_refused_and_changes_nothing(film: Film, tmp_path: Path) -> None:
    """A step that fails is refused with its two sentences; what was saved stays in use."""
    told = FixedReader()
    reader = TableReader(told, make_calibration())
    bench = TableCalibrator(film, told, reader, tmp_path / "c.zip")  # type: ignore[arg-type] # a stand-in
    assert (bench.get_view().by, bench.get_view().saved) == ("file", True)
    film.show = lambda _: photograph(draw_felt(markers=False))
    for step in (
        bench.find_mat,
        lambda: bench.set_corners(CORNERS[:3]),
        lambda: bench.test(on=True),
        bench.save,
    ):
        with pytest.raises(Refused):
            step()
    assert (bench.get_view().by, bench.get_view().saved) == ("file", True)
    assert reader.calibration is not None
    (tmp_path / "c.zip").mkdir()
    film.show = lambda index: EMPTY[index % 9]
    bench.learn()
    with pytest.raises(CalibrationTrouble, match="cannot be written"):
        bench.save()


def test_a_camera_that_gives_nothing_is_told(
    film: Film, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without pictures a step ends with a sentence, not never."""
    monkeypatch.setattr("pi_bunco.stations.calibrator._MAX_WAIT", 0.05)
    bench = TableCalibrator(film, FixedReader(), TableReader(FixedReader()), tmp_path / "c.zip")  # type: ignore[arg-type] # a stand-in
    film.show = lambda _: None
    assert bench.get_view().picture is None
    with pytest.raises(Refused, match="The camera gives no pictures"):
        bench.find_mat()


def test_pictures_go_on_while_somebody_waits_for_them(film: Film, tmp_path: Path) -> None:
    """A page that waits for pictures never holds up the thread that brings them."""
    told = FixedReader()
    bench = TableCalibrator(film, told, TableReader(told), tmp_path / "c.zip")  # type: ignore[arg-type] # a stand-in
    bench.set_corners(CORNERS)
    bench.learn()
    bench.test(on=True)
    see = film.aside
    assert see is not None
    waiting, go = threading.Event(), threading.Event()

    def slow(index: int) -> Image:
        waiting.set()
        go.wait(30)
        return EMPTY[index % 9]

    film.show = slow
    learning = threading.Thread(target=bench.learn)
    learning.start()
    assert waiting.wait(30)
    see(Frame(THROWN, 1, 0.0))  # would wait for ever
    go.set()
    learning.join(30)
    assert not learning.is_alive()
    assert np.array_equal(SIZE, bench.get_view().picture or ())
