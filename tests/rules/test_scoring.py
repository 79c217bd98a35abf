"""The score of a throw: the sheets' examples, known sums, and dice that are no throw."""

import pytest

from pi_bunco.rules import THROWS, load_sheet, score


def test_hits_name_the_dice_that_scored() -> None:
    """The hits are the dice with the target, all dice of a mini or bunco, and none of other throws."""
    classic = load_sheet("classic")
    assert score(classic, 2, (2, 5, 2)).hits == (True, False, True)
    assert score(classic, 2, (5, 5, 5)).hits == (True, True, True)
    assert score(classic, 2, (2, 2, 2)).hits == (True, True, True)
    assert score(classic, 2, (1, 3, 3)).hits == (False, False, False)


def test_casino_example() -> None:
    """As on the sheet of casino, 1-1-2 scores 2 in round 1, 1 in round 2 and nothing later."""
    casino = load_sheet("casino")
    assert [score(casino, target, (1, 1, 2)).points for target in range(1, 7)] == [2, 1, 0, 0, 0, 0]


def test_boxed_example() -> None:
    """In round 4 of boxed 2-2-2 scores 7, 5-5-5 5 and 4-4-4 21; with 2 on the cup 2-2-2 scores 12."""
    boxed = load_sheet("boxed")
    assert [score(boxed, 4, (n, n, n)).points for n in (2, 5, 4)] == [7, 5, 21]
    assert score(boxed, 4, (2, 2, 2), cup=(1, 2)).points == 12


@pytest.mark.parametrize("target", range(1, 7))
def test_known_sums(target: int) -> None:
    """Of 216 throws 1 is a bunco, 5 minis, 15 two targets, 75 one, 120 nothing; together 151 points."""
    worths = [score(load_sheet("classic"), target, dice) for dice in THROWS]
    counts = [sum(worth.points == points for worth in worths) for points in (21, 5, 2, 1, 0)]
    assert counts == [1, 5, 15, 75, 120]
    assert sum(worth.points for worth in worths) == 151


@pytest.mark.parametrize("dice", [(1, 2), (1, 2, 3, 4), (0, 1, 2), (1, 2, 7)])
def test_wrong_dice_are_refused(dice: tuple[int, ...]) -> None:
    """Anything but three dice from 1 to 6 is no throw."""
    with pytest.raises(ValueError, match="a throw is") as error:
        score(load_sheet("classic"), 1, dice)
    assert str(error.value) == f"a throw is three dice, each 1 to 6, not {dice}"


@pytest.mark.parametrize("target", [0, 7])
def test_wrong_target_is_refused(target: int) -> None:
    """A target is 1 to 6."""
    with pytest.raises(ValueError, match="the target") as error:
        score(load_sheet("classic"), target, (1, 2, 3))
    assert str(error.value) == f"the target is 1 to 6, not {target}"


def test_dice_and_cup_may_be_lists() -> None:
    """The dice and the cup may be lists, as in a record."""
    assert score(load_sheet("boxed"), 6, [2, 2, 2], [2]).points == 12
