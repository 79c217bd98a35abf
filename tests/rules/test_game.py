"""Rounds: turns, ends of rounds, and what a game shows of a table."""

from collections.abc import Callable
from itertools import product

import pytest

from pi_bunco.rules import Bell, Call, DieOff, EndRound, Game, Header, Misfit, Throw

Play = Callable[..., Game]
NOTHING = {1: "236", 2: "136", 3: "126", 4: "126", 5: "126", 6: "125"}
"""A throw that scores nothing in each round."""


def test_worked_example_1(play: Play) -> None:
    """In round 1 of classic US has 8; THEM have 23 with Di's bunco, which ends the round."""
    game = play("classic", "bell 114 156 234 122 136 225 555 236 111")
    assert game.tables[0].scores == (8, 23)
    assert game.tables[0].winners == ("B", "D")
    assert [game.players[name].wins for name in "ABCD"] == [0, 1, 0, 1]
    assert [game.players[name].buncos for name in "ABCD"] == [0, 0, 0, 1]
    assert (game.status, game.round) == ("ready", 2)


def test_worked_example_2(play: Play) -> None:
    """In round 4 of boxed a player scores 7, then 5, then the bunco that ends the round."""
    rounds = "bell 111 bell 222 bell 333 "
    game = play("boxed", rounds + "bell 222 555", tables="AB")
    assert game.tables[0].scores == (0, 12)
    assert play("boxed", rounds + "bell 222 555 444", tables="AB").round == 5
    with_cup = play("boxed", rounds + "bell 222", tables="AB", options={"cup": [1, 2]})
    assert with_cup.tables[0].scores == (0, 12)


def test_worked_example_3(play: Play) -> None:
    """In tournament a bunco at table 2 ends nothing; 21 points at table 1 end the round."""
    game = play("tournament", "bell 2:111", tables="ABCD EFGH")
    assert game.status == "playing"
    assert game.tables[1].scores == (21, 0)
    game.push(Throw(1, (1, 1, 1)))
    assert game.tables[0].state == "decided"
    assert game.tables[1].state == "finishing"


def test_worked_example_4(play: Play) -> None:
    """In round 2 of casino a started turn is finished after the bell, and minis keep it going."""
    first = f"bell 2:111 111 {NOTHING[1]} 2:{NOTHING[1]} bell "
    game = play("casino", first + "2:234 222", tables="ABCD EFGH")
    second = game.tables[1]
    assert (second.state, second.scores) == ("finishing", (1, 0))
    game.push(Throw(2, (5, 5, 5)))
    assert second.scores == (6, 0)
    assert second.in_turn
    game.push(Throw(2, (1, 3, 4)))
    assert second.state == "decided"
    assert second.holder is None


def test_worked_example_5(header: Callable[..., Header]) -> None:
    """A ghost's bunco scores for the team, and stands on nobody's card."""
    game = Game(Header.parse(header("classic").to_dict() | {"tables": [["ghost", "B", "C", "D"]]}))
    game.push(Bell())
    game.push(Throw(1, (1, 1, 1)))
    assert game.tables[0].scores == (21, 0)
    assert sum(card.buncos for card in game.players.values()) == 0
    assert list(game.players) == ["B", "C", "D"]
    assert game.players["C"].wins == 1


def test_dice_pass_to_the_left(play: Play) -> None:
    """A player who scores throws again; otherwise the dice pass to the next seat, from seat 4 to seat 1."""
    game = play("classic", "bell")
    table = game.tables[0]
    turns = [(table.holder, table.then, table.in_turn)]
    for dice in ((1, 2, 3), (2, 3, 4), (2, 3, 4), (2, 3, 4), (2, 3, 4)):
        game.push(Throw(1, dice))
        turns.append((table.holder, table.then, table.in_turn))
    assert turns == [
        ("A", "B", False),
        ("A", "B", True),
        ("B", "C", False),
        ("C", "D", False),
        ("D", "A", False),
        ("A", "B", False),
    ]


def test_throws_of_table(play: Play) -> None:
    """Each throw shows its event, thrower, side, and the scores after it."""
    game = play("classic", "bell 114 234 122")
    first, second, third = game.tables[0].throws
    assert (first.seq, first.thrower, first.side, first.totals, first.ends_turn) == (2, "A", 0, (2, 0), False)
    assert (second.seq, second.thrower, second.totals, second.ends_turn) == (3, "A", (2, 0), True)
    assert (third.seq, third.thrower, third.side, third.totals) == (4, "B", 1, (2, 1))
    assert not any(thrown.corrected or thrown.rolloff for thrown in game.tables[0].throws)


def test_sides(play: Play) -> None:
    """Opposite seats are partners in team play; in boxed at one table each player plays alone."""
    teams = play("classic", "").tables[0]
    assert teams.sides == ((("A", "C"), (1, 3)), (("B", "D"), (2, 4)))
    alone = play("boxed", "", tables="ABC").tables[0]
    assert alone.sides == ((("A",), (1,)), (("B",), (2,)), (("C",), (3,)))
    assert (teams.teams, alone.teams) == (True, False)


