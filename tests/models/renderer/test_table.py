"""The calibrated mat: its pictures agree with the truth about dice and markers."""

import cv2
import numpy as np
import pytest
from renderer import MatTable, ThrowFault, ThrowKind

_SIZE = (640, 480)


@pytest.fixture(scope="module", name="table")
def one_table() -> MatTable:
    """Return one table for all tests; its pictures depend only on the number of the throw."""
    return MatTable(seed=3, size=_SIZE)


def test_throw_follows_from_its_number(table: MatTable) -> None:
    """A throw does not depend on earlier throws, and another number gives other dice."""
    picture, throw = table.throw(5)
    table.throw(6)
    again, throw_again = MatTable(seed=3, size=_SIZE).throw(5)
    assert picture.tobytes() == again.tobytes()
    assert throw == throw_again
    assert table.throw(7)[1].boxes != throw.boxes


def test_markers_are_where_the_table_says(table: MatTable) -> None:
    """OpenCV finds markers 0 to 3 in the empty picture, each corner within 1.5 pixels of its stated place."""
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    found, numbers, _ = cv2.aruco.ArucoDetector(dictionary, settings).detectMarkers(table.draw_empty())
    assert sorted(numbers.ravel()) == [0, 1, 2, 3]
    for number, corners in zip(numbers.ravel(), found, strict=True):
        assert np.abs(corners[0] + 0.5 - np.asarray(table.markers[int(number)], np.float32)).max() < 1.5


def test_table_without_fiducials_has_none() -> None:
    """A mat without markers lists none, and OpenCV finds none in its empty picture."""
    bare = MatTable(seed=3, size=_SIZE, fiducials=False)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    assert bare.markers == ()
    assert cv2.aruco.ArucoDetector(dictionary).detectMarkers(bare.draw_empty())[1] is None


@pytest.mark.parametrize(
    ("kind", "faults"),
    [
        (ThrowKind.COCKED, {ThrowFault.COCKED}),
        (ThrowKind.STACKED, {ThrowFault.STACKED}),
        (ThrowKind.COVERED, {ThrowFault.COVERED}),
        (ThrowKind.OUT, {ThrowFault.CUT}),
    ],
)
def test_throw_gone_wrong_has_a_reason(table: MatTable, kind: ThrowKind, faults: set[ThrowFault]) -> None:
    """A throw that went wrong is unreadable, and a visible die has the fault as its reason."""
    for number in range(6):
        _, throw = table.throw(number, kind)
        assert not throw.readable
        assert throw.why
        found = {die.fault for die in throw.dice}
        assert faults <= found or (kind is ThrowKind.OUT and len(throw.dice) < 3)


def test_miscount_shows_another_number(table: MatTable) -> None:
    """A miscount has fewer or more than three dice, and each of them is readable."""
    for number in range(6):
        _, throw = table.throw(number, ThrowKind.MISCOUNT)
        assert len(throw.dice) != 3
        assert not throw.readable
        assert {die.fault for die in throw.dice} == {ThrowFault.NONE}


def test_plain_dice_lie_between_the_markers(table: MatTable) -> None:
    """The dice of a plain throw are readable, and none covers the middle of a marker."""
    for number in range(12):
        _, throw = table.throw(number, ThrowKind.PLAIN)
        assert throw.readable
        assert {die.fault for die in throw.dice} == {ThrowFault.NONE}
        for marker in table.markers:
            x, y = np.mean(marker, axis=0)
            assert not any(box[0] < x < box[2] and box[1] < y < box[3] for box in throw.boxes)


def test_throw_goes_wrong_in_a_fifth_of_the_cases(table: MatTable) -> None:
    """By default about 20 % of the throws go wrong, in every possible way."""
    kinds = [table.choose_kind(number) for number in range(2000)]
    assert 320 < sum(kind is not ThrowKind.PLAIN for kind in kinds) < 480
    assert set(kinds) == {
        ThrowKind.PLAIN,
        ThrowKind.COCKED,
        ThrowKind.STACKED,
        ThrowKind.COVERED,
        ThrowKind.OUT,
        ThrowKind.MISCOUNT,
    }
