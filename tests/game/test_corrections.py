"""A correction of an earlier round needs a confirmation; a correction of this round does not."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from pi_bunco.game.commands import (
    AnswerDoubt,
    CorrectThrow,
    EnterDice,
    InsertThrow,
    NewGame,
    RedoStep,
    RingBell,
    UndoStep,
    VoidThrow,
)
from pi_bunco.game.corrections import NotSure
from pi_bunco.game.keeper import Keeper
from pi_bunco.game.refused import Refused
from pi_bunco.room.live_room import LiveRoom
from tests.game.conftest import Hands


@pytest.fixture
def second_round(open_table: Callable[[], Keeper]) -> Keeper:
    """Return two tables in round 2; in round 1 throw 2 was at table 2, and throw 3 ended the round."""
    keeper = open_table()
    keeper.handle(NewGame("classic", tuple(f"P{number}" for number in range(1, 9))))
    keeper.handle(RingBell())
    keeper.handle(EnterDice((1, 1, 4), table=2))
    keeper.handle(EnterDice((1, 1, 1)))
    keeper.handle(RingBell())
    keeper.handle(EnterDice((2, 2, 5)))
    return keeper


@pytest.fixture
def room(second_round: Keeper) -> Iterator[LiveRoom]:
    room = LiveRoom(second_round, {})
    yield room
    room.close()


def test_throw_of_this_round_is_corrected_at_once(second_round: Keeper) -> None:
    """A throw of the running round is corrected without a confirmation."""
    second_round.handle(CorrectThrow(5, (2, 3, 5)))
    assert second_round.book.find_dice(5) == (2, 3, 5)


def test_correction_does_not_take_another_one_back(second_round: Keeper) -> None:
    """Somebody on an old page corrects the third die; somebody else has corrected the second meanwhile."""
    second_round.handle(CorrectThrow(5, (2, 3, 5), was=(2, 2, 5)))
    second_round.handle(CorrectThrow(5, (2, 3, 5), was=(2, 2, 5)))  # the same from another page
    with pytest.raises(Refused, match="put that throw right meanwhile: it is 2-3-5 now"):
        second_round.handle(CorrectThrow(5, (2, 2, 6), was=(2, 2, 5)))
    assert second_round.book.find_dice(5) == (2, 3, 5)
    second_round.handle(CorrectThrow(5, (2, 3, 6), was=(2, 3, 5)))
    assert second_round.book.find_dice(5) == (2, 3, 6)


def test_correction_of_earlier_round_needs_confirmation(second_round: Keeper) -> None:
    """A correction of an earlier round is refused and not logged, unless it is confirmed."""
    before = second_round.book.next_seq
    with pytest.raises(NotSure):
        second_round.handle(CorrectThrow(2, (1, 3, 4), table=2))
    assert second_round.book.next_seq == before
    second_round.handle(CorrectThrow(2, (1, 3, 4), table=2, sure=True))
    assert second_round.book.game.rounds[0].tables[1].scores["P5"] == 1


def test_preview_in_sentences(room: LiveRoom) -> None:
    """The preview lists the new winners, seats and cards, and the entries that no longer count."""
    preview = room.preview_correction(CorrectThrow(2, (2, 3, 4), table=2))
    assert preview.past
    assert preview.changes == (
        "Table 1 in set 1, round 1 is not over any more.",
        "Table 2 in set 1, round 1 is not over any more.",
        "1 later throw no longer counts: P1 2-2-5.",
        "1 other later entry no longer counts.",
        "Other seats for P4, P2, P3, P8, P6 and P7.",
        "“Most wins” goes to P1 and P3 instead of P1, P3, P5 and P7.",
        "“Most losses” goes to P2 and P4 instead of P2, P4, P6 and P8.",
        "P5: 1 win fewer, 2 points fewer.",
        "P6: 1 loss fewer.",
        "P7: 1 win fewer, 2 points fewer.",
        "P8: 1 loss fewer.",
    )


def test_preview_names_throws_that_are_read_elsewhere(open_table: Callable[[], Keeper]) -> None:
    """If the bunco that ended a round was none, the preview names each later throw and its old round."""
    keeper = open_table()
    keeper.handle(NewGame("classic", ("Ann", "Bob", "Cy", "Di", "Ed", "Flo", "Gus", "Hal")))
    keeper.handle(RingBell())
    keeper.handle(EnterDice((1, 3, 4), table=2))
    keeper.handle(EnterDice((1, 1, 1)))
    keeper.handle(RingBell())
    for table, dice in ((2, (3, 1, 4)), (2, (1, 1, 5)), (1, (2, 1, 1)), (1, (1, 1, 5))):
        keeper.handle(EnterDice(dice, table=table))
    room = LiveRoom(keeper, {})
    changes = room.preview_correction(CorrectThrow(3, (1, 1, 4))).changes
    room.close()
    assert [change for change in changes if "-" in change] == [
        "3-1-4 at table 2: Ed with Gus in round 1 for +1 (before: Ed with Flo in round 2 for no points).",
        "1-1-5 at table 2: Ed in round 1 for +2 (before: Hal in round 2 for no points).",
        "2-1-1 at table 1: Ann with Cy in round 1 for +2 (before: Ann with Bob in round 2 for +1).",
        "1-1-5 at table 1: Ann with Cy in round 1 for +2 (before: Ann with Bob in round 2 for no points).",
    ]


def test_preview_counts_throws_behind_the_twelfth(open_table: Callable[[], Keeper]) -> None:
    """Of many throws that count elsewhere, the preview names twelve and counts the others."""
    keeper = open_table()
    keeper.handle(NewGame("classic", ("Ann", "Bob", "Cy", "Di")))
    keeper.handle(RingBell())
    keeper.handle(EnterDice((1, 1, 1)))
    keeper.handle(RingBell())
    for _ in range(14):
        keeper.handle(EnterDice((3, 4, 5)))
    room = LiveRoom(keeper, {})
    changes = room.preview_correction(CorrectThrow(2, (1, 1, 4))).changes
    room.close()
    assert len([change for change in changes if "3-4-5" in change]) == 12
    assert "2 other throws also count elsewhere or differently." in changes


def test_preview_refuses_wrong_corrections(room: LiveRoom) -> None:
    """The preview refuses what the correction itself would refuse."""
    with pytest.raises(Refused, match="no throw 4"):
        room.preview_correction(CorrectThrow(4, (1, 2, 3)))
    with pytest.raises(Refused, match="no throw 2"):
        room.preview_correction(CorrectThrow(2, (1, 2, 3), table=1))
    assert room.preview_correction(CorrectThrow(5, (2, 2, 5))).changes == ()


def test_void_of_throw(table: Keeper) -> None:
    """Without the voided throw later throws fall to other players; an undo brings it back."""
    for dice in ((1, 2, 3), (2, 3, 4), (1, 1, 5)):
        table.handle(EnterDice(dice))
    assert [thrown.thrower for thrown in table.book.get_table(1).throws] == ["Ann", "Ann", "Bob"]
    table.handle(VoidThrow(3))
    assert [thrown.thrower for thrown in table.book.get_table(1).throws] == ["Ann", "Ann"]
    assert table.book.get_table(1).scores == (3, 0)
    table.handle(UndoStep(5))
    assert table.book.get_table(1).scores == (1, 2)
    table.handle(VoidThrow(3))
    assert table.handle(VoidThrow(3)).tables == frozenset(), "it is voided already"


def test_missing_throw_is_inserted(table: Keeper) -> None:
    """A missing throw is inserted after the named event, even before the first throw of the round."""
    table.handle(EnterDice((1, 1, 5)))
    table.handle(InsertThrow(1, (2, 3, 4)))
    thrown = table.book.get_table(1).throws
    assert [(each.thrower, each.dice) for each in thrown] == [("Ann", (2, 3, 4)), ("Bob", (1, 1, 5))]
    with pytest.raises(Refused, match="no event 40"):
        table.handle(InsertThrow(40, (1, 2, 3)))
    with pytest.raises(Refused, match="3 dice"):
        table.handle(InsertThrow(1, (1, 2)))


def test_voided_answer_is_not_asked_again(table: Keeper, hands: Hands) -> None:
    """A voided answer does not bring the question back; an undo of the answer does."""
    table.handle(hands.throw(1, 1, 5, reason="It leans."))
    table.handle(AnswerDoubt(2, (1, 1, 5)))
    table.handle(VoidThrow(3))
    assert table.book.get_table_lines(1).pending == []
    assert table.book.get_table(1).scores == (0, 0)
    table.handle(RedoStep(4))
    assert table.book.get_table_lines(1).pending == []
    assert table.book.get_table(1).scores == (2, 0)
    table.handle(UndoStep(3))
    assert table.book.get_table_lines(1).pending == [2], "an undone answer brings the question back"


@pytest.mark.parametrize(
    ("command", "throws_left"),
    [
        (VoidThrow(2, table=2), 0),
        (InsertThrow(2, (1, 2, 3), table=2), 2),
        (InsertThrow(1, (1, 2, 3), table=2), 2),
    ],
)
def test_void_and_insert_in_earlier_round_need_confirmation(
    second_round: Keeper, command: VoidThrow | InsertThrow, throws_left: int
) -> None:
    """A void or an inserted throw in an earlier round needs a confirmation, as a correction does."""
    with pytest.raises(NotSure):
        second_round.handle(command)
    second_round.handle(replace(command, sure=True))
    assert len(second_round.book.game.rounds[0].tables[1].throws) == throws_left
