"""The page for the room's large screen, which nobody taps."""

from collections.abc import Mapping
from pathlib import Path

from flask import Blueprint, request

from pi_bunco.access.roles import GUEST
from pi_bunco.game.lines import HEAD
from pi_bunco.sentences import say
from pi_bunco.views.room import RoomView
from pi_bunco.views.room_header import make_header
from pi_bunco.views.short_names import shorten_names, use_short_names
from pi_bunco.web.blocks import Block, Parts
from pi_bunco.web.join import draw_qr, make_join_address
from pi_bunco.web.needs import needs
from pi_bunco.web.page_kind import PageKind
from pi_bunco.web.pages.room import view
from pi_bunco.web.serve_pages import serve_live_page
from pi_bunco.web.sources import get_room


def _make_tables(room: RoomView) -> Parts:
    parts: Mapping[str, view.ScoreView | view.ChairsView] = view.make_tables(room)
    short = {key: use_short_names(table, room.short_names) for key, table in parts.items()}
    return Parts(view.make_grid(room), short)


ROOM_PAGE = PageKind(
    folder=Path(__file__).parent,
    called=lambda _: say("the room’s screen"),
    routes=Blueprint("room", __name__),
    styles="base live head room confetti",
    script="watch",
    source=get_room,
    blocks=(
        Block("room_head", make_header),
        Block("room_drawn", view.find_drawn_name),
        Block("room_contest", shorten_names(view.make_contest)),
        Block("guests", lambda room: room.guests.says),
        Block("room_tables", _make_tables),
        Block("room_end", shorten_names(view.make_end)),
    ),
)


@ROOM_PAGE.routes.get("/room")
@needs(GUEST)
def show_page() -> str:
    """Show the page for the room's large screen, which nobody taps."""
    address = make_join_address(request.host_url, "/me")
    return serve_live_page(ROOM_PAGE, HEAD, join=draw_qr(address) if address else "")
