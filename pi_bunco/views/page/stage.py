"""Chooses what the middle of a table's page shows."""

from typing import Literal

from pi_bunco.views.table import TableView

Stage = Literal["doubt", "again", "draw", "over", "map", "play"]
"""What the middle of the page shows.

``doubt``: a throw waits for an answer. ``again``: a throw is thrown again. ``draw``: a name is drawn.
``over``: the game is over. ``map``: between rounds, who sits where. ``play``: anything else.
"""


def choose_stage(view: TableView) -> Stage:
    """Return what the middle of the page shows."""
    if view.doubt:
        return "doubt"
    if view.again:
        return "again"
    match view.phase:
        case "over":
            return "over"
        case "ready":
            return "map"
        case "draw":
            return "draw"
        case _:
            return "play"


def is_tapped_in(view: TableView) -> bool:
    """Return whether people tap throws in because no camera sees them."""
    return view.can.enter and view.camera.status in ("none", "trouble")


def find_owners(view: TableView) -> tuple[str, ...]:
    """Return the owner of each die, from left to right, if several players throw one die each."""
    if view.phase == "dieoff":
        return (view.left or "", view.right or "")
    return view.need.each if view.need else ()
