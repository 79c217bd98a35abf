"""The page of the results: its blocks, and the host's form for awards."""

from pi_bunco.views.page import results
from pi_bunco.views.table import TableView
from pi_bunco.web.blocks import Block

BLOCKS: tuple[Block[TableView], ...] = (
    Block("played", results.describe_progress),
    Block("finals", results.finals),
    Block("awards", results.make_awards),
    Block("cards", results.cards),
    Block("rounds", results.rounds),
    Block("beside", results.beside),
    Block("button", lambda view: view.button),
)
"""All that the page of the results shows."""
