"""The pages with QR codes: for phones, and for the device of each table."""

from pathlib import Path

from flask import Blueprint, redirect, request
from werkzeug.wrappers import Response

from pi_bunco.access.roles import GUEST
from pi_bunco.game.lines import HEAD
from pi_bunco.sentences import say
from pi_bunco.web.context import get_parts, get_service
from pi_bunco.web.join import draw_qr, make_join_address
from pi_bunco.web.needs import needs
from pi_bunco.web.page_kind import PageKind
from pi_bunco.web.pages.table.kind import TABLE
from pi_bunco.web.serve_pages import serve_page
from pi_bunco.web.tables import make_table_address, read_table_number, view_table
from pi_bunco.web.visitors import find_page_role

JOIN = PageKind(
    folder=Path(__file__).parent,
    called=lambda _: say("the QR code to join"),
    routes=Blueprint("join", __name__),
    styles="base live head me join",
    script="join",
)


@JOIN.routes.get("/join")
@needs(GUEST)
def show_page() -> str:
    """Show the QR code that leads phones to the room's pages."""
    several = len(get_service().view_room().tables) > 1
    address = make_join_address(request.host_url, "/me" if several else "/")
    return serve_page(
        JOIN, "phones", address=address, qr=draw_qr(address) if address else "", several=several
    )


@JOIN.routes.get("/join/tables")
@needs(GUEST)
def show_table_codes() -> str:
    """Show a QR code for the device of each table, on a television or printed."""
    numbers = [table.table for table in get_service().view_room().tables]
    addresses = {number: make_join_address(request.host_url, f"/join/{number}") for number in numbers}
    codes = {number: draw_qr(address) for number, address in addresses.items() if address}
    verifies = view_table(HEAD, with_results=True).results.verifies
    staff = make_join_address(request.host_url, "/staff") if verifies else ""
    return serve_page(JOIN, "tables", codes=codes, staff=draw_qr(staff) if staff else "")


@JOIN.routes.get("/join/<number>")
@needs(GUEST)
def join_table(number: str) -> str | Response:
    """Let the device that has scanned a table's code ask to tap there. Then it shows the table.

    With scripts it asks by itself.
    """
    table = view_table(read_table_number(number)).table
    if not get_parts().door.roles_in_use or find_page_role(TABLE, table) != GUEST:
        return redirect(make_table_address(table))
    return serve_page(JOIN, number=table)
