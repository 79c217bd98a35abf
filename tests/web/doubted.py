"""Every kind of doubt as a table's page asks about it, with the reader's own sentences."""

from dataclasses import replace
from typing import Any

from pi_bunco.frames import Doubt
from pi_bunco.game.camera_dice import CAME_BACK, LATE, WHOSE
from pi_bunco.sentences import say
from pi_bunco.views.table import TableView
from pi_bunco.vision import doubts
from pi_bunco.vision.doubts import DoubtReason
from tests.web.drawn import BOXES
from tests.web.night import one_each
from tests.web.states import asking, boxed, playing

READ = ((3, 6, 4), (3, 5, 4), (3, 4, 4))
"""The faces of the dice, and what else the second die may be."""
FOLLOWS = ("+1, Ann throws again",) * 3


def doubted(why: DoubtReason, base: TableView | None = None, **more: Any) -> TableView:
    """Show a table that asks about three dice that were seen."""
    seen: dict[str, Any] = {"likely": READ, "follows": FOLLOWS, "which": why.which, "waiting": 0}
    asked = asking(base or playing(), kind=why.doubt.value, reason=str(why.reason), **(seen | more))
    assert asked.doubt is not None
    return asked


def _every() -> dict[Doubt, TableView]:
    unseen: dict[str, Any] = {"likely": (), "follows": (), "dice": (), "boxes": ()}
    two: dict[str, Any] = {"likely": (), "follows": (), "dice": (3, 6), "boxes": BOXES[:2]}
    four: dict[str, Any] = {"dice": (3, 6, 4, 1), "boxes": (*BOXES, (0.1, 0.8, 0.2, 0.94))}
    sentences = {
        Doubt.COCKED: doubted(doubts.doubt_leaning(1, 3, on_another=True)),
        Doubt.STACKED: doubted(doubts.doubt_stacked(2, 3)),
        Doubt.CUT: doubted(doubts.doubt_off_mat(0, 3)),
        Doubt.COVERED: doubted(doubts.COVERED, **unseen),
        Doubt.FEWER: doubted(doubts.doubt_count(2, 3), **two),
        Doubt.MORE: doubted(doubts.doubt_count(4, 3), **four),
        Doubt.UNSURE: doubted(doubts.doubt_two_values(1, 3, 5, 6), likely=READ[:2], follows=FOLLOWS[:2]),
        Doubt.UNCLEAR: doubted(doubts.UNCLEAR, **unseen),
        Doubt.PART: doubted(DoubtReason(Doubt.PART, say("Only one die moved."), 0)),
        Doubt.LAY: doubted(DoubtReason(Doubt.LAY, CAME_BACK)),
        Doubt.WHOSE: doubted(DoubtReason(Doubt.WHOSE, WHOSE), one_each(), wanted=4, likely=(), follows=()),
        Doubt.LATE: doubted(DoubtReason(Doubt.LATE, LATE)),
        Doubt.MOVED: doubted(doubts.MOVED),
    }
    return {kind: sentences[kind] for kind in Doubt}


EVERY = _every()
"""Each kind of doubt at a table of teams; where each throws one die, at the final."""
ALONE = {
    f"{kind.value}, {count} players": doubted(
        DoubtReason(kind, say("Only one die moved."), 0)
        if kind is Doubt.PART
        else doubts.doubt_two_values(1, 3, 5, 6),
        replace(boxed(count), thrower="Wilhelmina-Alexandra"),
        follows=("+1, Wilhelmina-Alexandra throws again",) * 3,
    )
    for kind in (Doubt.PART, Doubt.UNSURE)
    for count in (2, 3, 4)
}
"""Two kinds where each plays alone, with the longest name."""
