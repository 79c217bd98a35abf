"""With calls, a throw that was misread is put right together with its call."""

from collections.abc import Callable

import pytest

from pi_bunco.game.commands import CallThrow, CorrectThrow, EnterDice, NewGame, RingBell
from pi_bunco.game.keeper import Keeper
from pi_bunco.game.refused import Refused
from pi_bunco.views.rounds import find_throw

EIGHT = tuple("ABCDEFGH")


def test_called_bunco_that_was_misread_counts(open_table: Callable[[], Keeper]) -> None:
    """Its dice are put right, then a second tap says that it was called; a third one takes that back."""
    keeper = open_table()
    keeper.handle(NewGame("classic", EIGHT, options={"calls": True}))
    keeper.handle(RingBell())
    keeper.handle(EnterDice((1, 1, 4), table=2))
    keeper.handle(EnterDice((1, 2, 6), table=2))
    scores: list[int] = []
    marks: list[bool | None] = []
    for dice, called in (((1, 1, 1), None), ((1, 1, 1), True), ((1, 1, 1), False)):
        keeper.handle(CorrectThrow(2, dice, table=2, called=called))
        found = find_throw(keeper.book, 2, 2)
        assert found is not None
        scores.append(max(keeper.book.game.tables[1].scores))
        marks.append(found.called)
    assert marks == [False, True, False]
    assert scores[0] == scores[2]
    assert scores[1] >= scores[0] + 20


def test_nothing_is_called_without_the_option(open_table: Callable[[], Keeper]) -> None:
    """In a game without calls nobody is asked, and a correction with a call is one without."""
    keeper = open_table()
    keeper.handle(NewGame("classic", EIGHT))
    keeper.handle(RingBell())
    keeper.handle(EnterDice((1, 1, 4), table=2))
    keeper.handle(CorrectThrow(2, (1, 2, 4), table=2, called=True))
    found = find_throw(keeper.book, 2, 2)
    assert found is not None
    assert (found.called, found.thrown.dice) == (None, (1, 2, 4))


def test_a_call_counts_for_its_own_throw(open_table: Callable[[], Keeper]) -> None:
    """A call that comes after the next throw is refused, although that one may be called too."""
    keeper = open_table()
    keeper.handle(NewGame("casino", EIGHT, options={"calls": True}))
    keeper.handle(RingBell())
    for dice in ((2, 2, 2), (3, 3, 3)):
        keeper.handle(EnterDice(dice, table=2))
    with pytest.raises(Refused, match="That call was for a throw before the last one"):
        keeper.handle(CallThrow(table=2, seq=2))
    assert keeper.book.game.tables[1].scores == (0, 0)
    keeper.handle(CallThrow(table=2, seq=3))
    assert [thrown.score.points > 0 for thrown in keeper.book.game.tables[1].throws] == [False, True]
