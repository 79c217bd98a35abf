"""The chances of each question, compared with exact or published ones."""

from collections import Counter
from itertools import product
from math import comb, factorial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pi_bunco.chance.luck.questions import (
    MIN_PAIRS,
    adjust_chances,
    compare_faces,
    compare_with_shares,
    examine_faces,
    examine_patterns,
    examine_sticking,
)
from pi_bunco.chance.luck.sums import compute_mean, compute_tail_chance, count_worths
from pi_bunco.rules import THROWS, load_sheet
from pi_bunco.rules.scoring import make_score_table

BUNCO = count_worths([1] + [0] * 215)


def test_chi_square_of_textbook() -> None:
    """Mendel's peas (1866: 315, 108, 101, 32 as 9:3:3:1) have a chi-square of 0.470."""
    peas = compare_with_shares([315, 108, 101, 32], [9 / 16, 3 / 16, 3 / 16, 1 / 16])
    assert peas is not None
    assert peas.statistic == pytest.approx(0.470, abs=5e-4)
    assert peas.chance == pytest.approx(0.925, abs=5e-4)


def test_too_few_dice_have_no_chi_square() -> None:
    """Each face must be expected at least five times."""
    assert examine_faces([4, 5, 5, 5, 5, 5]) is None
    assert examine_faces([5] * 6) is not None


