"""Which player takes the traveling bag."""

from collections.abc import Callable

import pytest

from pi_bunco.rules import THROWS, Bell, Correct, Counted, Game, Header, Tally, Throw, Traveling
from pi_bunco.rules.play import BagTaken

Play = Callable[..., Game]


@pytest.mark.parametrize("number", range(1, 7))
@pytest.mark.parametrize("target", range(1, 7))
def test_throws_that_take_bag(number: int, target: int) -> None:
    """Three alike of the number take the bag; if buncos do not count, not in the round of that number."""
    alike = (number,) * 3
    counts, not_as_bunco = Traveling(number), Traveling(number, bunco_counts=False)
    assert [dice for dice in THROWS if counts.takes_bag(dice, target)] == [alike]
    takers = [dice for dice in THROWS if not_as_bunco.takes_bag(dice, target)]
    assert takers == ([] if number == target else [alike])


@pytest.mark.parametrize("target", range(1, 7))
def test_any_mini_takes_bag(target: int) -> None:
    """With any mini, three alike of any number but the target take the bag."""
    takers = {dice for dice in THROWS if Traveling(None, bunco_counts=False).takes_bag(dice, target)}
    assert takers == {(n,) * 3 for n in range(1, 7) if n != target}


def test_bag_moves_to_next_thrower(play: Play) -> None:
    """The bag moves to each player who throws three alike of the number, and stays with the last."""
    options = {"traveling": {"number": 4}}
    assert play("classic", "bell 444", options=options).bag == "A"
    assert play("classic", "bell 444 236 444", options=options).bag == "B"
    assert play("classic", "bell 444 236 236 235", options=options).bag == "A"
    assert play("classic", "bell 555", options=options).bag is None
    assert play("classic", "bell 444").bag is None


def test_bag_in_round_of_bunco(play: Play) -> None:
    """Whether three alike are a bunco depends on the round's target; in round 1 that is 1."""
    options = {"traveling": {"number": 1, "bunco_counts": False}}
    assert play("classic", "bell 111", options=options).bag is None
    assert play("classic", "bell 222 111 bell 111", options=options).bag == "A"
    assert play("classic", "bell 111", options={"traveling": {"any_mini": True}}).bag is None
    assert play("classic", "bell 222", options={"traveling": {"any_mini": True}}).bag == "A"


def test_bag_needs_no_call(play: Play) -> None:
    """A bunco that nobody called still takes the bag."""
    options = {"calls": True, "traveling": {"number": 1}}
    game = play("classic", "bell 111", options=options)
    assert (game.bag, game.tables[0].scores) == ("A", (0, 0))


def test_ghosts_and_rolloffs_do_not_move_bag(play: Play) -> None:
    """A ghost's throws and the throws of a roll-off do not move the bag."""
    header = {"record": "bunco/1", "rules": "classic", "tables": [["ghost", "B", "C", "D"]]}
    game = Game(Header.parse(header | {"options": {"traveling": {"number": 4}}}))
    for event in (Bell(), Throw(1, (4, 4, 4)), Throw(1, (2, 3, 6))):
        game.push(event)
    assert (game.bag, game.tables[0].scores) == (None, (5, 0))
    game.push(Throw(1, (4, 4, 4)))
    assert game.bag == "B"
    assert play("classic", "bell end 444", options={"traveling": {"number": 4}}).bag is None


def test_correction_moves_bag(play: Play) -> None:
    """After a correction the bag is where it would be if the dice had shown these values."""
    options = {"traveling": {"number": 4}}
    game = play("classic", "bell 444 236 445", options=options)
    game.push(Correct(4, (4, 4, 4)))
    assert game.bag == "B"
    game.push(Correct(2, (4, 4, 5)))  # A's turn was over with it, so the dice went on to C
    assert game.bag == "C"
    game.push(Correct(4, (4, 4, 5)))
    assert game.bag is None


def test_change_of_hands(play: Play) -> None:
    """The game knows which event moved the bag, from whom to whom; nothing moves if one takes it again."""
    options = {"traveling": {"number": 4}}
    assert play("classic", "bell 555", options=options).bag_taken is None
    assert play("classic", "bell 444 444", options=options).bag_taken == BagTaken(2, None, "A")
    game = play("classic", "bell 444 236 444 236 111 bell", options=options)
    assert game.bag_taken == BagTaken(4, "A", "B")  # in the next round too
    game.push(Tally(1, Counted((5, 0), bag="C")))
    assert game.bag_taken == BagTaken(8, "B", "C")
