"""The page on which staff compare the totals of score cards on paper with what was counted."""

from pathlib import Path

from flask import Blueprint

from pi_bunco.access.roles import STAFF
from pi_bunco.game.lines import HEAD
from pi_bunco.sentences import say
from pi_bunco.views.retabulation import RetabulationView
from pi_bunco.web.blocks import Block, Parts
from pi_bunco.web.needs import needs
from pi_bunco.web.page_kind import PageKind
from pi_bunco.web.serve_pages import serve_live_page
from pi_bunco.web.sources import get_retabulation
from pi_bunco.web.visitors import get_visitor


def _make_teams(view: RetabulationView) -> Parts:
    teams = view.teams if view.is_over else ()
    return Parts((view.is_over, bool(view.teams)), {str(team.number): team for team in teams})


RETABULATE = PageKind(
    folder=Path(__file__).parent,
    called=lambda _: say("the totals of the cards"),
    routes=Blueprint("retabulate", __name__),
    styles="base live head throws dialogs results retabulate",
    script="retabulate",
    source=get_retabulation,
    blocks=(Block("retabulation", _make_teams),),
    need=STAFF,
    may_tap=lambda _: STAFF,
)


@RETABULATE.routes.get("/retabulate")
@needs(STAFF)
def show_page() -> str:
    """Show the cards of each team, the differing ones first; the page's script hides the other teams."""
    return serve_live_page(RETABULATE, HEAD, own_teams=get_visitor().role.numbers)
