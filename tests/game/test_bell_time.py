"""Dice in the air at the bell: they count if they had left the hand, and it asks where nobody saw that."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from pi_bunco.frames import Tumble
from pi_bunco.game.camera_dice import LATE
from pi_bunco.game.commands import AnswerDoubt, DismissDoubt, EnterDice, NewGame, RingBell, UndoStep
from pi_bunco.game.keeper import Keeper
from pi_bunco.game.line_format import write_line
from pi_bunco.game.refused import Refused
from pi_bunco.views.devices import CameraStatus
from pi_bunco.views.room import make_room_view
from pi_bunco.views.show import DeviceStatus, make_table_view
from pi_bunco.views.table import TableView

# The test's steady clock stands at 0, which is when each bell rings.
BEFORE, UNCLEAR, AFTER = Tumble(-2, -1, 1), Tumble(-1, 0.5, 1), Tumble(0.5, 0.6, 1)
AROUND = DeviceStatus(CameraStatus("none", "no camera", mock=False))


def show(keeper: Keeper, table: int = 2) -> TableView:
    return make_table_view(keeper, table, AROUND)


def scores(keeper: Keeper, table: int = 2) -> list[int]:
    return [side.score for side in show(keeper, table).sides]


@pytest.fixture
def rung(open_table: Callable[[], Keeper]) -> Keeper:
    """Two tables; table 2 has 2 to 0 when a bunco at table 1 ends the round."""
    keeper = open_table()
    keeper.handle(NewGame("classic", tuple(f"P{number}" for number in range(1, 9))))
    keeper.handle(RingBell())
    keeper.handle(EnterDice((1, 1, 4), table=2))
    keeper.handle(EnterDice((1, 1, 1)))
    return keeper


def test_dice_that_fell_before_the_bell_count(rung: Keeper, hands: Any) -> None:
    """They are logged as missed, just after the event before the bell, with their photo."""
    rung.handle(replace(hands.seen(1, 3, 4, table=2), tumble=BEFORE))
    line = write_line(rung.book.lines[-1])
    assert (line["event"], line["after"], line["dice"], line["by"]) == ("missed", 2, [1, 3, 4], "camera")
    assert "boxes" in line
    assert scores(rung) == [3, 0]


def test_dice_thrown_after_the_bell_do_not_count(rung: Keeper, hands: Any) -> None:
    """The table had to stop; so it is for those of which nobody saw how they were thrown."""
    for tumble in (AFTER, None):
        rung.handle(replace(hands.seen(1, 3, 4, table=2), tumble=tumble))
        assert rung.book.lines[-1].name == "camera:uncounted"
    assert scores(rung) == [2, 0]


def test_where_nobody_can_tell_it_asks(rung: Keeper, hands: Any) -> None:
    """The next bell waits for the answer; said to count, they count where they were thrown."""
    rung.handle(replace(hands.seen(1, 3, 4, table=2), tumble=UNCLEAR))
    doubt = show(rung).doubt
    assert doubt is not None
    assert (doubt.kind, doubt.reason, doubt.likely[0]) == ("late", LATE, (1, 3, 4))
    assert make_room_view(rung).says == "Waiting for table 2: a throw is in doubt"
    with pytest.raises(Refused, match="table 2 is still in doubt"):
        rung.handle(RingBell())
    rung.handle(AnswerDoubt(doubt.seq, (1, 3, 4), table=2))
    assert (scores(rung), write_line(rung.book.lines[-1])["after"]) == ([3, 0], 2)
    rung.handle(UndoStep(rung.book.next_seq - 1, table=2))
    again = show(rung).doubt
    assert again is not None
    rung.handle(DismissDoubt(again.seq, table=2))
    assert scores(rung) == [2, 0]
    rung.handle(RingBell())


def test_it_is_not_taken_for_a_throw_of_the_roll_off(open_table: Callable[[], Keeper], hands: Any) -> None:
    """At a table that stands equal the next throws are the roll-off's, but not one from before the bell."""
    keeper = open_table()
    keeper.handle(NewGame("classic", tuple(f"P{number}" for number in range(1, 9))))
    keeper.handle(RingBell())
    keeper.handle(EnterDice((1, 1, 1)))
    assert show(keeper).phase == "rolloff"
    keeper.handle(replace(hands.seen(1, 1, 4, table=2), tumble=BEFORE))
    assert (show(keeper).phase, scores(keeper)) == ("ready", [2, 0])
    keeper.handle(UndoStep(keeper.book.next_seq - 1, table=2))
    keeper.handle(replace(hands.seen(2, 3, 4, table=2), tumble=AFTER))
    assert (show(keeper).phase, scores(keeper)) == ("rolloff", [0, 0])


def test_a_doubt_from_before_the_bell_stays_one(rung: Keeper, hands: Any) -> None:
    """What cannot be read is asked about, and counts where it was thrown."""
    rung.handle(replace(hands.seen(1, 3, 4, reason="Glare.", table=2), tumble=BEFORE))
    doubt = show(rung).doubt
    assert doubt is not None
    assert doubt.reason == "Glare."
    rung.handle(AnswerDoubt(doubt.seq, (1, 1, 4), table=2))
    assert scores(rung) == [4, 0]


def test_an_undone_bell_stops_nobody(rung: Keeper, hands: Any) -> None:
    """The round goes on, and a throw is a throw."""
    rung.handle(UndoStep(3))
    rung.handle(replace(hands.seen(1, 3, 4, table=2), tumble=UNCLEAR))
    assert (rung.book.lines[-1].name, scores(rung)) == ("throw", [3, 0])
