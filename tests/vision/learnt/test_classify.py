"""How often a spot is looked at: as often as it takes to be sure."""

import numpy as np
import pytest
from numpy.typing import NDArray

from pi_bunco.vision.learnt.classify import NOTHING, classify
from pi_bunco.vision.learnt.find import Spot
from pi_bunco.vision.learnt.upright import classify_upright
from pi_bunco.vision.learnt.window import Pixels
from pi_bunco.vision.stand import Stand

IMAGE = np.zeros((200, 200, 3), np.uint8)
TWO = [Spot(60, 60, 30, 1), Spot(140, 60, 30, 1)]


class Script:
    """A network that says, look by look, how likely each piece shows each class."""

    def __init__(self, *looks: list[dict[int, float]]) -> None:
        self.looks = list(looks)
        self.asked: list[int] = []

    def __call__(self, pieces: Pixels) -> NDArray[np.float32]:
        self.asked.append(len(pieces))
        probabilities = np.full((len(pieces), 9), 1e-9)
        for row, says in zip(probabilities, self.looks.pop(0), strict=True):
            for kind, likely in says.items():
                row[kind] = likely
        return np.asarray(np.log(probabilities), np.float32)


def test_a_doubtful_die_is_seen_in_four_turns() -> None:
    """What no two turns say clearly is looked at in all four; mean and least are over all of them."""
    turns = [0.6, 0.9, 0.3, 0.8]
    network = Script(*([{4: p, 5: 1 - p}] for p in turns))
    (look,) = classify(network, IMAGE, TWO[:1])  # type: ignore[arg-type] # says what a network would
    assert network.asked == [1, 1, 1, 1]
    assert look.likely[4] == pytest.approx(np.mean(turns), abs=1e-4)
    assert look.least[4] == pytest.approx(0.3, abs=1e-4)


def test_what_is_clear_or_empty_is_not_looked_at_again() -> None:
    """An empty spot is left after one turn, a clear die after two: their means are over what was seen."""
    network = Script([{NOTHING: 0.8, 2: 0.2}, {3: 0.98, 5: 0.02}], [{3: 0.96, 5: 0.04}])
    empty, clear = classify(network, IMAGE, TWO)  # type: ignore[arg-type] # likewise
    assert network.asked == [2, 1]
    assert empty.likely[NOTHING] == empty.least[NOTHING] == pytest.approx(0.8, abs=1e-4)
    assert clear.likely[3] == pytest.approx(0.97, abs=1e-4)
    assert clear.least[3] == pytest.approx(0.96, abs=1e-4)


def test_two_turns_that_contradict_each_other_are_not_clear() -> None:
    """Two turns sure of different values leave the die to all four."""
    network = Script([{3: 0.99, 5: 0.01}], [{5: 0.99, 3: 0.01}], [{3: 1.0}], [{3: 1.0}])
    (look,) = classify(network, IMAGE, TWO[:1])  # type: ignore[arg-type] # likewise
    assert network.asked == [1, 1, 1, 1]
    assert look.least[3] == pytest.approx(0.01, abs=1e-4)


def test_on_a_mat_only_what_is_not_clear_is_mirrored() -> None:
    """A die that is plain at first sight is seen once, another one in the mirror too."""
    network = Script([{1: 0.99, 2: 0.01}, {1: 0.7, 7: 0.3}], [{1: 0.5, 7: 0.5}])
    plain, askew = classify_upright(network, Stand(100, 100, 900), IMAGE, TWO)  # type: ignore[arg-type] # likewise
    assert network.asked == [2, 1]
    assert plain.least[1] == pytest.approx(0.99, abs=1e-4)
    assert askew.likely[1] == pytest.approx(0.6, abs=1e-4)
    assert askew.least[1] == pytest.approx(0.5, abs=1e-4)
