"""States of a table's page with a question, one for each kind of doubt, in the reader's own words."""

from dataclasses import replace
from typing import Any

from pi_bunco.game.camera_dice import CAME_BACK, LATE, WHOSE
from pi_bunco.readings import Doubt
from pi_bunco.sentences import say
from pi_bunco.views.table import TableView
from pi_bunco.vision import doubts
from pi_bunco.vision.doubts import DoubtReason
from tests.web.drawing import BOXES
from tests.web.night_states import one_each
from tests.web.states import asking, boxed, playing

READ = ((3, 6, 4), (3, 5, 4), (3, 4, 4))
"""The likely dice: the faces that were read, and two other guesses for the second die."""
FOLLOWS = ("+1, Ann throws again",) * 3


def ask_about(why: DoubtReason, base: TableView | None = None, **more: Any) -> TableView:
    """Return the state of a table that asks about three dice, with this reason."""
    fields: dict[str, Any] = {"likely": READ, "follows": FOLLOWS, "which": why.which, "waiting": 0}
    return asking(base or playing(), kind=why.doubt.value, reason=str(why.reason), **(fields | more))


def _make_states() -> dict[Doubt, TableView]:
    none: dict[str, Any] = {"likely": (), "follows": (), "dice": (), "boxes": ()}
    two: dict[str, Any] = {"likely": (), "follows": (), "dice": (3, 6), "boxes": BOXES[:2]}
    four: dict[str, Any] = {"dice": (3, 6, 4, 1), "boxes": (*BOXES, (0.1, 0.8, 0.2, 0.94))}
    states = {
        Doubt.COCKED: ask_about(doubts.doubt_leaning(1, 3, on_another=True)),
        Doubt.STACKED: ask_about(doubts.doubt_stacked(2, 3)),
        Doubt.CUT: ask_about(doubts.doubt_off_mat(0, 3)),
        Doubt.COVERED: ask_about(doubts.COVERED, **none),
        Doubt.FEWER: ask_about(doubts.doubt_count(2, 3), **two),
        Doubt.MORE: ask_about(doubts.doubt_count(4, 3), **four),
        Doubt.UNSURE: ask_about(doubts.doubt_two_values(1, 3, 5, 6), likely=READ[:2], follows=FOLLOWS[:2]),
        Doubt.UNCLEAR: ask_about(doubts.UNCLEAR, **none),
        Doubt.PART: ask_about(DoubtReason(Doubt.PART, say("Only one die moved."), 0)),
        Doubt.LAY: ask_about(DoubtReason(Doubt.LAY, CAME_BACK)),
        Doubt.WHOSE: ask_about(DoubtReason(Doubt.WHOSE, WHOSE), one_each(), wanted=4, likely=(), follows=()),
        Doubt.LATE: ask_about(DoubtReason(Doubt.LATE, LATE)),
        Doubt.MOVED: ask_about(doubts.MOVED),
        Doubt.UNSEEN: ask_about(doubts.doubt_unseen(3.0)),
        Doubt.FAST: ask_about(doubts.TOO_FAST),
    }
    return {kind: states[kind] for kind in Doubt}


EVERY_DOUBT = _make_states()
"""Each kind of doubt at a table of teams, or at the final if each player throws one die."""
WITHOUT_TEAMS = {
    f"{kind.value}, {count} players": ask_about(
        DoubtReason(kind, say("Only one die moved."), 0)
        if kind is Doubt.PART
        else doubts.doubt_two_values(1, 3, 5, 6),
        replace(boxed(count), thrower="Wilhelmina-Alexandra"),
        follows=("+1, Wilhelmina-Alexandra throws again",) * 3,
    )
    for kind in (Doubt.PART, Doubt.UNSURE)
    for count in (2, 3, 4)
}
"""Two kinds of doubt at tables where each plays alone, with a very long name."""
