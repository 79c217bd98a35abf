"""Dice and cloths of the pictures in ``models/judge``, without rendering them."""

import importlib
from types import ModuleType

import numpy as np
import pytest

from pi_bunco.assets import find


@pytest.fixture
def dice(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(find("models"))
    return importlib.import_module("judge.dice")


@pytest.fixture
def cloths(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(find("models"))
    return importlib.import_module("judge.cloth")


def test_opposite_faces_add_to_seven(dice: ModuleType) -> None:
    """The normals of opposite faces point in opposite directions, and their values add up to seven."""
    for value in range(1, 7):
        assert (dice.NORMALS[value - 1] == -dice.NORMALS[6 - value]).all()
        assert len(dice.LAYOUTS[value]) == value


@pytest.mark.parametrize("seed", range(6))
def test_each_face_has_its_pips(dice: ModuleType, seed: int) -> None:
    """A mesh fills the unit cube, and the area of the pips on each face fits its value."""
    rng = np.random.default_rng(seed)
    die = dice.make_die(rng)
    points, triangles, colours = dice.make_mesh(rng, die)
    assert points.shape == colours.shape == (6 * dice.GRID_POINTS**2, 3)
    assert np.abs(points).max() == pytest.approx(0.5)
    assert triangles.max() == len(points) - 1
    for value in range(1, 7):
        face = points[(value - 1) * dice.GRID_POINTS**2 : value * dice.GRID_POINTS**2]
        normal = dice.NORMALS[value - 1]
        flat = face @ normal
        inner = np.abs(face - np.outer(flat, normal)).max(1) < 0.5 - die.radius
        share = np.count_nonzero(inner & (flat < 0.5 - 1e-9)) / dice.GRID_POINTS**2
        pip_area = np.pi * die.pip**2
        # The pip of a one may be larger than others.
        assert value * pip_area * 0.6 < share < value * pip_area * (1.7 if value == 1 else 1.15)


@pytest.mark.parametrize("seed", range(14))
def test_cloth_has_plausible_reflectances(cloths: ModuleType, seed: int) -> None:
    """A cloth is a square picture of plausible reflectances that are not all the same."""
    cloth = cloths.draw_cloth(np.random.default_rng(seed))
    assert cloth.shape == (cloths.SIDE, cloths.SIDE, 3)
    assert cloth.min() >= 0.01
    assert cloth.max() <= 0.95
    assert cloth.std() > 0.001
