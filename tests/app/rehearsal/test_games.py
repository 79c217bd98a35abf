"""The rehearsal of the whole path."""

import time
from itertools import count

import pytest

from pi_bunco.app.rehearsal.games import rehearse
from pi_bunco.vision.geometry import GeometryReader


def test_slowness_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a machine on which every look at the clock is a minute after the one before, a throw is read."""
    minutes = count(0, 60)
    monkeypatch.setattr(time, "monotonic", lambda: float(next(minutes)))
    monkeypatch.setattr(time, "perf_counter", lambda: float(next(minutes)))
    counted = rehearse(1, 1, GeometryReader())
    assert (counted.shown, counted.right) == (1, 1)
    assert counted.stages_ms["read"] >= 60_000
