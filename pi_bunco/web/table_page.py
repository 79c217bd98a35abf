"""The page of a table: its blocks, and the sheets that slide over it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pi_bunco.views.page import bar, cards, doubts, drawing, foot, frame, middle, over, seat_map, sheets
from pi_bunco.views.page.results import offer
from pi_bunco.views.page.stage import Stage, stage
from pi_bunco.views.table import TableView
from pi_bunco.web.blocks import Block


@dataclass(frozen=True, slots=True)
class StageView:
    """The middle of a table's page: its kind, the cards, what is beside them, whether a banner is above."""

    stage: Stage
    cards: tuple[cards.CardView, ...]
    body: Any
    under: bool


def _stage(view: TableView) -> StageView:
    which = stage(view)
    body = _BODIES[which](view)
    return StageView(
        which, cards.cards(view) if which in ("doubt", "again", "play") else (), body, bar.has_banner(view)
    )


_BODIES = {
    "doubt": doubts.question,
    "again": doubts.ruling,
    "draw": drawing.drawing,
    "over": over.over,
    "map": seat_map.seat_map,
    "play": middle.middle,
}

BLOCKS: tuple[Block[TableView], ...] = (
    Block("frame", frame.frame),
    Block("bar", bar.bar),
    Block("notes", bar.notes),
    Block("stage", _stage),
    Block("seats", foot.seats),
    Block("turn", foot.turn),
    Block("course", foot.course, grows=True),
    Block("actions", foot.actions),
    Block("cues", frame.cues),
    Block("spoken", frame.announce),
)
"""The blocks of a table's page, besides the button."""

SHEETS: dict[str, Callable[[TableView], Any]] = {
    "more": sheets.more,
    "odds": sheets.odds,
    "enter": sheets.entry,
    "uncounted": sheets.make_uncounted,
    "end-round": lambda view: view.can.end_round,
    "offer": offer,
}
"""Makes what each sheet about the whole table shows."""

WITH_RESULTS = {"offer", "more"}
"""The sheets that show results, which are made only when somebody wants them."""
