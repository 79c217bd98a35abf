"""The time and the memory of reading."""

import pytest
from evaluation.timing import (
    Meter,
    compute_spread,
    compute_times,
    get_stages,
    measure_peak_memory,
)


def test_stage_counts_only_reads_that_reached_it() -> None:
    """A read that does not reach a stage does not count as 0 ms; stages keep the order in which they run."""
    found = compute_times([5.0, 9.0], [{"find": 4.0}, {"find": 6.0, "check": 2.0}])
    assert list(found.stages) == ["find", "check"]
    assert found.stages["find"].median == pytest.approx(5)
    assert found.stages["check"].median == pytest.approx(2)
    assert found.whole.median == pytest.approx(7)


def test_nine_of_ten_reads_are_no_slower() -> None:
    """The higher time of a spread is the one that nine of ten reads do not exceed."""
    assert compute_spread([float(k) for k in range(11)]).most == pytest.approx(9)
    assert compute_spread([]).median == 0


def test_stages_are_a_copy_of_what_the_reader_spent() -> None:
    """The times do not change with the next read; an object without ``spent`` has no stages."""

    class Quick:
        spent = {"find": 1.0}  # noqa: RUF012 - each read changes it, as in a real reader

    quick = Quick()
    stages = get_stages(quick)
    quick.spent["find"] = 2.0
    assert stages == {"find": 1.0}
    assert get_stages(object()) == {}


def test_meter_measures_memory_and_fixed_work() -> None:
    """The cost has the memory before and at the peak, in plausible sizes, and the time of the fixed work."""
    meter = Meter()
    meter.measure()
    cost = meter.report_cost()
    assert cost.before is not None
    assert 10 < cost.before <= cost.memory <= measure_peak_memory()
    assert cost.fixed > 0
