"""Intervals contain the truth as often as claimed, and tests raise as few false alarms as claimed."""

from collections import Counter
from math import inf
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pi_bunco.chance.interval import compute_wilson_interval
from pi_bunco.chance.simulate.statistics import (
    MIN_CLUSTERS,
    AlikeTest,
    Cases,
    Ratio,
    Significance,
    find_student_point,
)
from pi_bunco.chance.simulate.throws import Strata


@pytest.mark.parametrize(
    ("degrees", "point"),
    [
        (1, 12.7062),
        (2, 4.3027),
        (3, 3.1824),
        (4, 2.7764),
        (5, 2.5706),
        (10, 2.2281),
        (30, 2.0423),
        (200, 1.9719),
    ],
)
def test_student(degrees: int, point: float) -> None:
    """The points of Student's t equal those of the printed tables, within 4 in 1,000."""
    assert find_student_point(degrees) == pytest.approx(point, abs=0.004)


@pytest.mark.parametrize(
    ("share", "of", "low", "high"),
    [(0.0, 10, 0.0, 0.2775), (0.5, 100, 0.4038, 0.5962), (1.0, 5, 0.5655, 1.0), (0.3, 0, 0.0, 1.0)],
)
def test_wilson(share: float, of: float, low: float, high: float) -> None:
    """The intervals of shares are the published ones (Newcombe 1998), and 0 to 1 without data."""
    assert compute_wilson_interval(share, of) == pytest.approx((low, high), abs=1e-4)


def test_ratio_of_single_cases_is_a_mean() -> None:
    """With one case in each cluster the ratio is a mean, with the standard error of a mean."""
    ratio = Ratio()
    for number in (12.0, 14.0, 19.0):
        ratio.add(number)
    assert ratio.value == pytest.approx(15)
    assert ratio.error == pytest.approx((13 / 3) ** 0.5)
    assert ratio.compute_interval() == pytest.approx((15 - 8.957, 15 + 8.957), abs=0.02)
    assert ratio.cases == ratio.clusters == 3


def test_interval_ends_at_0() -> None:
    """The interval of a mean of non-negative numbers ends at 0."""
    ratio = Ratio()
    for number in (0, 9, 0):
        ratio.add(number)
    interval = ratio.compute_interval()
    assert interval is not None
    assert interval[0] == 0
    assert interval[1] > 10


def test_one_cluster_has_no_interval() -> None:
    """A single party gives no interval."""
    ratio = Ratio()
    assert (ratio.value, ratio.compute_interval()) == (0, None)
    ratio.add(3, 10)
    assert ratio.error == inf
    assert ratio.compute_interval() is None
    assert ratio.compute_share_interval() is None


def test_shares_that_never_differ() -> None:
    """A share that is equal in all clusters is certain, except for 0 and 1."""
    third, none, all_hits = Ratio(), Ratio(), Ratio()
    for _ in range(20):
        third.add(4, 12)
        none.add(0, 12)
        all_hits.add(12, 12)
    assert third.compute_share_interval() == pytest.approx((1 / 3, 1 / 3))
    assert none.compute_share_interval() == compute_wilson_interval(0.0, 20, find_student_point(19))
    assert all_hits.compute_share_interval() == compute_wilson_interval(1.0, 20, find_student_point(19))


def contains_truth(kind: str, seed: int) -> bool:
    """Return whether the interval of clustered cases contains the true share, 0.3."""
    random = Random(seed)
    ratio = Ratio()
    for _ in range(40):
        common = random.random() < 0.3
        size = random.randint(3, 9)
        hits = sum(common if random.random() < 0.5 else random.random() < 0.3 for _ in range(size))
        ratio.add(hits, size)
    interval = ratio.compute_interval() if kind == "mean" else ratio.compute_share_interval()
    assert interval is not None
    return interval[0] <= 0.3 <= interval[1]


@pytest.mark.parametrize("kind", ["mean", "share"])
def test_intervals_contain_truth_19_times_in_20(kind: str) -> None:
    """Of 1,000 intervals over clustered cases about 950 contain the true share."""
    hits = sum(contains_truth(kind, seed) for seed in range(1000))
    assert 930 <= hits <= 970


