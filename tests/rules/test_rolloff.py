"""Equal scores at the end of a round, and the four ways to break the tie."""

from collections.abc import Callable

from pi_bunco.rules import Correct, DieOff, DieOffs, Game, Score, Throw, Thrown, Try
from pi_bunco.rules.scoring import NOTHING

Play = Callable[..., Game]


def test_sessions(play: Play) -> None:
    """In a session of classic all four seats play a whole turn, in which minis score too."""
    game = play("classic", "bell 234 end")
    table = game.tables[0]
    assert table.rolloff is not None
    assert (table.rolloff.kind, table.holder, table.then) == ("sessions", "A", "B")
    for dice in ((5, 5, 5), (2, 3, 4), (1, 2, 3), (2, 3, 4), (2, 3, 4)):
        game.push(Throw(1, dice))
    assert (table.holder, table.then, table.rolloff.points) == ("D", None, [5, 1])
    game.push(Throw(1, (2, 3, 4)))
    assert table.winners == ("A", "C")
    assert table.scores == (0, 0)
    assert all(card.minis == 0 for card in game.players.values())


def test_throws_of_rolloff(play: Play) -> None:
    """A throw of a roll-off shows its event, thrower, side and score there, and the unchanged scores."""
    game = play("classic", "bell 112 236 115 236 end 125 236 234 236 125")
    first, second, third = game.tables[0].throws[4:7]
    assert first == Thrown(
        7, "A", 0, (1, 2, 5), Score(1, "points", (True, False, False)), (2, 2),
        rolloff=True, corrected=False, ends_turn=False,
    )  # fmt: skip
    assert (second.seq, second.thrower, second.score, second.ends_turn) == (8, "A", NOTHING, True)
    assert (third.seq, third.thrower, third.side, third.totals) == (9, "B", 1, (2, 2))
    game.push(Correct(9, (2, 3, 5)))
    assert [thrown.corrected for thrown in game.tables[0].throws[4:7]] == [False, False, True]


def test_turns_of_rolloff(play: Play) -> None:
    """After a score the player is in their turn; nobody is when the dice pass on or the tie is broken."""
    game = play("classic", "bell 112 236 115 end")
    table = game.tables[0]
    turns = [(table.holder, table.in_turn)]
    for dice in ((1, 2, 5), (2, 3, 6), (2, 3, 6), (2, 3, 6), (1, 2, 5), (2, 3, 6), (1, 1, 2), (2, 3, 6)):
        game.push(Throw(1, dice))
        turns.append((table.holder, table.in_turn))
    assert turns == [
        ("A", False), ("A", True), ("B", False), ("C", False), ("D", False), ("D", True), ("A", False),
        ("A", True), ("B", False),
    ]  # fmt: skip


def test_decided_table_has_no_turn(play: Play) -> None:
    """When a table is decided, its last turn is over."""
    assert play("classic", "bell 555 555 555 555 112").tables[0].in_turn is False
    game = play("boxed", "bell 2:555 2:555 2:555 2:555 2:112", tables="ABCD EFGH")
    assert (game.tables[1].state, game.tables[1].in_turn) == ("decided", False)


def test_tied_session_is_repeated(play: Play) -> None:
    """If classic is still tied after four turns, seat 1 begins again, and the points add up."""
    game = play("classic", "bell end 123 234 123 234 234 234")
    table = game.tables[0]
    assert table.rolloff is not None
    assert (table.state, table.holder, table.rolloff.points) == ("rolloff", "A", [1, 1])
    for dice in ((1, 2, 3), (2, 3, 4), (2, 3, 4), (2, 3, 4), (2, 3, 4)):
        game.push(Throw(1, dice))
    assert table.winners == ("A", "C")


def test_hits_start_with_next_seat(play: Play) -> None:
    """In casino the seat that is next throws first, once each; a mini is no hit."""
    game = play("casino", "bell 234 end")
    table = game.tables[0]
    assert (table.holder, table.then) == ("B", "C")
    game.push(Throw(1, (5, 5, 5)))
    assert table.holder == "C"
    game.push(Throw(1, (1, 4, 5)))
    assert table.winners == ("A", "C")
    assert table.throws[-1].rolloff
    assert table.throws[-1].ends_turn


