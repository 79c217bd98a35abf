"""The changes of a room: each has a number, so that pages can wait for the next one."""

import threading
from collections.abc import Iterable

from pi_bunco.game.lines import ROOM


class Changes:
    """Numbers the changes at the tables, from 1. Any thread may note one and wait for one."""

    def __init__(self) -> None:
        self._happened = threading.Condition()
        self._newest = 1
        self._by_table: dict[int, int] = {}  # 1 for a table that is not in it

    def note(self, tables: Iterable[int]) -> None:
        """Note a change at these tables, which is also one of the room."""
        with self._happened:
            self._newest += 1
            self._by_table |= dict.fromkeys((ROOM, *tables), self._newest)
            self._happened.notify_all()

    def get_number(self, table: int) -> int:
        """Return the number of the last change at a table; of the room for :data:`ROOM`."""
        return self._by_table.get(table, 1)

    def wait(self, known: int, timeout: float) -> int | None:
        """Wait for a change at any table after change number ``known``, and return its number.

        Parameters
        ----------
        known
            The number of the last known change; 0 for none.
        timeout
            How many seconds to wait. Then ``None`` is returned.
        """
        with self._happened:
            self._happened.wait_for(lambda: self._newest > known, timeout)
            return self._newest if self._newest > known else None
