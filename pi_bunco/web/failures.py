"""Answers failures with a sentence and a remedy, as a page or as JSON."""

from typing import TypeVar

import structlog
from flask import Flask, Response, abort, current_app, jsonify, make_response, request
from werkzeug.exceptions import HTTPException

from pi_bunco.access.devices import NoDevice, TooManyDevices
from pi_bunco.access.pin import BadPin, NoPin, TooManyTries
from pi_bunco.access.roles import NotAllowed
from pi_bunco.devices.wifi.access import BadAccess
from pi_bunco.errors import Trouble
from pi_bunco.game.refused import Refused, Unanswered
from pi_bunco.guest_list import ListTrouble
from pi_bunco.limits import SENTENCE
from pi_bunco.link.joining import JoinTrouble
from pi_bunco.paper.pdf_kinds import NothingToPrint
from pi_bunco.rules.quoting import clip_text
from pi_bunco.sentences import say
from pi_bunco.settings.chosen_cameras import TooManyCameras
from pi_bunco.store.evening_file import EveningFileTrouble
from pi_bunco.views.words import adapt_remedy
from pi_bunco.web.language import choose_language, make_translator, render_page
from pi_bunco.web.parse import BadRequestBody
from pi_bunco.web.ports.sponsors import BadPicture
from pi_bunco.web.slow_work import Parked, TooManyJobs, answer_parked
from pi_bunco.web.tables import NoTable
from pi_bunco.web.visitors import MissingRole

Found = TypeVar("Found")
_log = structlog.get_logger("web")

# The status code for each kind of trouble; the first one counts. Every other kind is 503.
_CODES: dict[int, tuple[type[Trouble], ...]] = {
    400: (BadRequestBody, BadPin, ListTrouble, BadAccess, EveningFileTrouble, BadPicture),
    429: (TooManyTries, TooManyJobs),
    403: (NotAllowed,),
    404: (NoTable, NoDevice),
    409: (Refused, NoPin, TooManyDevices, TooManyCameras, JoinTrouble, NothingToPrint),
}
_UNKNOWN = 503
_TOO_MUCH = 413
_PASTE = say("Go back, and paste the names of the guests.")
_TOO_MUCH_SENT = {
    "/new": _PASTE,  # such as a picture instead of a list
    "/welcome/names": _PASTE,
    "/evenings/file": say("Switch on scripts (JavaScript) in this browser: they send it in pieces."),
}
"""What to do when a form has sent too much, by its address."""
_SENTENCES = {
    404: (say("There is nothing at this address."), say("Go back to the table.")),
    405: (say("This address does not accept that."), say("Go back to the table.")),
    413: (say("That was too much to send."), say("Go back to the table.")),
}


def register_failures(app: Flask) -> None:
    """Register the answers to all failures, in words that a guest understands."""

    @app.errorhandler(Trouble)
    def answer_trouble(error: Trouble) -> Response:
        if isinstance(error, MissingRole):
            return make_failure(403, error.text, error.remedy, **error.details)
        if isinstance(error, TooManyTries):
            response = make_failure(find_status(error), error.text, error.remedy, wait=error.wait)
            response.headers["Retry-After"] = str(error.wait)
            return response
        status = find_status(error)
        if status == _UNKNOWN:
            _log.warning("trouble", text=error.text, remedy=error.remedy, path=request.path)
        # A new token would make a second throw of it, so programs learn that they send the same again.
        more = {"unanswered": True} if isinstance(error, Unanswered) else {}
        return make_failure(status, error.text, error.remedy, **more)

    app.register_error_handler(Parked, answer_parked)

    @app.errorhandler(HTTPException)
    def answer_http_error(error: HTTPException) -> Response:
        code = error.code or 500
        if code == _TOO_MUCH and request.path in _TOO_MUCH_SENT:
            return make_failure(code, _SENTENCES[code][0], _TOO_MUCH_SENT[request.path])
        if code == _TOO_MUCH and request.path == "/api/room/sponsors":
            return make_failure(code, _SENTENCES[code][0], say("Choose a picture of at most 60 kB."))
        text, remedy = _SENTENCES.get(
            code, (say("This did not work."), say("Go back to the table and try again."))
        )
        return make_failure(code, text, remedy)

    @app.errorhandler(Exception)
    def answer_exception(error: Exception) -> Response:
        _log.error("page failed", path=request.path, exc_info=error)
        return make_failure(
            500, say("Something broke behind this page."), say("The game is kept; go back to the table.")
        )


def find_status(error: Trouble) -> int:
    """Return the status code of the answer to a trouble."""
    return next((code for code, kinds in _CODES.items() if isinstance(error, kinds)), _UNKNOWN)


def make_failure(code: int, text: str, remedy: str, /, **more: object) -> Response:
    """Return a failure as a page for people, or as JSON with ``more`` for programs and scripts."""
    translate = make_translator(current_app, choose_language())
    text, remedy = _clean_sentence(translate(text)), _clean_sentence(translate(adapt_remedy(remedy)))
    if request.path.startswith(("/api/", "/events")) and "text/html" not in request.headers.get("Accept", ""):
        return make_response(jsonify(error=text, remedy=remedy, **more), code)
    return make_response(render_page("failure.html", text=text, remedy=remedy, **more), code)


def require(found: Found | None) -> Found:
    """Return what was found. If it is ``None``, answer that there is nothing at this address (404)."""
    if found is None:
        abort(404)
    return found


def _clean_sentence(sentence: str) -> str:
    """Return a sentence that a page can show. Lone surrogates (imported names may have them) become ``?``."""
    return clip_text(sentence, SENTENCE).encode(errors="replace").decode()
