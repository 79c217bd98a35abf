"""The page of a team's staff: they confirm its buncos, minis and wins, or doubt them."""

from pathlib import Path

from flask import Blueprint, redirect
from werkzeug.wrappers import Response

from pi_bunco.access.roles import GUEST, STAFF, Role
from pi_bunco.game.lines import HEAD
from pi_bunco.sentences import say
from pi_bunco.web.blocks import Block
from pi_bunco.web.needs import needs
from pi_bunco.web.page_kind import PageKind
from pi_bunco.web.pages.staff import view
from pi_bunco.web.serve_pages import serve_live_page, serve_page
from pi_bunco.web.tables import read_table_number, view_table
from pi_bunco.web.visitors import get_visitor

STAFF_PAGE = PageKind(
    folder=Path(__file__).parent,
    called=lambda team: say("the staff’s page of team {team}", team=team),
    routes=Blueprint("staff", __name__),
    styles="base live head throws dialogs staff",
    script="staff",
    source=view.get_team,
    blocks=(
        Block("staff_head", view.make_head),
        Block("staff_doubted", lambda team: (view.list_doubted(team), team.seen)),
        Block("staff_waiting", view.make_waiting),
        Block("staff_done", lambda team: (view.list_done(team), team.seen)),
        Block("staff_costume", lambda team: (team.costumes, team.seen) if team.costumes else None),
    ),
    may_tap=lambda team: Role("staff", team),
    of_table=True,
)


@STAFF_PAGE.routes.get("/staff")
@needs(GUEST)
def choose_team() -> str | Response:
    """Lead a device of staff to its first team. Others choose teams, and ask the host to let them in."""
    visitor = get_visitor()
    wanted = visitor.device.wants if visitor.device else GUEST
    role = visitor.role if visitor.role.allows(STAFF) else wanted
    if visitor.role.allows(STAFF) or wanted.name == STAFF.name:
        return redirect(f"/staff/{role.number or HEAD}")
    return serve_page(STAFF_PAGE, "ask", teams=view_table(HEAD, with_results=True).results.teams)


@STAFF_PAGE.routes.get("/staff/<number>")
@needs(GUEST)
def show_page(number: str) -> str:
    """Show what waits to be confirmed in a team."""
    team = read_table_number(number)
    role, titles = get_visitor().role, view_table(HEAD, with_results=True).results.teams
    own = range(1, len(titles) + 1) if not role.numbers or role.name != STAFF.name else role.numbers
    teams = [(each, titles[each - 1]) for each in own if each <= len(titles)]
    return serve_live_page(STAFF_PAGE, team, teams=teams)
