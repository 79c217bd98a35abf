"""What would follow from dice is what does follow once they are tapped in."""

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
def test_what_is_said_before_is_what_the_throw_says(
    open_table: Callable[[], Keeper], rules: str, names: tuple[str, ...]
) -> None:
    """For every throw of three dice; where the round may be over, its points alone."""
    keeper = open_table()
    keeper.handle(NewGame(rules, names))
    keeper.handle(RingBell())
    for dice in product(range(1, 7), repeat=3):
        if dice != tuple(sorted(dice)):
            continue
        said = say_what_follows(keeper.book, 1, dice)
        keeper.handle(EnterDice(dice))
        after = list_throws(keeper.book, 1)[-1]
        assert said in {after.says, after.headline}, dice
        undo = keeper.book.get_table_lines(1).undo
        assert undo is not None
        keeper.handle(UndoStep(undo))


def test_outside_a_round_nothing_follows(open_table: Callable[[], Keeper]) -> None:
    """Nor from one die each."""
    keeper = open_table()
    keeper.handle(NewGame("classic", ("Ann", "Bob", "Cy", "Di")))
    assert not say_what_follows(keeper.book, 1, (1, 2, 3))
    keeper.handle(RingBell())
    assert not say_what_follows(keeper.book, 1, (1, 2))
