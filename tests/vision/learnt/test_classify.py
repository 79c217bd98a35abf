"""A spot is classified until the result is clear."""

import numpy as np
import pytest
from numpy.typing import NDArray

from pi_bunco.vision.learnt.classify import NOTHING, classify
from pi_bunco.vision.learnt.find import Spot
from pi_bunco.vision.learnt.upright import Classifiers, classify_upright
from pi_bunco.vision.learnt.window import Pixels
from pi_bunco.vision.stand import Stand

IMAGE = np.zeros((200, 200, 3), np.uint8)
SPOTS = [Spot(60, 60, 30, 1), Spot(140, 60, 30, 1)]


class ScriptedNetwork:
    """A network that returns given probabilities of the classes, batch by batch."""

    def __init__(self, *batches: list[dict[int, float]]) -> None:
        self.batches = list(batches)
        self.batch_sizes: list[int] = []

    def __call__(self, pieces: Pixels) -> NDArray[np.float32]:
        self.batch_sizes.append(len(pieces))
        probabilities = np.full((len(pieces), 9), 1e-9)
        for row, given in zip(probabilities, self.batches.pop(0), strict=True):
            for kind, probability in given.items():
                row[kind] = probability
        return np.asarray(np.log(probabilities), np.float32)


def test_unclear_die_is_classified_in_four_turns() -> None:
    """If no two turns agree clearly, all four are used, also for the mean and the least probability."""
    turns = [0.6, 0.9, 0.3, 0.8]
    network = ScriptedNetwork(*([{4: p, 5: 1 - p}] for p in turns))
    (result,) = classify(network, IMAGE, SPOTS[:1])  # type: ignore[arg-type] # behaves as a network
    assert network.batch_sizes == [1, 1, 1, 1]
    assert result.likely[4] == pytest.approx(np.mean(turns), abs=1e-4)
    assert result.least[4] == pytest.approx(0.3, abs=1e-4)


def test_clear_spot_is_not_classified_again() -> None:
    """An empty spot is classified once and a clear die twice; the means are those of these turns."""
    network = ScriptedNetwork([{NOTHING: 0.8, 2: 0.2}, {3: 0.98, 5: 0.02}], [{3: 0.96, 5: 0.04}])
    empty, clear = classify(network, IMAGE, SPOTS)  # type: ignore[arg-type] # likewise
    assert network.batch_sizes == [2, 1]
    assert empty.likely[NOTHING] == empty.least[NOTHING] == pytest.approx(0.8, abs=1e-4)
    assert clear.likely[3] == pytest.approx(0.97, abs=1e-4)
    assert clear.least[3] == pytest.approx(0.96, abs=1e-4)


def test_contradicting_turns_are_not_clear() -> None:
    """If the first two turns are sure of different values, all four are used."""
    network = ScriptedNetwork([{3: 0.99, 5: 0.01}], [{5: 0.99, 3: 0.01}], [{3: 1.0}], [{3: 1.0}])
    (result,) = classify(network, IMAGE, SPOTS[:1])  # type: ignore[arg-type] # likewise
    assert network.batch_sizes == [1, 1, 1, 1]
    assert result.least[3] == pytest.approx(0.01, abs=1e-4)


def test_only_unclear_die_is_looked_at_thoroughly_on_a_mat() -> None:
    """On a mat the thorough network looks only at unclear dice, and at their mirror image if needed."""
    quick = ScriptedNetwork([{1: 0.99, 2: 0.01}, {1: 0.7, 7: 0.3}, {2: 0.7, 7: 0.3}, {NOTHING: 0.8, 1: 0.2}])
    thorough = ScriptedNetwork([{1: 0.6, 7: 0.4}, {2: 0.96, 7: 0.04}], [{1: 0.5, 7: 0.5}])
    networks = Classifiers(quick, thorough)  # type: ignore[arg-type] # likewise
    spots = [*SPOTS, Spot(100, 140, 30, 1), Spot(40, 140, 30, 1)]
    results = classify_upright(networks, Stand(100, 100, 900), IMAGE, spots)
    assert (quick.batch_sizes, thorough.batch_sizes) == ([4], [2, 1])
    kinds = (1, 1, 2, NOTHING)
    likely = [result.likely[kind] for result, kind in zip(results, kinds, strict=True)]
    least = [result.least[kind] for result, kind in zip(results, kinds, strict=True)]
    assert likely == pytest.approx([0.99, 0.55, 0.96, 0.8], abs=1e-4)
    assert least == pytest.approx([0.99, 0.5, 0.96, 0.8], abs=1e-4)
