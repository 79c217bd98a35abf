"""Any earlier round and any throw can be found, whether it counts or not."""

from collections.abc import Callable

import pytest

from pi_bunco.game.commands import CorrectThrow, EnterDice, NewGame, RestoreThrow, RingBell, VoidThrow
from pi_bunco.game.keeper import Keeper
from pi_bunco.game.round_key import RoundKey
from pi_bunco.views.rounds import find_round, find_throw


@pytest.fixture
def third_round(open_table: Callable[[], Keeper]) -> Keeper:
    """Two tables in round 3. The second throw of the head table ended each earlier round."""
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
    """An earlier round also has its bell's number, so that somebody can add a throw before the first one."""
    found = find_round(third_round.book, 1, RoundKey(1, 2))
    assert found is not None
    assert [(throw.seq, throw.thrower, throw.dice, throw.headline) for throw in found.throws] == [
        (7, "P1", (2, 4, 5), "+1"),
        (8, "P1", (2, 2, 2), "Bunco! +21"),
    ]
    assert found.bell == 5
    assert (found.before, found.after) == (RoundKey(1, 1), RoundKey(1, 3))
    assert found.sides[0][1] == 22
    assert find_round(third_round.book, 1, RoundKey(1, 4)) is None
    assert find_round(third_round.book, 3, RoundKey(1, 1)) is None


def test_a_throw_of_any_round_is_found_by_its_number(third_round: Keeper) -> None:
    """Only its own table finds it. A throw of an earlier round is marked as past."""
    found = find_throw(third_round.book, 2, 2)
    assert found is not None
    assert (found.thrown.dice, found.key, found.past) == ((1, 1, 4), RoundKey(1, 1), True)
    assert find_throw(third_round.book, 1, 2) is None
    assert find_throw(third_round.book, 1, 1) is None, "a bell is no throw"
    third_round.handle(EnterDice((3, 4, 5)))
    now = find_throw(third_round.book, 1, 10)
    assert now is not None
    assert (now.key, now.past) == (RoundKey(1, 3), False)


def test_a_removed_throw_can_be_found_and_restored(third_round: Keeper) -> None:
    """The round lists a removed throw until somebody restores it."""
    third_round.handle(VoidThrow(7, sure=True))
    found = find_throw(third_round.book, 1, 7)
    assert found is not None
    assert (found.removed, found.thrown.dice) == (True, (2, 4, 5))
    round_two = find_round(third_round.book, 1, RoundKey(1, 2))
    assert round_two is not None
    assert [throw.seq for throw in round_two.throws] == [8]
    assert [throw.seq for throw in round_two.removed] == [7]
    third_round.handle(RestoreThrow(7, sure=True))
    restored = find_throw(third_round.book, 1, 7)
    assert restored is not None
    assert not restored.removed


def test_a_throw_that_no_longer_counts_says_why(third_round: Keeper) -> None:
    """After a correction an earlier throw ends the round, so this one came too late."""
    third_round.handle(EnterDice((3, 4, 5)))
    third_round.handle(EnterDice((1, 4, 5)))
    third_round.handle(CorrectThrow(10, (3, 3, 3)))
    found = find_throw(third_round.book, 1, 11)
    assert found is not None
    assert (found.uncounted, found.removed) == ("table 1 has its winners and waits for the next round", False)
