"""Corrections of earlier rounds that tables ask the host for.

They wait until the host makes or refuses them.
"""

import threading
from dataclasses import dataclass, replace
from typing import cast
from urllib.parse import urlencode

from flask import Blueprint, Flask, abort, current_app, jsonify, redirect, request
from werkzeug.wrappers import Response

from pi_bunco.game.commands import Amendment, InsertThrow
from pi_bunco.limits import NUMBER
from pi_bunco.views.page import amend
from pi_bunco.web.bodies import BODIES, AmendBody
from pi_bunco.web.context import service
from pi_bunco.web.language import render_page
from pi_bunco.web.live import is_plain_form
from pi_bunco.web.parse import parse
from pi_bunco.web.tables import read_number, show_table, table_address
from pi_bunco.whole_numbers import parse_whole

bp = Blueprint("host_requests", __name__)

MOST = 20
"""Most requests that wait for the host. After that the oldest is dropped."""
_ASKED = "pi_bunco.asked_changes"


@dataclass(frozen=True, slots=True)
class AskedChange:
    """A correction of an earlier round that somebody at a table asks for.

    Attributes
    ----------
    number
        Identifies the request.
    game
        The game that it belongs to.
    name
        The kind of correction, as in addresses, such as ``correct``.
    amendment
        The correction, not confirmed and without a token.
    title
        The correction in words.
    """

    number: int
    game: str
    name: str
    amendment: Amendment
    title: str

    @property
    def table(self) -> int:
        """The table that asks."""
        return self.amendment.table

    @property
    def fields(self) -> tuple[tuple[str, str], ...]:
        """The fields of its form."""
        return amend.list_fields(self.amendment)

    @property
    def sheet(self) -> str:
        """The address of the sheet that says what the correction would change."""
        return f"{table_address(self.table)}/change/{self.name}?{urlencode(self.fields)}"


class AskedChanges:
    """All corrections that wait, oldest first, each once. Several threads may use it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._waiting: tuple[AskedChange, ...] = ()
        self._number = 0

    def add(self, game: str, name: str, amendment: Amendment, title: str) -> None:
        """Add a correction for the host."""
        plain = replace(amendment, sure=False, token="")
        with self._lock:
            self._number += 1
            others = self._without(plain)
            self._waiting = (*others, AskedChange(self._number, game, name, plain, title))[-MOST:]

    def of(self, game: str) -> tuple[AskedChange, ...]:
        """Return the corrections that wait in a game."""
        return tuple(one for one in self._waiting if one.game == game)

    def drop(self, number: int) -> None:
        """Forget a request. Nothing happens if it is gone."""
        with self._lock:
            self._waiting = tuple(one for one in self._waiting if one.number != number)

    def settle(self, amendment: Amendment) -> None:
        """Forget a correction because it has been made."""
        with self._lock:
            self._waiting = self._without(replace(amendment, sure=False, token=""))

    def _without(self, plain: Amendment) -> tuple[AskedChange, ...]:
        return tuple(one for one in self._waiting if one.amendment != plain)


def hold(app: Flask) -> None:
    """Keep an empty list of corrections for the application."""
    app.extensions[_ASKED] = AskedChanges()


def asked_changes() -> AskedChanges:
    """Return the corrections that the tables ask for."""
    return cast("AskedChanges", current_app.extensions[_ASKED])


def find_amend_body(name: str) -> type[AmendBody] | None:
    """Return the body of a correction by its name in addresses, ``None`` if there is none of that name."""
    body = BODIES.get(name)
    return body if body is not None and issubclass(body, AmendBody) else None


@bp.post("/api/table/<number>/ask-host/<name>")
def ask_host(number: str, name: str) -> Response:
    """Ask the host for a correction of an earlier round."""
    table, body = show_table(read_number(number)), find_amend_body(name)
    if body is None:
        abort(404)
    command = parse(request, body).command(table.table)
    service().foretell(command)  # raises if the game would not take it
    found = None if isinstance(command, InsertThrow) else service().find_throw(table.table, command.seq)
    asked_changes().add(table.game, name, command, amend.name_change(command, found))
    return redirect(table_address(table.table), 303) if is_plain_form() else jsonify(asked=True)


def draw_asked() -> str:
    """Return the part of the host's page that lists the corrections; empty if there are none."""
    return render_page("blocks/host_asked.html", it=asked_changes().of(service().view().game))


@bp.get("/host/asked")
def list_asked() -> str:
    """Send the list of corrections that the tables ask for."""
    return draw_asked()


@bp.post("/host/asked/<asked>/no")
def refuse(asked: str) -> Response:
    """Forget a correction, because the host refuses it."""
    asked_changes().drop(parse_whole(asked, 0, NUMBER) or 0)
    return redirect("/host", 303) if is_plain_form() else jsonify(asked=False)
