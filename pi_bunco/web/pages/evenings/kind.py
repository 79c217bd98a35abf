"""What the pages of past evenings are made of, and how each finds what takes long to make."""

from pathlib import Path

from flask import Blueprint, Response, make_response

from pi_bunco.access.roles import GUEST, HOST
from pi_bunco.game.refused import Refused
from pi_bunco.sentences import say
from pi_bunco.store.evening_file import EveningFileTrouble
from pi_bunco.views.evenings import EveningSummary, PastEvening
from pi_bunco.web.context import get_parts
from pi_bunco.web.failures import find_status, require
from pi_bunco.web.page_kind import PageKind
from pi_bunco.web.ports.evenings import EveningList, PastEvenings
from pi_bunco.web.serve_pages import serve_page
from pi_bunco.web.slow_work import wait_for
from pi_bunco.web.visitors import get_visitor

EVENINGS = PageKind(
    folder=Path(__file__).parent,
    called=lambda _: say("past evenings"),
    routes=Blueprint("evenings", __name__),
    styles="base head throws ends results evenings",
    script="evenings",
)


def get_shelf() -> PastEvenings:
    """Return what knows the past evenings. A Pi that follows another one has none (404)."""
    return require(get_parts().evenings)


def is_host() -> bool:
    """Return whether the visitor is the host."""
    return get_visitor().role.allows(HOST)


def is_urgent() -> bool:
    """Return whether what the visitor waits for is made before what guests wait for."""
    return get_visitor().role != GUEST


def wait_for_list() -> EveningList:
    """Return all past evenings. While those that are new are read, no worker waits."""
    shelf = get_shelf()
    return wait_for(
        get_parts().papers,
        "evenings",
        shelf.list_all,
        lambda made: made.stamps == shelf.find_stamps(),
        urgent=is_urgent(),
    )


def wait_for_evening(key: str) -> PastEvening:
    """Return the whole of an evening (404: there is none of this key). While it is read, no worker waits."""
    shelf = get_shelf()
    stamp = find_stamp(key)
    return wait_for(
        get_parts().papers,
        ("evening", key, stamp),
        lambda: shelf.describe(key),
        lambda _: True,  # the stamp is part of what it is
        urgent=is_urgent(),
    )


def find_stamp(key: str) -> str:
    """Return the stamp of an evening (404: there is none of this key)."""
    return require(get_shelf().find_stamps().get(key))


def find_summary(key: str) -> EveningSummary:
    """Return the summary of an evening (404: there is none), for a request that changes something."""
    return require(next((each for each in get_shelf().list_all().evenings if each.key == key), None))


@EVENINGS.routes.errorhandler(EveningFileTrouble)
@EVENINGS.routes.errorhandler(Refused)
def show_refusal(refused: Refused | EveningFileTrouble) -> Response:
    """Say why something cannot be done, and what to do."""
    page = serve_page(EVENINGS, "refused", text=refused.text, remedy=refused.remedy)
    return make_response(page, find_status(refused))
