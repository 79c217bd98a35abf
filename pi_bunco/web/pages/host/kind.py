"""What the host's page is made of."""

from pathlib import Path

from flask import Blueprint

from pi_bunco.access.roles import HOST
from pi_bunco.sentences import say
from pi_bunco.web.blocks import Block, Parts
from pi_bunco.web.page_kind import PageKind
from pi_bunco.web.pages.host import course, view
from pi_bunco.web.pages.host.television import make_television
from pi_bunco.web.pages.room.announcements import make_host_announcements
from pi_bunco.web.sources import get_host

HOST_PAGE = PageKind(
    folder=Path(__file__).parent,
    called=lambda _: say("the host’s page"),
    routes=Blueprint("host", __name__),
    styles="base live head throws dialogs host television sound",
    script="host",
    source=get_host,
    blocks=(
        Block("host_now", view.make_host_actions),
        Block("host_doubted", lambda host: host.facts.doubted),
        Block("host_break", course.make_break),
        Block("host_tables", lambda host: Parts(None, view.make_tables(host))),
        Block("host_last", course.make_last_round),
        Block("host_standings", course.make_standings),
        Block("host_seats", view.make_seats),
        Block("host_join", lambda host: () if host.follows else host.facts.team_names),
        Block("host_countdown", view.make_countdown),
        Block("host_ways", view.make_ways),
        Block("host_tv", make_television),
        Block("sounds", make_host_announcements),
        Block("button", lambda host: host.head.button),
    ),
    need=HOST,
)
