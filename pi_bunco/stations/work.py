"""Notices whether a thread still works, so that a slow look at a picture is not taken for one that hangs."""

import time
from pathlib import Path
from threading import Thread

_TASKS = Path("/proc/self/task")
"""The kernel's folder of this process's threads.

Source: Linux, ``Documentation/scheduler/sched-stats.rst``, *schedstat*: first is the time on the processor in
nanoseconds.
"""
MIN_SHARE = 0.1
"""The share of the time for which a thread that works is on a processor.

One that waits for a driver takes none. On a board with more cameras than processors each takes less than a
whole one."""


class WorkMeter:
    """Notices whether a thread has worked since the last question.

    Parameters
    ----------
    thread
        The thread, which must have been started.
    """

    def __init__(self, thread: Thread) -> None:
        self._thread = thread
        self._asked, self._used = time.monotonic(), self._read()

    def has_worked(self) -> bool:
        """Return whether it has worked since the last question; ``False`` also where the kernel is silent."""
        now, used = time.monotonic(), self._read()
        worked = used - self._used > MIN_SHARE * (now - self._asked)
        self._asked, self._used = now, used
        return worked

    def _read(self) -> float:
        """Return for how many seconds the thread was on a processor."""
        try:
            times = (_TASKS / str(self._thread.native_id) / "schedstat").read_text("ascii")
        except OSError:  # the thread has ended, or this is another system
            return 0.0
        return int(times.split()[0]) / 1e9
