"""Times and memory."""

import pytest

from pi_bunco.vision.evaluate.timing import (
    Meter,
    compute_spread,
    compute_times,
    get_stages,
    measure_peak_memory,
)


def test_a_stage_that_was_not_reached_is_no_nought() -> None:
    """A stage's times are of those reads that came to it, in the order in which stages run."""
    found = compute_times([5.0, 9.0], [{"find": 4.0}, {"find": 6.0, "check": 2.0}])
    assert list(found.stages) == ["find", "check"]
    assert found.stages["find"].median == pytest.approx(5)
    assert found.stages["check"].median == pytest.approx(2)
    assert found.whole.median == pytest.approx(7)


def test_nine_of_ten_are_no_slower() -> None:
    """The higher figure leaves a tenth above it."""
    assert compute_spread([float(k) for k in range(11)]).most == pytest.approx(9)
    assert compute_spread([]).median == 0


def test_a_reader_that_tells_no_stages_has_none() -> None:
    """Only what has ``spent`` is asked for it, and what it gives is kept though it changes later."""

    class Quick:
        spent = {"find": 1.0}  # noqa: RUF012 - as a reader has it, changed with each read

    quick = Quick()
    kept = get_stages(quick)
    quick.spent["find"] = 2.0
    assert kept == {"find": 1.0}
    assert get_stages(object()) == {}


def test_a_meter_tells_memory_and_the_fixed_work() -> None:
    """Memory at the end is at least what it was before, and of a believable size."""
    meter = Meter()
    meter.look()
    cost = meter.report_cost()
    assert cost.before is not None
    assert 10 < cost.before <= cost.memory <= measure_peak_memory()
    assert cost.fixed > 0
