"""Pips are found and weighed at known places, in a picture of tiles."""

import cv2
import numpy as np
import pytest
from renderer import render_still

from pi_bunco.files.assets import find
from pi_bunco.vision.geometry import tiles
from pi_bunco.vision.geometry.judge import load
from tests.vision.geometry.cubes import Cube, Scene, draw


def test_tile_picture_has_faces_of_one_size() -> None:
    """Five places make two rows of tiles, and each face, small or large, gets the same edge."""
    image = np.zeros((400, 600, 3), np.uint8)
    places = [(60.0 + 110 * k, 200.0, 20.0 + 12 * k) for k in range(5)]
    for x, y, edge in places:
        image[int(y - edge / 2) : int(y + edge / 2), int(x - edge / 2) : int(x + edge / 2)] = 255
    tile_picture = tiles.make_tile_picture(image, places)
    assert tile_picture.shape == (2 * tiles.SIDE, 4 * tiles.SIDE, 3)
    for k in range(5):
        row, column = divmod(k, 4)
        tile = tile_picture[row * tiles.SIDE :, column * tiles.SIDE :][: tiles.SIDE, : tiles.SIDE, 0]
        assert np.sqrt((tile > 127).sum()) == pytest.approx(tiles.EDGE, rel=0.06)


def test_pips_show_the_value_at_each_place() -> None:
    """At each place of a drawn die, its value is the likeliest."""
    cubes = tuple(
        Cube(x, y, 20.0 * k, value, (240, 242, 240), (25, 25, 25))
        for k, (x, y, value) in enumerate(
            [(-2.6, -1.2, 1), (0, -1.4, 2), (2.6, -1.1, 3), (-2.5, 1.5, 4), (0, 1.2, 5), (2.5, 1.5, 6)]
        )
    )
    scene = Scene(cubes)
    image = draw(scene)
    middle = np.array(scene.size) / 2
    grow = 16 / 15  # the drawn camera stands 16 edges above; a top lies one edge nearer to it
    places = [(*(middle + scene.edge * grow * np.array([c.x, c.y])), scene.edge * grow) for c in cubes]
    likely = tiles.weigh_values(load(find("models/tiles.json")), tiles.find_in_tiles(image, places), 6).likely
    assert likely.shape == (6, 6)
    assert list(likely.argmax(1) + 1) == [1, 2, 3, 4, 5, 6]
    assert likely.max(1).min() > 0.3


@pytest.mark.parametrize("narrow", [1.0, 0.8])
def test_stretch_of_a_leaning_face_is_measured(narrow: float) -> None:
    """If a four appears at 0.8 of its width, its grid and its pips are stretched as much; else not."""
    image = np.full((200, 200, 3), (40, 40, 180), np.uint8)
    for x, y in ((-1, -1), (1, -1), (-1, 1), (1, 1)):
        middle = (round(16 * (100 + 15 * narrow * x)), 16 * (100 + 15 * y))
        axes = round(16 * 6 * narrow), 16 * 6
        cv2.ellipse(image, middle, axes, 0, 0, 360, (240, 240, 240), -1, cv2.LINE_AA, 4)
    judges = load(find("models/tiles.json"))
    weights = tiles.weigh_values(judges, tiles.find_in_tiles(image, [(100.0, 100.0, 60.0)]), 1)
    assert weights.likely[0].argmax() + 1 == 4
    assert weights.stretch[0, 3] == pytest.approx(-np.log(narrow), abs=0.03)
    assert weights.bend[0, 3] == pytest.approx(-np.log(narrow), abs=0.08)


def test_no_value_is_likely_on_an_empty_mat() -> None:
    """At places without a die no value is likely."""
    image, _ = render_still(8_200_001, dice=0, size=(640, 480))
    places = [(150.0, 200.0, 60.0), (300.0, 240.0, 60.0), (470.0, 150.0, 60.0)]
    likely = tiles.weigh_values(load(find("models/tiles.json")), tiles.find_in_tiles(image, places), 3).likely
    assert likely.max() < 0.5


def test_face_beyond_the_last_tile_belongs_to_no_place() -> None:
    """Five tiles do not fill the second row; a face in its empty part is infinitely far from every place."""
    image, _ = render_still(8_200_002, size=(640, 480))
    found = tiles.find_in_tiles(image, [(100.0 + 90 * k, 240.0, 60.0) for k in range(5)])
    moved = found._replace(faces=found.faces._replace(centre=np.full_like(found.faces.centre, 1e6)))
    _, away = tiles.place_faces(moved, 5)
    assert away.size
    assert np.isinf(away).all()
