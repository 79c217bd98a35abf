"""A guest's own page: its blocks."""

from pi_bunco.views.page import guest
from pi_bunco.views.room import RoomView
from pi_bunco.web.blocks import Block


def blocks(name: str) -> tuple[Block[RoomView], ...]:
    """Return all that the page of the guest of this name shows."""
    return (
        Block("guest_head", lambda view: guest.guest_head(view, name)),
        Block("guest_place", lambda view: guest.place(view, name)),
        Block("guest_card", lambda view: guest.own_card(view, name)),
        Block("guest_awards", lambda view: guest.own_awards(view, name)),
    )
