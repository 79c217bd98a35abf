"""People look back at any round, and find any throw: those that count, and those that do not."""

from collections.abc import Callable

import pytest

from pi_bunco.game.commands import CorrectThrow, EnterDice, NewGame, RestoreThrow, RingBell, VoidThrow
from pi_bunco.game.keeper import Keeper
from pi_bunco.views.rounds import RoundKey, find_round, find_throw


@pytest.fixture
def third_round(open_table: Callable[[], Keeper]) -> Keeper:
    """Two tables in round 3; each round was ended by the second throw of the head table."""
    keeper = open_table()
    keeper.handle(NewGame("classic", tuple(f"P{number}" for number in range(1, 9))))
    for face in (1, 2):
        keeper.handle(RingBell())
        keeper.handle(EnterDice((face, face, 4), table=2))
        keeper.handle(EnterDice((face, 4, 5)))
        keeper.handle(EnterDice((face, face, face)))
    keeper.handle(RingBell())
    return keeper


def test_an_earlier_round_shows_its_throws_and_its_neighbours(third_round: Keeper) -> None:
    """With the bell before them, so that a throw can be put in before the first."""
    found = find_round(third_round.book, 1, RoundKey(1, 2))
    assert found is not None
    assert [(one.seq, one.thrower, one.dice, one.headline) for one in found.throws] == [
        (7, "P1", (2, 4, 5), "+1"),
        (8, "P1", (2, 2, 2), "Bunco! +21"),
    ]
    assert found.bell == 5
    assert (found.before, found.after) == (RoundKey(1, 1), RoundKey(1, 3))
    assert found.sides[0][1] == 22
    assert find_round(third_round.book, 1, RoundKey(1, 4)) is None
    assert find_round(third_round.book, 3, RoundKey(1, 1)) is None


def test_a_throw_of_any_round_is_found_by_its_number(third_round: Keeper) -> None:
    """At its own table alone; one of an earlier round says so."""
    found = find_throw(third_round.book, 2, 2)
    assert found is not None
    assert (found.thrown.dice, found.key, found.past) == ((1, 1, 4), RoundKey(1, 1), True)
    assert find_throw(third_round.book, 1, 2) is None
    assert find_throw(third_round.book, 1, 1) is None, "a bell is no throw"
    third_round.handle(EnterDice((3, 4, 5)))
    now = find_throw(third_round.book, 1, 10)
    assert now is not None
    assert (now.key, now.past) == (RoundKey(1, 3), False)


def test_a_throw_that_was_taken_out_is_found_and_brought_back(third_round: Keeper) -> None:
    """It stands below its round, until somebody says that it happened."""
    third_round.handle(VoidThrow(7, sure=True))
    found = find_throw(third_round.book, 1, 7)
    assert found is not None
    assert (found.removed, found.thrown.dice) == (True, (2, 4, 5))
    back = find_round(third_round.book, 1, RoundKey(1, 2))
    assert back is not None
    assert ([one.seq for one in back.throws], [one.seq for one in back.removed]) == ([8], [7])
    third_round.handle(RestoreThrow(7, sure=True))
    again = find_throw(third_round.book, 1, 7)
    assert again is not None
    assert not again.removed


def test_a_throw_without_a_place_says_why(third_round: Keeper) -> None:
    """What came after a throw that now ends the round sooner."""
    third_round.handle(EnterDice((3, 4, 5)))
    third_round.handle(EnterDice((1, 4, 5)))
    third_round.handle(CorrectThrow(10, (3, 3, 3)))
    found = find_throw(third_round.book, 1, 11)
    assert found is not None
    assert (found.uncounted, found.removed) == ("table 1 has its winners and waits for the next round", False)
