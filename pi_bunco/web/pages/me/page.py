"""A guest's own page on their phone."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

from flask import Blueprint, redirect, request
from werkzeug.wrappers import Response

from pi_bunco.access.roles import GUEST
from pi_bunco.game.lines import HEAD
from pi_bunco.limits import NAME
from pi_bunco.sentences import say
from pi_bunco.views.short_names import shorten_names
from pi_bunco.web.blocks import Block
from pi_bunco.web.context import get_service
from pi_bunco.web.needs import needs
from pi_bunco.web.page_kind import PageKind
from pi_bunco.web.pages.me import view
from pi_bunco.web.pages.me.who import FEW, NameGroup, group_names
from pi_bunco.web.serve_pages import serve_live_page, serve_page
from pi_bunco.web.sources import get_room
from pi_bunco.whole_numbers import parse_whole

_GUEST = "bunco-guest"  # the cookie with the name of the phone's guest
_TYPE = "bunco-type"  # the cookie with the size of the phone's letters
_SIZES = (100, 120, 145, 175)  # the sizes, in percent of the usual one
_YEAR = 365 * 24 * 3600  # seconds


def _list_blocks(name: str) -> Sequence[Block[Any]]:
    return (
        Block("guest_head", lambda room: view.make_guest_header(room, name)),
        Block("guest_place", shorten_names(lambda room: view.make_place(room, name))),
        Block("guest_card", lambda room: view.find_own_card(room, name)),
        Block("guest_prizes", lambda room: view.list_own_prizes(room, name)),
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
    """Show a guest's own page on their phone, or ask who they are.

    The query may contain ``guest``, who it is (``""``: somebody else), ``find``, the begin of a name to look
    for, and ``type``, the size of the letters from 0 to 3. The phone keeps the guest and the size.
    """
    names = get_service().view_room().names
    chosen = request.args.get("guest")
    size = _read_size(request.args.get("type"))
    if size is not None:
        response = redirect("/me" if chosen is None else f"/me?guest={quote(chosen)}")
        response.set_cookie(_TYPE, str(size), max_age=_YEAR, httponly=True, samesite="Lax")
        return response
    if chosen in names:
        response = redirect("/me")
        response.set_cookie(_GUEST, quote(chosen), max_age=_YEAR, httponly=True, samesite="Lax")
        return response
    size = _read_size(request.cookies.get(_TYPE)) or 0
    letters = {"size": size, "percent": _SIZES[size], "larger": (size + 1) % len(_SIZES)}
    name = unquote(request.cookies.get(_GUEST, ""))
    if name in names and chosen is None:
        return serve_live_page(ME, HEAD, name, **letters)
    many, wanted = len(names) > FEW, request.args.get("find", "")[:NAME]
    groups = group_names(names, wanted) if many else (NameGroup("", names),)
    return serve_page(ME, "who", groups=groups, wanted=wanted, many=many, **letters)


def _read_size(text: str | None) -> int | None:
    """Return a size of the letters, ``None`` if a text is none.

    >>> _read_size("2"), _read_size("4"), _read_size(None)
    (2, None, None)
    """
    return None if text is None else parse_whole(text, 0, len(_SIZES) - 1)
