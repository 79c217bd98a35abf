"""What the page of a table is made of."""

from pathlib import Path

from flask import Blueprint

from pi_bunco.access.roles import Role
from pi_bunco.sentences import say
from pi_bunco.views.score_cards import ScoreCardView
from pi_bunco.views.short_names import shorten_names
from pi_bunco.web.blocks import Block
from pi_bunco.web.page_kind import PageKind
from pi_bunco.web.pages.table import bar, foot, frame
from pi_bunco.web.pages.table.stage import make_stage
from pi_bunco.web.sources import get_table

TABLE = PageKind(
    folder=Path(__file__).parent,
    called=lambda table: say("table {table}", table=table),
    routes=Blueprint("table", __name__),
    styles="base table live throws cards middle question map foot dialogs ends alert confetti sound sizes",
    script="table",
    source=get_table,
    blocks=(
        Block("frame", frame.make_frame),
        Block("bar", bar.make_bar),
        Block("notes", shorten_names(bar.make_notes)),
        Block("stage", shorten_names(make_stage, ScoreCardView)),
        Block("seats", shorten_names(foot.make_seats)),
        Block("turn", shorten_names(foot.make_turn)),
        Block("course", shorten_names(foot.make_slips), grows=True),
        Block("actions", foot.make_actions),
        Block("cues", shorten_names(frame.make_cues)),
        Block("spoken", frame.announce),
        Block("button", lambda view: view.button),
    ),
    may_tap=lambda table: Role("table", table),
    of_table=True,
    for_many=True,
)
