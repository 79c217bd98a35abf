"""The words that everybody says alike."""

from typing import get_args

from pi_bunco.rules.sheets.parts import AwardFor
from pi_bunco.rules.words import AWARDS, format_dice, join_names


def test_names_are_joined_as_one_says_them() -> None:
    """One name, two and more; any iterable of them."""
    assert [join_names("A"), join_names("AB"), join_names(iter("ABCD"))] == ["A", "A and B", "A, B, C and D"]


def test_faces() -> None:
    """Dice in the order in which they lie."""
    assert format_dice((6, 1, 6)) == "6-1-6"


def test_each_award_has_a_name_of_its_own() -> None:
    """Whatever can be offered can be named, and no two alike."""
    assert tuple(AWARDS) == get_args(AwardFor)
    assert len(set(AWARDS.values())) == len(AWARDS)
