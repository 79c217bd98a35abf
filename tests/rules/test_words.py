"""Words that all messages share."""

from typing import get_args

from pi_bunco.rules.sheets.parts import AwardFor
from pi_bunco.rules.words import AWARDS, format_dice, join_names


def test_join_names() -> None:
    """One name, two names or more are joined as in a sentence; any iterable will do."""
    assert [join_names("A"), join_names("AB"), join_names(iter("ABCD"))] == ["A", "A and B", "A, B, C and D"]


def test_format_dice() -> None:
    """Dice are written in the order in which they lie."""
    assert format_dice((6, 1, 6)) == "6-1-6"


def test_award_names_are_unique() -> None:
    """Each award that can be offered has a name, and no two names are equal."""
    assert tuple(AWARDS) == get_args(AwardFor)
    assert len(set(AWARDS.values())) == len(AWARDS)
