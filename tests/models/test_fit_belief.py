"""Which thresholds are chosen after their outcomes were counted."""

import importlib

import pytest

from pi_bunco.files.assets import find


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ((400, 1), (300, 0)),
        ((393, 2), (427, 3)),
        ((300, 0), (400, 2)),
        ((50, 49), (0, 0)),
    ],
    ids=[
        "more accepted, within the limit",
        "fewer misread, beyond it",
        "within and beyond it",
        "none accepted",
    ],
)
def test_thresholds_are_ranked_by_misread_and_accepted_pictures(
    monkeypatch: pytest.MonkeyPatch, better: tuple[int, int], worse: tuple[int, int]
) -> None:
    """Within the limit the most accepted pictures win; beyond it the lowest share of misread ones."""
    monkeypatch.syspath_prepend(find("models"))
    fit = importlib.import_module("fit_belief")
    ranks = [fit.rank_outcomes([fit.Tally(900, *counts)]) for counts in (better, worse)]
    assert ranks[0] < ranks[1]
