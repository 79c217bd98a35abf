"""What pages and their streams show: a table, the results, the room, or the host's view of it."""

from collections.abc import Callable, Mapping
from typing import Any

from pi_bunco.views.calibration import Calibrator
from pi_bunco.web.ports.room import PagePort

Source = Callable[[PagePort, int], tuple[int, Any]]
"""Returns the number of the last change of what the page of a table shows, and its view since then.

It raises :class:`pi_bunco.game.refused.Refused` if there is no such table now.
"""
Poll = Callable[[PagePort, Mapping[int, Calibrator], int], Any]
"""Returns the current view of something that does not number its changes, for the number of a table."""


def get_table(service: PagePort, table: int) -> tuple[int, Any]:
    """Return a table, with the number of its last change."""
    return service.get_newest(table)


def get_results(service: PagePort, table: int) -> tuple[int, Any]:
    """Return a table with the results of all tables, with the number of the last change."""
    return service.get_newest(table, with_results=True)


def get_room(service: PagePort, table: int) -> tuple[int, Any]:  # noqa: ARG001 - it is one room for all tables
    """Return the room, with the number of its last change."""
    return service.get_newest_room()


def get_money(service: PagePort, table: int) -> tuple[int, Any]:  # noqa: ARG001 - it is one room for all tables
    """Return the money of the evening, with the number of the room's last change."""
    return service.get_newest_room()[0], service.view_money()


def get_retabulation(service: PagePort, table: int) -> tuple[int, Any]:  # noqa: ARG001 - as above
    """Return which cards on paper agree, with the number of the room's last change."""
    return service.get_newest_room()[0], service.view_retabulation()


def get_host(service: PagePort, table: int) -> tuple[int, Any]:  # noqa: ARG001 - it is one room for all tables
    """Return the host's view of the room, with the number of its last change."""
    return service.get_newest_host()
