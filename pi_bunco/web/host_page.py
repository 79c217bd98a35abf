"""The host's page: its blocks."""

from pi_bunco.views.host import HostView
from pi_bunco.views.page import host
from pi_bunco.web.blocks import Block, Parts

BLOCKS: tuple[Block[HostView], ...] = (
    Block("host_now", host.now),
    Block("host_tables", lambda view: Parts(None, host.lines(view))),
    Block("host_seats", host.seats),
    Block("host_countdown", host.countdown),
    Block("host_ways", host.ways),
    Block("button", lambda view: view.button),
)
"""All that the host's page shows."""
