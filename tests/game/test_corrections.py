"""A correction of an earlier round is shown before it is made; one of this round is made at once."""

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
from pi_bunco.views.live import LiveRoom
from tests.game.conftest import Hands


@pytest.fixture
def second_round(open_table: Callable[[], Keeper]) -> Keeper:
    """Two tables in round 2; throw 2 was made at table 2 in round 1, throw 3 ended it."""
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


def test_a_throw_of_this_round_is_corrected_at_once(second_round: Keeper) -> None:
    """Also between the rounds, until the next bell."""
    second_round.handle(CorrectThrow(5, (2, 3, 5)))
    assert second_round.book.find_dice(5) == (2, 3, 5)


def test_a_throw_of_an_earlier_round_needs_somebody_who_is_sure(second_round: Keeper) -> None:
    """It is refused, nothing is logged; said to be meant, it is made."""
    before = second_round.book.next_seq
    with pytest.raises(NotSure):
        second_round.handle(CorrectThrow(2, (1, 3, 4), table=2))
    assert second_round.book.next_seq == before
    second_round.handle(CorrectThrow(2, (1, 3, 4), table=2, sure=True))
    assert second_round.book.game.rounds[0].tables[1].scores["P5"] == 1


def test_what_it_would_change_is_said_in_sentences(room: LiveRoom) -> None:
    """Who wins instead, who sits elsewhere, whose card is another, and what no longer counts."""
    foretold = room.preview_correction(CorrectThrow(2, (2, 3, 4), table=2))
    assert foretold.past
    assert foretold.changes == (
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


def test_what_cannot_be_is_refused_here_too(room: LiveRoom) -> None:
    """As the correction itself would be."""
    with pytest.raises(Refused, match="no throw 4"):
        room.preview_correction(CorrectThrow(4, (1, 2, 3)))
    with pytest.raises(Refused, match="no throw 2"):
        room.preview_correction(CorrectThrow(2, (1, 2, 3), table=1))
    assert room.preview_correction(CorrectThrow(5, (2, 2, 5))).changes == ()


def test_a_throw_that_did_not_happen_is_taken_out(table: Keeper) -> None:
    """The turns after it fall to those to whom they belong without it; one undo brings it back."""
    for dice in ((1, 2, 3), (2, 3, 4), (1, 1, 5)):
        table.handle(EnterDice(dice))
    assert [thrown.thrower for thrown in table.book.get_table(1).throws] == ["Ann", "Ann", "Bob"]
    table.handle(VoidThrow(3))
    assert [thrown.thrower for thrown in table.book.get_table(1).throws] == ["Ann", "Ann"]
    assert table.book.get_table(1).scores == (3, 0)
    table.handle(UndoStep(5))
    assert table.book.get_table(1).scores == (1, 2)
    table.handle(VoidThrow(3))
    assert table.handle(VoidThrow(3)).tables == frozenset(), "it is out already"


def test_a_throw_that_is_missing_is_put_in_where_it_was_thrown(table: Keeper) -> None:
    """Before the first of the round as well: after the bell."""
    table.handle(EnterDice((1, 1, 5)))
    table.handle(InsertThrow(1, (2, 3, 4)))
    thrown = table.book.get_table(1).throws
    assert [(each.thrower, each.dice) for each in thrown] == [("Ann", (2, 3, 4)), ("Bob", (1, 1, 5))]
    with pytest.raises(Refused, match="no event 40"):
        table.handle(InsertThrow(40, (1, 2, 3)))
    with pytest.raises(Refused, match="3 dice"):
        table.handle(InsertThrow(1, (1, 2)))


def test_dice_of_a_throw_that_did_not_happen_are_not_asked_about_again(table: Keeper, hands: Hands) -> None:
    """Its reading was doubtful and has its answer: none. Taken back, the answer of before stands."""
    table.handle(hands.seen(1, 1, 5, reason="It leans."))
    table.handle(AnswerDoubt(2, (1, 1, 5)))
    table.handle(VoidThrow(3))
    assert table.book.get_table_lines(1).pending == []
    assert table.book.get_table(1).scores == (0, 0)
    table.handle(RedoStep(4))
    assert table.book.get_table_lines(1).pending == []
    assert table.book.get_table(1).scores == (2, 0)
    table.handle(UndoStep(3))
    assert table.book.get_table_lines(1).pending == [2], "an answer that is taken back asks again"


@pytest.mark.parametrize(
    "command", [VoidThrow(2, table=2), InsertThrow(2, (1, 2, 3), table=2), InsertThrow(1, (1, 2, 3), table=2)]
)
def test_an_earlier_round_changes_only_where_somebody_is_sure(
    second_round: Keeper, command: VoidThrow | InsertThrow
) -> None:
    """A throw too many or one too few of it is told first, as a misread one is."""
    with pytest.raises(NotSure):
        second_round.handle(command)
    second_round.handle(replace(command, sure=True))
    assert len(second_round.book.game.rounds[0].tables[1].throws) in (0, 2)
