"""Backups of the log at the end of each set, in a separate thread that no game waits for."""

from collections.abc import Callable
from pathlib import Path

import structlog

from pi_bunco.app.worker import Worker
from pi_bunco.errors import Trouble
from pi_bunco.store import back_up
from pi_bunco.store.package import FOLDER

_log = structlog.get_logger()


class Backups:
    """Makes backups of a table.

    Parameters
    ----------
    folder
        The state directory.
    stands
        Returns a value that changes when a set ends. It is called here and in the writer's thread.
    """

    def __init__(self, folder: Path, stands: Callable[[], object]) -> None:
        self._folder = folder
        self._ask = stands
        self._stands = stands()
        self._worker = Worker("backups", self._make)

    def look(self) -> None:
        """Start a backup if a set has ended. The writer calls this after each command; it returns at once."""
        stands = self._ask()
        if stands != self._stands:
            self._stands = stands
            self._worker.wake()

    def close(self) -> None:
        """Finish the current backup and stop."""
        self._worker.close()

    def _make(self) -> None:
        try:
            made = back_up(self._folder, self._folder / FOLDER)
        except Trouble as trouble:  # the game goes on, and its log is unchanged
            _log.warning("no backup", why=str(trouble))
        else:
            _log.info("backup", made=made.path.name if made else "nothing new")
