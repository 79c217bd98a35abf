"""Papers to print from the page: score cards, tallies and results as PDF."""

from datetime import datetime

from flask import Blueprint, Response, abort, request

from pi_bunco.paper.apart import draw_apart
from pi_bunco.paper.pdf_kinds import KINDS, SIZES, Heading, Size
from pi_bunco.web.context import service
from pi_bunco.web.language import render_page

bp = Blueprint("paper", __name__)

_NAME = 60
"""Most characters in the name of an evening."""


@bp.get("/paper")
def choose() -> str:
    """Ask what to print, and on which paper."""
    return render_page("paper.html", today=_today(), size=_usual_size(), longest=_NAME)


@bp.get("/paper/<kind>.pdf")
def file(kind: str) -> Response:
    """Send a paper of the game.

    The address may have ``size`` (``a4`` or ``letter``), and ``evening`` and ``date`` as they should be
    printed, with at most 60 characters each. Without a date, today's is printed.
    """
    size = request.args.get("size", _usual_size())
    if kind not in KINDS or size not in SIZES:
        abort(404)
    drawn = draw_apart(kind, service().game(), Heading(*read_evening(), size))
    answer = Response(drawn, mimetype="application/pdf")
    answer.headers["Content-Disposition"] = f'inline; filename="{kind}.pdf"'
    answer.headers["Cache-Control"] = "no-store"  # the next throw changes the paper
    return answer


def read_evening() -> tuple[str, str]:
    """Return the name and date of the evening in the request. Without a date it is today's."""
    return request.args.get("evening", "")[:_NAME], request.args.get("date", "")[:_NAME] or _today()


def _today() -> str:
    return datetime.now().astimezone().strftime("%Y-%m-%d")


def _usual_size() -> Size:
    """Return the paper that is usual in the browser's country: Letter in North America, A4 elsewhere."""
    first = request.headers.get("Accept-Language", "").split(",")[0].split(";")[0].strip().lower()
    return "letter" if first.endswith(("-us", "-ca", "-mx")) else "a4"
