"""Tallies, the scores that a table counted on paper: what they may contain, and how they are written."""

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
def test_wrong_counts_are_refused(given: dict[str, Any], reason: str) -> None:
    """A tally and its correction refuse the same wrong values, with the key and what it may be."""
    for event in ({"event": "tally", "table": 1}, {"event": "correct", "seq": 1, "bag": "Ann"}):
        with pytest.raises(RecordError) as error:
            parse_event(event | given)
        assert reason in str(error.value)


def test_winner_of_tally() -> None:
    """The highest score wins; if several sides have it, the named one wins, and the table was tied."""
    assert (Counted((3, 7, 2)).find_winning_sides(1), Counted((3, 7, 2)).is_tied(1)) == ((1,), False)
    rolled_off = Counted((7, 3, 7), winner=3)
    assert (rolled_off.find_winning_sides(1), rolled_off.is_tied(1)) == ((2,), True)
    assert Counted((0, MOST)).find_winning_sides(1) == (1,)


@pytest.mark.parametrize(
    ("scores", "winners", "tied", "sides"),
    [
        ([5, 21, 8, 9], None, False, (1, 3)),
        ([5, 21, 21, 9], [2, 3], False, (1, 2)),
        ([9, 21, 8, 9], [1, 2], True, (0, 1)),
        ([9, 21, 8, 9], [2, 4], True, (1, 3)),
        ([9, 21, 8, 9], None, True, None),
        ([7, 7, 7, 7], [1, 4], True, (0, 3)),
        ([7, 7, 7, 0], [2, 3], True, (1, 2)),
    ],
)
def test_where_two_win(
    scores: list[int],
    winners: list[int] | None,
    tied: bool,  # noqa: FBT001 - a parameter of the test
    sides: tuple[int, ...] | None,
) -> None:
    """The two highest scores win; if they leave open which, the tally names both."""
    raw = {"scores": scores} | ({} if winners is None else {"winners": winners})
    counted = Counted.parse(raw)
    assert (counted.is_tied(2), counted.find_winning_sides(2)) == (tied, sides)
    assert counted.to_dict() == raw


@pytest.mark.parametrize(
    "winners", [[3, 2], [1, 2, 3], [2], [2, 2], [0, 2], [2, 5], [1, 3], [True, 2], "2", None, [2.0, 4]]
)
def test_wrong_winners_are_refused(winners: object) -> None:
    """Winners are two places in ascending order, and nobody else has more than either of them."""
    with pytest.raises(RecordError, match="'winners' must be the places of the two sides"):
        Counted.parse({"scores": [5, 21, 8, 9], "winners": winners})


def test_winners_without_a_winner() -> None:
    """A tally names one winner or two, not both."""
    with pytest.raises(RecordError, match="without 'winner'"):
        Counted.parse({"scores": [5, 21, 8, 9], "winners": [2, 4], "winner": 2})
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
def test_tally_keeps_its_line(given: dict[str, Any]) -> None:
    """The written line has all keys in their old order, also unknown and empty ones."""
    event = parse_event(given)
    assert list(event.to_dict().items()) == list(given.items())


def test_new_tally_omits_empty_keys() -> None:
    """A new tally has no keys for buncos that nobody threw, or for a winner that the scores show."""
    counted = Counted((15, 12))
    assert Tally(2, counted).to_dict() == {"event": "tally", "table": 2, "scores": [15, 12]}
    assert CorrectTally(9, counted).to_dict() == {"event": "correct", "seq": 9, "scores": [15, 12]}


@pytest.mark.parametrize("key", ["scores", "winner", "buncos", "minis", "bag"])
@pytest.mark.parametrize("of_dice", [{"dice": [1, 2, 3]}, {"called": True}])
def test_correction_of_dice_or_tally(key: str, of_dice: dict[str, Any]) -> None:
    """A correction with keys of both dice and a tally is refused, and the reason names one of each."""
    (dice_key,) = of_dice
    with pytest.raises(RecordError, match=f"'{dice_key}' and '{key}' have no place on one"):
        parse_event({"event": "correct", "seq": 1, key: [1, 2]} | of_dice)
