"""The mat of a mock camera, as the mock people see it through the station."""

from types import SimpleNamespace
from typing import Any

from pi_bunco.equipment.mock_people import StationMat
from pi_bunco.messages.up import MockMat


def make_mat(thrown: int, *, at_rest: bool = True) -> MockMat:
    return MockMat(thrown=thrown, at_rest=at_rest, values=(1, 2, 3), readable=True)


def test_throw_is_under_way_until_the_station_reports_it() -> None:
    """A throw gets the next number, and the mat is not at rest before its dice lie there."""
    thrown: list[int] = []
    station: Any = SimpleNamespace(mat=make_mat(4), throw=thrown.append)
    mat = StationMat(station)
    assert mat.at_rest
    assert mat.throw(3) == 5
    assert (thrown, mat.at_rest) == ([3], False)
    station.mat = make_mat(5, at_rest=False)
    assert not mat.at_rest
    station.mat = make_mat(5)
    assert mat.at_rest
    assert (mat.get_throw(5).values, mat.get_throw(5).readable) == ((1, 2, 3), True)
    assert not mat.get_throw(4).readable


def test_throw_is_lost_with_its_station() -> None:
    """If the station starts again, a throw that it has not made is not waited for."""
    station: Any = SimpleNamespace(mat=None, throw=lambda _: None)
    mat = StationMat(station)
    assert mat.throw(3) == 0
    assert not mat.at_rest
    station.mat = make_mat(-1)
    assert mat.at_rest
