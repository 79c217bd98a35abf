"""A reading is doubted if one of its dice is half of a domino, or printed."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from renderer import ThrowKind, make_wild_look, render_still
from renderer.truth import StillThrow

from pi_bunco.files.assets import find
from pi_bunco.frames import Image
from pi_bunco.readings import Die, Doubt, Reading, Status
from pi_bunco.vision.double.decide import BOX_EDGES
from pi_bunco.vision.double.surroundings import doubt_other_things
from pi_bunco.vision.learnt.weights import Network, open_network

SIZE = (640, 480)
SEEDS = range(8_200_000, 8_200_016)
"""Seeds of pictures that no network learnt from: they are used only here."""


@pytest.fixture(scope="module")
def network() -> Network:
    return open_network(find("models"), "surroundings.onnx")


@cache
def render(seed: int, *, dominoes: int = 0, prints: int = 0) -> tuple[Image, StillThrow]:
    """Return a picture with two dice and other things."""
    rng = np.random.default_rng(seed)
    look = make_wild_look(rng, edge=50, dice=2)
    mat = replace(look.mat, things=0, tray=None, dominoes=dominoes, prints=prints)
    return render_still(
        seed, dice=2, size=SIZE, look=replace(look, halves=False, mat=mat), kind=ThrowKind.PLAIN
    )


def make_reading(*faces: tuple[float, float, float]) -> Reading:
    """Return a reading without doubt of dice with these middles and edges."""
    dice = []
    for x, y, edge in faces:
        half = BOX_EDGES * edge / 2
        dice.append(Die(5, 0.99, (x - half, y - half, x + half, y + half)))
    return Reading(Status.READ, tuple(dice))


def list_faces(shown: StillThrow) -> list[tuple[float, float, float]]:
    """Return middle and edge of each face of a domino or print that is wholly in the picture."""
    return [
        (*thing.at, thing.width)
        for thing in shown.things
        if all(thing.width < at < side - thing.width for at, side in zip(thing.at, SIZE, strict=True))
    ]


@pytest.mark.nightly
def test_dice_beside_other_things_stay_read(network: Network) -> None:
    """Of 32 pictures with dice beside dominoes or prints, at most two are doubted because of a die."""
    doubted = 0
    for image, shown in [render(seed, dominoes=2) for seed in SEEDS] + [
        render(seed, prints=2) for seed in SEEDS
    ]:
        reading = make_reading(*((*die.centre, die.edge) for die in shown.dice))
        doubted += doubt_other_things(reading, image, network) is not reading
    assert doubted <= 2


@pytest.mark.parametrize(
    ("dominoes", "prints", "least"), [(2, 0, 0.7), pytest.param(0, 2, 0.4, marks=pytest.mark.nightly)]
)
def test_faces_of_other_things_raise_a_question(
    network: Network, dominoes: int, prints: int, least: float
) -> None:
    """Most halves of dominoes, and many printed faces, are doubted, with a sentence that names the die."""
    results = [
        doubt_other_things(make_reading(face), image, network)
        for image, shown in (render(seed, dominoes=dominoes, prints=prints) for seed in SEEDS)
        for face in list_faces(shown)
    ]
    doubtful = [reading for reading in results if reading.status is Status.DOUBTFUL]
    assert len(results) >= 20
    assert len(doubtful) >= least * len(results)
    assert all(reading.doubt is Doubt.UNCLEAR for reading in doubtful)
    assert str(doubtful[0].reason) == (
        "The die may be half a domino, or a picture of a die. What do the dice show?"
    )
