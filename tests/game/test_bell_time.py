"""Dice that roll while the bell rings count if they had left the hand; if that is unclear, the page asks."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from pi_bunco.game.camera_dice import LATE
from pi_bunco.game.commands import AnswerDoubt, DismissDoubt, EnterDice, NewGame, RingBell, UndoStep
from pi_bunco.game.keeper import Keeper
from pi_bunco.game.line_format import write_line
from pi_bunco.game.refused import Refused
from pi_bunco.readings import Tumble
from pi_bunco.views.devices import CameraStatus
from pi_bunco.views.room import make_room_view
from pi_bunco.views.show import DeviceStatus, make_table_view
from pi_bunco.views.table import TableView

# In these tests each bell rings at time 0 of the steady clock.
BEFORE, UNCLEAR, AFTER = Tumble(-2, -1, 1), Tumble(-1, 0.5, 1), Tumble(0.5, 0.6, 1)
AROUND = DeviceStatus(CameraStatus("none", "no camera", mock=False))


def show(keeper: Keeper, table: int = 2) -> TableView:
    return make_table_view(keeper, table, AROUND)


def get_scores(keeper: Keeper, table: int = 2) -> list[int]:
    return [side.score for side in show(keeper, table).sides]


@pytest.fixture
def rung(open_table: Callable[[], Keeper]) -> Keeper:
    """Return two tables; table 2 has 2 to 0 when a bunco at table 1 ends the round."""
    keeper = open_table()
    keeper.handle(NewGame("classic", tuple(f"P{number}" for number in range(1, 9))))
    keeper.handle(RingBell())
    keeper.handle(EnterDice((1, 1, 4), table=2))
    keeper.handle(EnterDice((1, 1, 1)))
    return keeper


def test_dice_before_bell_count(rung: Keeper, hands: Any) -> None:
    """Dice that fell before the bell are logged as missed before the bell, with their photo."""
    rung.handle(replace(hands.throw(1, 3, 4, table=2), tumble=BEFORE))
    line = write_line(rung.book.lines[-1])
    assert (line["event"], line["after"], line["dice"], line["by"]) == ("missed", 2, [1, 3, 4], "camera")
    assert "boxes" in line
    assert get_scores(rung) == [3, 0]


def test_dice_after_bell_do_not_count(rung: Keeper, hands: Any) -> None:
    """Dice after the bell do not count, and neither do dice whose time of throwing is unknown."""
    for tumble in (AFTER, None):
        rung.handle(replace(hands.throw(1, 3, 4, table=2), tumble=tumble))
        assert rung.book.lines[-1].name == "camera:uncounted"
    assert get_scores(rung) == [2, 0]


def test_unclear_time_is_a_question(rung: Keeper, hands: Any) -> None:
    """If the time is unclear, the next bell waits for an answer; counted dice count in the old round."""
    rung.handle(replace(hands.throw(1, 3, 4, table=2), tumble=UNCLEAR))
    doubt = show(rung).doubt
    assert doubt is not None
    assert (doubt.kind, doubt.reason, doubt.likely[0]) == ("late", LATE, (1, 3, 4))
    assert make_room_view(rung).moment.now == "Set 1, round 1 has ended, but a throw at table 2 is in doubt."
    with pytest.raises(Refused, match="table 2 is still in doubt"):
        rung.handle(RingBell())
    rung.handle(AnswerDoubt(doubt.seq, (1, 3, 4), table=2))
    assert (get_scores(rung), write_line(rung.book.lines[-1])["after"]) == ([3, 0], 2)
    rung.handle(UndoStep(rung.book.next_seq - 1, table=2))
    doubt_after_undo = show(rung).doubt
    assert doubt_after_undo is not None
    rung.handle(DismissDoubt(doubt_after_undo.seq, table=2))
    assert get_scores(rung) == [2, 0]
    rung.handle(RingBell())


def test_late_dice_are_no_throw_of_rolloff(open_table: Callable[[], Keeper], hands: Any) -> None:
    """At a tied table dice from before the bell count in the round; later dice count in the roll-off."""
    keeper = open_table()
    keeper.handle(NewGame("classic", tuple(f"P{number}" for number in range(1, 9))))
    keeper.handle(RingBell())
    keeper.handle(EnterDice((1, 1, 1)))
    assert show(keeper).phase == "rolloff"
    keeper.handle(replace(hands.throw(1, 1, 4, table=2), tumble=BEFORE))
    assert (show(keeper).phase, get_scores(keeper)) == ("ready", [2, 0])
    keeper.handle(UndoStep(keeper.book.next_seq - 1, table=2))
    keeper.handle(replace(hands.throw(2, 3, 4, table=2), tumble=AFTER))
    assert (show(keeper).phase, get_scores(keeper)) == ("rolloff", [0, 0])


def test_doubtful_dice_before_bell(rung: Keeper, hands: Any) -> None:
    """Doubtful dice from before the bell are asked about, and count in the old round."""
    rung.handle(replace(hands.throw(1, 3, 4, reason="Glare.", table=2), tumble=BEFORE))
    doubt = show(rung).doubt
    assert doubt is not None
    assert doubt.reason == "Glare."
    rung.handle(AnswerDoubt(doubt.seq, (1, 1, 4), table=2))
    assert get_scores(rung) == [4, 0]


def test_undone_bell_stops_nobody(rung: Keeper, hands: Any) -> None:
    """After an undone bell the round goes on, and dice of unclear time count as a usual throw."""
    rung.handle(UndoStep(3))
    rung.handle(replace(hands.throw(1, 3, 4, table=2), tumble=UNCLEAR))
    assert (rung.book.lines[-1].name, get_scores(rung)) == ("throw", [3, 0])
