"""Serves a live page as a whole, before its stream goes on with it.

Distinguishes plain forms from those that scripts send.
"""

from typing import cast

from flask import request

from pi_bunco.access.roles import Role
from pi_bunco.sentences import say
from pi_bunco.views.table import TableView
from pi_bunco.web.blocks import PageBoard
from pi_bunco.web.context import streams
from pi_bunco.web.join import draw_code
from pi_bunco.web.language import choose_language, render_page
from pi_bunco.web.live_pages import list_rights, make_topic
from pi_bunco.web.streams import RUN
from pi_bunco.web.tables import missing_if_refused
from pi_bunco.web.visitors import role_on, visitor


def serve_live(template: str, page: str, table: int, guest: str = "", **more: object) -> str:
    """Serve a page that its stream keeps up to date, with what this device may do."""
    who = visitor()
    may = role_on(page, table)
    role = f"{who.role.name} {who.role.table or ''}"
    shown = make_topic(page, table, may, guest, choose_language())
    streams().forget(shown.about, table)  # somebody who loads the page wants its current state
    feed = streams().feed(shown)
    with missing_if_refused():
        known = f"{RUN}.{feed.look()}"
    blocks = cast("PageBoard[TableView]", feed.encoder).markup()
    asks = page == "table" and who.device is not None and who.device.wants == Role("table", table)
    qr = draw_code(f"{request.host_url}host/let-in/{who.device.code}") if who.device and asks else ""
    own = who.role.table
    watches = say("This device is for table {table}.", table=own) if own else say("This device watches.")
    device = {"who": who, "role": role, "asks": asks, "watches": watches, "qr": qr, **list_rights(may)}
    return render_page(template, blocks=blocks, known=known, guest=guest, **device, **more)


def is_plain_form() -> bool:
    """Return whether a page without scripts has sent a form."""
    return bool(request.form) and "application/json" not in request.headers.get("Accept", "")
