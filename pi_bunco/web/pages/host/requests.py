"""Corrections of earlier rounds that tables request from the host. They wait until the host decides."""

import threading
from dataclasses import dataclass, replace
from typing import cast

from flask import current_app, jsonify
from werkzeug.wrappers import Response

from pi_bunco.access.roles import HOST
from pi_bunco.game.commands import Amendment, CorrectThrow, InsertThrow
from pi_bunco.limits import NUMBER
from pi_bunco.web.answers import answers
from pi_bunco.web.bodies import AMEND_BODIES, find_amend_body
from pi_bunco.web.context import get_service
from pi_bunco.web.failures import require
from pi_bunco.web.language import render_page
from pi_bunco.web.needs import find_own_table, needs
from pi_bunco.web.pages.host.kind import HOST_PAGE
from pi_bunco.web.pages.host.view import find_elsewhere
from pi_bunco.web.pages.table import amend
from pi_bunco.web.pages.table.change import make_change_address
from pi_bunco.web.parse import read_body, redirect_plain_form
from pi_bunco.web.tables import make_table_address, read_table_number, view_table
from pi_bunco.whole_numbers import parse_whole

MAX_REQUESTS = 20
"""Most requests that wait for the host. If there are more, the oldest is dropped."""
REQUESTS = "pi_bunco.correction_requests"
"""The key of the :class:`CorrectionRequests` in an application's extensions."""


@dataclass(frozen=True, slots=True)
class CorrectionRequest:
    """A correction of an earlier round that somebody at a table requests.

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
    def fields(self) -> tuple[tuple[str, str], ...]:
        """The fields of its form."""
        return amend.list_fields(self.amendment)

    @property
    def dialog(self) -> str:
        """The address of the dialog that shows what the correction would change."""
        return make_change_address(self.name, self.amendment)


@dataclass(frozen=True, slots=True)
class AskedAnswer:
    """Whether a correction waits for the host."""

    asked: bool


class CorrectionRequests:
    """All corrections that wait, oldest first, each once. Any thread may call it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._waiting: tuple[CorrectionRequest, ...] = ()
        self._number = 0

    def add(self, game: str, name: str, amendment: Amendment, title: str) -> None:
        """Add a correction for the host."""
        unconfirmed = _strip_confirmation(amendment)
        with self._lock:
            self._number += 1
            newest = CorrectionRequest(self._number, game, name, unconfirmed, title)
            self._waiting = (*self._exclude(unconfirmed), newest)[-MAX_REQUESTS:]

    def list_for_game(self, game: str) -> tuple[CorrectionRequest, ...]:
        """Return the corrections that wait in a game."""
        return tuple(request for request in self._waiting if request.game == game)

    def drop(self, number: int) -> None:
        """Drop a request, if it still waits."""
        with self._lock:
            self._waiting = tuple(request for request in self._waiting if request.number != number)

    def settle(self, amendment: Amendment) -> None:
        """Drop the request for a correction, because it has been made."""
        with self._lock:
            self._waiting = self._exclude(_strip_confirmation(amendment))

    def _exclude(self, unconfirmed: Amendment) -> tuple[CorrectionRequest, ...]:
        return tuple(
            request
            for request in self._waiting
            if _forget_before(request.amendment) != _forget_before(unconfirmed)
        )


def _forget_before(amendment: Amendment) -> Amendment:
    """Return a correction without the dice that its sender saw: it is the same one all the same."""
    return replace(amendment, was=()) if isinstance(amendment, CorrectThrow) else amendment


def _strip_confirmation(amendment: Amendment) -> Amendment:
    return replace(amendment, sure=False, keep_end=False, token="")


def get_correction_requests() -> CorrectionRequests:
    """Return the corrections that the tables have requested."""
    return cast("CorrectionRequests", current_app.extensions[REQUESTS])


@HOST_PAGE.routes.post("/api/table/<number>/ask-host/<name>")
@answers(AskedAnswer, takes=AMEND_BODIES)
@needs(find_own_table)
def ask_host(number: str, name: str) -> Response:
    """Ask the host for a correction of an earlier round."""
    view, body = view_table(read_table_number(number)), require(find_amend_body(name))
    command = read_body(body).make_command(view.table)
    get_service().preview_correction(command)  # raises if the game would refuse it
    found = None if isinstance(command, InsertThrow) else get_service().find_throw(view.table, command.seq)
    get_correction_requests().add(view.game, name, command, amend.name_change(command, found))
    return redirect_plain_form(make_table_address(view.table)) or jsonify(AskedAnswer(asked=True))


@HOST_PAGE.routes.get("/host/asked")
@needs(HOST)
def send_requests() -> str:
    """Send the list of corrections that the tables have requested, which is a part of the host's page."""
    waiting = get_correction_requests().list_for_game(get_service().view().game)
    service = get_service()
    return render_page(
        "host/blocks/host_asked.html",
        it=waiting,
        late=service.list_late_throws(),
        elsewhere=find_elsewhere(service.head),
    )


@HOST_PAGE.routes.post("/host/asked/<request_number>/no")
@answers(AskedAnswer)
@needs(HOST)
def refuse_request(request_number: str) -> Response:
    """Drop a request, because the host refuses it."""
    get_correction_requests().drop(parse_whole(request_number, 0, NUMBER) or 0)
    return redirect_plain_form("/host") or jsonify(AskedAnswer(asked=False))
