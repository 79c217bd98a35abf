"""Any earlier round and any throw can be found, whether it counts or not."""

from collections.abc import Callable
from random import Random

import pytest

from pi_bunco.game.commands import (
    CorrectThrow,
    DrawNames,
    EndRoundNow,
    EnterDice,
    NewGame,
    RestoreThrow,
    RingBell,
    VoidThrow,
)
from pi_bunco.game.keeper import Keeper
from pi_bunco.game.round_key import RoundKey
from pi_bunco.views.rounds import find_round, find_throw
from tests.game.conftest import show


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


@pytest.fixture
def tied(open_table: Callable[[], Keeper]) -> Keeper:
    """Return a tournament's head table after a die-off: 3-3, and 6-2, tapped the wrong way round."""
    keeper = open_table()
    keeper.handle(NewGame("tournament", ("Ann", "Bob", "Cy", "Di")))
    keeper.handle(RingBell())
    keeper.handle(EndRoundNow())
    keeper.handle(EnterDice((3, 3)))
    keeper.handle(EnterDice((6, 2)))
    return keeper


def test_a_die_off_is_put_right_after_the_next_bell(tied: Keeper) -> None:
    """Its tries are in their round with their throwers, and a correction makes the other side win."""
    assert show(tied).rounds[0].winners == ("Ann", "Cy")
    tied.handle(RingBell())
    found = find_round(tied.book, 1, RoundKey(1, 1))
    assert found is not None
    assert [(throw.thrower, throw.dice, throw.headline) for throw in found.besides] == [
        ("Ann and Bob", (3, 3), "Ann 3, Bob 3"),
        ("Ann and Bob", (6, 2), "Ann 6, Bob 2"),
    ]
    seq = found.besides[1].seq
    thrown = find_throw(tied.book, 1, seq)
    assert thrown is not None
    assert (thrown.thrown, thrown.key, thrown.past) == (found.besides[1], RoundKey(1, 1), True)
    tied.handle(CorrectThrow(seq, (2, 6), sure=True))
    assert show(tied).rounds[0].winners == ("Bob", "Di")
    corrected = find_throw(tied.book, 1, seq)
    assert corrected is not None
    assert (corrected.thrown.headline, corrected.thrown.corrected) == ("Ann 2, Bob 6", True)


def test_a_die_off_is_among_the_throws_of_its_table(tied: Keeper) -> None:
    """Its tries follow the throws of the round until the next bell, the last one as the newest."""
    view = show(tied)
    assert [throw.dice for throw in view.course] == [(3, 3), (6, 2)]
    assert view.last is not None
    assert (view.last.owners, view.last.says) == (("Ann", "Bob"), "Ann 6, Bob 2")
    tied.handle(RingBell())
    assert show(tied).course == ()


def test_a_set_is_rolled_off_in_its_last_round(open_table: Callable[[], Keeper]) -> None:
    """Throws for the order and of the roll-off are found there, also when they are over or taken out."""
    keeper = open_table()
    keeper.handle(NewGame("boxed", ("Ann", "Bob"), sets=2))
    for target in range(1, 7):
        keeper.handle(RingBell())
        keeper.handle(EnterDice((target,) * 3))
    keeper.handle(EnterDice((1, 2, 3)))
    order = show(keeper).course[0].seq
    keeper.handle(EnterDice((6, 5, 4)))
    assert [throw.seq for throw in show(keeper).outside] == [order, order + 1]
    keeper.handle(EnterDice((6, 6, 6)))
    keeper.handle(RingBell())
    found = find_round(keeper.book, 1, RoundKey(1, 6))
    assert found is not None
    assert [(throw.thrower, throw.dice, throw.purpose) for throw in found.besides] == [
        ("Ann", (1, 2, 3), "The order of the roll-off for set 1"),
        ("Bob", (6, 5, 4), "The order of the roll-off for set 1"),
        ("Bob", (6, 6, 6), "Roll-off for set 1"),
    ]
    keeper.handle(CorrectThrow(order, (6, 6, 2), sure=True))
    corrected = find_throw(keeper.book, 1, order)
    assert corrected is not None
    assert (corrected.thrown.dice, corrected.key) == ((6, 6, 2), RoundKey(1, 6))
    keeper.handle(VoidThrow(order + 2, sure=True))
    removed = find_throw(keeper.book, 1, order + 2)
    assert removed is not None
    assert removed.removed


def test_dice_for_places_and_the_final_are_found_to_the_end(open_table: Callable[[], Keeper]) -> None:
    """Those for the semi-final are in the last round of the game, the others in that of the semi-final."""
    keeper, luck = open_table(), Random(5)
    keeper.handle(NewGame("tournament", tuple("ABCDEFGHIJKL"), sets=1))
    thrown: dict[str, bool] = {}
    seen: set[int] = set()
    while True:
        view = show(keeper)
        seen |= {throw.seq for throw in (*view.outside, *view.course) if throw.purpose}
        if view.phase == "over":
            break
        table = next((at for at in range(1, len(keeper.book.played.tables) + 1) if show(keeper, at).dice), 0)
        if table:
            here = show(keeper, table)
            dice = tuple(luck.randint(1, 6) for _ in range(here.dice))
            ends = (here.target,) * 3  # a bunco ends the round, and three ones win the final
            keeper.handle(EnterDice(ends if here.phase in ("playing", "final") else dice, table=table))
        else:
            keeper.handle(DrawNames() if view.can.draw else RingBell())
    for seq in seen:
        found = find_throw(keeper.book, 1, seq)
        assert found is not None
        assert found.key is not None
        thrown[str(found.thrown.purpose)] = found.key.semi_final
    assert thrown == {
        "A place in the semi-final": False,
        "A place at the final table": True,
        "The order of the final": True,
        "The final": True,
    }
