"""The page that says what programs can send, and the description of it that programs read (OpenAPI)."""

from itertools import groupby
from pathlib import Path
from typing import Any

from flask import Blueprint, Response, current_app

from pi_bunco.access.roles import GUEST
from pi_bunco.sentences import say
from pi_bunco.web.answers import answers
from pi_bunco.web.api_document.document import get_document, list_lines, write_document
from pi_bunco.web.needs import needs
from pi_bunco.web.page_kind import PageKind
from pi_bunco.web.serve_pages import serve_page

API_REFERENCE = PageKind(
    folder=Path(__file__).parent,
    called=lambda _: say("the page for programs"),
    routes=Blueprint("api_reference", __name__),
    styles="base head api_reference",
    script="viewer",
)


@API_REFERENCE.routes.get("/api")
@needs(GUEST)
def show_page() -> str:
    """Show what programs can send and what they get, in a viewer; without scripts as a list."""
    lines = list_lines(get_document(current_app))
    return serve_page(
        API_REFERENCE, parts=[(part, list(each)) for part, each in groupby(lines, lambda line: line.part)]
    )


@API_REFERENCE.routes.get("/api/openapi.json")
@answers(dict[str, Any])
@needs(GUEST)
def send_document() -> Response:
    """Return this description: every address with its bodies, its answers and the role that it needs."""
    return Response(write_document(current_app), mimetype="application/json")
