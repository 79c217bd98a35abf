"""The single steps of the geometry reader, on drawn discs and dice."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from pi_bunco.files.assets import find as asset
from pi_bunco.vision.geometry.blobs import find_blobs
from pi_bunco.vision.geometry.find import find_faces
from pi_bunco.vision.geometry.hypotheses import compute_steps
from pi_bunco.vision.geometry.judge import (
    FEATURES,
    SURROUNDINGS,
    Judge,
    ModelTrouble,
    describe_surroundings,
    load,
)
from pi_bunco.vision.geometry.pips import compute_quality, drop_doubles, find_pips
from pi_bunco.vision.geometry.planes import make_planes
from tests.vision.geometry.cubes import Cube, Scene, draw


def draw_disc(
    radius: float, axis: float = 1, turn: float = 0, light: float = 200, dark: float = 60
) -> np.ndarray:
    """Draw a dark ellipse of half axes `radius` and `radius * axis` in the middle of a light square."""
    large = np.full((960, 960), light, np.uint8)
    cv2.ellipse(large, ((480, 480), (16 * radius, 16 * radius * axis), turn), dark, cv2.FILLED, cv2.LINE_AA)
    return cv2.resize(large, (120, 120), interpolation=cv2.INTER_AREA).astype(np.float32)


@pytest.mark.parametrize("radius", [2, 3.5, 6, 11, 20])
@pytest.mark.parametrize("negative", [False, True])
def test_a_disc_of_any_size_is_measured(radius: float, negative: bool) -> None:  # noqa: FBT001 - a parameter
    """Middle, radius, sign and contrast of a disc are found within a tenth, light or dark."""
    plane = 255 - draw_disc(radius) if negative else draw_disc(radius)
    pyramid, spots = find_blobs(plane[None], 1.5, 40, 100)
    found, _ = find_pips(pyramid, spots)
    best = found.take(compute_quality(found).argsort()[-1:])
    assert best.x[0] == pytest.approx(59.5, abs=0.5)
    assert best.y[0] == pytest.approx(59.5, abs=0.5)
    assert best.radius[0] == pytest.approx(radius, rel=0.12)
    assert best.sign[0] == (-1 if negative else 1)
    assert best.contrast[0] == pytest.approx(140, rel=0.12)
    assert best.ratio[0] > 0.93


def test_shape_of_a_tilted_pip_is_measured() -> None:
    """The ratio of an ellipse's axes and its direction are measured, as for the pips of a side face."""
    pyramid, spots = find_blobs(draw_disc(9, 0.6, 30)[None], 1.5, 40, 100)
    found, _ = find_pips(pyramid, spots)
    best = found.take(compute_quality(found).argsort()[-1:])
    assert best.ratio[0] == pytest.approx(0.6, abs=0.06)
    assert np.degrees(best.turn[0]) % 180 == pytest.approx(30, abs=8)


def test_spot_is_found_in_the_plane_that_shows_it_best() -> None:
    """A spot that is clearer in one plane is found there; a spot that both show alike, once in the first."""
    both, weak = draw_disc(6), draw_disc(6, light=160)
    pyramid, spots = find_blobs(np.stack([np.hstack([both, weak]), np.hstack([both, both])]), 1.5, 40, 100)
    found, _ = find_pips(pyramid, spots)
    sure = drop_doubles(found)
    assert sorted(zip(sure.x.round(), sure.plane, strict=True)) == [(60, 0), (180, 1)]


