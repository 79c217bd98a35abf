"""Whether a process works, by what the kernel counts for its threads."""

import os
from pathlib import Path

import pytest

from pi_bunco.equipment import work
from pi_bunco.equipment.work import WorkMeter

TICKS = os.sysconf("SC_CLK_TCK")


@pytest.fixture
def process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the kernel's folder of process 7, which has one thread and has worked for seven seconds."""
    monkeypatch.setattr(work, "_PROCESSES", tmp_path)
    (tmp_path / "7/task/7").mkdir(parents=True)
    write(tmp_path / "7/stat", 7.0)
    write(tmp_path / "7/task/7/stat", 7.0)
    return tmp_path / "7"


def write(stat: Path, seconds: float, state: str = "S") -> None:
    ticks = round(seconds * TICKS)
    stat.write_text(f"7 (a (strange) name) {state} 1 7 7 0 -1 4194304 9 0 0 0 {ticks - 5} 5 0 0 20")


def test_a_process_works_if_it_uses_the_processor(process: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A tenth of the time on a processor is work; less is the noise of one that waits."""
    now = 100.0
    monkeypatch.setattr("time.monotonic", lambda: now)
    meter = WorkMeter(7)
    now = 101.0
    write(process / "stat", 7.2)
    assert meter.has_worked()
    now = 102.0
    write(process / "stat", 7.21)
    assert not meter.has_worked()


def test_a_process_that_waits_for_a_processor_works(process: Path) -> None:
    """On a busy board it may get no time for seconds, although it would work."""
    meter = WorkMeter(7)
    assert not meter.has_worked()
    write(process / "task/7/stat", 7.0, "R")
    assert meter.has_worked()
    write(process / "task/7/stat", 7.0, "T")
    assert not meter.has_worked()


def test_the_kernel_counts_the_time_of_this_process() -> None:
    """The files have the time of this process: it rises while the process works."""
    meter = WorkMeter(os.getpid())
    before = meter._read_used()
    assert meter._runs()
    while (used := meter._read_used()) == before:
        pass
    assert used > before > 0


@pytest.mark.usefixtures("process")
def test_where_the_kernel_says_nothing_no_process_works() -> None:
    """On another system, or after the process has ended, only messages are signs of life."""
    assert not WorkMeter(8).has_worked()
