"""Dice of the computer."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pi_bunco.chance.dice import FACES, FAIR, MIN_CHANCE, Dice, compute_probabilities
from pi_bunco.errors import Trouble


def test_dice_are_fair_without_load() -> None:
    """Without a load each face has a chance of a sixth."""
    assert compute_probabilities() == FAIR == (1 / 6,) * 6


def test_other_faces_share_rest() -> None:
    """The faces without a given chance share the rest equally."""
    assert compute_probabilities({6: 0.25, 1: 0.35}) == pytest.approx((0.35, 0.1, 0.1, 0.1, 0.1, 0.25))


def test_six_given_chances() -> None:
    """Six chances that add up to 1, within the precision of floats, are taken unchanged."""
    loaded = {1: 0.1, 2: 0.2, 3: 0.3, 4: 0.2, 5: 0.1, 6: 0.1}
    assert compute_probabilities(loaded) == tuple(loaded.values())


@given(st.dictionaries(st.sampled_from(FACES), st.floats(-0.5, 1.5), max_size=6))
def test_any_load_is_valid_or_refused(loaded: dict[int, float]) -> None:
    """Any load gives six valid chances that add up to 1, or an error."""
    try:
        chances = compute_probabilities(loaded)
    except Trouble:
        return
    assert len(chances) == 6
    assert sum(chances) == pytest.approx(1)
    assert min(chances) >= MIN_CHANCE - 1e-9
    assert all(chances[face - 1] == chance for face, chance in loaded.items())


@pytest.mark.parametrize(
    ("loaded", "message"),
    [
        ({7: 0.5}, "A die has no face 7. Load one of the faces 1 to 6, as 6:0.25."),
        ({0: 0.5}, "A die has no face 0. Load one of the faces 1 to 6, as 6:0.25."),
        (
            {2: -0.1},
            (
                "The face 2 cannot have a chance of -0.1. "
                "Give each face at least 0.02 and less than 1; 0.167 is fair."
            ),
        ),
        (
            {1: 0.95},
            (
                "The loaded faces leave a chance of 0.05 to the other 5. "
                "Leave at least 0.1, so that each face comes up now and then."
            ),
        ),
        (
            dict.fromkeys(FACES, 0.2),
            "The chances of the six faces add up to 1.2. Make them add up to 1.",
        ),
    ],
)
def test_wrong_loads_are_refused(loaded: dict[int, float], message: str) -> None:
    """The error names what is wrong with a load, and the remedy."""
    with pytest.raises(Trouble) as trouble:
        compute_probabilities(loaded)
    assert str(trouble.value) == message


def test_same_seed_gives_same_throws() -> None:
    """The same seed gives the same throws, and another seed gives others."""
    first, again, other = (Dice(Random(seed)) for seed in (7, 7, 8))
    throws = [first.throw() for _ in range(3000)]
    assert throws == [again.throw() for _ in range(3000)]
    assert throws != [other.throw() for _ in range(3000)]


@pytest.mark.parametrize("loaded", [{}, {6: 0.25}, {1: 0.5, 2: 0.05}])
def test_frequencies_of_faces(loaded: dict[int, float]) -> None:
    """In 20,000 throws each face of each die is within four standard errors of its chance."""
    chances = compute_probabilities(loaded)
    dice = Dice(Random(1), chances)
    throws = [dice.throw() for _ in range(20_000)]
    counts = [Counter(throw[place] for throw in throws) for place in range(3)]
    counts.append(Counter(dice.throw_one() for _ in range(20_000)))
    for count in counts:
        for face, chance in zip(FACES, chances, strict=True):
            assert abs(count[face] / 20_000 - chance) < 4 * (chance * (1 - chance) / 20_000) ** 0.5


def test_dice_are_independent() -> None:
    """Three alike are as frequent as the third power of the face's chance."""
    dice = Dice(Random(2), compute_probabilities({6: 0.4}))
    count = Counter(dice.throw() for _ in range(40_000))
    for face, chance in zip(FACES, dice.probabilities, strict=True):
        share = chance**3
        assert abs(count[face, face, face] / 40_000 - share) < 4 * (share * (1 - share) / 40_000) ** 0.5
