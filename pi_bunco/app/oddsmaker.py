"""The oddsmaker works out ahead, in a thread of its own, what the odds of a round are looked up in."""

from collections.abc import Callable

import structlog

from pi_bunco.app.worker import Worker
from pi_bunco.chance.odds import Ahead

_log = structlog.get_logger()


class Oddsmaker:
    """Prepares the odds of a room.

    Parameters
    ----------
    ahead
        Returns what the odds of this round, or the next one, are looked up in; may be called by any thread.
    """

    def __init__(self, ahead: Callable[[], Ahead]) -> None:
        self._ahead = ahead
        self._worker = Worker("oddsmaker", self._prepare)
        self.wake()

    def wake(self) -> None:
        """Say that another round may be next; returns at once."""
        self._worker.wake()

    def close(self) -> None:
        """Finish what is being worked out, and stop."""
        self._worker.close()

    def _prepare(self) -> None:
        try:
            self._ahead().prepare()
        except Exception:  # noqa: BLE001 - a game without odds is a game
            _log.exception("no odds for this round")
