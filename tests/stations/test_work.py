"""Whether a thread works, by the time that the kernel counts for it."""

import threading
from pathlib import Path

import pytest

from pi_bunco.stations import work
from pi_bunco.stations.work import WorkMeter


def test_a_thread_works_if_it_uses_the_processor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A tenth of the time on a processor is work; less is the noise of one that waits."""
    thread = threading.current_thread()
    (tmp_path / str(thread.native_id)).mkdir()
    file, now = tmp_path / str(thread.native_id) / "schedstat", 100.0
    monkeypatch.setattr(work, "_TASKS", tmp_path)
    monkeypatch.setattr("time.monotonic", lambda: now)
    file.write_text("7000000000 81 12")
    meter = WorkMeter(thread)
    now = 101.0
    file.write_text("7200000000 81 13")
    assert meter.has_worked()
    now = 102.0
    file.write_text("7210000000 81 14")
    assert not meter.has_worked()


def test_the_kernel_counts_the_time_of_this_thread() -> None:
    """The file has the time of this thread: it rises while the thread works."""
    meter = WorkMeter(threading.current_thread())
    before = meter._read()
    while (used := meter._read()) == before:
        pass
    assert used > before > 0


def test_where_the_kernel_says_nothing_no_thread_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On another system, or after the thread has ended, only pictures are signs of life."""
    monkeypatch.setattr(work, "_TASKS", tmp_path)
    assert not WorkMeter(threading.current_thread()).has_worked()
