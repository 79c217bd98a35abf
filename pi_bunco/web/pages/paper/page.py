"""The page that asks what to print, and the papers as PDF: forms, signs, cards, posters, certificates."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

from flask import Blueprint, Response, abort, request

from pi_bunco.access.roles import GUEST, HOST, Role
from pi_bunco.paper.drawing_process import draw_in_process, draw_posters_in_process
from pi_bunco.paper.pdf_kinds import (
    CODES,
    KINDS,
    SIZES,
    CodeKind,
    Heading,
    NothingToPrint,
    PaperKind,
    PaperSize,
)
from pi_bunco.rules import Game
from pi_bunco.sentences import say
from pi_bunco.views.room import RoomView
from pi_bunco.web.answers import answers
from pi_bunco.web.context import get_parts, get_service
from pi_bunco.web.language import choose_language
from pi_bunco.web.needs import needs
from pi_bunco.web.page_kind import PageKind
from pi_bunco.web.pages.paper.codes import find_address, list_codes
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
    view, address, is_host = get_service().view_room(), find_address(), get_visitor().role == HOST
    return serve_page(
        PAPER,
        today=format_today(),
        size=guess_size(),
        longest=MAX_NAME,
        address=address,
        several=len(view.tables) > 1,
        is_host=is_host,
        has_wifi=is_host and bool(list_codes("wifi-poster")),
        walks=any(table.ways not in (None, (table.table, table.table)) for table in view.tables),
        awarded=_has_certificates(view),
    )


def _find_role(values: Mapping[str, Any]) -> Role:
    """Return who may print a paper. Guests read all on pages but the Wi-Fi's password and the ledger.

    >>> _find_role({"kind": "wifi-poster"}), _find_role({"kind": "tallies"})
    (Role(name='host', number=None, more=()), Role(name='guest', number=None, more=()))
    """
    return HOST if values.get("kind") in ("wifi-poster", "ledger") else GUEST


@PAPER.routes.get("/paper/<kind>.pdf")
@answers(
    "application/pdf",
    size="``a4`` or ``letter``.",
    evening="The evening to print.",
    date="The date to print.",
)
@needs(_find_role)
def send_paper(kind: str) -> Response:
    """Send a paper of the game. Only the host gets the poster with the Wi-Fi's password, and the ledger.

    The query may contain ``size`` (``a4`` or ``letter``), and the ``evening`` and ``date`` to print, with at
    most 60 characters each. Without a date, today's is printed.
    """
    size = request.args.get("size", guess_size())
    if kind not in (*KINDS, *CODES) or size not in SIZES:
        abort(404)
    heading = Heading(*read_evening(), size, choose_language())
    codes = kind in CODES
    pdf = _draw_codes(cast("CodeKind", kind), heading) if codes else _draw(cast("PaperKind", kind), heading)
    return Response(
        pdf,
        headers={
            "Content-Disposition": f'inline; filename="{kind}.pdf"',
            "Cache-Control": "no-store",  # the next throw changes the paper
        },
        mimetype="application/pdf",
    )


def _draw(kind: PaperKind, heading: Heading) -> bytes:
    service = get_service()
    if kind == "certificates" and service.view_room().moment.part == "settling":
        raise NothingToPrint(
            say("The last round is not final yet."),
            say("Print certificates when all tables have settled it."),
        )
    drawn: tuple[Game, bytes] = wait_for(
        get_parts().papers,
        (kind, heading),
        lambda: _draw_game(service, kind, heading),
        lambda drawn: _is_same(drawn[0], service.copy_game()),
        urgent=get_visitor().role != GUEST,
    )
    return drawn[1]


def _draw_game(service: PagePort, kind: PaperKind, heading: Heading) -> tuple[Game, bytes]:
    """Return the current game, and its paper."""
    game = service.copy_game()
    return game, draw_in_process(kind, game, heading)


def _draw_codes(kind: CodeKind, heading: Heading) -> bytes:
    codes = list_codes(kind)
    if not codes:
        raise NothingToPrint(
            say(
                "There is no such code now: the Pi has no Wi-Fi of its own, or is not connected to a network."
            ),
            say("Switch on the Pi’s own Wi-Fi on the host’s page, or connect it to a network."),
        )
    pdf: bytes = wait_for(
        get_parts().papers,
        (kind, heading, codes),
        lambda: draw_posters_in_process(codes, heading),
        lambda _: True,
        urgent=get_visitor().role != GUEST,
    )
    return pdf


def _has_certificates(view: RoomView) -> bool:
    """Return whether an award can be handed over."""
    if view.moment.part == "settling":
        return False
    awards = any(line.final and line.winners for line in view.results.awards)
    return awards or bool(view.results.grand_prize)


def _is_same(game: Game, now: Game) -> bool:
    """Return whether nothing was added to a game."""
    return game.header == now.header and game.events == now.events


def guess_size() -> PaperSize:
    """Return the paper that is usual in the browser's country: Letter in North America, A4 elsewhere."""
    first = request.headers.get("Accept-Language", "").split(",")[0].split(";")[0].strip().lower()
    return "letter" if first.endswith(("-us", "-ca", "-mx")) else "a4"
