"""A thread that does its work when it is woken, or regularly, while nobody waits for it."""

import threading
from collections.abc import Callable

import structlog

from pi_bunco.threads import start_thread

_log = structlog.get_logger()


class Worker:
    """Does one kind of work in a separate thread.

    If it is woken while it works, it works once more, however often it was woken.
    Work that fails is logged and tried again when the thread is next woken. The game goes on.

    Parameters
    ----------
    name
        The thread's name, for logs and debuggers.
    work
        The function that does the work.
    every
        The seconds after which it works without being woken, ``None`` for never.

    >>> done = threading.Event()
    >>> worker = Worker("bell", done.set)
    >>> worker.wake()
    >>> done.wait(10)
    True
    >>> worker.close()
    """

    def __init__(self, name: str, work: Callable[[], object], every: float | None = None) -> None:
        self._work, self._every = work, every
        self._wanted = threading.Event()
        self._due = self._stopping = False
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        start_thread(self._thread)

    def wake(self) -> None:
        """Wake the thread and return at once."""
        self._due = True
        self._wanted.set()

    def close(self) -> None:
        """Finish the work that is waiting, and stop."""
        self._stopping = True
        self._wanted.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._stopping or self._due:
            is_time = not self._wanted.wait(self._every)
            self._wanted.clear()
            if self._due or is_time:
                self._due = False
                try:
                    self._work()
                except Exception:  # noqa: BLE001 - the game goes on without it
                    _log.exception("work failed", worker=self._thread.name)
