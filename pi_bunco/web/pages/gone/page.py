"""The page of a table that does not play now. It has the table's address, and no address of its own."""

from pathlib import Path

from flask import Blueprint

from pi_bunco.sentences import say
from pi_bunco.web.blocks import Block
from pi_bunco.web.page_kind import PageKind
from pi_bunco.web.pages.gone import view
from pi_bunco.web.sources import get_room

GONE = PageKind(
    folder=Path(__file__).parent,
    called=lambda table: say("table {table}", table=table),
    routes=Blueprint("gone", __name__),
    styles="base live me",
    script="gone",
    source=get_room,
    blocks=(Block("gone", view.make_gone),),
    of_table=True,
)
