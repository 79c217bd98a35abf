"""What a throw scores: the examples of the sheets, figures that are known, and what is no throw."""

import pytest

from pi_bunco.rules import THROWS, load_sheet, score


def test_hits_name_the_dice_that_scored() -> None:
    """Targets are hits; a mini and a bunco are hits as a whole; where nothing scores nothing is."""
    classic = load_sheet("classic")
    assert score(classic, 2, (2, 5, 2)).hits == (True, False, True)
    assert score(classic, 2, (5, 5, 5)).hits == (True, True, True)
    assert score(classic, 2, (2, 2, 2)).hits == (True, True, True)
    assert score(classic, 2, (1, 3, 3)).hits == (False, False, False)


def test_casino_example() -> None:
    """1-1-2 scores 2 in round 1, 1 in round 2 and nothing in rounds 3 to 6, as the casino's sheet has it."""
    casino = load_sheet("casino")
    assert [score(casino, target, (1, 1, 2)).points for target in range(1, 7)] == [2, 1, 0, 0, 0, 0]


def test_boxed_example() -> None:
    """Round 4 of boxed: low bunco 7, high bunco 5, bunco 21; 12 for 2-2-2 with a cup of 1s and 2s."""
    boxed = load_sheet("boxed")
    assert [score(boxed, 4, (n, n, n)).points for n in (2, 5, 4)] == [7, 5, 21]
    assert score(boxed, 4, (2, 2, 2), cup=(1, 2)).points == 12


@pytest.mark.parametrize("target", range(1, 7))
def test_known_figures(target: int) -> None:
    """Of 216 throws 1 is a bunco, 5 minis, 15 two targets, 75 one, 120 nothing; together 151 points."""
    worths = [score(load_sheet("classic"), target, dice) for dice in THROWS]
    counts = [sum(worth.points == points for worth in worths) for points in (21, 5, 2, 1, 0)]
    assert counts == [1, 5, 15, 75, 120]
    assert sum(worth.points for worth in worths) == 151


@pytest.mark.parametrize("dice", [(1, 2), (1, 2, 3, 4), (0, 1, 2), (1, 2, 7)])
def test_what_is_no_throw(dice: tuple[int, ...]) -> None:
    """Other than three dice of 1 to 6 is no throw."""
    with pytest.raises(ValueError, match="a throw is") as error:
        score(load_sheet("classic"), 1, dice)
    assert str(error.value) == f"a throw is three dice, each 1 to 6, not {dice}"


@pytest.mark.parametrize("target", [0, 7])
def test_what_is_no_target(target: int) -> None:
    """A target is 1 to 6."""
    with pytest.raises(ValueError, match="the target") as error:
        score(load_sheet("classic"), target, (1, 2, 3))
    assert str(error.value) == f"the target is 1 to 6, not {target}"


def test_dice_and_cup_may_come_as_lists() -> None:
    """Any three numbers in a row will do, as they come from a record."""
    assert score(load_sheet("boxed"), 6, [2, 2, 2], [2]).points == 12
