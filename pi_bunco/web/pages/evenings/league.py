"""The league over evenings, and what the host chooses for it."""

import re
from dataclasses import replace

from flask import redirect, request
from werkzeug.wrappers import Response as AnyResponse

from pi_bunco.access.roles import GUEST, HOST
from pi_bunco.limits import KEY
from pi_bunco.names import clean_name
from pi_bunco.sentences import say
from pi_bunco.views.league import PointsRule, list_next_hosts, make_league_table
from pi_bunco.web.context import get_parts
from pi_bunco.web.needs import needs
from pi_bunco.web.pages.evenings.kind import EVENINGS, find_summary, get_shelf, is_host, wait_for_list
from pi_bunco.web.pages.evenings.view import RULES, list_counting, say_league
from pi_bunco.web.parse import BadRequestBody
from pi_bunco.web.serve_pages import serve_page

_DAY = re.compile(r"\d{4}-\d\d-\d\d|")


@EVENINGS.routes.get("/league")
@needs(GUEST)
def show_league() -> str:
    """Show who has how many points over evenings, and who is next to host."""
    if get_parts().evenings is None:
        return serve_page(EVENINGS, "elsewhere", head="")
    evenings, league = wait_for_list().evenings, get_shelf().get_league()
    counting = list_counting(evenings, league)
    return serve_page(
        EVENINGS,
        "league",
        lines=make_league_table(evenings, league),
        rule=league.rule,
        rules=RULES,
        since=league.since,
        hosts=list_next_hosts(evenings, league),
        evenings=counting,
        count=say_league(sum(does for *_, does in counting)),
        host=is_host(),
    )


@EVENINGS.routes.post("/league")
@needs(HOST)
def choose_league() -> AnyResponse:
    """Choose what brings points, the first day of the season, and which of its evenings count."""
    evenings, league, form = get_shelf().list_all().evenings, get_shelf().get_league(), request.form
    rule: PointsRule | None = next((each for each in RULES if each == form.get("rule")), None)
    since = form.get("since", "")
    if rule is None or not _DAY.fullmatch(since):
        raise BadRequestBody(
            say("The league needs a rule for points, and a first day such as 2026-01-05, or none."),
            say("Choose them on the page of the league."),
        )
    shown = {identity for _, identity, _ in list_counting(evenings, league)}
    left_out = (league.left_out | shown) - {*form.getlist("counts")}
    get_shelf().save_league(replace(league, rule=rule, since=since, left_out=left_out))
    return redirect("/league", 303)


@EVENINGS.routes.post("/evenings/<key>/host")
@needs(HOST)
def choose_hostess(key: str) -> AnyResponse:
    """Note who hosted an evening; an empty name: nobody is noted."""
    identity = find_summary(key).identity
    name, shelf = clean_name(request.form.get("name", ""))[:KEY], get_shelf()
    league = shelf.get_league()
    others = {each: host for each, host in league.hosts.items() if each != identity}
    shelf.save_league(replace(league, hosts=others | ({identity: name} if name else {})))
    return redirect(f"/evenings/{key}", 303)
