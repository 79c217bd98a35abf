"""Sends the dialogs that open over a table's page: its menu, and what is known about throws and rounds."""

from collections.abc import Callable, Mapping

from flask import abort, request

from pi_bunco.access.roles import GUEST
from pi_bunco.game.round_key import RoundKey
from pi_bunco.limits import NUMBER
from pi_bunco.views.score_cards import ScoreCardView
from pi_bunco.views.short_names import use_short_names
from pi_bunco.views.table import TableView
from pi_bunco.web.context import get_service
from pi_bunco.web.failures import require
from pi_bunco.web.join import draw_qr, make_join_address
from pi_bunco.web.needs import needs
from pi_bunco.web.pages.table import amend, menu
from pi_bunco.web.pages.table.kind import TABLE
from pi_bunco.web.serve_pages import serve_table_dialog
from pi_bunco.web.tables import read_table_number, view_table
from pi_bunco.whole_numbers import parse_whole

# Each dialog about the whole table, with the function that makes its values.
_DIALOGS: Mapping[str, Callable[[TableView], object]] = {
    "more": menu.make_menu,
    "odds": menu.list_odds,
    "enter": menu.make_entry,
    "uncounted": menu.make_uncounted,
    "end-round": lambda view: view.can.end_round,
}


@TABLE.routes.get("/t/<number>/sheet/<name>")
@needs(GUEST)
def send_dialog(number: str, name: str) -> str:
    """Send a dialog that opens over a table's page."""
    # Results are computed only for the dialog that shows them.
    view = view_table(read_table_number(number), with_results=name == "more")
    whole = _DIALOGS[name](view) if name in _DIALOGS else None
    it = use_short_names(whole, view.short_names, (ScoreCardView,))
    if not it:
        abort(404)
    path = "/me" if len(get_service().view_room().tables) > 1 else "/"
    address = make_join_address(request.host_url, path) if name == "more" else ""
    return serve_table_dialog(TABLE, name, view.table, it, join=draw_qr(address) if address else "")


@TABLE.routes.get("/t/<number>/throw/<seq>")
@needs(GUEST)
def send_throw(number: str, seq: str) -> str:
    """Send the dialog that corrects a throw."""
    table = view_table(read_table_number(number)).table
    found = require(get_service().find_throw(table, parse_whole(seq, 0, NUMBER) or 0))
    return serve_table_dialog(TABLE, "throw", table, amend.make_correction(found))


@TABLE.routes.get("/t/<number>/round/<key>")
@needs(GUEST)
def send_round(number: str, key: str) -> str:
    """Send the dialog of an earlier round at a table, with its throws."""
    view, round_key = view_table(read_table_number(number)), require(RoundKey.parse(key))
    found = require(get_service().view_round(view.table, round_key))
    return serve_table_dialog(TABLE, "round", view.table, amend.make_round_dialog(found, view.sets))


@TABLE.routes.get("/t/<number>/missing/<after>")
@needs(GUEST)
def send_missing(number: str, after: str) -> str:
    """Send the dialog that adds a missing throw directly after an event."""
    view, before = view_table(read_table_number(number)), parse_whole(after, 0, NUMBER) or 0
    found = get_service().find_throw(view.table, before)
    it = amend.make_missing_throw(before, found, view.here.seen)
    return serve_table_dialog(TABLE, "missing", view.table, it)
