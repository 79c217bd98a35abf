"""Asks whether the host calibrates table 1 at once or later, if a table has a camera."""

from pi_bunco.sentences import say
from pi_bunco.web.pages.setup.step import Fields, Setup, Step
from pi_bunco.web.welcome_state import WelcomeState


def _answer(setup: Setup, fields: Fields) -> WelcomeState:
    return setup.answer("calibrate", calibrate=fields.get("when") == "now")


CALIBRATE_STEP = Step(
    name="calibrate",
    title=say("Calibration"),
    heading=say("Calibrate the camera now?"),
    skips=say("Skip: the camera still reads the dice, but asks more often."),
    next="",
    applies=lambda setup: bool(setup.desk.camera_tables),
    answer=_answer,
    describe=lambda setup: (
        say("Calibrate right after the start") if setup.state.calibrate else say("Calibrate later")
    ),
)
"""The step."""
