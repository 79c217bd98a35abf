"""The first page of a device, which asks what the device should show."""

from collections.abc import Iterable
from pathlib import Path

from flask import Blueprint, redirect, request
from werkzeug.wrappers import Response

from pi_bunco.access.roles import GUEST, STAFF
from pi_bunco.game.lines import HEAD
from pi_bunco.limits import TABLES
from pi_bunco.sentences import say
from pi_bunco.web.context import get_service
from pi_bunco.web.needs import needs
from pi_bunco.web.page_kind import PageKind
from pi_bunco.web.pages.table.page import serve_table
from pi_bunco.web.serve_pages import serve_page
from pi_bunco.web.tables import make_table_address
from pi_bunco.web.visitors import find_wanted_code, get_visitor

PLACE = "bunco-place"
"""The cookie with the page that was chosen for a device."""
YEAR = 365 * 24 * 3600
"""The seconds for which a browser keeps it."""

WELCOME = PageKind(
    folder=Path(__file__).parent,
    called=lambda _: say("the first question"),
    routes=Blueprint("welcome", __name__),
    styles="base head welcome",
)


@WELCOME.routes.get("/")
@needs(GUEST)
def show_page() -> str | Response:
    """Show the page that was chosen for this device, or ask which. At a single table nobody is asked.

    The device of a table that does not play now waits for it. One of staff shows their team. With ``ask`` in
    its query, the tablet of a table that has waited for the game asks the host to let it in.
    """
    room = get_service().view_room()
    numbers = [table.table for table in room.tables]
    if "screen" in request.args and numbers != [HEAD]:  # the Pi's own screen, on which nobody taps
        return redirect("/room")
    place = "" if "choose" in request.args else request.cookies.get(PLACE, "")
    absent = set(range(HEAD, TABLES + 1)).difference(numbers)
    if place in map(make_table_address, absent):
        return redirect(place)
    if numbers == [HEAD] and "choose" not in request.args and place not in _list_places(()):
        return serve_table(HEAD)
    if place in _list_places(numbers):
        return redirect(place.replace("/t/", "/join/") if "ask" in request.args else place)
    if "choose" not in request.args and get_visitor().role.name == STAFF.name:
        return redirect("/staff")
    return serve_page(WELCOME, room=room, numbers=numbers, code=find_wanted_code())


@WELCOME.routes.get("/be")
@needs(GUEST)
def choose_place() -> Response:
    """Remember the page for this device, and show it."""
    place = request.args.get("place", "")
    if place not in _list_places(table.table for table in get_service().view_room().tables):
        return redirect("/?choose")
    response = redirect(place)
    response.set_cookie(PLACE, place, max_age=YEAR, httponly=True, samesite="Lax")
    return response


def _list_places(tables: Iterable[int]) -> set[str]:
    """Return the addresses that can be chosen for a device."""
    return {"/room", "/host", "/me", "/results", "/rules", *map(make_table_address, tables)}
