"""The pages of the welcome. They are served while there is no game; afterwards they lead to it."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from flask import Blueprint, make_response, redirect, request
from werkzeug.wrappers import Response

from pi_bunco.access.roles import GUEST, HOST, Role
from pi_bunco.errors import Trouble
from pi_bunco.game.refused import Refused
from pi_bunco.limits import NUMBER
from pi_bunco.sentences import Sentence, say
from pi_bunco.views.words import adapt_trouble
from pi_bunco.web.context import get_parts
from pi_bunco.web.failures import find_status
from pi_bunco.web.join import draw_qr, make_join_address
from pi_bunco.web.needs import needs
from pi_bunco.web.page_kind import PageKind
from pi_bunco.web.pages.setup.device import HOST_PLACE, WAITING_PLACES, say_place
from pi_bunco.web.pages.setup.ready import READY, begin
from pi_bunco.web.pages.setup.step import AGAIN, CHANGE, HAND, Setup, Step, is_look, read_setup
from pi_bunco.web.pages.setup.steps import OWN_STEPS, find_next, list_steps
from pi_bunco.web.pages.welcome.page import YEAR
from pi_bunco.web.serve_pages import serve_page
from pi_bunco.web.welcome_state import WelcomeState
from pi_bunco.whole_numbers import parse_whole

SETUP = PageKind(
    folder=Path(__file__).parent,
    called=lambda _: say("the welcome"),
    routes=Blueprint("setup", __name__),
    styles="base wifi cameras options setup",
    script="setup",
)


class AnsweredMeanwhile(Refused):
    """Somebody else has answered the same question since the page was loaded."""

    def __init__(self) -> None:
        super().__init__(
            say("Somebody else has answered this meanwhile. You see their answer."),
            say("Go on if it is right, or change it."),
        )


@dataclass(frozen=True, slots=True)
class Dot:
    """A dot of the line that shows how far the welcome is: ``done``, ``now`` or ``open``."""

    title: Sentence
    look: str


def find_need(values: Mapping[str, Any]) -> Role:
    """Return the role that a step needs: each device answers some questions for itself.

    While a game is played, the pages of the welcome only lead to it, and everybody may go there.
    """
    return GUEST if get_parts().welcome is None or values.get("name") in OWN_STEPS else HOST


@SETUP.routes.get("/welcome")
@needs(GUEST)
def show_first() -> Response:
    """Show what this device should do in the welcome. If there is a game, lead to it."""
    if get_parts().welcome is None:
        return redirect("/")
    return serve_first_page()


def serve_first_page() -> Response:
    """Serve the first page of a device: the next question for the host's, a waiting page for others.

    The Pi's own screen asks with ``screen`` in its query. Its page shows where a tablet finds the pages.
    """
    setup = read_setup()
    steps = list_steps(setup)
    if "screen" in request.args:
        address = make_join_address(request.host_url, "/")
        return _serve_waiting(setup, say("This is the screen of the Pi."), address)
    if setup.place in WAITING_PLACES:
        return _serve_waiting(setup, say_place(setup.place))
    step = find_next(setup, steps)
    if step.is_own or setup.is_host:
        return redirect(_find_path(step))
    return _serve_waiting(setup, say("Only the host answers."))


def _serve_waiting(setup: Setup, says: Sentence, address: str = "") -> Response:
    """Serve the page of a device that waits. It goes on by itself, also without scripts."""
    qr = draw_qr(address) if address else ""
    page = serve_page(SETUP, "waiting", says=says, is_host=setup.is_host, address=address, qr=qr)
    return make_response(page)


@SETUP.routes.get("/welcome/<name>")
@needs(find_need)
def show_page(name: str) -> Response:
    """Show a step of the welcome. If there is a game, lead to it."""
    if get_parts().welcome is None:
        return redirect("/")
    setup = read_setup()
    step = next((step for step in list_steps(setup) if step.name == name), None)
    if step is None:
        return redirect("/welcome")
    if step is READY and (still_open := find_next(setup, list_steps(setup))) is not READY:
        return redirect(_find_path(still_open))
    return _serve_step(setup, step, notice=setup.desk.damage)


@SETUP.routes.post("/welcome/<name>")
@needs(find_need)
def answer(name: str) -> Response:
    """Take the answer to a question, and show the next one; or show the page again with what is wrong."""
    if get_parts().welcome is None:
        return redirect("/", 303)
    setup = read_setup()
    step = next((step for step in list_steps(setup) if step.name == name), None)
    if step is None:
        return redirect("/welcome", 303)
    try:
        state = setup.desk.change(lambda state: _answer(replace(setup, state=state), step))
        after = replace(setup, state=state)
        return redirect(_begin(after) if step is READY else _find_path_after(step, setup, after), 303)
    except Trouble as trouble:
        page = _serve_step(read_setup(), step, trouble)
        page.status_code = find_status(trouble)
        return page


def _find_path_after(step: Step, before: Setup, setup: Setup) -> str:
    """Return where a device goes after an answer. ``before``: what was known before it."""
    if request.form.get("place", HOST_PLACE) != HOST_PLACE:
        return "/"  # it waits
    if not (step.is_own or step.is_answered(setup)):
        return f"{_find_path(step)}?{AGAIN}"
    if step.shows_answer(before, setup, request.form):
        return f"{_find_path(step)}?{CHANGE}" if is_look(request.form) else _find_path(step)
    following = find_next(setup, list_steps(setup), step)
    return _find_path(following) if following.is_own or setup.is_host else "/pin"


def _answer(setup: Setup, step: Step) -> WelcomeState:
    """Return the answers with this one, unless another device has answered the question since."""
    last = setup.state.answers.get(step.name)
    seen = parse_whole(request.form.get("seen", ""), 0, NUMBER) or 0
    if last and last.number > seen and last.by != setup.by and not step.is_own:
        raise AnsweredMeanwhile
    return step.answer(setup, request.form)


def _begin(setup: Setup) -> str:
    """Begin the game, and return where this device goes; or where a question is still open."""
    still_open = find_next(setup, list_steps(setup))
    return begin(setup) if still_open is READY else _find_path(still_open)


def _serve_step(
    setup: Setup, step: Step, wrong: Trouble | None = None, *, notice: Trouble | None = None
) -> Response:
    """Serve a step, with what is wrong with the last answer."""
    steps = list_steps(setup)
    place = steps.index(step)
    before = [each for each in steps[:place] if not each.is_aside]
    values = dict(step.view(setup))
    found_wrong = values.pop("wrong", None)
    rows = (
        [(each.title, each.describe(setup), _find_path(each)) for each in steps[:-1]] if step is READY else []
    )
    page = make_response(
        serve_page(
            SETUP,
            step=step,
            dots=[Dot(each.title, _find_look(setup, step, each)) for each in steps if not each.is_aside],
            back=_find_path(READY if step.is_aside else before[-1]) if before else "",
            after=_find_path(find_next(setup, steps, step)),
            answered=step is not READY and step.is_answered(setup),
            leads_on=setup.is_host or not step.is_own,
            seen=setup.state.number,
            wrong=adapt_trouble(wrong or found_wrong),
            notice=notice,
            rows=rows,
            **values,
        )
    )
    if not setup.by:
        page.set_cookie(HAND, secrets.token_hex(4), max_age=YEAR, httponly=True, samesite="Lax")
    return page


def _find_look(setup: Setup, now: Step, step: Step) -> str:
    if step is now:
        return "now"
    return "done" if step is not READY and step.is_answered(setup) else "open"


def _find_path(step: Step) -> str:
    return f"/welcome/{step.name}"
