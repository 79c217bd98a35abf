"""The page of a table that does not play now: what goes on in the room meanwhile."""

from dataclasses import dataclass

from pi_bunco.views.room import RoomView
from pi_bunco.views.room_header import RoomHeaderView, make_header


@dataclass(frozen=True, slots=True)
class GoneView:
    """What goes on in the room, and the tables that play."""

    header: RoomHeaderView
    tables: tuple[int, ...]


def make_gone(view: RoomView) -> GoneView:
    """Return what a table shows while it does not play."""
    return GoneView(make_header(view), tuple(table.table for table in view.tables))