def test_before_the_first_bell(play: Play) -> None:
    """Before the first bell all players sit, nobody holds the dice, and no round is listed."""
    game = play("classic", "")
    assert (game.status, game.set, game.round, game.target) == ("ready", 1, 1, 1)
    assert (game.tables[0].holder, game.tables[0].takes, game.tables[0].state) == (None, None, "waiting")
    assert game.rounds == ()
    assert game.seats == (("A", "B", "C", "D"),)


def test_finished_round_stays_until_bell(play: Play) -> None:
    """Until the bell the tables show the finished round, while ``seats`` already shows the new places."""
    game = play("classic", "bell 111")
    assert [thrown.dice for thrown in game.tables[0].throws] == [(1, 1, 1)]
    assert game.tables[0].seats == ("A", "B", "C", "D")
    assert game.seats == (("A", "D", "B", "C"),)
    assert game.list_moves() == (("B", 1, 2, 1, 3), ("C", 1, 3, 1, 4), ("D", 1, 4, 1, 2))
    game.push(Bell())
    assert game.tables[0].throws == ()
    assert game.tables[0].seats == ("A", "D", "B", "C")
    assert game.list_moves() == ()


def test_sets_and_end_of_game(play: Play) -> None:
    """After six rounds the next set begins with round 1; after the last round no event fits."""
    one_set = " ".join(f"bell {n}{n}{n}" for n in range(1, 7))
    game = play("boxed", one_set, tables="AB", sets=2)
    assert (game.status, game.set, game.round) == ("ready", 2, 1)
    game = play("boxed", f"{one_set} {one_set}", tables="AB", sets=2)
    assert (game.status, game.set, game.round) == ("over", 2, 6)
    assert game.find_misfit(Bell()) == "the game is over"
    assert game.find_misfit(Throw(1, (1, 1, 1))) == "the game is over"
    assert [(result.set, result.round) for result in game.rounds] == list(product((1, 2), range(1, 7)))
    assert game.list_moves() == ()


def test_nobody_moves_after_the_last_round(play: Play) -> None:
    """After the last round ``seats`` shows the next places, but no moves are listed, as no bell follows."""
    rounds = " ".join(f"bell {n}{n}{n}" for n in range(1, 7))
    game = play("classic", rounds, sets=1)
    assert game.status == "over"
    assert game.seats != (game.tables[0].seats,)
    assert game.list_moves() == ()


def test_which_table_ends_round(play: Play) -> None:
    """21 points at table 2 end a round of houseparty only; in boxed that table is decided and waits."""
    for rules, state in (
        ("classic", "playing"),
        ("casino", "playing"),
        ("tournament", "playing"),
        ("houseparty", "finishing"),
        ("boxed", "decided"),
    ):
        game = play(rules, "bell 2:555 2:555 2:555 2:555 2:112", tables="ABCD EFGH")
        assert game.tables[1].state == state, rules
        assert game.status == "playing", rules


def test_boxed_goals(play: Play) -> None:
    """Players alone at several tables play to 11; teams and a single table play to 21, or to the option."""
    five_players = play("boxed", "bell", tables="ABC DE")
    assert [table.goal for table in five_players.tables] == [11, 11]
    six_players = play("boxed", "bell", tables="ABCD EF")
    assert [table.goal for table in six_players.tables] == [21, 11]
    assert play("boxed", "bell", tables="AB").tables[0].goal == 21
    assert play("boxed", "bell", tables="AB", options={"goal": 11}).tables[0].goal == 11


def test_turns_at_end_of_round(play: Play) -> None:
    """At the end of a round a started turn stops or is finished, as the sheet says; no other is played."""
    for rules, state in (("classic", "decided"), ("casino", "finishing"), ("tournament", "finishing")):
        game = play(rules, "bell 2:112 3:112 3:346 111", tables="ABCD EFGH IJKL")
        assert game.tables[1].state == state, rules
        assert game.tables[2].state == "decided", rules
        assert game.tables[2].holder is None


def test_head_table_finishes_turn_or_stops(play: Play) -> None:
    """The head table's turn goes on in casino and houseparty, and stops in classic and tournament."""
    for rules, state in (
        ("classic", "decided"),
        ("tournament", "decided"),
        ("casino", "finishing"),
        ("houseparty", "finishing"),
    ):
        assert play(rules, "bell 111").tables[0].state == state, rules


def test_host_ends_round(play: Play) -> None:
    """If the host ends a round of tournament, the head table stops in mid-turn, and the others finish."""
    game = play("tournament", "bell 112 2:112 end", tables="ABCD EFGH")
    assert [table.state for table in game.tables] == ["decided", "finishing"]


