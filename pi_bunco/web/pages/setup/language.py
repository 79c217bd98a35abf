"""Asks for the language of this device, if there are several."""

from flask import Response, after_this_request, request

from pi_bunco.sentences import say
from pi_bunco.web.language import LANGUAGE, choose_language, list_languages
from pi_bunco.web.pages.setup.step import Fields, Setup, Step
from pi_bunco.web.pages.welcome.page import YEAR
from pi_bunco.web.welcome_state import WelcomeState

NAMES = {
    "en": "English",
    "de": "Deutsch",
    "es": "Español",
    "fr": "Français",
    "it": "Italiano",
    "nl": "Nederlands",
    "pl": "Polski",
    "pt": "Português",
}
"""What languages call themselves, by their codes."""


def _answer(setup: Setup, fields: Fields) -> WelcomeState:
    """Remember the language on the device itself. The answers of all are the same as before."""
    code = fields.get("language", "")
    chosen = code if code in list_languages() else choose_language()

    @after_this_request
    def remember(response: Response) -> Response:
        response.set_cookie(LANGUAGE, chosen, max_age=YEAR, httponly=True, samesite="Lax")
        return response

    return setup.state


LANGUAGE_STEP = Step(
    name="language",
    title=say("Language"),
    heading=say("Which language?"),
    skips=say("Skip: this device uses the language of its browser."),
    next="",
    applies=lambda _: len(list_languages()) > 1,
    view=lambda _: {"languages": [(code, NAMES.get(code, code)) for code in list_languages()]},
    answer=_answer,
    describe=lambda _: NAMES.get(choose_language(), choose_language()),
    knows=lambda _: LANGUAGE in request.cookies,
    is_own=True,
)
"""The step."""
