"""The page for the host's PIN, and the dialog that may ask for it. After a wrong PIN both ask again."""

import secrets

from flask import Response, make_response

from pi_bunco.errors import Trouble
from pi_bunco.game.commands import Amendment, InsertThrow
from pi_bunco.views.page import amend
from pi_bunco.views.words import adapt_remedy
from pi_bunco.web.context import get_parts, get_service
from pi_bunco.web.failures import find_status
from pi_bunco.web.language import render_page
from pi_bunco.web.live_pages import render_table_dialog
from pi_bunco.web.parse import is_plain_form
from pi_bunco.web.visitors import get_visitor


def render_pin_page(back: str = "/host", wrong: Trouble | None = None, *, sets: bool = False) -> str:
    """Return the page that asks for the host's PIN, or for a new one.

    Parameters
    ----------
    back
        The page to show after it.
    wrong
        Why the last try failed; ``None``: there was none.
    sets
        Whether that try was to set a PIN.
    """
    visitor, door = get_visitor(), get_parts().door
    return render_page(
        "pin.html",
        has_pin=door.has_pin,
        who=visitor,
        code=door.own_code if visitor.machine else None,
        example=f"{secrets.randbelow(10**6):06}",
        back=back,
        wrong=_put_in_words(wrong),
        sets=sets,
    )


def ask_pin_again(back: str, wrong: Trouble, *, sets: bool = False) -> Response:
    """Return the page for the PIN with the reason why a try failed.

    Raises
    ------
    Trouble
        The reason, if no page without scripts has sent the try.
    """
    if not is_plain_form():
        raise wrong
    return make_response(render_pin_page(back, wrong, sets=sets), find_status(wrong))


def render_change(name: str, command: Amendment, wrong: Trouble | None = None) -> str:
    """Return the dialog with what a correction of an earlier round would change.

    Parameters
    ----------
    name
        The kind of correction, as in addresses.
    command
        The correction.
    wrong
        Why it was refused when somebody confirmed it; ``None``: nobody did.
    """
    service, table = get_service(), command.table
    found = None if isinstance(command, InsertThrow) else service.find_throw(table, command.seq)
    return render_table_dialog(
        "change",
        table,
        amend.make_change(command, found, service.preview_correction(command)),
        name=name,
        has_pin=get_parts().door.has_pin,
        wrong=_put_in_words(wrong),
    )


def ask_change_again(name: str, command: Amendment, wrong: Trouble) -> Response:
    """Return the dialog of a correction with the reason why its PIN was refused.

    Raises
    ------
    Trouble
        The reason, if no page without scripts has sent the correction.
    """
    if not is_plain_form():
        raise wrong
    return make_response(render_change(name, command, wrong), find_status(wrong))


def _put_in_words(wrong: Trouble | None) -> tuple[str, str] | None:
    """Return the two sentences of a trouble for people at a page."""
    return None if wrong is None else (wrong.text, adapt_remedy(wrong.remedy))
