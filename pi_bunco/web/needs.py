"""The role that each request needs: one table for all of them."""

from collections.abc import Mapping
from typing import Any

from pi_bunco.access.roles import GUEST, HOST, Role
from pi_bunco.game.lines import HEAD
from pi_bunco.limits import TABLES
from pi_bunco.whole_numbers import parse_whole

_OWN_TABLE = None
"""The role of the table in the address."""

COMMANDS: Mapping[str, Role | None] = {
    "ring": Role("table", HEAD),  # the bell belongs to table 1, even if it is sent to another table's address
    "end-round": HOST,
    "enter": _OWN_TABLE,
    "answer": _OWN_TABLE,
    "dismiss": _OWN_TABLE,
    "correct": _OWN_TABLE,
    "void": _OWN_TABLE,
    "restore": _OWN_TABLE,
    "insert": _OWN_TABLE,
    "undo": _OWN_TABLE,
    "redo": _OWN_TABLE,
    "call": _OWN_TABLE,
    "tally": _OWN_TABLE,
    "seating": HOST,
    "draw": HOST,
    "confirm": HOST,
    "judge": HOST,
    "offer": HOST,
}
"""The role for each command to a table.

What depends on its body, such as ``sure``, is checked where the body is read.
"""

NEEDS: Mapping[str, Role | None] = {
    "files.file": GUEST,
    "files.manifest": GUEST,
    "pages.welcome": GUEST,
    "pages.choose": GUEST,
    "pages.old_address": GUEST,
    "pages.sheet": GUEST,
    "pages.throw": GUEST,
    "pages.look_back": GUEST,
    "pages.missing": GUEST,
    "pages.change": GUEST,
    "pages.room": GUEST,
    "pages.host": HOST,
    "pages.me": GUEST,
    "pages.join": GUEST,
    "pages.devices": HOST,
    "pages.let_in": HOST,
    "pages.pin": GUEST,
    "pages.tally": HOST,
    "pages.end_round": HOST,
    "pages.one_table": GUEST,
    "pages.results": GUEST,
    "pages.rules": GUEST,
    "pages.camera": GUEST,
    "pages.camera_picture": GUEST,
    "pages.photo": GUEST,
    "pages.new": GUEST,
    "pages.create": HOST,
    "api.healthz": GUEST,
    "api.snapshot": GUEST,
    "api.room": GUEST,
    "api.seats": HOST,
    "api.camera": GUEST,
    "api.events": GUEST,
    "api.command": HOST,  # COMMANDS has the role for each command
    "api.foretell": _OWN_TABLE,
    "api.countdown": HOST,
    "api.draw_seats": HOST,
    "api.publish_seats": HOST,
    "api.guests": HOST,
    "api.game": HOST,
    "calibrate.page": GUEST,
    "calibrate.bench": GUEST,
    "calibrate.file": GUEST,
    "calibrate.step": HOST,
    "calibrate.anyway": GUEST,
    "doctor.page": GUEST,
    "doctor.findings": GUEST,
    "doctor.back_up": HOST,
    "doctor.restart": HOST,
    "paper.choose": GUEST,
    "paper.file": GUEST,  # guests can read all of this on the pages
    "host_requests.ask_host": _OWN_TABLE,
    "host_requests.list_asked": HOST,
    "host_requests.refuse": HOST,
    "access.state": GUEST,
    "access.ask": GUEST,
    "access.enter_pin": GUEST,
    "access.set_pin": GUEST,
    "access.devices": HOST,
    "access.change_device": HOST,
}
"""The role for each route, by its name in Flask."""


def need_of(endpoint: str, values: Mapping[str, Any]) -> Role:
    """Return the least role that may send a request.

    Parameters
    ----------
    endpoint
        The route's name in Flask. A route that is not in the table is for the host.
    values
        The values in the address, such as the table's ``number``.

    >>> need_of("api.command", {"number": "3", "name": "enter"}), need_of("api.snapshot", {"number": "3"})
    (Role(name='table', table=3), Role(name='guest', table=None))
    >>> need_of("api.command", {"number": "3", "name": "ring"}), need_of("added.yesterday", {})
    (Role(name='table', table=1), Role(name='host', table=None))
    """
    need = NEEDS.get(endpoint, HOST)
    if endpoint == "api.command":
        need = COMMANDS.get(values.get("name", ""), HOST)
    if need is not _OWN_TABLE:
        return need
    number = parse_whole(str(values.get("number", "")), HEAD, TABLES)
    return HOST if number is None else Role("table", number)
