"""What a house may play otherwise: no minis, minis that end the turn, snake eyes, rounds the host ends."""

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
    """With minis at 0 three alike of another number are nothing; below and above go each by its own."""
    neither = house("boxed", mini_below=0, mini_above=0)
    assert score(neither, 4, (2, 2, 2)) == score(neither, 4, (6, 6, 6)) == Score(0, "nothing", NO_HIT)
    assert score(neither, 4, (4, 4, 4)) == Score(21, "bunco", ALIKE)
    above = house("boxed", mini_below=0)
    assert score(above, 4, (2, 2, 2)) == Score(0, "nothing", NO_HIT)
    assert score(above, 4, (6, 6, 6)) == Score(5, "mini", ALIKE)


def test_the_cup_gives_its_bonus_without_minis(house: House) -> None:
    """Where three alike are no mini, a number on the cup still brings the bonus, as plain points."""
    neither = house("boxed", mini_below=0, mini_above=0)
    assert score(neither, 4, (2, 2, 2), cup=(2,)) == Score(5, "points", ALIKE)
    assert score(neither, 4, (1, 1, 1), cup=(2,)) == Score(0, "nothing", NO_HIT)


def test_no_mini_ends_the_turn_and_is_on_no_card(house: House, play_house: Play) -> None:
    """Three alike that are no mini pass the dice on and count nowhere."""
    game = play_house(house("classic", mini_below=0, mini_above=0), "bell 555")
    assert (game.tables[0].holder, game.tables[0].scores) == ("B", (0, 0))
    assert game.tables[0].throws[0].ends_turn
    assert game.players["A"].minis == 0


# A mini that ends the turn


def test_a_mini_scores_and_passes_the_dice_on(house: House, play_house: Play) -> None:
    """With `mini_ends_turn` a mini scores, is on the card, and the next seat throws."""
    game = play_house(house("classic", mini_ends_turn=True), "bell 112 555")
    table = game.tables[0]
    assert (table.scores, table.holder, table.in_turn) == ((7, 0), "B", False)
    assert [thrown.ends_turn for thrown in table.throws] == [False, True]
    assert game.players["A"].minis == 1


def test_a_mini_ends_a_turn_that_is_being_finished(house: House, play_house: Play) -> None:
    """After the bell a mini scores, and the table stops with it."""
    game = play_house(house("casino", mini_ends_turn=True), "bell 2:112 111 2:555", tables="ABCD EFGH")
    assert (game.tables[1].scores, game.tables[1].state) == ((7, 0), "decided")


def test_a_mini_that_ends_the_turn_may_be_called_after_it(house: House, play_house: Play) -> None:
    """Uncalled it passes the dice on and scores nothing; the call scores for who threw it."""
    sheet = house("casino", mini_ends_turn=True)
    game = play_house(sheet, "bell 555", options={"calls": True})
    table = game.tables[0]
    assert (table.scores, table.holder, table.callable) == ((0, 0), "B", 2)
    assert table.throws[0].ends_turn
    game.push(Call(1))
    assert (table.scores, table.holder, table.throws[0].score.kind) == ((5, 0), "B", "mini")
    assert [game.players[name].minis for name in "AB"] == [1, 0]


def test_a_mini_ends_the_turn_in_sessions(house: House, play_house: Play) -> None:
    """A roll-off by sessions goes by the same rule: the mini scores there and the next seat throws."""
    game = play_house(house("classic", mini_ends_turn=True), "bell end 555 236 236 236")
    assert game.tables[0].winners == ("A", "C")
    assert game.tables[0].throws[0].ends_turn


def test_the_cup_counts_in_sessions(house: House, play_house: Play) -> None:
    """Sessions go by all that scores in the round, so the cup's bonus counts there; nowhere else."""
    cup = {"options": {"cup": [5]}}
    in_sessions = house("boxed", rolloff="sessions")
    game = play_house(in_sessions, "bell end 555 236 555", tables="AB", **cup)
    assert game.tables[0].rolloff is not None
    assert game.tables[0].rolloff.points == [10, 10]
    game = play_house(house("boxed"), "bell end 555 112", tables="AB", **cup)
    assert game.tables[0].rolloff is not None
    assert game.tables[0].rolloff.points == [0, 2]


# Snake eyes


