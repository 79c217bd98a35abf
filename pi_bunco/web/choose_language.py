"""The page on which somebody chooses the language of their device."""

from flask import Blueprint, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from pi_bunco.access.roles import GUEST
from pi_bunco.languages import NAMES
from pi_bunco.web.answers import answers
from pi_bunco.web.failures import require
from pi_bunco.web.language import LANGUAGE, list_languages, render_page
from pi_bunco.web.local_path import is_local_path
from pi_bunco.web.needs import needs

bp = Blueprint("languages", __name__)
YEAR = 365 * 24 * 3600
"""The seconds for which a browser keeps the language."""


@bp.get("/language")
@needs(GUEST)
def show_page() -> str:
    """Ask for the language of this device, each by its own name."""
    return render_page("language.html", back=_read_back(), names=NAMES)


@bp.get("/language/<code>")
@answers("text/html")
@needs(GUEST)
def choose(code: str) -> AnyResponse:
    """Remember the language on the device itself, and lead to the page on which somebody asked for it."""
    chosen = require(code if code in list_languages() else None)
    return keep_language(redirect(_read_back(), 303), chosen)


def keep_language(response: AnyResponse, code: str) -> AnyResponse:
    """Let the browser remember a language, and return the answer."""
    response.set_cookie(LANGUAGE, code, max_age=YEAR, httponly=True, samesite="Lax")
    return response


def _read_back() -> str:
    back = request.args.get("back", "/")
    return back if is_local_path(back) else "/"
