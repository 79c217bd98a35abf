"""Asks for the guests: a list, a file, and earlier guests to tick. It shows what was understood."""

from collections.abc import Mapping
from typing import Any

from flask import request

from pi_bunco.guest_list import decode_list
from pi_bunco.limits import REQUEST_BYTES
from pi_bunco.names import make_name_key
from pi_bunco.sentences import say
from pi_bunco.web.pages.setup.plan import is_skipped, make_plan, say_guests
from pi_bunco.web.pages.setup.step import AGAIN, CHANGE, Fields, Setup, Step, is_skip
from pi_bunco.web.welcome_state import WelcomeState

_SHOWN = 60
"""How many earlier guests can be ticked: those of the last evenings."""


def _view(setup: Setup) -> Mapping[str, Any]:
    state, plan = setup.state, make_plan(setup.state, setup.sheets)
    is_tried = bool(state.typed.strip() or state.ticked or is_skipped(state)) or AGAIN in request.args
    return {
        "plan": plan,
        "wrong": plan.trouble if is_tried else None,
        "is_tried": is_tried,
        "is_understood": "names" in state.answers and not plan.trouble and CHANGE not in request.args,
        "typed": state.typed,
        "ticked": state.ticked,
        "earlier": setup.desk.list_earlier_guests()[:_SHOWN],
    }


def _answer(setup: Setup, fields: Fields) -> WelcomeState:
    """Keep the list, also one that cannot be played: then it is no answer yet, and the page says why."""
    if is_skip(fields):
        return setup.answer("names", typed="", ticked=(), notes=()).forget("tables")
    typed, notes = fields.get("names", ""), setup.state.notes
    if typed != setup.state.typed:
        notes = ()
    if (file := request.files.get("file")) and (data := file.read()):
        typed, found = decode_list(data)
        notes = tuple(map(str, found))
    known = {make_name_key(name): name for name in setup.desk.list_earlier_guests()}
    ticked = tuple(known[key] for name in fields.getlist("guest") if (key := make_name_key(name)) in known)
    kept = {"typed": typed[:REQUEST_BYTES], "ticked": tuple(dict.fromkeys(ticked)), "notes": notes}
    after = setup.answer("names", **kept)
    if is_skipped(after):
        return after.forget("names")
    if _get_list(after) != _get_list(setup.state):
        after = after.forget("tables")
    return after.forget("names") if make_plan(after, setup.sheets).trouble else after


def _shows_answer(before: Setup, after: Setup, fields: Fields) -> bool:
    """Return whether the list of guests is shown: not if the page has shown all of it while they typed."""
    if is_skip(fields):
        return False
    was_shown = fields.get("shown") == "yes" and not make_plan(after.state, after.sheets).notes
    return not was_shown or _get_list(before.state) != _get_list(after.state)


def _get_list(state: WelcomeState) -> tuple[str, tuple[str, ...]]:
    return state.typed, state.ticked


NAMES = Step(
    name="names",
    title=say("Guests"),
    heading=say("Who plays tonight?"),
    skips=say(
        "Skip: Player 1, Player 2 and so on play at one table. You can begin again with names at any time."
    ),
    view=_view,
    answer=_answer,
    describe=lambda setup: say_guests(make_plan(setup.state, setup.sheets)),
    shows_answer=_shows_answer,
)
"""The step."""