def test_what_snake_eyes_are(house: House) -> None:
    """Exactly two 1s, with any third die, in every round but that of the 1s; others score as ever."""
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
    """The score goes back to what it was when the turn began, the dice pass on; cards keep their minis."""
    game = play_house(house("classic", snake_eyes=True), f"{ROUND_1}223 346 235 346 225 555 114")
    table = game.tables[0]
    assert (table.scores, table.holder, table.in_turn) == ((2, 1), table.seats[3], False)
    assert table.throws[-1].score == Score(0, "snake_eyes", NO_HIT)
    assert [thrown.totals for thrown in table.throws[-3:]] == [(4, 1), (9, 1), (2, 1)]
    assert [thrown.ends_turn for thrown in table.throws[-3:]] == [False, False, True]
    assert game.players[table.seats[2]].minis == 1


def test_snake_eyes_lose_a_called_bunco(house: House, play_house: Play) -> None:
    """The points of a called bunco go with the turn; its card keeps the bunco."""
    game = play_house(
        house("tournament", snake_eyes=True),
        "bell 2:123 111 call 2:236 bell 2:225 2:346 2:346 2:223 2:222 2:call 2:116",
        "ABCD EFGH",
        options={"calls": True},
    )
    second = game.tables[1]
    assert [thrown.totals for thrown in second.throws[-3:]] == [(4, 0), (25, 0), (2, 0)]
    assert [game.players[name].buncos for name in second.seats] == [0, 0, 1, 0]


def test_snake_eyes_as_the_first_throw(house: House, play_house: Play) -> None:
    """A turn that begins with snake eyes is over and has nothing to lose."""
    game = play_house(house("casino", snake_eyes=True), f"{ROUND_1.replace('bell 111', 'bell 111 236')}115")
    assert (game.tables[0].scores, game.tables[0].holder) == ((0, 0), game.tables[0].seats[1])


def test_snake_eyes_stop_a_table_that_finishes(house: House, play_house: Play) -> None:
    """In a turn being finished the points go and the table stops; the score that rang may be gone too."""
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
def test_snake_eyes_in_a_rolloff_by_turns(
    house: House, play_house: Play, parent: str, throws: str, points: list[int]
) -> None:
    """The turn's points in the roll-off are lost and it is the next side's turn."""
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


def test_snake_eyes_put_right(house: House, play_house: Play) -> None:
    """A correction of snake eyes gives the points back."""
    game = play_house(house("classic", snake_eyes=True), f"{ROUND_1}225 114")
    assert game.tables[0].scores == (0, 0)
    game.push(Correct(5, (2, 1, 4)))
    assert game.tables[0].scores == (3, 0)


# Who ends a round


def test_a_round_that_only_the_host_ends(house: House, play_house: Play) -> None:
    """With `round_end` of host no score ends the round, a bunco neither; the host does."""
    sheet = house("classic", round_end="host")
    game = play_house(sheet, "bell 111 111 111", tables="ABCD EFGH")
    assert game.tables[0].state == "playing"
    assert game.tables[0].scores == (63, 0)
    game.push(Throw(2, (1, 2, 3)))
    game.push(EndRound())
    assert [table.winners for table in game.tables] == [("A", "C"), ("E", "G")]


@pytest.mark.parametrize(
    ("says", "thrown_at", "states"),
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
def test_a_bunco_with_every_end_of_a_round(
    house: House, play_house: Play, says: dict[str, Any], thrown_at: int, states: tuple[str, ...]
) -> None:
    """A bunco that ends the round does so where the round can be ended, with the host at every table."""
    sheet = house("classic", **says)
    game = play_house(sheet, f"bell {3 - thrown_at}:112 {thrown_at}:111", tables="ABCD EFGH")
    assert tuple(table.state for table in game.tables) == states


def test_a_bunco_that_does_not_end_the_round(house: House, play_house: Play) -> None:
    """In an 11-point round by any table a bunco below the goal of 30 goes on."""
    sheet = house("houseparty", bunco_ends=False, goal=30)
    assert play_house(sheet, "bell 111").tables[0].state == "playing"
    assert play_house(sheet, "bell 111 555 555").tables[0].state == "finishing"


def test_a_round_to_eleven(house: House, play_house: Play) -> None:
    """A goal of 11 ends the round at 11 and not at 10."""
    sheet = house("classic", goal=11)
    assert play_house(sheet, "bell 555 555").status == "playing"
    assert play_house(sheet, "bell 555 555 123").status == "ready"
