"""The winner of a set in boxed: by wins, then by buncos, then by a roll-off."""

from collections.abc import Callable
from typing import Any

import pytest

from pi_bunco.rules import Card, Correct, Game, Sheet, Void
from pi_bunco.rules.night import Night, OrderThrow, RolloffThrow, make_set_cards, read_night

Play = Callable[..., Game]
Log = Callable[..., Night]
House = Callable[..., Sheet]

EVEN = "bell 111 bell 222 bell 333 bell 444 bell 555 bell 666"
"""A and B win alternate rounds with a bunco, so that each has three wins and three buncos."""


def test_most_wins(play: Play) -> None:
    """The player with most wins of the set wins it."""
    game = play("boxed", EVEN.replace("bell 666", "bell 125 666"), tables="AB")
    night = read_night(game)
    (result,) = night.sets
    assert (result.set, result.by, result.winners, result.tied, result.ask) == (1, "wins", ("A",), (), None)
    assert result.cards == {
        "A": Card(wins=4, losses=2, buncos=4, points=84),
        "B": Card(wins=2, losses=4, buncos=2, points=42),
    }
    assert (night.over, night.final, night.asks) == (True, True, ())


def test_most_buncos_break_tie(play: Play) -> None:
    """If wins are equal, more buncos win; here A wins one of their rounds with minis."""
    night = read_night(play("boxed", EVEN.replace("bell 111", "bell 666 666 666 666 666"), tables="AB"))
    (result,) = night.sets
    assert (result.by, result.winners, result.order) == ("buncos", ("B",), None)
    assert [card.buncos for card in result.cards.values()] == [2, 3]


def test_rolloff_of_set(play: Play, log: Log) -> None:
    """Each throws three dice for the order, tied players again; then turns go on until a player has 5."""
    game = play("boxed", EVEN, tables="AB")
    start = len(game.events)
    assert read_night(game).asks == (OrderThrow(1, "A"),)
    assert not read_night(game).over
    assert read_night(game).sets[0].points == {"A": 0, "B": 0}
    assert log(game, "boxed:order", set=1, player="A", dice=[1, 2, 3]).asks == (OrderThrow(1, "B"),)
    assert log(game, "boxed:order", set=1, player="B", dice=[3, 2, 1]).asks == (OrderThrow(1, "A"),)
    assert log(game, "boxed:order", set=1, player="B", dice=[6, 2, 1]).asks == (OrderThrow(1, "A"),)
    night = log(game, "boxed:order", set=1, player="A", dice=[6, 1, 1])
    assert night.asks == (RolloffThrow(1, "B"),)
    assert night.sets[0].order == ("B", "A")
    assert night.sets[0].points == {"B": 0, "A": 0}
    assert log(game, "boxed:throw", set=1, dice=[6, 6, 1]).asks == (RolloffThrow(1, "B"),)
    assert log(game, "boxed:throw", set=1, dice=[5, 5, 5]).asks == (RolloffThrow(1, "A"),)
    assert log(game, "boxed:throw", set=1, dice=[6, 6, 2]).asks == (RolloffThrow(1, "A"),)
    assert log(game, "boxed:throw", set=1, dice=[1, 1, 2]).asks == (RolloffThrow(1, "B"),)
    assert log(game, "boxed:throw", set=1, dice=[1, 6, 6]).asks == (RolloffThrow(1, "B"),)
    night = log(game, "boxed:throw", set=1, dice=[6, 1, 1])
    (result,) = night.sets
    assert (result.by, result.winners, result.tied, result.order) == (
        "rolloff",
        ("B",),
        ("A", "B"),
        ("B", "A"),
    )
    assert result.points == {"B": 5, "A": 2}
    assert [(throw.seq - start, throw.player) for throw in result.order_throws] == [
        (1, "A"),
        (2, "B"),
        (3, "B"),
        (4, "A"),
    ]
    assert [(throw.seq - start, throw.player, throw.points) for throw in result.throws] == [
        (5, "B", 2),
        (6, "B", 0),
        (7, "A", 2),
        (8, "A", 0),
        (9, "B", 2),
        (10, "B", 1),
    ]
    assert result.order_throws[2].dice == (6, 2, 1)
    assert [throw.dice for throw in result.throws[:3]] == [(6, 6, 1), (5, 5, 5), (6, 6, 2)]
    assert (night.asks, night.over, night.ignored) == ((), True, {})