def test_begun_turn_is_over(play: Play) -> None:
    """In boxed a player who had thrown in the last turn is not next; the seat after theirs is."""
    game = play("boxed", "bell 123 236 123 end", tables="AB")
    assert game.tables[0].holder == "A"
    assert play("boxed", "bell 236 236 end", tables="AB").tables[0].holder == "A"


def test_rolloff_skips_other_seats(play: Play) -> None:
    """In boxed A and C are tied and B is behind, so the roll-off skips B."""
    game = play("boxed", "bell 123 236 236 123 end", tables="ABC")
    table = game.tables[0]
    assert (table.holder, table.then) == ("A", "C")
    game.push(Throw(1, (2, 3, 6)))
    assert (table.holder, table.then) == ("C", "A")


def test_to_five(play: Play) -> None:
    """In boxed the first side with 5 wins in mid-turn; a mini scores nothing and ends the turn."""
    game = play("boxed", "bell end 112 112 555 112", tables="AB")
    table = game.tables[0]
    assert table.rolloff is not None
    assert table.rolloff.points == [4, 2]
    for dice in ((1, 2, 3), (1, 1, 2)):
        game.push(Throw(1, dice))
    assert table.winners == ("B",)
    assert game.players["B"].points == 0
    assert game.players["A"].minis == 0


def test_to_five_with_a_bunco(play: Play) -> None:
    """A bunco wins a roll-off of boxed, stands on no card, and ends no other table's roll-off."""
    game = play("boxed", "bell end 1:111", tables="ABCD EFGH")
    assert [table.state for table in game.tables] == ["decided", "rolloff"]
    assert game.players["A"].buncos == 0


def test_die_off(play: Play) -> None:
    """In tournament seats 1 and 2 throw one die each until only one shows a 6."""
    game = play("tournament", "bell end")
    table = game.tables[0]
    assert isinstance(table.rolloff, DieOffs)
    assert (table.takes, table.holder, table.rolloff.names) == ("die_off", None, ("A", "B"))
    for dice in ({"A": 2, "B": 3}, {"B": 6, "A": 6}):
        game.push(DieOff(1, dice))
        assert table.winners == ()
    game.push(DieOff(1, {"A": 1, "B": 6}))
    assert table.winners == ("B", "D")
    tries = [(3, (2, 3)), (4, (6, 6)), (5, (1, 6))]
    assert table.rolloff.tries == tuple(Try(seq, dice, corrected=False) for seq, dice in tries)


def test_misfits_in_die_off(play: Play) -> None:
    """A die-off takes one die of each of its two players, and no other throw."""
    game = play("tournament", "bell end")
    assert game.find_misfit(Throw(1, (1, 1, 1))) == "table 1 takes one die each now, not three dice"
    assert game.find_misfit(DieOff(1, {"A": 6, "C": 1})) == "the dice are thrown by A and B"
    assert game.find_misfit(DieOff(1, {"A": 6})) == "the dice are thrown by A and B"
    assert game.find_misfit(DieOff(2, {"A": 6, "B": 1})) == "there is no table 2; the last is table 1"
    two = play("tournament", "bell end", tables="ABCD EFGH")
    assert two.find_misfit(DieOff(2, {"A": 6, "B": 1})) == "the dice are thrown by E and F"
    assert two.find_misfit(DieOff(2, {"E": 6, "F": 1})) is None
    assert play("casino", "bell end").find_misfit(DieOff(1, {"A": 6, "B": 1})) is not None


def test_rolloffs_start_while_other_tables_finish(play: Play) -> None:
    """A tied table starts its roll-off at once, while another table still finishes its turn."""
    game = play("casino", "bell 2:123 111", tables="ABCD EFGH IJKL")
    assert [table.state for table in game.tables] == ["finishing", "finishing", "rolloff"]
