"""A table that counted on paper: when its tally fits, what it decides, and how it is corrected."""

from collections.abc import Callable
from typing import Any

import pytest

from pi_bunco.rules import SHEETS, Card, Game, Misfit, Other, parse_event

Play = Callable[..., Game]


def tally(table: int, *scores: int, **keys: Any) -> dict[str, Any]:
    return {"event": "tally", "table": table, "scores": [*scores], **keys}


def push(game: Game, *events: dict[str, Any]) -> int:
    return [game.push(parse_event(event)) for event in events][-1]


def test_tally_decides_its_table(play: Play) -> None:
    """The cards get wins, losses, points, buncos and minis of the table; the other table plays on."""
    game = play("classic", "bell", "ABCD EFGH")
    push(game, tally(2, 30, 9, buncos={"E": 1}, minis={"F": 2}))
    assert game.players["E"] == Card(wins=1, buncos=1, points=30)
    assert game.players["F"] == Card(losses=1, minis=2, points=9)
    assert game.status == "playing"
    assert game.tables[0].state == "playing"
    table = game.rounds[0].tables[1]
    assert (table.winners, table.rolloff, table.throws) == (("E", "G"), False, ())
    assert table.tally is not None
    assert table.tally[0] == 2
    assert game.find_misfit(parse_event({"event": "throw", "table": 2, "dice": [1, 1, 1]})) == (
        "table 2 has its winners and waits for the next round"
    )


