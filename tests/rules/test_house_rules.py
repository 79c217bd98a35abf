"""House rules: no minis, minis that end the turn, snake eyes, rounds that the host ends."""

from collections.abc import Callable
from typing import Any

import pytest

from pi_bunco.rules import Call, Correct, EndRound, Game, Score, Sheet, Throw, load_sheet, score

House = Callable[..., Sheet]
Play = Callable[..., Game]

ALIKE = (True, True, True)
NO_HIT = (False, False, False)


# No minis


def test_no_minis(house: House) -> None:
    """If minis are worth 0, three alike of another number are nothing; the two keys work separately."""
    neither = house("boxed", mini_below=0, mini_above=0)
    assert score(neither, 4, (2, 2, 2)) == score(neither, 4, (6, 6, 6)) == Score(0, "nothing", NO_HIT)
    assert score(neither, 4, (4, 4, 4)) == Score(21, "bunco", ALIKE)
    above = house("boxed", mini_below=0)
    assert score(above, 4, (2, 2, 2)) == Score(0, "nothing", NO_HIT)
    assert score(above, 4, (6, 6, 6)) == Score(5, "mini", ALIKE)


def test_cup_bonus_without_minis(house: House) -> None:
    """If three alike are no mini, a number on the cup still brings the bonus, as plain points."""
    neither = house("boxed", mini_below=0, mini_above=0)
    assert score(neither, 4, (2, 2, 2), cup=(2,)) == Score(5, "points", ALIKE)
    assert score(neither, 4, (1, 1, 1), cup=(2,)) == Score(0, "nothing", NO_HIT)


def test_three_alike_without_minis(house: House, play_house: Play) -> None:
    """Three alike that are no mini pass the dice on and stand on no card."""
    game = play_house(house("classic", mini_below=0, mini_above=0), "bell 555")
    assert (game.tables[0].holder, game.tables[0].scores) == ("B", (0, 0))
    assert game.tables[0].throws[0].ends_turn
    assert game.players["A"].minis == 0


# A mini that ends the turn


def test_mini_scores_and_ends_turn(house: House, play_house: Play) -> None:
    """With `mini_ends_turn` a mini scores and is on the card, and the next seat throws."""
    game = play_house(house("classic", mini_ends_turn=True), "bell 112 555")
    table = game.tables[0]
    assert (table.scores, table.holder, table.in_turn) == ((7, 0), "B", False)
    assert [thrown.ends_turn for thrown in table.throws] == [False, True]
    assert game.players["A"].minis == 1


def test_mini_ends_finishing_turn(house: House, play_house: Play) -> None:
    """After the bell a mini scores, and the table stops."""
    game = play_house(house("casino", mini_ends_turn=True), "bell 2:112 111 2:555", tables="ABCD EFGH")
    assert (game.tables[1].scores, game.tables[1].state) == ((7, 0), "decided")


def test_mini_is_called_after_turn(house: House, play_house: Play) -> None:
    """An uncalled mini passes the dice on without points; a later call scores for the player who threw it."""
    sheet = house("casino", mini_ends_turn=True)
    game = play_house(sheet, "bell 555", options={"calls": True})
    table = game.tables[0]
    assert (table.scores, table.holder, table.callable) == ((0, 0), "B", 2)
    assert table.throws[0].ends_turn
    game.push(Call(1))
    assert (table.scores, table.holder, table.throws[0].score.kind) == ((5, 0), "B", "mini")
    assert [game.players[name].minis for name in "AB"] == [1, 0]


def test_mini_ends_turn_in_sessions(house: House, play_house: Play) -> None:
    """In a roll-off by sessions too the mini scores, and the next seat throws."""
    game = play_house(house("classic", mini_ends_turn=True), "bell end 555 236 236 236")
    assert game.tables[0].winners == ("A", "C")
    assert game.tables[0].throws[0].ends_turn


