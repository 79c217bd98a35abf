"""Serves a live page as a whole, before its stream continues it.

It also distinguishes plain forms from those that scripts send.
"""

from typing import cast

from flask import request

from pi_bunco.access.roles import Role
from pi_bunco.sentences import say
from pi_bunco.views.table import TableView
from pi_bunco.web.blocks import PageBlocks
from pi_bunco.web.context import get_streams
from pi_bunco.web.join import draw_qr
from pi_bunco.web.language import choose_language, render_page
from pi_bunco.web.live_pages import list_rights, make_topic
from pi_bunco.web.streams import RUN
from pi_bunco.web.tables import raise_missing_table
from pi_bunco.web.visitors import find_page_role, get_visitor


def serve_live(template: str, page: str, table: int, guest: str = "", **more: object) -> str:
    """Return a page that its stream keeps up to date, with what this device may do."""
    visitor = get_visitor()
    page_role = find_page_role(page, table)
    role = f"{visitor.role.name} {visitor.role.table or ''}"
    topic = make_topic(page, table, page_role, guest, choose_language())
    get_streams().poll_again(topic.about, table)  # a page that is loaded shows the current state
    feed = get_streams().find_feed(topic)
    with raise_missing_table():
        known = f"{RUN}.{feed.refresh()}"
    blocks = cast("PageBlocks[TableView]", feed.encoder).list_markup()
    asks = page == "table" and visitor.device is not None and visitor.device.wants == Role("table", table)
    qr = draw_qr(f"{request.host_url}host/let-in/{visitor.device.code}") if visitor.device and asks else ""
    own = visitor.role.table
    watches = say("This device is for table {table}.", table=own) if own else say("This device watches.")
    device = {
        "who": visitor,
        "role": role,
        "asks": asks,
        "watches": watches,
        "qr": qr,
        **list_rights(page_role),
    }
    return render_page(template, blocks=blocks, known=known, guest=guest, **device, **more)


def is_plain_form() -> bool:
    """Return whether a page without scripts has sent a form."""
    return bool(request.form) and "application/json" not in request.headers.get("Accept", "")
