"""The room's screen: its blocks. It has no buttons, and stands where everybody sees it."""

from pi_bunco.views.page import room
from pi_bunco.views.room import RoomView
from pi_bunco.web.blocks import Block, Parts

BLOCKS: tuple[Block[RoomView], ...] = (
    Block("room_head", room.head),
    Block("room_tables", lambda view: Parts(room.grid(view), room.tables(view))),
    Block("room_end", room.end),
    Block("guests", lambda view: view.guests.says),
)
"""All that the room's screen shows."""