def test_cup_counts_in_sessions(house: House, play_house: Play) -> None:
    """The cup's bonus counts in a roll-off by sessions, and in no other roll-off."""
    cup = {"options": {"cup": [5]}}
    in_sessions = house("boxed", rolloff="sessions")
    game = play_house(in_sessions, "bell end 555 236 555", tables="AB", **cup)
    assert game.tables[0].rolloff is not None
    assert game.tables[0].rolloff.points == [10, 10]
    game = play_house(house("boxed"), "bell end 555 112", tables="AB", **cup)
    assert game.tables[0].rolloff is not None
    assert game.tables[0].rolloff.points == [0, 2]


# Snake eyes


def test_snake_eyes(house: House) -> None:
    """Snake eyes are exactly two 1s, except in round 1; all other throws score as usual."""
    sheet = house("classic", snake_eyes=True)
    plain = load_sheet("classic")
    for target in range(2, 7):
        for third in range(2, 7):
            for dice in ((1, 1, third), (1, third, 1), (third, 1, 1)):
                assert score(sheet, target, dice) == Score(0, "snake_eyes", NO_HIT)
        assert score(sheet, target, (1, 1, 1)) == Score(5, "mini", ALIKE)
        assert score(sheet, target, (1, 2, target)) == score(plain, target, (1, 2, target))
    assert score(sheet, 1, (1, 1, 4)) == Score(2, "points", (True, True, False))
    assert score(plain, 3, (1, 1, 3)) == Score(1, "points", (False, False, True))


ROUND_1 = "bell 111 bell "


def test_snake_eyes_lose_the_points_of_the_turn(house: House, play_house: Play) -> None:
    """The score returns to its value before the turn, the dice pass on, and cards keep their minis."""
    game = play_house(house("classic", snake_eyes=True), f"{ROUND_1}223 346 235 346 225 555 114")
    table = game.tables[0]
    assert (table.scores, table.holder, table.in_turn) == ((2, 1), table.seats[3], False)
    assert table.throws[-1].score == Score(0, "snake_eyes", NO_HIT)
    assert [thrown.totals for thrown in table.throws[-3:]] == [(4, 1), (9, 1), (2, 1)]
    assert [thrown.ends_turn for thrown in table.throws[-3:]] == [False, False, True]
    assert game.players[table.seats[2]].minis == 1


def test_snake_eyes_lose_called_bunco(house: House, play_house: Play) -> None:
    """The points of a called bunco are lost with the turn; the card keeps the bunco."""
    game = play_house(
        house("tournament", snake_eyes=True),
        "bell 2:123 111 call 2:236 bell 2:225 2:346 2:346 2:223 2:222 2:call 2:116",
        "ABCD EFGH",
        options={"calls": True},
    )
    second = game.tables[1]
    assert [thrown.totals for thrown in second.throws[-3:]] == [(4, 0), (25, 0), (2, 0)]
    assert [game.players[name].buncos for name in second.seats] == [0, 0, 1, 0]


def test_snake_eyes_as_first_throw(house: House, play_house: Play) -> None:
    """If the first throw is snake eyes, the turn ends, and no points are lost."""
    game = play_house(house("casino", snake_eyes=True), f"{ROUND_1.replace('bell 111', 'bell 111 236')}115")
    assert (game.tables[0].scores, game.tables[0].holder) == ((0, 0), game.tables[0].seats[1])


def test_snake_eyes_stop_finishing_table(house: House, play_house: Play) -> None:
    """In a finishing turn the table stops and loses the turn's points, even those that ended the round."""
    game = play_house(house("casino", snake_eyes=True), "bell 111 236 bell 222")
    table = game.tables[0]
    assert (table.state, table.scores) == ("finishing", (21, 0))
    game.push(Throw(1, (1, 1, 6)))
    assert (table.state, table.scores) == ("rolloff", (0, 0))


