"""Sends the dialog that confirms a correction of an earlier round. After a wrong PIN it asks again."""

from urllib.parse import urlencode

from flask import Response, make_response, request

from pi_bunco.access.roles import GUEST
from pi_bunco.errors import Trouble
from pi_bunco.game.commands import Amendment, InsertThrow
from pi_bunco.views.words import adapt_trouble
from pi_bunco.web.bodies import find_amend_body
from pi_bunco.web.context import get_parts, get_service
from pi_bunco.web.failures import find_status, require
from pi_bunco.web.needs import needs
from pi_bunco.web.pages.table import amend
from pi_bunco.web.pages.table.kind import TABLE
from pi_bunco.web.parse import is_plain_form, read_fields
from pi_bunco.web.serve_pages import serve_table_dialog
from pi_bunco.web.tables import make_table_address, read_table_number, view_table


def make_change_address(name: str, command: Amendment) -> str:
    """Return the address of the dialog about a correction, whose kind has this name in addresses."""
    return f"{make_table_address(command.table)}/change/{name}?{urlencode(amend.list_fields(command))}"


@TABLE.routes.get("/t/<number>/change/<name>")
@needs(GUEST)
def send_change(number: str, name: str) -> str:
    """Send what a correction of an earlier round would change, so that somebody can confirm it."""
    table, body = view_table(read_table_number(number)).table, require(find_amend_body(name))
    return _serve_change(name, read_fields(request.args, body).make_command(table))


def ask_change_again(name: str, command: Amendment, wrong: Trouble) -> Response:
    """Return the dialog of a correction with the reason why its PIN was refused.

    Raises
    ------
    Trouble
        The reason, if no page without scripts has sent the correction.
    """
    if not is_plain_form():
        raise wrong
    return make_response(_serve_change(name, command, wrong), find_status(wrong))


def _serve_change(name: str, command: Amendment, wrong: Trouble | None = None) -> str:
    """Return the dialog of a correction; ``wrong``: why it was refused when somebody confirmed it."""
    service, table = get_service(), command.table
    found = None if isinstance(command, InsertThrow) else service.find_throw(table, command.seq)
    return serve_table_dialog(
        TABLE,
        "change",
        table,
        amend.make_change(command, found, service.preview_correction(command)),
        name=name,
        has_pin=get_parts().door.has_pin,
        wrong=adapt_trouble(wrong),
    )
