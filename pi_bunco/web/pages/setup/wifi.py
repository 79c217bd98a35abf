"""Asks whether the Pi makes a Wi-Fi of its own, where it can."""

from pi_bunco.sentences import say
from pi_bunco.web.context import get_parts
from pi_bunco.web.pages.setup.step import Fields, Setup, Step
from pi_bunco.web.pages.wifi.form import make_form
from pi_bunco.web.welcome_state import WelcomeState

PATH = "/welcome/wifi"


def _applies(_: Setup) -> bool:
    return get_parts().own_wifi is not None and make_form().trouble is None


def _answer(setup: Setup, _: Fields) -> WelcomeState:
    return setup.answer("wifi")


WIFI_STEP = Step(
    name="wifi",
    title=say("Wi-Fi"),
    heading=say("How do tablets and phones reach the Pi?"),
    skips=say("Next: everything stays as it is. This device has reached the Pi, so others do too."),
    skip="",
    applies=_applies,
    view=lambda _: {"wifi": make_form(PATH)},
    answer=_answer,
    describe=lambda _: say("The Pi’s own") if make_form().is_on else say("The house’s"),
    has_own_form=True,
)
"""The step."""
