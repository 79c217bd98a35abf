"""The rehearsal of whole games, from the mock camera to the score."""

import time
from itertools import count

import pytest

from pi_bunco.app.rehearsal import rehearse
from pi_bunco.vision.geometry import GeometryReader


def test_slow_machine_reads_the_same_throw(monkeypatch: pytest.MonkeyPatch) -> None:
    """A throw is read even if a minute passes between two readings of the clock."""
    minutes = count(0, 60)
    monkeypatch.setattr(time, "monotonic", lambda: float(next(minutes)))
    monkeypatch.setattr(time, "perf_counter", lambda: float(next(minutes)))
    counted = rehearse(1, 1, GeometryReader())
    assert (counted.shown, counted.right) == (1, 1)
    assert counted.stages_ms["read"] >= 60_000
