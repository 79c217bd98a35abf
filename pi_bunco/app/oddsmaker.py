"""The oddsmaker works out ahead, in a thread of its own, what the odds of a round are looked up in."""

import threading
from collections.abc import Callable

import structlog

from pi_bunco.chance.odds import prepare
from pi_bunco.rules import Game

_log = structlog.get_logger()


class Oddsmaker:
    """Prepares the odds of one table.

    Parameters
    ----------
    game
        Gives what is played; may be called by any thread.
    """

    def __init__(self, game: Callable[[], Game]) -> None:
        self._game = game
        self._wanted = threading.Event()
        self._stopping = False
        self._thread = threading.Thread(target=self._run, name="oddsmaker", daemon=True)
        self._thread.start()
        self.wake()

    def wake(self) -> None:
        """Say that another round may be next; returns at once."""
        self._wanted.set()

    def close(self) -> None:
        """Finish what is being worked out, and stop."""
        self._stopping = True
        self._wanted.set()
        self._thread.join()

    def _run(self) -> None:
        while self._wanted.wait() and not self._stopping:
            self._wanted.clear()
            try:
                prepare(self._game())
            except Exception:  # noqa: BLE001 - a game without odds is a game
                _log.exception("no odds for this round")
