"""What a table counted on paper: what a tally may hold, and what it says back."""

from typing import Any

import pytest

from pi_bunco.rules import Counted, RecordError, Tally, parse_event
from pi_bunco.rules.events import CorrectTally

MOST = 999_999_999


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({}, "'scores' must be a whole number from 0 to 999999999 for each of two to four sides, not None"),
        ({"scores": [21]}, "two to four sides, not [21]"),
        ({"scores": [1, 2, 3, 4, 5]}, "two to four sides, not [1, 2, 3, 4, 5]"),
        ({"scores": [21, -1]}, "not [21, -1]"),
        ({"scores": [21, True]}, "not [21, True]"),
        ({"scores": [21, 1.0]}, "not [21, 1.0]"),
        ({"scores": [21, MOST + 1]}, "not [21, 1000000000]"),
        ({"scores": {"Ann": 21}}, "not {'Ann': 21}"),
        ({"scores": [7, 7, 3]}, "several sides have 7, so 'winner' must name one of them: 1 or 2"),
        ({"scores": [7, 7, 3], "winner": 3}, "several sides have 7"),
        ({"scores": [7, 7], "winner": None}, "several sides have 7"),
        ({"scores": [7, 7], "winner": True}, "several sides have 7"),
        (
            {"scores": [3, 7], "winner": 1},
            "'winner' can only name the side with the highest score, which is 2",
        ),
        ({"scores": [3, 7], "winner": None}, "which is 2"),
        (
            {"scores": [3, 7], "buncos": None},
            "'buncos' must be a whole number from 1 to 999999999",
        ),
        ({"scores": [3, 7], "minis": {"Ann": 0}}, "'minis' must be a whole number from 1"),
        ({"scores": [3, 7], "minis": {"Ann": True}}, "'minis' must be a whole number from 1"),
        (
            {"scores": [3, 7], "buncos": {"ghost 1": 1}},
            "'buncos' names the ghost 'ghost 1', for whom",
        ),
        ({"scores": [3, 7], "bag": None}, "'bag' must be the name of a player, not None"),
        ({"scores": [3, 7], "bag": "ghost"}, "'bag' names the ghost 'ghost', for whom nothing counts"),
    ],
)
def test_what_cannot_be_counted(given: dict[str, Any], reason: str) -> None:
    """It is refused on a tally and on its correction alike, with the key and what it may be."""
    for event in ({"event": "tally", "table": 1}, {"event": "correct", "seq": 1, "bag": "Ann"}):
        with pytest.raises(RecordError) as error:
            parse_event(event | given)
        assert reason in str(error.value)


def test_a_tally_says_who_won() -> None:
    """The highest score wins; of several the one that is named, and then it stood equal."""
    assert (Counted((3, 7, 2)).side, Counted((3, 7, 2)).tied) == (1, False)
    assert (Counted((7, 3, 7), winner=3).side, Counted((7, 3, 7), winner=3).tied) == (2, True)
    assert Counted((0, MOST)).side == 1
    assert Counted((7, 3), buncos={"A": 1}, minis={"B": 2}, bag="C").names == {"A", "B", "C"}


@pytest.mark.parametrize(
    "given",
    [
        {"event": "tally", "table": 4, "scores": [15, 12], "buncos": {"Ann": 1}},
        {
            "time": "20:15",
            "event": "tally",
            "scores": [15, 15],
            "winner": 2,
            "table": 4,
            "minis": {},
            "called": 1,
        },
        {"event": "tally", "table": 1, "scores": [15, 12], "minis": {"Bob": 3}, "bag": "Bob"},
        {"event": "correct", "seq": 7, "scores": [15, 12, 3], "image": "4.jpg"},
        {"event": "seating", "tables": [["Ann", "Bob"]], "by": "host"},
    ],
)
def test_it_goes_back_to_the_line_it_came_from(given: dict[str, Any]) -> None:
    """All keys are there again, in their order, unknown and empty ones too."""
    event = parse_event(given)
    assert list(event.to_dict().items()) == list(given.items())


def test_a_new_one_has_only_what_it_says() -> None:
    """What nobody threw, and a winner that goes without saying, is no key."""
    counted = Counted((15, 12))
    assert Tally(2, counted).to_dict() == {"event": "tally", "table": 2, "scores": [15, 12]}
    assert CorrectTally(9, counted).to_dict() == {"event": "correct", "seq": 9, "scores": [15, 12]}


@pytest.mark.parametrize("key", ["scores", "winner", "buncos", "minis", "bag"])
@pytest.mark.parametrize("of_dice", [{"dice": [1, 2, 3]}, {"called": True}])
def test_a_correction_is_of_dice_or_of_a_tally(key: str, of_dice: dict[str, Any]) -> None:
    """Keys of both on one correction are refused, and the reason names one of each."""
    (mine,) = of_dice
    with pytest.raises(RecordError, match=f"'{mine}' and '{key}' have no place on one"):
        parse_event({"event": "correct", "seq": 1, key: [1, 2]} | of_dice)
