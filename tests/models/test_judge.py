"""Dice, cloths and fields of the pictures in ``models/judge``, without rendering them."""

import importlib
from types import ModuleType

import numpy as np
import pytest
from numpy.typing import NDArray

from pi_bunco.files.assets import find


@pytest.fixture
def dice(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(find("models"))
    return importlib.import_module("judge.dice")


@pytest.fixture
def fields(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(find("models"))
    return importlib.import_module("judge.field")


class Pinhole:
    """A camera ten edges above the mat that looks straight down."""

    at, target, up = np.array([0.5, 0.2, 10.0]), np.array([0.5, 0.2, 0.0]), np.array([0.0, 1.0, 0.0])

    def project(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return positions in a picture of 640x480 pixels, whose focal length is 500 pixels."""
        flat = (points - self.at) * (1, -1, -1)
        return np.asarray(flat[:, :2] / flat[:, 2:] * 500 + (320, 240))


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


def test_field_and_all_dice_on_it_are_in_the_picture(fields: ModuleType) -> None:
    """The field is as large as it can be while a die in each corner is wholly visible."""
    camera = Pinhole()
    field = fields.find_field(camera, (640, 480))
    tops = camera.project(np.add(field.corners, (0, 0, 1)))
    assert tops[0] == pytest.approx((1, 1), abs=5)
    assert tops[2] == pytest.approx((639, 479), abs=5)
    assert (tops > 0).all()
    assert camera.project(field.corners)[0] == pytest.approx(tops[0] * 0.9 + (32, 24), abs=1)


@pytest.mark.parametrize(("beyond", "out"), [(-0.1, False), (0.1, True)])
@pytest.mark.parametrize("angle", [0.0, np.pi / 4])
def test_die_over_the_rim_is_out(fields: ModuleType, beyond: float, out: bool, angle: float) -> None:  # noqa: FBT001 - a case
    """A die is out if a part of its base reaches over the rim, however it is turned."""
    field = fields.find_field(Pinhole(), (640, 480))
    turn = np.array([[np.cos(angle), -np.sin(angle), 0], [np.sin(angle), np.cos(angle), 0], [0, 0, 1]])
    reach = 0.5 * (np.cos(angle) + np.sin(angle))
    along = field.middle + (field.half - reach + beyond) * field.down + (0, 0, 0.5)
    across = field.middle + (fields.RATIO * field.half - reach + beyond) * field.right + (0, 0, 0.5)
    assert field.is_out(along, turn) is field.is_out(across, turn) is out
