"""The middle of a table's page, which shows what the table needs now."""

from dataclasses import dataclass
from typing import Any

from pi_bunco.views.side_cards import CardView, make_cards
from pi_bunco.views.table import TableView
from pi_bunco.web.pages.table import alone, bar, doubts, middle, over, seat_map
from pi_bunco.web.pages.table.frame import Stage, choose_stage


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
    seen
        The moment that the page shows.
    """

    stage: Stage
    cards: tuple[CardView, ...]
    body: Any
    under: bool
    seen: str


_BODIES = {
    "alone": alone.make_alone,
    "doubt": doubts.make_question,
    "again": doubts.make_ruling,
    "draw": middle.make_drawing,
    "over": over.make_game_over,
    "map": seat_map.make_map,
    "play": middle.make_middle,
}


def make_stage(view: TableView) -> StageView:
    """Return the middle of a table's page."""
    stage = choose_stage(view)
    cards = make_cards(view) if stage in ("doubt", "again", "play") else ()
    return StageView(stage, cards, _BODIES[stage](view), bar.has_banner(view), view.here.seen)
