"""What tables' devices ask the host to put right in earlier rounds, until the host has done it or said no."""

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
from pi_bunco.web.tables import address, read_number, show_table
from pi_bunco.whole_numbers import parse_whole

bp = Blueprint("host_requests", __name__)

MOST = 20
"""So many wait for the host at most; the oldest makes way."""
_ASKED = "pi_bunco.asked_changes"


@dataclass(frozen=True, slots=True)
class AskedChange:
    """A change of an earlier round that somebody at a table wants.

    Attributes
    ----------
    number
        Names it.
    game
        The game that it is about.
    name
        Which change it is, as addresses have it, such as ``correct``.
    amendment
        The change, neither confirmed nor with a token.
    title
        What it is, in words.
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
        """What its form sends."""
        return amend.fields(self.amendment)

    @property
    def sheet(self) -> str:
        """The address of the sheet that says what follows from it."""
        return f"{address(self.table)}/change/{self.name}?{urlencode(self.fields)}"


class AskedChanges:
    """All that wait, oldest first; each once. May be used by several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._waiting: tuple[AskedChange, ...] = ()
        self._number = 0

    def add(self, game: str, name: str, amendment: Amendment, title: str) -> None:
        """Let the host see a change that is asked for."""
        plain = replace(amendment, sure=False, token="")
        with self._lock:
            self._number += 1
            others = self._without(plain)
            self._waiting = (*others, AskedChange(self._number, game, name, plain, title))[-MOST:]

    def of(self, game: str) -> tuple[AskedChange, ...]:
        """Return those that wait in a game."""
        return tuple(one for one in self._waiting if one.game == game)

    def drop(self, number: int) -> None:
        """Forget one; nothing happens where it is gone."""
        with self._lock:
            self._waiting = tuple(one for one in self._waiting if one.number != number)

    def settle(self, amendment: Amendment) -> None:
        """Forget a change since it has been made."""
        with self._lock:
            self._waiting = self._without(replace(amendment, sure=False, token=""))

    def _without(self, plain: Amendment) -> tuple[AskedChange, ...]:
        return tuple(one for one in self._waiting if one.amendment != plain)


def hold(app: Flask) -> None:
    """Keep for the application what is asked; nothing is at first."""
    app.extensions[_ASKED] = AskedChanges()


def asked_changes() -> AskedChanges:
    """Return what is asked of the application that answers now."""
    return cast("AskedChanges", current_app.extensions[_ASKED])


def amend_body(name: str) -> type[AmendBody] | None:
    """Return the body of a change by its name in addresses, ``None`` where there is no such change."""
    body = BODIES.get(name)
    return body if body is not None and issubclass(body, AmendBody) else None


@bp.post("/api/table/<number>/ask-host/<name>")
def ask_host(number: str, name: str) -> Response:
    """Ask the host for a change of an earlier round."""
    table, body = show_table(read_number(number)), amend_body(name)
    if body is None:
        abort(404)
    command = parse(request, body, body.wants).amendment(table.table)
    service().foretell(command)  # refused where the game would not take it
    found = None if isinstance(command, InsertThrow) else service().find_throw(table.table, command.seq)
    asked_changes().add(table.game, name, command, amend.title(command, found))
    return redirect(address(table.table), 303) if is_plain_form() else jsonify(asked=True)


def draw_asked() -> str:
    """Return the part of the host's page that says what is asked; empty where nothing is."""
    return render_page("blocks/host_asked.html", it=asked_changes().of(service().view().game))


@bp.get("/host/asked")
def list_asked() -> str:
    """Send what is asked."""
    return draw_asked()


@bp.post("/host/asked/<asked>/no")
def refuse(asked: str) -> Response:
    """Forget a change that was asked for; the host does not want it."""
    asked_changes().drop(parse_whole(asked, 0, NUMBER) or 0)
    return redirect("/host", 303) if is_plain_form() else jsonify(asked=False)
