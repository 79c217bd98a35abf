"""The role that each request needs: one table for all of them."""

from collections.abc import Mapping
from typing import Any

from pi_bunco.access.roles import GUEST, HOST, Role
from pi_bunco.game.lines import HEAD
from pi_bunco.limits import TABLES
from pi_bunco.whole_numbers import parse_whole

_OWN_TABLE = None  # the role of the table whose number is in the address

COMMAND_ROLES: Mapping[str, Role | None] = {
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

A need that depends on the body, such as ``sure``, is checked where the body is read.
"""

ROUTE_ROLES: Mapping[str, Role | None] = {
    "files.send_own_file": GUEST,
    "files.send_manifest": GUEST,
    "pages.show_welcome": GUEST,
    "pages.choose_place": GUEST,
    "pages.redirect_old_address": GUEST,
    "pages.send_dialog": GUEST,
    "pages.send_throw": GUEST,
    "pages.send_round": GUEST,
    "pages.send_missing": GUEST,
    "pages.send_change": GUEST,
    "unsure.send_same_throw": GUEST,
    "unsure.send_half_throw": GUEST,
    "unsure.send_bell": GUEST,
    "pages.show_room": GUEST,
    "pages.show_host": HOST,
    "pages.show_me": GUEST,
    "pages.show_join": GUEST,
    "pages.send_devices": HOST,
    "pages.show_let_in": HOST,
    "pages.show_pin": GUEST,
    "pages.send_tally_form": HOST,
    "pages.send_end_round": HOST,
    "pages.show_table": GUEST,
    "pages.show_results": GUEST,
    "pages.show_rules": GUEST,
    "pages.show_camera": GUEST,
    "pages.send_camera_picture": GUEST,
    "pages.send_photo": GUEST,
    "pages.show_new_game": HOST,
    "pages.begin_new_game": HOST,
    "api.report_health": GUEST,
    "api.send_table": GUEST,
    "api.send_room": GUEST,
    "api.send_seats": HOST,
    "api.send_camera": GUEST,
    "api.start_stream": GUEST,
    "api.do_command": HOST,  # COMMAND_ROLES has the role for each command
    "api.preview_correction": _OWN_TABLE,
    "api.choose_countdown": HOST,
    "api.draw_seats": HOST,
    "api.publish_seats": HOST,
    "api.change_guests": HOST,
    "api.begin_new_game": HOST,
    "calibrate.show_page": GUEST,
    "calibrate.send_progress": GUEST,
    "calibrate.send_calibration": GUEST,
    "calibrate.take_step": HOST,
    "calibrate.show_confirmation": GUEST,
    "doctor.show_page": GUEST,
    "doctor.send_findings": GUEST,
    "doctor.back_up": HOST,
    "doctor.restart": HOST,
    "paper.show_choices": GUEST,
    "paper.send_paper": GUEST,  # guests can read all of this on the pages
    "host_requests.ask_host": _OWN_TABLE,
    "host_requests.send_requests": HOST,
    "host_requests.refuse_request": HOST,
    "access.send_state": GUEST,
    "access.ask_for_role": GUEST,
    "access.enter_pin": GUEST,
    "access.set_pin": GUEST,
    "access.send_devices": HOST,
    "access.change_device": HOST,
}
"""The role for each route, by its name in Flask."""


def find_needed_role(endpoint: str, values: Mapping[str, Any]) -> Role:
    """Return the least role that a request needs.

    Parameters
    ----------
    endpoint
        The route's name in Flask. A route that is not in the table is for the host.
    values
        The values in the address, such as the table's ``number``.

    >>> find_needed_role("api.do_command", {"number": "3", "name": "enter"})
    Role(name='table', table=3)
    >>> find_needed_role("api.do_command", {"number": "3", "name": "ring"})
    Role(name='table', table=1)
    >>> find_needed_role("added.yesterday", {})
    Role(name='host', table=None)
    """
    need = ROUTE_ROLES.get(endpoint, HOST)
    if endpoint == "api.do_command":
        need = COMMAND_ROLES.get(values.get("name", ""), HOST)
    if need is not _OWN_TABLE:
        return need
    number = parse_whole(str(values.get("number", "")), HEAD, TABLES)
    return HOST if number is None else Role("table", number)
