"""The cache of views: a view is made once for all who look, and again only after a change."""

import threading
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from pi_bunco.game.lines import ROOM
from pi_bunco.room.changes import Changes

View = TypeVar("View")
Shown = tuple[int, bool]
"""A table, :data:`ROOM` for the room, and whether its results are shown too."""


class ViewCache:
    """Keeps the newest view of each page.

    Parameters
    ----------
    changes
        The changes after which a view is old.
    """

    def __init__(self, changes: Changes) -> None:
        self._changes = changes
        self._lock = threading.Lock()
        self._views: dict[Shown, tuple[int, Any]] = {}

    def get(self, shown: Shown, make: Callable[[], View]) -> tuple[int, View]:
        """Return a view with the number of its last change. ``make`` is called only after a change."""
        table, with_results = shown
        topic = ROOM if with_results else table  # results change with any table
        newest: tuple[int, View] | None = self._views.get(shown)
        if newest is None or newest[0] != self._changes.get_number(topic):
            with self._lock:
                number = self._changes.get_number(topic)
                newest = self._views.get(shown)
                if newest is None or newest[0] != number:
                    newest = self._views[shown] = number, make()
        return newest

    def list_tables(self) -> Iterator[int]:
        """Yield the tables that somebody has looked at."""
        yield from (table for table, _ in list(self._views))
