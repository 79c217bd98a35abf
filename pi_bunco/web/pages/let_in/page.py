"""The page that asks whether to let in a device. The QR code on that device leads here."""

from pathlib import Path

from flask import Blueprint

from pi_bunco.access.roles import HOST
from pi_bunco.sentences import say
from pi_bunco.web.context import get_parts
from pi_bunco.web.failures import require
from pi_bunco.web.needs import needs
from pi_bunco.web.page_kind import PageKind, get_kinds
from pi_bunco.web.pages.host.devices import list_devices
from pi_bunco.web.serve_pages import serve_page
from pi_bunco.web.visitors import get_visitor

LET_IN = PageKind(
    folder=Path(__file__).parent,
    called=lambda _: say("a device that asks"),
    routes=Blueprint("let_in", __name__),
    styles="base head welcome",
)


@LET_IN.routes.get("/host/let-in/<code>")
@needs(HOST)
def show_page(code: str) -> str:
    """Ask whether to let in the device that shows this code. The QR code on that device leads here."""
    devices = list_devices(get_parts().door, get_visitor(), get_kinds())
    found = (device for device in devices if device.waits and device.code == code)
    return serve_page(LET_IN, device=require(next(found, None)))
