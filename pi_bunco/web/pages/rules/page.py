"""The page with the rules, as this table plays them."""

from pathlib import Path

from flask import Blueprint

from pi_bunco.access.roles import GUEST
from pi_bunco.paper.sentences import list_sections
from pi_bunco.sentences import say
from pi_bunco.web.context import get_service
from pi_bunco.web.needs import needs
from pi_bunco.web.page_kind import PageKind
from pi_bunco.web.serve_pages import serve_page

RULES = PageKind(
    folder=Path(__file__).parent,
    called=lambda _: say("the rules"),
    routes=Blueprint("rules", __name__),
    styles="base head rules",
    script="rules",
)


@RULES.routes.get("/rules")
@needs(GUEST)
def show_page() -> str:
    """Show the current rule sheet in words for guests, with its clauses."""
    sheet = get_service().get_sheet()
    return serve_page(RULES, sheet=sheet.sheet, parent=sheet.parent, sections=list_sections(sheet))
