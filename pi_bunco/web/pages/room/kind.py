"""What the room's television is made of."""

from pathlib import Path

from flask import Blueprint

from pi_bunco.sentences import say
from pi_bunco.views.room import RoomView
from pi_bunco.views.room_header import make_header
from pi_bunco.views.short_names import shorten_names, use_short_names
from pi_bunco.web.blocks import Block, Parts
from pi_bunco.web.page_kind import PageKind
from pi_bunco.web.pages.room import view
from pi_bunco.web.pages.room.announcements import make_announcements
from pi_bunco.web.pages.room.show import make_show
from pi_bunco.web.sources import get_room


def _make_tables(room: RoomView) -> Parts:
    short = {key: use_short_names(table, room.short_names) for key, table in view.make_tables(room).items()}
    return Parts(view.make_grid(room), short)


ROOM_PAGE = PageKind(
    folder=Path(__file__).parent,
    called=lambda _: say("the room’s screen"),
    routes=Blueprint("room", __name__),
    styles="base live head room scenes confetti sound",
    script="room",
    source=get_room,
    blocks=(
        Block("room_head", make_header),
        Block("room_drawn", view.find_drawn_name),
        Block("room_contest", shorten_names(view.make_contest)),
        Block("guests", lambda room: room.guests.says),
        Block("room_tables", _make_tables),
        Block("room_show", shorten_names(make_show)),
        Block("room_call", view.make_call),
        Block("sounds", make_announcements),
    ),
)