@pytest.mark.parametrize("rules", SHEETS)
@pytest.mark.parametrize("tables", [1, 3, 12, 25])
def test_tallies_of_all_tables_end_round(play: Play, rules: str, tables: int) -> None:
    """When all tables have counted, the round is over without a bell, and each player has a win or a loss."""
    seats = " ".join("".join(chr(0x100 + 4 * table + seat) for seat in range(4)) for table in range(tables))
    game = play(rules, "bell", seats)
    sides = [len(table.sides) for table in game.tables]
    for number in range(tables, 0, -1):
        assert game.status == "playing"
        push(game, tally(number, *range(sides[number - 1], 0, -1)))
    assert game.status == "ready"
    assert [len(table.winners) for table in game.rounds[0].tables] == [4 // n for n in sides]
    assert all(card.wins + card.losses == 1 for card in game.players.values())


def test_tally_of_head_table_ends_no_round(play: Play) -> None:
    """After a tally of the head table the others play on until the host ends the round."""
    game = play("classic", "bell 2:112 2:236", "ABCD EFGH")
    push(game, tally(1, 21, 9))
    assert game.tables[1].state == "playing"
    push(game, {"event": "end_round"})
    assert game.status == "ready"
    assert game.rounds[0].tables[0].scores == {"A": 21, "B": 9, "C": 21, "D": 9}


def test_equal_scores_in_tally(play: Play) -> None:
    """With equal scores the named side wins, and the result shows a roll-off."""
    game = play("tournament", "bell", "ABCD EFGH")
    push(game, tally(2, 9, 9, winner=2))
    assert game.tables[1].winners == ("F", "H")
    assert game.rounds[0].tables[1].rolloff


def test_tally_before_first_throw_of_rolloff(play: Play) -> None:
    """A tied table without throws may still be counted on paper; if the scores differ, it is no tie."""
    game = play("classic", "bell 111", "ABCD EFGH")
    assert game.tables[1].state == "rolloff"
    push(game, tally(2, 5, 3))
    assert (game.tables[1].winners, game.rounds[0].tables[1].rolloff) == (("E", "G"), False)


@pytest.mark.parametrize(
    ("rules", "events", "given", "reason"),
    [
        ("classic", "", tally(1, 2, 1), "the bell has not rung for this round"),
        ("classic", "bell", tally(3, 2, 1), "there is no table 3; the last is table 2"),
        ("classic", "bell", tally(0, 2, 1), "there is no table 0; the last is table 2"),
        ("classic", "bell", tally(2, 3, 2, 1), "table 2 has 2 sides, and the tally 3 scores"),
        ("classic", "bell", tally(2, 2, 1, buncos={"A": 1}), "A does not sit at table 2, but E, F, G and H"),
        ("classic", "bell", tally(2, 2, 1, bag="E"), "nothing travels in this game, so 'bag' has no place"),
        ("classic", "bell 2:236", tally(2, 2, 1), "table 2 has thrown in this round"),
        ("classic", "bell 111 2:112", tally(2, 2, 1), "table 2 has thrown in this round"),
        ("boxed", "bell 111", tally(1, 2, 1), "table 1 has its winners and waits for the next round"),
    ],
)
def test_unfit_tally_is_refused(
    play: Play, rules: str, events: str, given: dict[str, Any], reason: str
) -> None:
    """The reason names the table, and nothing changes."""
    game = play(rules, events, "ABCD EFGH")
    before = game.make_result()
    with pytest.raises(Misfit) as error:
        push(game, given)
    assert reason in str(error.value)
    assert game.make_result() == before


def test_tally_after_die_off_is_refused(play: Play) -> None:
    """A die-off counts as a throw of the table, so no tally fits after it."""
    game = play("tournament", "bell 111", "ABCD EFGH")
    push(game, {"event": "die_off", "table": 2, "dice": {"E": 2, "F": 2}})
    with pytest.raises(Misfit, match="table 2 has thrown in this round"):
        push(game, tally(2, 2, 1))


def test_tally_moves_bag(play: Play) -> None:
    """A tally moves the bag at its place in the record, and a later throw moves it on."""
    game = play("classic", "bell", "ABCD EFGH", options={"traveling": {"number": 3}})
    push(game, tally(2, 9, 3, bag="E"))
    assert game.bag == "E"
    push(game, {"event": "throw", "table": 1, "dice": [3, 3, 3]})
    assert game.bag == "A"
    push(game, {"event": "correct", "seq": 2, "scores": [9, 3], "bag": "F"}, {"event": "void", "seq": 3})
    assert game.bag == "F"


def test_correction_replaces_whole_tally(play: Play) -> None:
    """Buncos that the correction does not name are removed; a void of the correction restores them."""
    game = play("classic", "bell", "ABCD EFGH")
    push(game, tally(2, 15, 12, buncos={"E": 1}))
    correct = push(game, {"event": "correct", "seq": 2, "scores": [12, 15], "minis": {"G": 1}})
    assert game.players["E"] == Card(losses=1, points=12)
    assert game.players["G"] == Card(losses=1, minis=1, points=12)
    push(game, {"event": "void", "seq": correct})
    assert game.players["E"] == Card(wins=1, buncos=1, points=15)
    push(game, {"event": "void", "seq": 2})
    assert game.tables[1].state == "playing"
    assert list(game.unused) == []


@pytest.mark.parametrize(
    ("correct", "why"),
    [
        ({"scores": [3, 2, 1]}, "table 2 has 2 sides, and the tally 3 scores"),
        ({"scores": [3, 2], "buncos": {"A": 1}}, "A does not sit at table 2, but E, F, G and H"),
    ],
)
def test_wrong_correction_makes_tally_unused(play: Play, correct: dict[str, Any], why: str) -> None:
    """A correction that does not suit the table makes the tally unused, until the next correction."""
    game = play("classic", "bell", "ABCD EFGH")
    push(game, tally(2, 15, 12), {"event": "correct", "seq": 2, **correct})
    assert game.reasons == {2: why}
    assert game.tables[1].state == "playing"
    push(game, {"event": "correct", "seq": 2, "scores": [12, 15]})
    assert list(game.unused) == []
    assert game.tables[1].winners == ("F", "H")


@pytest.mark.parametrize(
    ("correct", "reason"),
    [
        (
            {"seq": 3, "dice": [1, 1, 1]},
            "event 3 is a tally, so it is corrected with 'scores', not with dice",
        ),
        ({"seq": 2, "scores": [3, 2]}, "event 2 is not a tally, so it has no scores to correct"),
        ({"seq": 1, "scores": [3, 2]}, "event 1 is not a tally, so it has no scores to correct"),
        ({"seq": 9, "scores": [3, 2]}, "9 is not the number of an earlier event"),
        ({"seq": 3, "scores": [3, 2], "bag": "E"}, "nothing travels in this game, so 'bag' has no place"),
    ],
)
def test_correction_must_fit_its_event(play: Play, correct: dict[str, Any], reason: str) -> None:
    """Scores correct tallies, dice correct throws, and a mismatch is refused with a reason."""
    game = play("classic", "bell 236", "ABCD EFGH")
    push(game, tally(2, 15, 12))
    with pytest.raises(Misfit) as error:
        push(game, {"event": "correct", **correct})
    assert reason in str(error.value)


def test_missed_throw_makes_tally_unused(play: Play) -> None:
    """A missed throw at its table makes the tally unused, until that throw is voided."""
    game = play("classic", "bell", "ABCD EFGH")
    push(game, tally(2, 15, 12))
    missed = push(game, {"event": "missed", "after": 1, "table": 2, "dice": [1, 1, 2]})
    assert list(game.unused) == [2]
    push(game, {"event": "void", "seq": missed})
    assert list(game.unused) == []
    game.push(Other("camera:uncounted"))
    assert game.tables[1].winners == ("E", "G")
