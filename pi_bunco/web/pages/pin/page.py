"""The page for the host's PIN. After a wrong PIN it asks again."""

import secrets
from pathlib import Path

from flask import Blueprint, Response, make_response

from pi_bunco.access.roles import GUEST
from pi_bunco.errors import Trouble
from pi_bunco.sentences import say
from pi_bunco.views.words import adapt_trouble
from pi_bunco.web.context import get_parts
from pi_bunco.web.failures import find_status
from pi_bunco.web.needs import needs
from pi_bunco.web.page_kind import PageKind
from pi_bunco.web.parse import is_plain_form
from pi_bunco.web.serve_pages import serve_page
from pi_bunco.web.visitors import get_visitor

PIN = PageKind(
    folder=Path(__file__).parent,
    called=lambda _: say("the PIN"),
    routes=Blueprint("pin", __name__),
    styles="base head welcome",
)


@PIN.routes.get("/pin")
@needs(GUEST)
def show_page() -> str:
    """Ask for the host's PIN, or for a new one."""
    return _serve_pin_page()


def ask_pin_again(back: str, wrong: Trouble, *, sets: bool = False) -> Response:
    """Return the page for the PIN with the reason why a try failed.

    Parameters
    ----------
    back
        The page to show after it.
    wrong
        Why the last try failed.
    sets
        Whether that try was to set a PIN.

    Raises
    ------
    Trouble
        The reason, if no page without scripts has sent the try.
    """
    if not is_plain_form():
        raise wrong
    return make_response(_serve_pin_page(back, wrong, sets=sets), find_status(wrong))


def _serve_pin_page(back: str = "/host", wrong: Trouble | None = None, *, sets: bool = False) -> str:
    visitor, door = get_visitor(), get_parts().door
    return serve_page(
        PIN,
        has_pin=door.has_pin,
        needs_proof=door.needs_proof(visitor) or door.has_pin,
        who=visitor,
        code=door.own_code if visitor.machine else None,
        example=f"{secrets.randbelow(10**6):06}",
        back=back,
        wrong=adapt_trouble(wrong),
        sets=sets,
    )
