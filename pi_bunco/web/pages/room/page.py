"""The page for the room's television, which nobody taps."""

from flask import request

from pi_bunco.access.roles import GUEST
from pi_bunco.game.lines import HEAD
from pi_bunco.web.context import get_service
from pi_bunco.web.join import draw_qr, make_join_address
from pi_bunco.web.language import has_own_language
from pi_bunco.web.needs import needs
from pi_bunco.web.pages.room.kind import ROOM_PAGE
from pi_bunco.web.pages.room.sponsors import send_pictures
from pi_bunco.web.serve_pages import serve_live_page


@ROOM_PAGE.routes.get("/room")
@needs(GUEST)
def show_page() -> str:
    """Show the page for the room's television, which nobody taps."""
    address = make_join_address(request.host_url, "/me")
    return serve_live_page(
        ROOM_PAGE,
        HEAD,
        join=draw_qr(address) if address else "",
        sponsors=send_pictures(),
        follows=None if has_own_language() else get_service().view_room().sound,
    )
