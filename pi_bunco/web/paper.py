"""Sends papers to print, as PDF: score cards, tallies and results."""

from datetime import datetime

from flask import Blueprint, Response, abort, request

from pi_bunco.access.roles import GUEST
from pi_bunco.paper.drawing_process import draw_in_process
from pi_bunco.paper.pdf_kinds import KINDS, SIZES, Heading, Kind, Size
from pi_bunco.rules import Game
from pi_bunco.web.context import get_parts, get_service
from pi_bunco.web.language import render_page
from pi_bunco.web.port import PagePort
from pi_bunco.web.slow_work import wait_for
from pi_bunco.web.visitors import get_visitor

bp = Blueprint("paper", __name__)

_MAX_NAME = 60  # characters in the name of an evening


@bp.get("/paper")
def show_choices() -> str:
    """Ask what to print, and on which paper."""
    return render_page("paper.html", today=_format_today(), size=_guess_size(), longest=_MAX_NAME)


@bp.get("/paper/<kind>.pdf")
def send_paper(kind: str) -> Response:
    """Send a paper of the game.

    The query may contain ``size`` (``a4`` or ``letter``), and the ``evening`` and ``date`` to print, with at
    most 60 characters each. Without a date, today's is printed.
    """
    size = request.args.get("size", _guess_size())
    if kind not in KINDS or size not in SIZES:
        abort(404)
    service, heading = get_service(), Heading(*read_evening(), size)
    _, pdf = wait_for(
        get_parts().papers,
        (kind, heading),
        lambda: _draw(service, kind, heading),
        lambda drawn: _is_same(drawn[0], service.copy_game()),
        urgent=get_visitor().role != GUEST,
    )
    return Response(
        pdf,
        headers={
            "Content-Disposition": f'inline; filename="{kind}.pdf"',
            "Cache-Control": "no-store",  # the next throw changes the paper
        },
        mimetype="application/pdf",
    )


def _draw(service: PagePort, kind: Kind, heading: Heading) -> tuple[Game, bytes]:
    """Return the current game, and its paper."""
    game = service.copy_game()
    return game, draw_in_process(kind, game, heading)


def _is_same(game: Game, now: Game) -> bool:
    """Return whether nothing was added to a game."""
    return game.header == now.header and game.events == now.events


def read_evening() -> tuple[str, str]:
    """Return the name and date of the evening in the request. Without a date it is today's."""
    evening, date = (request.args.get(key, "")[:_MAX_NAME] for key in ("evening", "date"))
    return evening, date or _format_today()


def _format_today() -> str:
    return datetime.now().astimezone().strftime("%Y-%m-%d")


def _guess_size() -> Size:
    """Return the paper that is usual in the browser's country: Letter in North America, A4 elsewhere."""
    first = request.headers.get("Accept-Language", "").split(",")[0].split(";")[0].strip().lower()
    return "letter" if first.endswith(("-us", "-ca", "-mx")) else "a4"
