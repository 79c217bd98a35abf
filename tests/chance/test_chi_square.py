"""The chi-square distribution, compared with printed tables."""

from math import exp, lgamma, log

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pi_bunco.chance.chi_square import compute_chance, find_point


@pytest.mark.parametrize(
    ("value", "degrees", "chance"),
    [
        (3.8415, 1, 0.05),
        (6.6349, 1, 0.01),
        (0.01579, 1, 0.9),
        (5.9915, 2, 0.05),
        (7.8147, 3, 0.05),
        (18.3070, 10, 0.05),
        (29.5883, 10, 0.001),
        (124.3421, 100, 0.05),
        (0.0, 3, 1.0),
        (2000.0, 3, 0.0),
    ],
)
def test_chi_square(value: float, degrees: float, chance: float) -> None:
    """The chances equal those of the printed tables."""
    assert compute_chance(value, degrees) == pytest.approx(chance, abs=2e-5)


def test_chi_square_between_whole_degrees() -> None:
    """With fractional degrees of freedom the chance is between those of the whole numbers."""
    chances = [compute_chance(5.0, degrees) for degrees in (2, 2.5, 3)]
    assert chances == sorted(chances)
    assert len(set(chances)) == 3


@pytest.mark.parametrize(
    ("value", "degrees", "chance"),
    [(40.0, 1, 2.5396e-10), (50.0, 2, 1.388794e-11), (100.0, 5, 5.285148e-20), (20.515, 5, 0.001)],
)
def test_small_chances_keep_their_digits(value: float, degrees: float, chance: float) -> None:
    """Very small chances are exact too; with 2 degrees the chance is exp(-value / 2)."""
    assert compute_chance(value, degrees) == pytest.approx(chance, rel=1e-4)


@settings(deadline=None)
@given(st.floats(0.01, 300), st.integers(1, 200))
def test_even_degrees_are_a_sum(value: float, pairs: int) -> None:
    """With an even number of degrees the chance is a sum of Poisson chances, on both sides of the mean."""
    half = value / 2
    known = sum(exp(n * log(half) - half - lgamma(n + 1)) for n in range(pairs))
    assert compute_chance(value, 2 * pairs) == pytest.approx(known, rel=1e-9, abs=1e-14)


@pytest.mark.parametrize(
    ("chance", "degrees", "value"), [(0.05, 5, 11.0705), (0.01, 5, 15.0863), (0.001, 2, 13.8155)]
)
def test_find_point(chance: float, degrees: float, value: float) -> None:
    """The points equal those of the printed tables."""
    assert find_point(chance, degrees) == pytest.approx(value, abs=1e-4)
