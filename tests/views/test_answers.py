"""A page says beforehand what would follow from dice, and this is what happens when they are entered."""

from collections.abc import Callable
from itertools import product

import pytest

from pi_bunco.game.commands import EnterDice, NewGame, RingBell, UndoStep
from pi_bunco.game.keeper import Keeper
from pi_bunco.rules import SHEETS
from pi_bunco.views.answers import say_what_follows
from pi_bunco.views.throws import list_throws


@pytest.mark.parametrize("rules", SHEETS)
@pytest.mark.parametrize("names", [("Ann", "Bob"), ("Ann", "Bob", "Cy"), ("Ann", "Bob", "Cy", "Di")])
def test_the_text_before_a_throw_agrees_with_the_text_after_it(
    open_table: Callable[[], Keeper], rules: str, names: tuple[str, ...]
) -> None:
    """Every throw of three dice has the same text before and after, or at least the same points."""
    keeper = open_table()
    keeper.handle(NewGame(rules, names))
    keeper.handle(RingBell())
    for dice in product(range(1, 7), repeat=3):
        if dice != tuple(sorted(dice)):
            continue
        before = say_what_follows(keeper.book, 1, dice)
        keeper.handle(EnterDice(dice))
        after = list_throws(keeper.book, 1)[-1]
        assert before in {after.says, after.headline}, dice
        undo = keeper.book.get_table_lines(1).undo
        assert undo is not None
        keeper.handle(UndoStep(undo))


def test_dice_that_are_no_throw_have_no_text(open_table: Callable[[], Keeper]) -> None:
    """Nothing follows before the bell, or from two dice in a round."""
    keeper = open_table()
    keeper.handle(NewGame("classic", ("Ann", "Bob", "Cy", "Di")))
    assert not say_what_follows(keeper.book, 1, (1, 2, 3))
    keeper.handle(RingBell())
    assert not say_what_follows(keeper.book, 1, (1, 2))
