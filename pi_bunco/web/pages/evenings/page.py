"""The list of past evenings, and the page of each: its results, rounds, score cards, photos and paper."""

from flask import Response, request, send_file

from pi_bunco.access.roles import GUEST, HOST
from pi_bunco.paper.pdf_kinds import SIZES, PaperKind, PaperSize
from pi_bunco.web.answers import answers
from pi_bunco.web.context import get_parts, get_service
from pi_bunco.web.failures import require
from pi_bunco.web.language import choose_language
from pi_bunco.web.needs import needs
from pi_bunco.web.pages.evenings import api, exchange, league  # noqa: F401 - they add their addresses
from pi_bunco.web.pages.evenings.kind import (
    EVENINGS,
    find_stamp,
    get_shelf,
    is_host,
    is_urgent,
    wait_for_evening,
    wait_for_list,
)
from pi_bunco.web.pages.evenings.view import list_images, list_years, make_line, make_page
from pi_bunco.web.pages.paper.page import guess_size
from pi_bunco.web.serve_pages import serve_page
from pi_bunco.web.slow_work import wait_for


@EVENINGS.routes.get("/evenings")
@needs(GUEST)
def show_page() -> str:
    """Show all past evenings, newest first."""
    if get_parts().evenings is None:
        return serve_page(EVENINGS, "elsewhere", head=get_service().head)
    return serve_page(EVENINGS, years=list_years(wait_for_list().evenings), host=is_host())


@EVENINGS.routes.get("/evenings/<key>")
@needs(GUEST)
def show_evening(key: str) -> str:
    """Show a past evening."""
    evening, shelf = wait_for_evening(key), get_shelf()
    has_photo = {name: shelf.find_photo(key, name) is not None for name in list_images(evening)}
    hosted = shelf.get_league().hosts.get(evening.summary.identity, "")
    return serve_page(EVENINGS, "evening", it=make_page(evening, has_photo), host=is_host(), hosted=hosted)


@EVENINGS.routes.get("/evenings/<key>/photos/<name>")
@answers("image/jpeg")
@needs(GUEST)
def send_photo(key: str, name: str) -> Response:
    """Send a photo of a past evening."""
    find_stamp(key)
    return send_file(require(get_shelf().find_photo(key, name)), mimetype="image/jpeg")


@EVENINGS.routes.get("/evenings/<key>/results.pdf")
@answers("application/pdf", size="``a4`` or ``letter``.")
@needs(GUEST)
def print_results(key: str) -> Response:
    """Send the results of a past evening as PDF. The query may contain ``size``: ``a4`` or ``letter``."""
    return _send_paper("results", key)


@EVENINGS.routes.get("/evenings/<key>/ledger.pdf")
@answers("application/pdf", size="``a4`` or ``letter``.")
@needs(HOST)
def print_ledger(key: str) -> Response:
    """Send the ledger of a past evening as PDF. The query may contain ``size``: ``a4`` or ``letter``."""
    return _send_paper("ledger", key)


def _send_paper(kind: PaperKind, key: str) -> Response:
    asked = request.args.get("size", guess_size())
    size: PaperSize = require(next((each for each in SIZES if each == asked), None))
    shelf, stamp = get_shelf(), find_stamp(key)
    language = choose_language()
    pdf = wait_for(
        get_parts().papers,
        (f"past {kind}", key, stamp, size, language),
        lambda: shelf.draw(kind, key, size, language),
        lambda _: True,  # the stamp is part of what it is
        urgent=is_urgent(),
    )
    return Response(
        pdf,
        headers={"Content-Disposition": f'inline; filename="{kind}.pdf"'},
        mimetype="application/pdf",
    )


@EVENINGS.routes.get("/evenings/<key>/delete")
@needs(HOST)
def ask_delete(key: str) -> str:
    """Ask whether an evening that came as a file must be deleted."""
    return serve_page(EVENINGS, "delete", it=make_line(wait_for_evening(key).summary))