def test_strongest_spots_are_kept() -> None:
    """If only two spots of a kind may be kept in a plane, these are the two clearest."""
    row = np.hstack([draw_disc(4, light=200, dark=dark) for dark in (190, 60, 150, 40)])
    _, spots = find_blobs(row[None], 1.5, 8, 2)
    dark = spots.sign > 0
    assert set((spots.x[dark] // 120).astype(int)) == {1, 3}


def test_lines_and_corners_are_no_pips() -> None:
    """In a grid of lines no spot has the quality of a clear pip."""
    plane = np.full((240, 240), 180, np.float32)
    plane[::24], plane[:, ::24] = 60, 60
    pyramid, spots = find_blobs(cv2.GaussianBlur(plane, (0, 0), 1).astype(np.float32)[None], 1.5, 40, 100)
    found, _ = find_pips(pyramid, spots)
    assert found.total == 0 or compute_quality(found).max() < 0.8


def test_two_planes_are_made_only_for_colour() -> None:
    """A grey picture has one plane; a picture with a coloured die has two."""
    grey = draw(Scene((Cube(0, 0, 20, 5),), (90, 90, 90)))
    red = draw(Scene((Cube(0, 0, 20, 5, (30, 30, 160), (240, 240, 240)),), (90, 90, 90)))
    assert len(make_planes(grey, 960).grey) == 1
    assert len(make_planes(red, 960).grey) == 2


@pytest.mark.parametrize("value", [1, 2, 3, 4, 5, 6])
def test_the_right_face_is_among_those_found(value: int) -> None:
    """For each value a face of this value is found at the place and with the size of the die."""
    found = find_faces(draw(Scene((Cube(0.5, -0.4, 33, value),), edge=64)))
    middle = np.array([320 + 0.5 * 64, 240 - 0.4 * 64])
    near = np.hypot(*(found.faces.centre / found.scale - middle).T) < 12
    fits = np.abs(np.log(compute_steps(found.faces) / found.scale / (0.27 * 64))) < 0.25
    assert (near & fits & (found.value == value)).any()


def test_large_pictures_are_shrunk_and_small_ones_not() -> None:
    """A picture is shrunk to at most 720 pixels, and a smaller one is not enlarged."""
    image = draw(Scene((Cube(0, 0, 20, 5),)))
    assert find_faces(image).scale == 1
    assert find_faces(np.asarray(cv2.resize(image, (2560, 1920)), np.uint8)).scale == pytest.approx(0.28125)


def test_a_judge_adds_up_its_trees() -> None:
    """The answers in each tree choose one leaf; the sum of the leaves is the logarithm of the odds."""
    judge = Judge(
        0.5,
        np.array([[0, 1], [1, 0]]),
        np.array([[0.0, 1.0], [2.0, 5.0]]),
        np.array([[0.0, 1.0, 2.0, 3.0], [0.0, 10.0, 0.0, 0.0]]),
    )
    odds = np.array([0.5 + 3, 0.5 + 0, 0.5 + 2 + 10])
    features = np.array([[1.0, 2.0], [-1.0, 0.0], [6.0, 1.0]])
    assert judge(features) == pytest.approx(1 / (1 + np.exp(-odds)))


def test_each_feature_of_a_face_has_a_name() -> None:
    """There are as many names as features, and judges ask only about features with a name."""
    found = find_faces(draw(Scene((Cube(0, 0, 20, 5),))))
    alone = np.full(found.faces.total, 0.5, np.float32)
    assert found.faces.total > 0
    assert found.features.shape[1] == len(FEATURES["alone"])
    assert describe_surroundings(found, alone).shape[1] == len(SURROUNDINGS)
    for path in ("models/geometry.json", "models/tiles.json"):
        for name, judge in load(asset(path)).items():
            assert judge.asked.max() < len(FEATURES[name])


def test_a_damaged_or_foreign_model_is_reported(tmp_path: Path) -> None:
    """A file that is cut off is reported as damaged; one for other features, as that of another pi-bunco."""
    path = tmp_path / "geometry.json"
    path.write_text(asset("models/geometry.json").read_text("utf-8")[:500], "utf-8")
    with pytest.raises(ModelTrouble, match="damaged"):
        load(path)
    path.write_text(json.dumps({"judges": {"alone": {"names": ["other"]}}}), "utf-8")
    with pytest.raises(ModelTrouble, match="another pi-bunco"):
        load(path)
