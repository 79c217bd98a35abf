"""What each request needs: one table for all of them. What stands in none is for the host alone."""

from collections.abc import Callable, Mapping
from typing import Any

from pi_bunco.access.roles import ForHost, Need, Read, Tap
from pi_bunco.game.lines import HEAD
from pi_bunco.limits import TABLES
from pi_bunco.whole_numbers import parse_whole

Said = Mapping[str, Any]
"""What stands in an address, such as the table's ``number``."""


def _anybody(_: Said) -> Need:
    return Read()


def _host(_: Said) -> Need:
    return ForHost()


def _bell(_: Said) -> Need:
    """Return what the bell needs: it is table 1's, whichever table's address it is sent to."""
    return Tap(HEAD)


def _own_table(said: Said) -> Need:
    number = parse_whole(str(said.get("number", "")), HEAD, TABLES)
    return ForHost() if number is None else Tap(number)


def _command(said: Said) -> Need:
    return COMMANDS.get(said.get("name", ""), _host)(said)


COMMANDS: Mapping[str, Callable[[Said], Need]] = {
    "ring": _bell,
    "end-round": _host,
    "enter": _own_table,
    "answer": _own_table,
    "dismiss": _own_table,
    "correct": _own_table,
    "void": _own_table,
    "restore": _own_table,
    "insert": _own_table,
    "undo": _own_table,
    "redo": _own_table,
    "call": _own_table,
    "tally": _own_table,
    "seating": _host,
    "draw": _host,
    "confirm": _host,
    "judge": _host,
    "offer": _host,
}
"""Each command to a table. What its body adds, such as ``sure``, is asked for where the body is read."""

NEEDS: Mapping[str, Callable[[Said], Need]] = {
    "files.file": _anybody,
    "files.sheets": _anybody,
    "files.script": _anybody,
    "files.manifest": _anybody,
    "pages.welcome": _anybody,
    "pages.choose": _anybody,
    "pages.old_address": _anybody,
    "pages.sheet": _anybody,
    "pages.throw": _anybody,
    "pages.look_back": _anybody,
    "pages.missing": _anybody,
    "pages.change": _anybody,
    "pages.room": _anybody,
    "pages.host": _host,
    "pages.me": _anybody,
    "pages.join": _anybody,
    "pages.devices": _host,
    "pages.let_in": _host,
    "pages.pin": _anybody,
    "pages.tally": _host,
    "pages.end_round": _host,
    "pages.one_table": _anybody,
    "pages.results": _anybody,
    "pages.rules": _anybody,
    "pages.camera": _anybody,
    "pages.camera_picture": _anybody,
    "pages.photo": _anybody,
    "pages.new": _anybody,
    "pages.create": _host,
    "api.healthz": _anybody,
    "api.snapshot": _anybody,
    "api.room": _anybody,
    "api.seats": _host,
    "api.camera": _anybody,
    "api.events": _anybody,
    "api.command": _command,
    "api.foretell": _own_table,
    "api.countdown": _host,
    "api.draw_seats": _host,
    "api.publish_seats": _host,
    "api.guests": _host,
    "api.game": _host,
    "calibrate.page": _anybody,
    "calibrate.bench": _anybody,
    "calibrate.file": _anybody,
    "calibrate.step": _host,
    "calibrate.anyway": _anybody,
    "doctor.page": _anybody,
    "doctor.findings": _anybody,
    "doctor.back_up": _host,
    "doctor.restart": _host,
    "paper.choose": _anybody,
    "paper.file": _anybody,  # guests take home what they can read on the pages anyway
    "host_requests.ask_host": _own_table,
    "host_requests.list_asked": _host,
    "host_requests.refuse": _host,
    "access.state": _anybody,
    "access.ask": _anybody,
    "access.enter_pin": _anybody,
    "access.set_pin": _anybody,
    "access.devices": _host,
    "access.change_device": _host,
}
"""Each route by its name in Flask."""


def need_of(endpoint: str, said: Said) -> Need:
    """Return what a request needs.

    Parameters
    ----------
    endpoint
        The route's name in Flask.
    said
        What stands in the address.

    >>> need_of("api.command", {"number": "3", "name": "enter"}), need_of("api.snapshot", {"number": "3"})
    (Tap(table=3), Read())
    >>> need_of("api.command", {"number": "3", "name": "ring"}), need_of("added.yesterday", {})
    (Tap(table=1), ForHost())
    """
    return NEEDS.get(endpoint, _host)(said)
