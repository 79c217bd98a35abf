"""The page that asks what to print, and the papers as PDF: score cards, tallies and results."""

from pathlib import Path

from flask import Blueprint, Response, abort, request

from pi_bunco.access.roles import GUEST
from pi_bunco.paper.drawing_process import draw_in_process
from pi_bunco.paper.pdf_kinds import KINDS, SIZES, Heading, PaperKind, PaperSize
from pi_bunco.rules import Game
from pi_bunco.sentences import say
from pi_bunco.web.context import get_parts, get_service
from pi_bunco.web.needs import needs
from pi_bunco.web.page_kind import PageKind
from pi_bunco.web.pages.paper.evening import MAX_NAME, format_today, read_evening
from pi_bunco.web.ports.room import PagePort
from pi_bunco.web.serve_pages import serve_page
from pi_bunco.web.slow_work import wait_for
from pi_bunco.web.visitors import get_visitor

PAPER = PageKind(
    folder=Path(__file__).parent,
    called=lambda _: say("what can be printed"),
    routes=Blueprint("paper", __name__),
    styles="base live head throws dialogs ends results paper",
)


@PAPER.routes.get("/paper")
@needs(GUEST)
def show_page() -> str:
    """Ask what to print, and on which paper."""
    return serve_page(PAPER, today=format_today(), size=_guess_size(), longest=MAX_NAME)


@PAPER.routes.get("/paper/<kind>.pdf")
@needs(GUEST)  # guests can read all of this on the pages
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


def _draw(service: PagePort, kind: PaperKind, heading: Heading) -> tuple[Game, bytes]:
    """Return the current game, and its paper."""
    game = service.copy_game()
    return game, draw_in_process(kind, game, heading)


def _is_same(game: Game, now: Game) -> bool:
    """Return whether nothing was added to a game."""
    return game.header == now.header and game.events == now.events


def _guess_size() -> PaperSize:
    """Return the paper that is usual in the browser's country: Letter in North America, A4 elsewhere."""
    first = request.headers.get("Accept-Language", "").split(",")[0].split(";")[0].strip().lower()
    return "letter" if first.endswith(("-us", "-ca", "-mx")) else "a4"
