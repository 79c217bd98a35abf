"""Lets people try the bell and the page's sound once."""

from typing import Literal, cast

from pi_bunco.sentences import say
from pi_bunco.web.pages.setup.step import Fields, Setup, Step
from pi_bunco.web.welcome_state import WelcomeState

_HEARD = {
    "": say("Not tried"),
    "yes": say("Heard"),
    "no": say("Not heard: the pages also show everything that the bell says"),
}


def _answer(setup: Setup, fields: Fields) -> WelcomeState:
    """Ring, or keep whether somebody heard it. If nobody did, the page shows what may help."""
    if fields.get("do") == "ring":
        setup.desk.ring()
        return setup.state.forget("bell")
    heard = fields.get("heard", "")
    heard = cast("Literal['', 'yes', 'no']", heard if heard in _HEARD else setup.state.heard)
    after = setup.answer("bell", heard=heard)
    return after.forget("bell") if fields.get("heard") == "no" else after


BELL = Step(
    name="bell",
    title=say("Bell"),
    heading=say("Do you hear the bell?"),
    skips=say("Skip: the bell stays untried. The pages show everything that it says."),
    next="",
    view=lambda setup: {
        "heard": setup.state.heard,
        "bell": setup.desk.bell,
        "was_pressed": setup.desk.was_pressed,
    },
    answer=_answer,
    describe=lambda setup: _HEARD[setup.state.heard],
)
"""The step."""
