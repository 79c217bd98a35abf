"""Asks whether the Pi makes a Wi-Fi of its own. Where it cannot, nobody is asked, but the page says why."""

from pi_bunco.sentences import say
from pi_bunco.web.context import get_parts
from pi_bunco.web.pages.setup.step import Fields, Setup, Step
from pi_bunco.web.pages.wifi.form import make_form
from pi_bunco.web.welcome_state import WelcomeState

PATH = "/welcome/wifi"


def _answer(setup: Setup, _: Fields) -> WelcomeState:
    return setup.answer("wifi")


WIFI_STEP = Step(
    name="wifi",
    title=say("Wi-Fi"),
    heading=say("How do tablets and phones reach the Pi?"),
    skips=say("Next: everything stays as it is. This device has reached the Pi, so others do too."),
    skip="",
    applies=lambda _: get_parts().own_wifi is not None,
    view=lambda _: {"wifi": make_form(PATH)},
    answer=_answer,
    describe=lambda _: say("The Pi’s own") if make_form().is_on else say("The house’s"),
    knows=lambda _: make_form().trouble is not None,
    has_own_form=True,
)
"""The step."""
