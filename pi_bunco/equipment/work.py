"""Notices whether a process still works, so that a slow look does not count as a hanging driver."""

import os
import time
from pathlib import Path

_PROCESSES = Path("/proc")
_TICKS = os.sysconf("SC_CLK_TCK")
_STATE, _USER, _SYSTEM = 0, 11, 12
"""Places in ``stat`` after the name (``proc_pid_stat(5)``): the state, and the ticks on a processor."""
_RUNS = "R"
"""The state of a thread that is on a processor or waits for one."""
MIN_SHARE = 0.1
"""The share of the time for which a process that works is on a processor.

One that waits for a driver takes none. On a board with more cameras than processors each takes less than a
whole one."""


class WorkMeter:
    """Notices whether a process has worked since the last question.

    Parameters
    ----------
    pid
        The number of the process.
    """

    def __init__(self, pid: int) -> None:
        self._folder = _PROCESSES / str(pid)
        self._asked, self._used = time.monotonic(), self._read_used()

    def has_worked(self) -> bool:
        """Return whether it has worked since the last question, or a thread of it waits for a processor.

        ``False`` also where the kernel says nothing.
        """
        now, used = time.monotonic(), self._read_used()
        worked = used - self._used > MIN_SHARE * (now - self._asked)
        self._asked, self._used = now, used
        return worked or self._runs()

    def _read_used(self) -> float:
        """Return for how many seconds it was on a processor."""
        try:
            fields = _read_fields(self._folder / "stat")
        except OSError:  # it has ended, or this is another system
            return 0.0
        return (int(fields[_USER]) + int(fields[_SYSTEM])) / _TICKS

    def _runs(self) -> bool:
        """Return whether one of its threads is on a processor, or waits for one."""
        try:
            return any(
                _read_fields(task / "stat")[_STATE] == _RUNS for task in (self._folder / "task").iterdir()
            )
        except OSError:  # likewise, or a thread has just ended
            return False


def _read_fields(file: Path) -> list[str]:
    """Return the fields of a ``stat`` after the name, which may contain anything."""
    return file.read_text("utf-8", "replace").rpartition(")")[2].split()
