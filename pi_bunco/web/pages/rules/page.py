"""The pages with the rules: of the current game as this table plays them, and of any other sheet."""

from pathlib import Path

from flask import Blueprint, request

from pi_bunco.access.roles import GUEST
from pi_bunco.limits import KEY
from pi_bunco.paper.sentences import list_sections
from pi_bunco.rules import Written
from pi_bunco.sentences import say
from pi_bunco.web.context import get_service
from pi_bunco.web.failures import require
from pi_bunco.web.local_path import is_local_path
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
    return _serve_sheet(get_service().get_sheet(), is_played=True)


@RULES.routes.get("/rules/<slug>")
@needs(GUEST)
def show_sheet(slug: str) -> str:
    """Show any sheet that can be played, by its short name. ``back``: the page from which it was opened."""
    return _serve_sheet(require(get_service().find_rules(slug[:KEY])), is_played=False)


def _serve_sheet(sheet: Written, *, is_played: bool) -> str:
    back = request.args.get("back", "")
    return serve_page(
        RULES,
        sheet=sheet.sheet,
        parent=sheet.parent,
        sections=list_sections(sheet),
        is_played=is_played,
        back=back if is_local_path(back) else "",
    )
