"""The page of a table: its blocks, and the dialogs that slide over it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pi_bunco.views.page import bar, cards, dialogs, doubts, foot, frame, middle, over, seat_map
from pi_bunco.views.page.frame import Stage, choose_stage
from pi_bunco.views.page.results import make_offer
from pi_bunco.views.table import TableView
from pi_bunco.web.blocks import Block


@dataclass(frozen=True, slots=True)
class StageView:
    """The middle of a table's page.

    Attributes
    ----------
    stage
        Which kind of middle it is.
    cards
        The cards of the sides, if they are shown.
    body
        What is beside the cards, or instead of them.
    under
        Whether a banner is above.
    """

    stage: Stage
    cards: tuple[cards.CardView, ...]
    body: Any
    under: bool


def _make_stage(view: TableView) -> StageView:
    which = choose_stage(view)
    body = _BODIES[which](view)
    return StageView(
        which,
        cards.make_cards(view) if which in ("doubt", "again", "play") else (),
        body,
        bar.has_banner(view),
    )


_BODIES = {
    "doubt": doubts.make_question,
    "again": doubts.make_ruling,
    "draw": middle.make_drawing,
    "over": over.make_game_over,
    "map": seat_map.make_map,
    "play": middle.make_middle,
}

BLOCKS: tuple[Block[TableView], ...] = (
    Block("frame", frame.make_frame),
    Block("bar", bar.make_bar),
    Block("notes", bar.make_notes),
    Block("stage", _make_stage),
    Block("seats", foot.make_seats),
    Block("turn", foot.make_turn),
    Block("course", foot.make_slips, grows=True),
    Block("actions", foot.make_actions),
    Block("cues", frame.make_cues),
    Block("spoken", frame.announce),
)
"""The blocks of a table's page, besides the button."""

SHEETS: dict[str, Callable[[TableView], Any]] = {
    "more": dialogs.make_menu,
    "odds": dialogs.list_odds,
    "enter": dialogs.make_entry,
    "uncounted": dialogs.make_uncounted,
    "end-round": lambda view: view.can.end_round,
    "offer": make_offer,
}
"""Functions that make the values of each dialog about the whole table."""

WITH_RESULTS = {"offer", "more"}
"""The dialogs that show results. These are computed only for them."""
