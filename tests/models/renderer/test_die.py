"""The body of a die: its values, pips and turns."""

import numpy as np
import pytest
from renderer.die import PIPS, find_corners, find_normal, find_rise, list_faces, turn_flat


@pytest.mark.parametrize("right", [True, False])
def test_faces_opposite_sum_to_seven(right: bool) -> None:  # noqa: FBT001 - a parameter of the test
    """Opposite faces sum to seven on right-handed and left-handed dice."""
    values = list_faces(right=right)
    assert sorted(values) == [1, 2, 3, 4, 5, 6]
    assert [values[axis] + values[axis + 1] for axis in (0, 2, 4)] == [7, 7, 7]


@pytest.mark.parametrize(("right", "turn"), [(True, 1), (False, -1)])
def test_faces_hand(right: bool, turn: int) -> None:  # noqa: FBT001 - a parameter of the test
    """1, 2 and 3 go round their corner counterclockwise on right-handed dice, clockwise on others."""
    one, two, three = (find_normal(list_faces(right=right).index(value)) for value in (1, 2, 3))
    assert float(np.cross(one, two) @ three) == turn


def test_pips_count() -> None:
    """Each face has as many pips as its value, in a point-symmetric pattern."""
    for value, places in PIPS.items():
        assert len(set(places)) == value
        assert {(-x, -y) for x, y in places} == set(places)


@pytest.mark.parametrize("right", [True, False])
@pytest.mark.parametrize("value", range(1, 7))
def test_lying_shows_value(value: int, right: bool) -> None:  # noqa: FBT001 - a parameter of the test
    """``turn_flat`` returns a rotation that puts the value on top, level, at each spin."""
    for spin in (0.0, 0.7, 3.0):
        turn = turn_flat(value, spin, right=right)
        heights = [float((turn @ find_normal(face))[2]) for face in range(6)]
        assert list_faces(right=right)[int(np.argmax(heights))] == value
        assert np.abs(turn @ turn.T - np.eye(3)).max() < 1e-5
        assert np.linalg.det(turn) == pytest.approx(1, abs=1e-5)
        assert find_rise(turn, 0.2) == pytest.approx(1, abs=1e-5)


def test_rise_holds_corners_up() -> None:
    """In each orientation, a die at the height of ``find_rise`` touches the mat and does not sink into it."""
    rng = np.random.default_rng(1)
    for radius in (0.05, 0.3):
        for _ in range(20):
            turn = np.linalg.qr(rng.normal(size=(3, 3)))[0]
            lowest = float((find_corners(radius) @ turn.T)[:, 2].min())
            assert lowest >= -find_rise(turn, radius) - 1e-5
            assert lowest == pytest.approx(-find_rise(turn, radius), abs=0.2 * radius + 1e-5)
