"""Backups of the log at the end of each set, in a separate thread that no game waits for."""

from collections.abc import Callable
from pathlib import Path

import structlog

from pi_bunco.app.worker import Worker
from pi_bunco.errors import Trouble
from pi_bunco.store import BACKUPS, back_up

_log = structlog.get_logger()


class Backups(Worker):
    """Makes backups of a table's log.

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
        try:
            made = back_up(self._folder, self._folder / BACKUPS)
        except Trouble as trouble:  # the game goes on, and its log is unchanged
            _log.warning("no backup", why=str(trouble))
        else:
            _log.info("backup", made=made.path.name if made else "nothing new")
