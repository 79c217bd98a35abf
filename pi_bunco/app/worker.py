"""A thread that sleeps until it is woken, and then does its work; nobody waits for it."""

import threading
from collections.abc import Callable

import structlog

from pi_bunco.threads import begin

_log = structlog.get_logger()


class Worker:
    """Does one kind of work in a thread of its own, once for all the times that it was woken meanwhile.

    Work that fails is logged, and done again when the thread is next woken: the game goes on.

    Parameters
    ----------
    name
        The thread's, for logs and debuggers.
    work
        What is done.

    >>> done = threading.Event()
    >>> worker = Worker("bell", done.set)
    >>> worker.wake()
    >>> done.wait(10)
    True
    >>> worker.close()
    """

    def __init__(self, name: str, work: Callable[[], object]) -> None:
        self._work = work
        self._wanted = threading.Event()
        self._due = self._stopping = False
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        begin(self._thread)

    def wake(self) -> None:
        """Say that there is work; returns at once."""
        self._due = True
        self._wanted.set()

    def close(self) -> None:
        """Finish what is to be done, and stop."""
        self._stopping = True
        self._wanted.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._stopping or self._due:
            self._wanted.wait()
            self._wanted.clear()
            if self._due:
                self._due = False
                try:
                    self._work()
                except Exception:  # noqa: BLE001 - a game without it is a game
                    _log.exception("work failed", worker=self._thread.name)
