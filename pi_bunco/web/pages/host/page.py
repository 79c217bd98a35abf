"""The host's page: the bell, the tables, the seats and the devices."""

import time

from pi_bunco.access.roles import HOST
from pi_bunco.game.lines import HEAD
from pi_bunco.limits import DEVICE_NAME
from pi_bunco.web.context import get_parts, get_service
from pi_bunco.web.failures import require
from pi_bunco.web.language import render_page
from pi_bunco.web.needs import needs
from pi_bunco.web.page_kind import get_kinds
from pi_bunco.web.pages.host.devices import list_devices, say_alarm, say_calm, shorten_list
from pi_bunco.web.pages.host.kind import HOST_PAGE
from pi_bunco.web.pages.host.requests import send_requests
from pi_bunco.web.pages.host.sound import send_sound
from pi_bunco.web.pages.room.sponsors import send_list
from pi_bunco.web.pages.secure.line import shows_line
from pi_bunco.web.pages.table.kind import TABLE
from pi_bunco.web.serve_pages import serve_dialog, serve_live_page, serve_table_dialog
from pi_bunco.web.tables import read_table_number, view_table
from pi_bunco.web.visitors import get_visitor


@HOST_PAGE.routes.get("/host")
@needs(HOST)
def show_page() -> str:
    """Show the host's page."""
    parts = get_parts()
    pis = send_pis() if parts.other_pis or parts.follow_choice or parts.spare else None
    lost = send_lost() if parts.spare else None
    return serve_live_page(
        HOST_PAGE,
        HEAD,
        now=round(1000 * time.time()),
        devices=send_devices(),
        sponsors=send_list() if parts.sponsors else None,
        sounds=send_sound() if parts.sounds else None,
        asked=send_requests(),
        pis=pis,
        lost=lost,
        follows=get_service().head,
        shows_line=shows_line(),
    )


@HOST_PAGE.routes.get("/host/devices")
@needs(HOST)
def send_devices() -> str:
    """Send the list of devices on the host's page."""
    door = get_parts().door
    devices = list_devices(door, get_visitor(), get_kinds())
    lines, more = shorten_list(devices)
    return render_page(
        "host/blocks/host_devices.html",
        it=lines,
        more=more,
        alarm=say_alarm(devices),
        calm=say_calm(devices),
        tables=[table.table for table in get_service().view_room().tables],
        teams=results.teams if (results := view_table(HEAD, with_results=True).results).verifies else (),
        roles=door.roles_in_use,
        code=door.machine_code if get_visitor().machine else None,
        wrong=door.wrong_pins,
        longest=DEVICE_NAME,
    )


@HOST_PAGE.routes.get("/host/pis")
@needs(HOST)
def send_pis() -> str:
    """Send the list of the Pis that follow this one, and of those that want to."""
    parts = get_parts()
    require(parts.other_pis or parts.follow_choice or parts.spare)
    pis = parts.other_pis
    return render_page(
        "host/blocks/host_pis.html",
        waiting=pis.list_waiting() if pis else (),
        pis=pis.list_pis() if pis else (),
        trouble=pis.trouble if pis else None,
        head=get_service().head,
        may_choose=parts.follow_choice is not None,
        leads=parts.follow_choice is not None and parts.follow_choice.leads,
    )


@HOST_PAGE.routes.get("/host/pis/<name>")
@needs(HOST)
def send_pi_tables(name: str) -> str:
    """Ask at which tables another Pi takes the throws."""
    pis = require(get_parts().other_pis).list_pis()
    pi = require(next((pi for pi in pis if pi.name == name), None))
    tables = [table.table for table in get_service().view_room().tables]
    return serve_dialog(HOST_PAGE, "tables", pi=pi, tables=tables)


@HOST_PAGE.routes.get("/host/lost")
@needs(HOST)
def send_lost() -> str:
    """Say for how long the head was not heard, and offer that this Pi becomes the head."""
    silence = require(get_parts().spare).silence
    minutes = int(silence / 60) if silence else None
    return render_page("host/blocks/host_lost.html", minutes_silent=minutes, head=get_service().head)


@HOST_PAGE.routes.get("/host/take-over")
@needs(HOST)
def send_take_over() -> str:
    """Ask whether this Pi must become the head, and say what the other Pis have."""
    return serve_dialog(HOST_PAGE, "take_over", copies=require(get_parts().spare).list_copies())


@HOST_PAGE.routes.get("/host/leave")
@needs(HOST)
def send_leave() -> str:
    """Ask whether this Pi, which is the head of a room, must go back to its own games."""
    require(get_parts().follow_choice)
    return serve_dialog(HOST_PAGE, "leave")


@HOST_PAGE.routes.get("/host/tally/<number>")
@needs(HOST)
def send_tally_form(number: str) -> str:
    """Send the form for the scores that a table has counted on paper."""
    view = view_table(read_table_number(number))
    return serve_table_dialog(HOST_PAGE, "tally", view.table, view)


@HOST_PAGE.routes.get("/host/end-round")
@needs(HOST)
def send_end_round() -> str:
    """Ask whether to end the round now."""
    return serve_table_dialog(TABLE, "end-round", HEAD, view_table(HEAD))
