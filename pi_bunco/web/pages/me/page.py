"""A guest's own page on their phone."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

from flask import Blueprint, redirect, request
from werkzeug.wrappers import Response

from pi_bunco.access.roles import GUEST
from pi_bunco.game.lines import HEAD
from pi_bunco.sentences import say
from pi_bunco.views.short_names import shorten_names
from pi_bunco.web.blocks import Block
from pi_bunco.web.context import get_service
from pi_bunco.web.needs import needs
from pi_bunco.web.page_kind import PageKind
from pi_bunco.web.pages.me import view
from pi_bunco.web.serve_pages import serve_live_page, serve_page
from pi_bunco.web.sources import get_room

_GUEST = "bunco-guest"  # the cookie with the name of the phone's guest
_YEAR = 365 * 24 * 3600  # seconds


def _list_blocks(name: str) -> Sequence[Block[Any]]:
    return (
        Block("guest_head", lambda room: view.make_guest_header(room, name)),
        Block("guest_place", shorten_names(lambda room: view.make_place(room, name))),
        Block("guest_card", lambda room: view.find_own_card(room, name)),
        Block("guest_awards", lambda room: view.list_own_awards(room, name)),
    )


ME = PageKind(
    folder=Path(__file__).parent,
    called=lambda _: say("a guest’s own page"),
    routes=Blueprint("me", __name__),
    styles="base live me",
    script="watch",
    source=get_room,
    blocks=_list_blocks,
    for_many=True,
)


@ME.routes.get("/me")
@needs(GUEST)
def show_page() -> str | Response:
    """Show a guest's own page on their phone, or ask who they are."""
    names = get_service().view_room().names
    chosen = request.args.get("guest")
    if chosen in names:
        response = redirect("/me")
        response.set_cookie(_GUEST, quote(chosen), max_age=_YEAR, httponly=True, samesite="Lax")
        return response
    name = unquote(request.cookies.get(_GUEST, ""))
    if name not in names or chosen is not None:
        return serve_page(ME, "who", names=names)
    return serve_live_page(ME, HEAD, name)