def test_lots_are_compared_separately() -> None:
    """Equal shares at each table do not differ, even if the tables' dice differ from each other."""
    high, low = [100, 100, 100, 100, 100, 300], [300, 100, 100, 100, 100, 100]
    equal = compare_faces([([n // 5 for n in high], high), ([n // 2 for n in low], low)])
    assert equal.test is not None
    assert equal.test.statistic == pytest.approx(0)
    assert equal.expected == pytest.approx((170, 70, 70, 70, 70, 110))
    crossed = compare_faces([([n // 5 for n in high], low), ([n // 2 for n in low], high)])
    assert crossed.test is not None
    assert crossed.test.chance < 1e-3


def test_one_lot_is_a_contingency_table() -> None:
    """With one lot the test is the chi-square of a table of two rows, corrected for its number of dice."""
    first, second = [12, 25, 17, 20, 31, 15], [40, 38, 45, 41, 36, 50]
    total = sum(first) + sum(second)
    chi_square = 0.0
    for row in (first, second):
        for cell, column in zip(row, map(sum, zip(first, second, strict=True)), strict=True):
            expected = sum(row) * column / total
            chi_square += (cell - expected) ** 2 / expected
    test = compare_faces([(first, second)]).test
    assert test is not None
    assert test.statistic == pytest.approx(chi_square * (total - 1) / total)
    assert test.degrees == 5


def test_small_lots_have_no_test() -> None:
    """There is no test if a face is expected fewer than ten times, or nobody else threw these dice."""
    assert compare_faces([([9] * 6, [90] * 6)]).test is None
    assert compare_faces([([12] * 6, [90] * 6)]).test is not None
    assert compare_faces([([90] * 6, [0] * 6), ([2] * 6, [900] * 6)]).test is None
    assert compare_faces([([90] * 6, [0] * 6)]).test is None


@settings(deadline=None, max_examples=30)
@given(st.integers(0, 400), st.integers(0, 12))
def test_buncos_are_binomial(throws: int, buncos: int) -> None:
    """The chance of a number of buncos is twice the smaller tail of the binomial distribution."""
    buncos = min(buncos, throws)
    chances = [comb(throws, n) * 215 ** (throws - n) / 216**throws for n in range(throws + 1)]
    exact = min(1.0, 2 * min(sum(chances[: buncos + 1]), sum(chances[buncos:])))
    assert compute_tail_chance(buncos, {BUNCO: throws}) == pytest.approx(exact, abs=1e-12)


@pytest.mark.parametrize("slug", ["classic", "boxed"])
def test_points_are_added_up_exactly(slug: str) -> None:
    """The chances of points over several targets equal those of adding throw by throw."""
    sheet = load_sheet(slug)
    kinds = {t: count_worths(s.points for s in make_score_table(sheet, t, (6,)).values()) for t in (1, 4)}
    chances = {0: 1.0}
    for target in (1, 4, 1, 4, 4):
        before, chances = chances, {}
        for (total, chance), (points, ways) in product(before.items(), kinds[target]):
            chances[total + points] = chances.get(total + points, 0) + chance * ways / 216
    throws = {kinds[1]: 2, kinds[4]: 3} if kinds[1] != kinds[4] else {kinds[1]: 5}
    assert compute_mean(throws) == pytest.approx(sum(total * chance for total, chance in chances.items()))
    for scored in (0, 1, 7, 21, 26, 60):
        low = sum(chance for total, chance in chances.items() if total <= scored)
        high = sum(chance for total, chance in chances.items() if total >= scored)
        assert compute_tail_chance(scored, throws) == pytest.approx(min(1.0, 2 * min(low, high)), abs=1e-13)


def test_chances_of_many_throws() -> None:
    """Ten thousand throws have chances too, near the mean and far from it."""
    points = count_worths(s.points for s in make_score_table(load_sheet("classic"), 1).values())
    assert compute_mean({points: 10_000}) == pytest.approx(6990.7, abs=0.1)
    assert compute_tail_chance(6990, {points: 10_000}) > 0.9
    assert compute_tail_chance(8000, {points: 10_000}) == pytest.approx(1.830e-8, rel=1e-3)


@settings(deadline=None, max_examples=20)
@given(st.integers(12, 40), st.integers(0, 40), st.integers(0, 8))
def test_patterns_are_added_up_exactly(throws: int, two: int, three: int) -> None:
    """The chance of patterns is the exact sum over all less likely patterns."""
    two, three = min(two, throws), min(three, throws - min(two, throws))
    shares = (120 / 216, 90 / 216, 6 / 216)

    def measure_distance(*counted: int) -> float:
        return sum((n - throws * q) ** 2 / (throws * q) for n, q in zip(counted, shares, strict=True))

    observed, exact = measure_distance(throws - two - three, two, three), 0.0
    for pairs in range(throws + 1):
        for triples in range(throws + 1 - pairs):
            others = throws - pairs - triples
            if measure_distance(others, pairs, triples) > observed * (1 - 1e-9):
                ways = factorial(throws) // (factorial(others) * factorial(pairs) * factorial(triples))
                exact += ways * shares[0] ** others * shares[1] ** pairs * shares[2] ** triples
    test = examine_patterns({3: throws - two - three, 2: two, 1: three})
    assert test is not None
    assert test.chance == pytest.approx(min(1.0, exact), rel=1e-6)


def test_few_throws_have_no_test() -> None:
    """Below the least numbers there is no test."""
    assert examine_patterns({3: 6, 2: 5}) is None
    pair = ((1, 2, 3), (1, 2, 3))
    assert examine_sticking({pair: MIN_PAIRS - 1}).test is None
    assert examine_sticking({pair: MIN_PAIRS}).test is not None


def test_all_throws_after_all_throws_do_not_stick() -> None:
    """If each throw follows each other throw once, as many values repeat as chance brings."""
    pairs = product(sorted(THROWS)[::5], THROWS)
    follows = Counter((tuple(sorted(first)), tuple(sorted(second))) for first, second in pairs)
    sticks = examine_sticking(follows)
    assert sticks.same == pytest.approx(sticks.expected)
    assert sticks.test is not None
    assert sticks.test.chance == pytest.approx(1)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=9))
def test_holm(chances: list[float]) -> None:
    """Holm's odds are from the chance to 1. The smallest is the chance times the number; the order stays."""
    odds = adjust_chances(chances)
    assert all(chance <= adjusted <= 1.0 for chance, adjusted in zip(chances, odds, strict=True))
    assert min(odds) == pytest.approx(min(1.0, min(chances) * len(chances)))
    order = sorted(range(len(chances)), key=chances.__getitem__)
    assert [odds[at] for at in order] == sorted(odds)


def test_holm_by_hand() -> None:
    """In the paper's example the smallest chance is multiplied by four, the next by three, two and one."""
    assert adjust_chances([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