def test_bunco_wins_rolloff(play: Play, log: Log) -> None:
    """A bunco scores 21, also in the middle of a turn; the cup has no effect."""
    game = play("boxed", EVEN, tables="AB", options={"cup": [2]})
    assert log(game, "boxed:order", set=1, player="A", dice=[6, 6, 6]).sets[0].order is None
    log(game, "boxed:order", set=1, player="B", dice=[1, 1, 1])
    assert log(game, "boxed:throw", set=1, dice=[2, 2, 2]).asks == (RolloffThrow(1, "B"),)
    log(game, "boxed:throw", set=1, dice=[6, 1, 1])
    night = log(game, "boxed:throw", set=1, dice=[6, 6, 6])
    assert (night.sets[0].winners, night.sets[0].points) == (("B",), {"A": 0, "B": 22})


def test_rolloff_during_next_set(play: Play, log: Log) -> None:
    """The roll-off is still asked for while the next set is played."""
    game = play("boxed", EVEN + " bell 111", tables="AB", sets=2)
    assert [result.set for result in read_night(game).sets] == [1]
    assert read_night(game).asks == (OrderThrow(1, "A"),)
    game = play("boxed", f"{EVEN} {EVEN}", tables="AB", sets=2)
    assert read_night(game).asks == (OrderThrow(1, "A"), OrderThrow(2, "A"))
    night = log(game, "boxed:order", set=2, player="B", dice=[1, 1, 1])
    assert [len(result.order_throws) for result in night.sets] == [0, 1]


def test_cards_of_one_set(play: Play) -> None:
    """The cards of the second set contain nothing of the first; an unfinished set has no cards."""
    game = play("boxed", f"{EVEN} {EVEN}", tables="AB", sets=3)
    each = Card(wins=3, losses=3, buncos=3, minis=0, points=63)
    assert make_set_cards(game, 1) == make_set_cards(game, 2) == {"A": each, "B": each}
    assert make_set_cards(game, 3) is None
    assert game.players["A"] == Card(wins=6, losses=6, buncos=6, points=126)
    assert make_set_cards(play("boxed", EVEN.removesuffix("666") + "555", tables="AB"), 1) is None


def test_set_cards_of_single_set(chance: Callable[..., Any]) -> None:
    """In a game of one set, the set's cards are the game's cards, also with ghosts, roll-offs and calls."""
    for rules, options in (
        ("casino", {"calls": True}),
        ("classic", {"calls": True}),
        ("boxed", {"cup": [1]}),
    ):
        outcomes = chance(3)
        game = outcomes.play_rounds(Game(outcomes.header(rules, 14, sets=1, options=options)))
        assert make_set_cards(game, 1) == game.players


