"""Asks for the language of this device, if its browser prefers only languages that are not installed."""

from typing import cast

from flask import Response, after_this_request

from pi_bunco.languages import NAMES
from pi_bunco.sentences import say
from pi_bunco.web.choose_language import keep_language
from pi_bunco.web.language import (
    choose_language,
    has_own_language,
    is_preference_installed,
    list_languages,
)
from pi_bunco.web.pages.setup.step import Fields, Setup, Step
from pi_bunco.web.welcome_state import WelcomeState


def _answer(setup: Setup, fields: Fields) -> WelcomeState:
    """Remember the language on the device itself. The answers of all are the same as before."""
    code = fields.get("language", "")
    chosen = code if code in list_languages() else choose_language()

    @after_this_request
    def remember(response: Response) -> Response:
        return cast("Response", keep_language(response, chosen))

    return setup.state


LANGUAGE_STEP = Step(
    name="language",
    title=say("Language"),
    heading=say("Which language?"),
    skips=say("Skip: this device keeps the language that you see."),
    next="",
    applies=lambda _: len(list_languages()) > 1,
    view=lambda _: {"languages": [(code, NAMES.get(code, code)) for code in list_languages()]},
    answer=_answer,
    describe=lambda _: NAMES.get(choose_language(), choose_language()),
    knows=lambda _: has_own_language() or is_preference_installed(),
    is_own=True,
)
"""The step."""