def test_cases_close_into_clusters() -> None:
    """The cases of a party count when it is closed, and a party without cases is a cluster too."""
    cases = Cases()
    for party in ((1, 0, 1), (), (0,)):
        for case in party:
            cases.add(case)
        cases.close()
    assert cases.ratio.clusters == 3
    assert cases.ratio.cases == 4
    assert cases.ratio.value == 0.5
    cases.add(100)
    assert cases.ratio.value == 0.5


@given(st.lists(st.integers(0, 9), min_size=1), st.sampled_from((0.5, 0.9)))
def test_find_quantile(numbers: list[int], share: float) -> None:
    """The quantile is the smallest number that the share of cases does not exceed."""
    cases = Cases()
    for number in numbers:
        cases.add(number)
    expected = next(n for n in sorted(numbers) if sum(m <= n for m in numbers) >= share * len(numbers) - 1e-9)
    assert cases.find_quantile(share) == expected


def test_quantile_without_cases() -> None:
    """Without cases the quantile is 0."""
    assert Cases().find_quantile(0.5) == 0


def play_alike(seed: int, bonus: float = 0.0, clusters: int = 60) -> Significance | None:
    """Play parties of four places that win against each other in pairs; the first place has a bonus."""
    random = Random(seed)
    test = AlikeTest()
    for _ in range(clusters):
        pair = [random.gauss(0, 1) for _ in range(2)]
        places = [pair[0], -pair[0], pair[1], -pair[1]]
        test.add(
            [place + random.gauss(0, 0.5) + (bonus if at == 0 else 0) for at, place in enumerate(places)]
        )
    return test.compute_verdict()


def test_false_alarms_are_one_in_twenty() -> None:
    """If all places are alike but dependent, about one test in twenty raises a false alarm."""
    verdicts = [play_alike(seed) for seed in range(1000)]
    alarms = sum(verdict.chance < 0.05 for verdict in verdicts if verdict)
    assert 30 <= alarms <= 75
    assert all(verdict and 1 <= verdict.degrees <= 3 for verdict in verdicts)


def test_real_difference_is_found() -> None:
    """A clear bonus of one place is found nearly always."""
    found = sum(verdict.chance < 0.05 for seed in range(100) if (verdict := play_alike(seed, bonus=0.7)))
    assert found >= 90


def test_too_few_clusters_have_no_verdict() -> None:
    """With fewer parties than the covariances need there is no verdict."""
    assert play_alike(1, clusters=MIN_CLUSTERS - 1) is None
    assert play_alike(1, clusters=MIN_CLUSTERS) is not None


def test_verdict_without_variance() -> None:
    """Places with the same result in each party are certainly alike, or certainly different."""
    same, different = AlikeTest(), AlikeTest()
    for _ in range(MIN_CLUSTERS):
        same.add((2, 2, 2))
        different.add((1, 2, 3))
    assert same.compute_verdict() == Significance(None, 2, 1.0)
    assert different.compute_verdict() == Significance(None, 2, 0.0)


def test_strata_ignore_differences_of_rounds() -> None:
    """Rounds without variance have no error together, even if they differ greatly."""
    strata = Strata({1: Counter({0: 50}), 2: Counter({10: 50})}, float)
    assert strata.value == 5
    assert strata.compute_interval() == (5, 5)
    assert strata.expect({1: 0.0, 2: 10.0}) == 5
    assert Strata({1: Counter({3: 1})}, float).compute_interval() is None
    assert Strata({1: Counter[int]()}, float).value == 0


def test_strata_contain_truth_19_times_in_20() -> None:
    """Of 500 intervals over two different rounds about 475 contain the truth."""
    hits = 0
    for seed in range(500):
        random = Random(seed)
        low = Counter(int(random.random() < 0.2) for _ in range(200))
        high = Counter(3 * (random.random() < 0.6) for _ in range(100))
        interval = Strata({1: low, 2: high}, int).compute_interval()
        assert interval is not None
        hits += interval[0] <= (200 * 0.2 + 100 * 1.8) / 300 <= interval[1]
    assert 455 <= hits <= 492