def test_head_table_stops_at_goal(play: Play) -> None:
    """If the head table of tournament reaches 21 by points, it stops in mid-turn, and the others finish."""
    game = play("tournament", "bell 2:112 555 555 555 555 112", tables="ABCD EFGH")
    assert [table.state for table in game.tables] == ["decided", "finishing"]


def test_bunco_needs_call(play: Play) -> None:
    """Until it is called, a bunco scores nothing and keeps the turn."""
    game = play("classic", "bell 111", options={"calls": True})
    table = game.tables[0]
    assert (table.callable, table.scores, table.holder, table.in_turn) == (2, (0, 0), "A", True)
    assert (table.throws[0].score.kind, table.throws[0].ends_turn) == ("nothing", False)
    game.push(Call(1))
    assert table.throws[0].score.points == 21
    assert table.throws[0].totals == (21, 0)
    assert table.callable is None
    assert game.players["A"].buncos == 1
    assert game.status == "ready"


def test_call_comes_before_the_next_throw(play: Play) -> None:
    """The next throw of the same table ends the chance to call; a throw of another table does not."""
    game = play("classic", "bell 2:111 112", tables="ABCD EFGH", options={"calls": True})
    assert game.find_misfit(Call(2)) is None
    game.push(Throw(2, (1, 1, 2)))
    assert game.find_misfit(Call(2)) == "table 2 has nothing to call"


def test_misfit_changes_nothing(play: Play) -> None:
    """An event that does not fit is refused with a reason, and the game stays as it was."""
    game = play("classic", "bell 112")
    before = game.make_result(), game.events
    for event, reason in (
        (Bell(), "the bell has rung, and the round is being played"),
        (Throw(2, (1, 1, 1)), "there is no table 2; the last is table 1"),
        (Throw(0, (1, 1, 1)), "there is no table 0; the last is table 1"),
        (DieOff(1, {"A": 6, "B": 1}), "table 1 takes three dice now, not one die each"),
        (Call(1), "nothing is called in this game"),
    ):
        assert game.find_misfit(event) == reason
        with pytest.raises(Misfit) as error:
            game.push(event)
        assert str(error.value) == reason
        assert (game.make_result(), game.events) == before


def test_misfits_before_and_after_round(play: Play) -> None:
    """Between rounds only the bell fits; a decided table takes no throw; a round cannot end twice."""
    game = play("casino", "", tables="ABCD EFGH", options={"calls": True})
    assert game.find_misfit(Throw(1, (1, 1, 1))) == "the bell has not rung for this round"
    assert game.find_misfit(Throw(3, (1, 1, 1))) == "there is no table 3; the last is table 2"
    assert game.find_misfit(DieOff(1, {"A": 6})) == "the bell has not rung for this round"
    assert game.find_misfit(EndRound()) == "no round is being played"
    assert game.find_misfit(Call(0)) == "there is no table 0; the last is table 2"
    assert game.find_misfit(Call(3)) == "there is no table 3; the last is table 2"
    assert game.find_misfit(Call(2)) == "table 2 has nothing to call"
    game = play("casino", "bell 112 2:123 end 236", tables="ABCD EFGH")
    assert game.find_misfit(EndRound()) == "the round has ended already"
    assert game.find_misfit(Throw(1, (1, 1, 1))) == "table 1 has its winners and waits for the next round"
    assert game.find_misfit(Throw(2, (1, 1, 1))) is None


def test_result_of_running_round(play: Play) -> None:
    """The running round is the last one in the result and has no winners."""
    assert play("boxed", "bell 112", tables="AB").make_result() == {
        "rules": "boxed",
        "status": "playing",
        "rounds": [
            {
                "set": 1,
                "round": 1,
                "tables": [
                    {
                        "table": 1,
                        "seats": ["A", "B"],
                        "scores": {"A": 2, "B": 0},
                        "winners": [],
                        "rolloff": False,
                    }
                ],
            }
        ],
        "seats": [["A", "B"]],
        "players": {
            name: {"wins": 0, "losses": 0, "buncos": 0, "minis": 0, "points": 0} for name in ("A", "B")
        },
        "bag": None,
        "unused": [],
    }


def test_finished_rounds_keep_their_throws(play: Play) -> None:
    """A round's result keeps the sides and all throws, also of roll-offs; its JSON has neither."""
    game = play("casino", "bell 112 236 115 236 end 236 146 bell")
    first, second = (result.tables[0] for result in game.rounds)
    assert [thrown.dice for thrown in first.throws] == [
        (1, 1, 2), (2, 3, 6), (1, 1, 5), (2, 3, 6), (2, 3, 6), (1, 4, 6),
    ]  # fmt: skip
    assert [thrown.rolloff for thrown in first.throws] == [False] * 4 + [True] * 2
    assert first.sides == ((("A", "C"), (1, 3)), (("B", "D"), (2, 4)))
    assert second.throws == ()
    assert list(first.to_dict()) == ["table", "seats", "scores", "winners", "rolloff"]