@pytest.mark.parametrize(
    ("parent", "throws", "points"),
    [
        ("classic", "235 555 113 236", [0, 1]),  # sessions: the first loses 1 and 5, the second has 1
        ("boxed", "226 113 225 346 225 346 246 112", [2, 2]),  # to 5: each loses a turn and keeps another
    ],
)
def test_snake_eyes_in_rolloff_by_turns(
    house: House, play_house: Play, parent: str, throws: str, points: list[int]
) -> None:
    """In a roll-off the turn's points are lost, and the next side throws."""
    sheet = house(parent, snake_eyes=True)
    tables = "ABCD" if parent == "classic" else "AB"
    game = play_house(sheet, f"{ROUND_1}end {throws}", tables)
    rolloff = game.tables[0].rolloff
    assert rolloff is not None
    assert rolloff.points == points


def test_snake_eyes_are_no_hit(house: House, play_house: Play) -> None:
    """In a roll-off by hits two 1s beside a target are no hit."""
    first = "bell 111 236 bell end "
    assert play_house(house("casino", snake_eyes=True), f"{first}112").status == "playing"
    assert play_house(house("casino"), f"{first}112").status == "ready"


def test_corrected_snake_eyes(house: House, play_house: Play) -> None:
    """A correction of snake eyes brings the points back."""
    game = play_house(house("classic", snake_eyes=True), f"{ROUND_1}225 114")
    assert game.tables[0].scores == (0, 0)
    game.push(Correct(5, (2, 1, 4)))
    assert game.tables[0].scores == (3, 0)


# How a round ends


def test_only_host_ends_round(house: House, play_house: Play) -> None:
    """With `round_end` of host no score and no bunco ends the round; the host does."""
    sheet = house("classic", round_end="host")
    game = play_house(sheet, "bell 111 111 111", tables="ABCD EFGH")
    assert game.tables[0].state == "playing"
    assert game.tables[0].scores == (63, 0)
    game.push(Throw(2, (1, 2, 3)))
    game.push(EndRound())
    assert [table.winners for table in game.tables] == [("A", "C"), ("E", "G")]


@pytest.mark.parametrize(
    ("values", "thrown_at", "states"),
    [
        ({"round_end": "head", "bunco_ends": True}, 1, ("decided", "decided")),
        ({"round_end": "head", "bunco_ends": False}, 1, ("decided", "decided")),  # 21 is the goal
        ({"round_end": "head", "bunco_ends": True}, 2, ("playing", "playing")),
        ({"round_end": "head", "bunco_ends": False}, 2, ("playing", "playing")),
        ({"round_end": "any", "bunco_ends": True}, 2, ("decided", "decided")),
        ({"round_end": "any", "bunco_ends": False, "goal": 22}, 2, ("playing", "playing")),
        ({"round_end": "each", "bunco_ends": True}, 2, ("decided", "decided")),
        ({"round_end": "each", "bunco_ends": False}, 2, ("playing", "decided")),
        ({"round_end": "host", "bunco_ends": True}, 1, ("decided", "decided")),
        ({"round_end": "host", "bunco_ends": True}, 2, ("decided", "decided")),
        ({"round_end": "host", "bunco_ends": False}, 1, ("playing", "playing")),
    ],
)
def test_bunco_with_each_round_end(
    house: House, play_house: Play, values: dict[str, Any], thrown_at: int, states: tuple[str, ...]
) -> None:
    """A bunco that ends rounds does so at the tables that can end one; with the host, at every table."""
    sheet = house("classic", **values)
    game = play_house(sheet, f"bell {3 - thrown_at}:112 {thrown_at}:111", tables="ABCD EFGH")
    assert tuple(table.state for table in game.tables) == states


def test_bunco_below_goal_does_not_end_round(house: House, play_house: Play) -> None:
    """If a bunco ends no round, a table that any score can end plays on below its goal of 30."""
    sheet = house("houseparty", bunco_ends=False, goal=30)
    assert play_house(sheet, "bell 111").tables[0].state == "playing"
    assert play_house(sheet, "bell 111 555 555").tables[0].state == "finishing"


def test_goal_of_eleven(house: House, play_house: Play) -> None:
    """A goal of 11 ends the round at 11 and not at 10."""
    sheet = house("classic", goal=11)
    assert play_house(sheet, "bell 555 555").status == "playing"
    assert play_house(sheet, "bell 555 555 123").status == "ready"
