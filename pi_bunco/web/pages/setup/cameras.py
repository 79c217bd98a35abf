"""Asks which table has which camera. Each tap counts at once; then people go on."""

from pi_bunco.sentences import say, say_count
from pi_bunco.web.context import get_parts
from pi_bunco.web.pages.cameras.page import do_choice, get_desk, list_values
from pi_bunco.web.pages.setup.step import Fields, Setup, Step
from pi_bunco.web.welcome_state import WelcomeState


def _answer(setup: Setup, fields: Fields) -> WelcomeState:
    """Let a table have a camera, and show the page again; or go on.

    Then a table whose camera is not there has none, so that its page does not ask for it all evening.
    """
    if fields.get("do") in {"next", "skip"}:
        get_desk().drop_missing()
        return setup.answer("cameras")
    do_choice(get_desk(), fields)
    return setup.state.forget("cameras")


def _describe(_: Setup) -> str:
    count = sum(camera.table is not None for camera in get_desk().list_cameras())
    if not count:
        return say("None: everybody taps the dice")
    return say_count("{count} table has a camera", "{count} tables have a camera", count)


CAMERAS_STEP = Step(
    name="cameras",
    title=say("Cameras"),
    heading=say("Which camera looks at which table?"),
    skips=say("Next: at a table without a camera, its players tap the dice."),
    skip="",
    applies=lambda _: get_parts().camera_desk is not None,
    view=lambda _: list_values(),
    answer=_answer,
    describe=_describe,
    # Without any camera there is nothing to choose. Somebody may still open the page, such as for a phone.
    knows=lambda _: not get_desk().list_cameras(),
    has_own_form=True,
)
"""The step."""
