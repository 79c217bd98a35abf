"""Dialogs that ask whether a tap is meant, before it counts."""

from typing import Annotated
from urllib.parse import urlencode

from flask import request
from pydantic import Field
from werkzeug.wrappers import Response

from pi_bunco.access.roles import GUEST
from pi_bunco.game.lines import HEAD
from pi_bunco.game.refused import Refused
from pi_bunco.limits import PLAYERS, TOKEN
from pi_bunco.web.bodies import Face, Number
from pi_bunco.web.failures import make_failure, require
from pi_bunco.web.needs import needs
from pi_bunco.web.pages.table import unsure
from pi_bunco.web.pages.table.kind import TABLE
from pi_bunco.web.parse import RequestBody, read_fields, redirect_plain_form
from pi_bunco.web.serve_pages import serve_table_dialog
from pi_bunco.web.tables import make_table_address, read_table_number, view_table


class _SameThrowQuery(RequestBody):
    """Dice that were tapped, the dice that somebody else has entered meanwhile, and the newest throw."""

    dice: Annotated[tuple[Face, ...], Field(min_length=2, max_length=PLAYERS)]
    entered: Annotated[tuple[Face, ...], Field(min_length=2, max_length=PLAYERS)]
    after: Number
    moment: Annotated[str, Field(max_length=TOKEN)] = ""


class _HalfThrowQuery(RequestBody):
    """The faces that were tapped so far, the newest throw at the first tap, and the moment then."""

    dice: Annotated[tuple[Face, ...], Field(min_length=1, max_length=2)]
    after: Number = 0
    moment: Annotated[str, Field(max_length=TOKEN)]


def ask_people(dialog: str, why: Refused, **query: object) -> Response:
    """Answer a tap with the address of a dialog that asks whether it is meant."""
    address = f"{dialog}?{urlencode(query, doseq=True)}" if query else dialog
    return redirect_plain_form(address) or make_failure(409, why.text, why.remedy, sheet=address)


def make_same_throw_address(table: int) -> str:
    """Return the address of the dialog about dice that may be counted already."""
    return f"{make_table_address(table)}/same"


def make_bell_address() -> str:
    """Return the address of the dialog about a bell just after the end of a round."""
    return f"{make_table_address(HEAD)}/ring"


@TABLE.routes.get("/t/<number>/same")
@needs(GUEST)
def send_same_throw(number: str) -> str:
    """Ask whether tapped dice are the throw that somebody else has entered meanwhile."""
    query = read_fields(request.args, _SameThrowQuery)
    it = unsure.make_same_throw(query.dice, query.entered, query.after, query.moment)
    return serve_table_dialog(TABLE, "same", read_table_number(number), it)


@TABLE.routes.get("/t/<number>/half")
@needs(GUEST)
def send_half_throw(number: str) -> str:
    """Ask about faces that were tapped when the table stopped."""
    query = read_fields(request.args, _HalfThrowQuery)
    it = unsure.make_half_throw(query.dice, query.after, query.moment)
    return serve_table_dialog(TABLE, "half", read_table_number(number), it)


@TABLE.routes.get("/t/<number>/ring")
@needs(GUEST)
def send_bell(number: str) -> str:
    """Ask whether the next round begins now, just after a throw has ended the last one.

    Once it has begun, or in a new game, there is nothing to ask: 404.
    """
    view = view_table(read_table_number(number))
    it = require(unsure.make_early_bell(view) if view.can.ring and view.rounds else None)
    return serve_table_dialog(TABLE, "ring", view.table, it)
