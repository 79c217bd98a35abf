"""Asks what this device is. A device that is not the host's then waits for the game."""

from collections.abc import Mapping
from typing import Any

from flask import Response, after_this_request

from pi_bunco.game.lines import HEAD
from pi_bunco.limits import TABLES
from pi_bunco.sentences import Sentence, say
from pi_bunco.web.context import get_parts
from pi_bunco.web.pages.setup.step import Fields, Setup, Step
from pi_bunco.web.pages.welcome.page import PLACE, YEAR
from pi_bunco.web.tables import make_table_address
from pi_bunco.web.welcome_state import WelcomeState

HOST_PLACE, SCREEN_PLACE, LATER = "/host", "/room", "/"
"""What a device is: the host's, a television, or the tablet of a table that is not known yet."""
_TABLES = tuple(map(make_table_address, range(HEAD, TABLES + 1)))
WAITING_PLACES = (SCREEN_PLACE, LATER, *_TABLES)
"""What devices are that wait for the host."""


def say_place(place: str) -> Sentence:
    """Say what a device is that waits."""
    if place in _TABLES:
        return say("This is the tablet of table {table}.", table=_TABLES.index(place) + HEAD)
    if place == SCREEN_PLACE:
        return say("This is the room’s screen.")
    return say("This is a table’s tablet.")


def _view(setup: Setup) -> Mapping[str, Any]:
    return {
        "tables": list(enumerate(_TABLES, start=HEAD)),
        "place": setup.place,
        "may_follow": setup.is_host and get_parts().follow_choice is not None,
    }


def _answer(setup: Setup, fields: Fields) -> WelcomeState:
    """Remember on the device itself what it is. The answers of all are the same as before."""
    place = fields.get("place", HOST_PLACE)
    if place in (HOST_PLACE, *WAITING_PLACES):

        @after_this_request
        def remember(response: Response) -> Response:
            response.set_cookie(PLACE, place, max_age=YEAR, httponly=True, samesite="Lax")
            return response

    return setup.state


DEVICE = Step(
    name="device",
    title=say("This device"),
    heading=say("What is this device?"),
    skips=say("You can change this at any time."),
    next="",
    skip="",
    view=_view,
    answer=_answer,
    describe=lambda _: say("The host’s"),
    knows=lambda setup: setup.place == HOST_PLACE,
    is_own=True,
    has_own_form=True,
)
"""The step."""
