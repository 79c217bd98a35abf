"""The codes that can be printed now, for the phones, the tablets and the Wi-Fi of this room."""

from urllib.parse import urlsplit

from flask import request

from pi_bunco.paper.codes import list_page_codes, make_wifi_code
from pi_bunco.paper.pdf_kinds import Code, CodeKind
from pi_bunco.web.context import get_parts, get_service
from pi_bunco.web.join import make_join_address


def list_codes(kind: CodeKind) -> tuple[Code, ...]:
    """Return the codes of a kind; none if there is no Wi-Fi of the Pi's own, or no network at all."""
    if kind == "wifi-poster":
        return _list_wifi_codes()
    address = find_address()
    return list_page_codes(kind, address, len(get_service().view_room().tables)) if address else ()


def find_address() -> str:
    """Return where phones find the plain pages, without a path; ``""``: no network is connected.

    Guests' phones do not know the certificate of the secure pages.
    """
    wifi, secure = get_parts().own_wifi, get_parts().secure_pages
    if wifi is not None and wifi.is_on():
        return wifi.view().address
    address = make_join_address(request.host_url, "")
    if not (address and secure and request.is_secure):
        return address
    host = urlsplit(address).netloc.rpartition(":")[0] or urlsplit(address).netloc
    return f"http://{host}:{secure.view().plain_port}"


def _list_wifi_codes() -> tuple[Code, ...]:
    wifi = get_parts().own_wifi
    if wifi is None or not wifi.is_on():
        return ()
    own = wifi.view().state.own
    return () if own is None else (make_wifi_code(own.make_code(), own.name, own.password),)
