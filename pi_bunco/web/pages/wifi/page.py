"""The page of the Pi's own Wi-Fi: it says what will happen, asks whether to do it, and shows how to join.

The device that asks loses its connection at once. So all that it needs afterwards is in the answer.
"""

from collections.abc import Mapping
from pathlib import Path

from flask import Blueprint, Response, make_response, request

from pi_bunco.access.roles import HOST
from pi_bunco.devices.wifi.access import WifiAccess, check_access
from pi_bunco.errors import Trouble
from pi_bunco.sentences import say
from pi_bunco.web.context import get_parts
from pi_bunco.web.failures import find_status, require
from pi_bunco.web.join import draw_qr
from pi_bunco.web.needs import needs
from pi_bunco.web.page_kind import PageKind
from pi_bunco.web.pages.wifi.form import PATH, fill_form, find_missing_pin, make_form, read_next
from pi_bunco.web.ports.wifi import WifiView
from pi_bunco.web.serve_pages import serve_page
from pi_bunco.web.visitors import get_visitor

WIFI = PageKind(
    folder=Path(__file__).parent,
    called=lambda _: say("the Pi’s own Wi-Fi"),
    routes=Blueprint("wifi", __name__),
    styles="base wifi",
)


@WIFI.routes.get("/wifi")
@needs(HOST)
def show_page() -> str:
    """Show whether the own Wi-Fi is on, how to join it, and how to switch it."""
    wifi = get_parts().own_wifi
    if wifi is None:
        return serve_page(WIFI, wifi=make_form(), view=None)
    return _serve_state(wifi.view(), request.args)


@WIFI.routes.post("/wifi")
@needs(HOST)
def switch() -> Response:
    """Say what will happen, or do it if that was said (``sure``). ``to``: ``own`` or ``house``."""
    wifi, fields = require(get_parts().own_wifi), request.form
    view, is_sure = wifi.view(), fields.get("sure") == "yes"
    try:
        if missing := find_missing_pin():
            raise missing
        if fields.get("to") == "house":
            if is_sure:
                wifi.switch_off()
            return make_response(_serve_way_home(view, is_sure=is_sure))
        access = check_access(fields.get("name", ""), fields.get("password", ""))
        if view.state.trouble:
            raise view.state.trouble
        if is_sure:
            wifi.switch_on(access)
        return make_response(_serve_way(view, access, is_sure=is_sure))
    except Trouble as trouble:
        page = _serve_state(view, fields, trouble)
        return make_response(page, find_status(trouble))


def _serve_state(view: WifiView, fields: Mapping[str, str], wrong: Trouble | None = None) -> str:
    form = fill_form(view, fields, wrong)
    shown = view.state.own if view.state.is_on else None
    return serve_page(WIFI, wifi=form, view=view, **_list_codes(view, shown, "/"))


def _serve_way(view: WifiView, access: WifiAccess, *, is_sure: bool) -> str:
    """Serve what will happen, or happens now, on the way into the own Wi-Fi."""
    next_page = read_next(request.form)
    return serve_page(
        WIFI,
        "own",
        access=access,
        view=view,
        next_page=next_page,
        machine=get_visitor().machine,
        is_sure=is_sure,
        **_list_codes(view, access, "/" if next_page == PATH else next_page),
    )


def _serve_way_home(view: WifiView, *, is_sure: bool) -> str:
    """Serve what will happen, or happens now, on the way back into the house's Wi-Fi."""
    return serve_page(
        WIFI,
        "house",
        view=view,
        next_page=read_next(request.form),
        machine=get_visitor().machine,
        is_sure=is_sure,
    )


def _list_codes(view: WifiView, access: WifiAccess | None, path: str) -> dict[str, str]:
    """Return the QR code to join, and the address to open then with its own code."""
    address = view.address + path
    return {
        "join_qr": draw_qr(access.make_code()) if access else "",
        "address": address,
        "page_qr": draw_qr(address),
    }
