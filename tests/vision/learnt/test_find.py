"""The places of dice, found roughly and then more exactly."""

import numpy as np
import pytest
from renderer import MatTable, ThrowKind

from pi_bunco.files.assets import find
from pi_bunco.frames import Image
from pi_bunco.vision.learnt.find import LONGER_SIDES, Spot, find_spots, refine_spots
from pi_bunco.vision.learnt.weights import Network
from tests.at_night import leave_to_night


@pytest.fixture(scope="module")
def networks() -> tuple[Network, ...]:
    """Return the finding network of pi-bunco, once for each size of picture."""
    return tuple(Network(find("models/finding.onnx")) for _ in LONGER_SIDES)


def render_throw(seed: int, number: int) -> tuple[Image, list[tuple[float, float]]]:
    """Render three flat dice; return the picture and the middles of their boxes."""
    image, truth = MatTable(seed, fiducials=False).throw(number, ThrowKind.PLAIN)
    return image, [((x0 + x1) / 2, (y0 + y1) / 2) for x0, y0, x1, y1 in (die.box for die in truth.dice)]


@pytest.mark.parametrize("seed", leave_to_night((3, 5, 8), (5,)))
def test_every_die_of_a_known_size_is_found(networks: tuple[Network, ...], seed: int) -> None:
    """Each of three dice has its own place, about as large as the given size, also if dice touch."""
    for number in range(8):
        image, middles = render_throw(seed, number)
        found = find_spots(networks, image, 75.0)
        for x, y in middles:
            near = [spot for spot in found if np.hypot(spot.x - x, spot.y - y) < 30]
            assert near, (seed, number)
            assert near[0].edge == pytest.approx(75, rel=0.2)


def test_dice_are_found_only_inside_a_given_box(networks: tuple[Network, ...]) -> None:
    """With a box around one die, only this die is found, at its place in the whole picture."""
    image, middles = render_throw(3, 2)
    for x, y in middles:
        if min(abs(x - other) + abs(y - far) for other, far in middles if (other, far) != (x, y)) < 200:
            continue
        (found,) = find_spots(networks, image, 75.0, (x - 50, y - 50, x + 50, y + 50))
        assert np.hypot(found.x - x, found.y - y) < 15
        break
    else:
        pytest.fail("no die lies far enough from the others")


def test_no_die_is_found_on_plain_cloth(networks: tuple[Network, ...]) -> None:
    """On a cloth of one colour no place is found, whether the size of the dice is known or not."""
    image = np.full((480, 640, 3), (60, 110, 70), np.uint8)
    assert find_spots(networks, image) == []
    assert find_spots(networks, image, 60.0) == []
    assert refine_spots(networks[0], image, []) == []


@pytest.mark.parametrize(("off", "size"), [((0.25, 0.0), 1.0), ((-0.15, 0.2), 1.0), ((0.0, 0.1), 1.2)])
def test_rough_place_is_corrected(
    networks: tuple[Network, ...], off: tuple[float, float], size: float
) -> None:
    """A place that is a quarter of an edge off, or a fifth too large, is moved to the die."""
    image, _ = render_throw(4, 1)
    for true in find_spots(networks, image, 75.0)[:3]:
        rough = Spot(true.x + off[0] * 75, true.y + off[1] * 75, true.edge * size, 0.7)
        (refined,) = refine_spots(networks[0], image, [rough])
        assert np.hypot(refined.x - true.x, refined.y - true.y) < 0.1 * 75
        assert refined.edge == pytest.approx(true.edge, rel=0.15)
        assert refined.heat == 0.7


def test_place_without_a_die_is_not_moved(networks: tuple[Network, ...]) -> None:
    """If the closer look finds no die, the place stays as it is."""
    image = np.full((480, 640, 3), (60, 110, 70), np.uint8)
    place = Spot(200.0, 150.0, 60.0, 0.3)
    assert refine_spots(networks[0], image, [place]) == [place]