@pytest.mark.parametrize(
    ("events", "event", "reason"),
    [
        (EVEN[:-4], {"name": "boxed:order", "set": 1, "player": "A", "dice": [1, 1, 1]}, "set 1 is not over"),
        (EVEN, {"name": "boxed:throw", "set": 2, "dice": [1, 1, 1]}, "set 2 is not over"),
        (EVEN, {"name": "boxed:throw", "set": 0, "dice": [1, 1, 1]}, "set 0 is not over"),
        (EVEN, {"name": "boxed:throw", "dice": [1, 1, 1]}, "'set' must be a whole number, not None"),
        (
            EVEN,
            {"name": "boxed:throw", "set": 1, "dice": [1, 1, 1]},
            "the order is not found; it is A's throw for it",
        ),
        (EVEN, {"name": "boxed:throw", "set": 1}, "'dice' must be three whole numbers from 1 to 6, not None"),
        (EVEN, {"name": "boxed:order", "set": 1, "dice": [1, 1, 1]}, "'player' must be a text, not None"),
        (
            EVEN,
            {"name": "boxed:order", "set": 1, "player": "C", "dice": [1, 1, 1]},
            "C does not throw for the order now; it is A's throw",
        ),
        (
            EVEN.replace("bell 666", "bell 125 666"),
            {"name": "boxed:throw", "set": 1, "dice": [1, 1, 1]},
            "set 1 needs no roll-off",
        ),
    ],
)
def test_misfits_in_rolloff(
    play: Play, refused: Callable[..., str], events: str, event: dict[str, Any], reason: str
) -> None:
    """A throw that does not fit is ignored with a reason."""
    assert refused(play("boxed", events, tables="AB"), **event) == reason


def test_no_throw_after_winner(play: Play, log: Log, refused: Callable[..., str]) -> None:
    """After the roll-off no throw fits."""
    game = play("boxed", EVEN, tables="AB")
    log(game, "boxed:order", set=1, player="A", dice=[6, 6, 6])
    log(game, "boxed:order", set=1, player="B", dice=[1, 1, 1])
    assert log(game, "boxed:throw", set=1, dice=[6, 6, 6]).sets[0].winners == ("A",)
    assert refused(game, "boxed:throw", set=1, dice=[6, 6, 6]) == "set 1 has its winner"
    reason = "A does not throw for the order now; the order is found"
    assert refused(game, "boxed:order", set=1, player="A", dice=[6, 6, 6]) == reason


def test_sheet_without_set_winner(play: Play, refused: Callable[..., str]) -> None:
    """If the sheet names no winner of a set, there is none."""
    game = play("classic", "bell")
    assert read_night(game).sets == ()
    assert refused(game, "boxed:throw", set=1, dice=[6, 6, 6]) == "a set has no winner here"


def test_correction_breaks_tie(play: Play, log: Log) -> None:
    """If a correction breaks the tie, the throws of the roll-off are ignored, until it is voided."""
    game = play("boxed", EVEN, tables="AB")
    log(game, "boxed:order", set=1, player="A", dice=[6, 6, 6])
    game.push(Correct(2, (6, 6, 6)))
    night = read_night(game)
    assert night.sets == ()
    assert night.ignored == {13: "set 1 is not over"}
    game.push(Void(14))
    assert read_night(game).asks == (OrderThrow(1, "B"),)


def test_corrected_throw_for_order(play: Play, log: Log) -> None:
    """If a throw for the order is corrected, the roll-off uses the new order."""
    game = play("boxed", EVEN, tables="AB")
    log(game, "boxed:order", set=1, player="A", dice=[6, 6, 6])
    log(game, "boxed:order", set=1, player="B", dice=[5, 5, 5])
    assert log(game, "boxed:throw", set=1, dice=[6, 6, 6]).sets[0].winners == ("A",)
    night = log(game, "night:correct", seq=13, dice=[1, 1, 1])
    assert (night.sets[0].winners, night.sets[0].order) == (("B",), ("B", "A"))


def test_tied_players_share_set(play_house: Play, house: House) -> None:
    """If a house sheet has no roll-off, tied players win the set together."""
    night = read_night(play_house(house("boxed", winner=("wins",)), EVEN, tables="AB"))
    (result,) = night.sets
    assert (result.by, result.winners, result.ask, night.over) == ("wins", ("A", "B"), None, True)


def test_rolloff_without_wins_and_buncos(play_house: Play, house: House) -> None:
    """A sheet may go straight to the roll-off; wins and buncos do not count then."""
    events = EVEN.replace("bell 666", "bell 125 666")
    game = play_house(house("boxed", winner=("rolloff",)), events, tables="AB")
    assert read_night(game).asks == (OrderThrow(1, "A"),)
    assert read_night(game).sets[0].tied == ("A", "B")
