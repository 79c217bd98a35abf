"""The page of the results, with what staff, judge and host do with them."""

from pathlib import Path

from flask import Blueprint

from pi_bunco.access.roles import GUEST
from pi_bunco.game.lines import HEAD
from pi_bunco.sentences import say
from pi_bunco.web.blocks import Block
from pi_bunco.web.needs import needs
from pi_bunco.web.page_kind import PageKind
from pi_bunco.web.pages.paper.evening import read_evening
from pi_bunco.web.pages.results import view
from pi_bunco.web.serve_pages import serve_live_page, serve_table_dialog
from pi_bunco.web.sources import get_results
from pi_bunco.web.tables import view_table

RESULTS = PageKind(
    folder=Path(__file__).parent,
    called=lambda _: say("the results"),
    routes=Blueprint("results", __name__),
    styles="base live head throws dialogs ends results",
    script="results",
    source=get_results,
    blocks=(
        Block("played", lambda table: table.moment),
        Block("finals", view.list_finals),
        Block("awards", view.make_awards),
        Block("cards", view.make_cards),
        Block("rounds", view.list_rounds),
        Block("beside", view.make_results_column),
        Block("button", lambda table: table.button),
    ),
    for_many=True,
)


@RESULTS.routes.get("/results")
@needs(GUEST)
def show_page() -> str:
    """Show the results, with the forms for staff, judge and host, and the evening’s name for printing."""
    evening, date = read_evening()
    return serve_live_page(RESULTS, HEAD, evening=evening, date=date)


@RESULTS.routes.get("/results/offer")
@needs(GUEST)
def send_offer() -> str:
    """Send the dialog in which the host chooses awards and prizes."""
    return serve_table_dialog(RESULTS, "offer", HEAD, view.make_offer(view_table(HEAD, with_results=True)))
