"""Runs work in separate threads, so that no game waits for it: on demand, or a backup after each set."""

import threading
from collections.abc import Callable
from pathlib import Path

import structlog

from pi_bunco.app.people.wish import load_wish
from pi_bunco.errors import Trouble
from pi_bunco.machine.threads import start_thread
from pi_bunco.store import BACKUPS, back_up

_log = structlog.get_logger()


class Worker:
    """Does one kind of work in a separate thread.

    If it is woken while it works, it works once more afterwards, however often it was woken. A failure is
    logged, and the game goes on; the thread tries again when it is next woken.

    Parameters
    ----------
    name
        The thread's name, for logs and debuggers.
    work
        The function that does the work.
    every
        It also works without being woken, each time after so many seconds; ``None``: never.

    >>> done = threading.Event()
    >>> worker = Worker("bell", done.set)
    >>> worker.wake()
    >>> done.wait(10)
    True
    >>> worker.close()
    """

    def __init__(self, name: str, work: Callable[[], object], every: float | None = None) -> None:
        self._work, self._every = work, every
        self._woken = threading.Event()
        self._due = self._stopping = False
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        start_thread(self._thread)

    def wake(self) -> None:
        """Wake the thread and return at once."""
        self._due = True
        self._woken.set()

    def close(self) -> None:
        """Finish the work that is waiting, and stop."""
        self._stopping = True
        self._woken.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._stopping or self._due:
            timed_out = not self._woken.wait(self._every)
            self._woken.clear()
            if self._due or timed_out:
                self._due = False
                try:
                    self._work()
                except Exception:  # noqa: BLE001 - the game goes on without it
                    _log.exception("work failed", worker=self._thread.name)


class Backups(Worker):
    """Makes backups of a table's log, and renews them after an imported evening was deleted.

    Parameters
    ----------
    folder
        The state directory.
    read_state
        Returns a value that changes when a set ends. It is called here and in the writer's thread.
    """

    def __init__(self, folder: Path, read_state: Callable[[], object]) -> None:
        self._folder = folder
        self._read_state = read_state
        self._state = read_state()
        super().__init__("backups", self._back_up)

    def back_up_finished_set(self) -> None:
        """Start a backup if a set has ended. The writer calls this after each command; it returns at once."""
        state = self._read_state()
        if state != self._state:
            self._state = state
            self.wake()

    def _back_up(self) -> None:
        if load_wish(self._folder):
            from pi_bunco.app.people.finish import renew_while_playing  # noqa: PLC0415 - only after a deletion

            renew_while_playing(self._folder)
        try:
            backup = back_up(self._folder, self._folder / BACKUPS)
        except Trouble as trouble:  # the game goes on, and its log is unchanged
            _log.warning("no backup", why=str(trouble))
        else:
            _log.info("backup", made=backup.path.name if backup else "nothing new")
