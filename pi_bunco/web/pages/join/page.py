"""The page with the QR code that leads phones to the room's pages."""

from pathlib import Path

from flask import Blueprint, request

from pi_bunco.access.roles import GUEST
from pi_bunco.sentences import say
from pi_bunco.web.context import get_service
from pi_bunco.web.join import draw_qr, make_join_address
from pi_bunco.web.needs import needs
from pi_bunco.web.page_kind import PageKind
from pi_bunco.web.serve_pages import serve_page

JOIN = PageKind(
    folder=Path(__file__).parent,
    called=lambda _: say("the QR code to join"),
    routes=Blueprint("join", __name__),
    styles="base live me",
)


@JOIN.routes.get("/join")
@needs(GUEST)
def show_page() -> str:
    """Show the QR code that leads phones to the room's pages."""
    several = len(get_service().view_room().tables) > 1
    address = make_join_address(request.host_url, "/me" if several else "/")
    return serve_page(JOIN, address=address, qr=draw_qr(address) if address else "", several=several)
