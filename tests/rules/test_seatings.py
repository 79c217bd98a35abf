"""Seats that change between rounds: late guests, leavers, other chairs, a new draw for a set."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from pi_bunco.rules import (
    Card,
    Game,
    Header,
    Misfit,
    RecordError,
    Seating,
    load_sheet,
    parse_event,
    seat_first_tables,
)

Play = Callable[..., Game]


def parse_seats(text: str) -> tuple[tuple[str, ...], ...]:
    """Read tables of one-letter names; ``g`` and ``h`` are ghosts."""
    ghosts = {"g": "ghost 1", "h": "ghost 2"}
    return tuple(tuple(ghosts.get(name, name) for name in table) for table in text.split())


def parse_header(text: str) -> Header:
    return Header.parse(
        {"record": "bunco/1", "rules": "classic", "tables": [[*table] for table in parse_seats(text)]}
    )


def push_seating(game: Game, text: str) -> int:
    return game.push(Seating(parse_seats(text)))


def push(game: Game, *events: dict[str, Any]) -> None:
    for event in events:
        game.push(parse_event(event))


def end_set(game: Game) -> None:
    """Play on until the next bell begins a set, each round by paper."""
    while True:
        push(game, {"event": "bell"})
        for table in game.tables:
            push(game, {"event": "tally", "table": table.number, "scores": [*range(len(table.sides), 0, -1)]})
        if game.round == 1 or game.status == "over":
            return


def test_late_guest_takes_ghosts_seat() -> None:
    """A late guest gets an empty card, sits where the seating says, and is last among the players."""
    game = Game(parse_header("ABCg EFGH"))
    push_seating(game, "ABCX EFGH")
    assert game.seats[0] == ("A", "B", "C", "X")
    assert list(game.players) == [*"ABCEFGH", "X"]
    assert game.players["X"] == Card()
    assert game.seated == tuple("ABCEFGHX")
    assert [table.seats for table in game.tables] == [("A", "B", "C", "X"), ("E", "F", "G", "H")]


def test_leaver_keeps_card(play: Play) -> None:
    """The card of a player who leaves stays unchanged until a player of that name sits down again."""
    game = play("classic", "bell 111", "ABCD")
    before = game.players["B"]
    push_seating(game, "AXCD")
    push(game, {"event": "bell"}, {"event": "tally", "table": 1, "scores": [21, 3]})
    assert game.players["B"] == before
    assert game.players["X"] == Card(losses=1, points=3)
    push_seating(game, "ABCD")
    push(game, {"event": "bell"}, {"event": "tally", "table": 1, "scores": [3, 21]})
    assert game.players["B"] == Card(wins=1, losses=1, points=21)


def test_last_seating_before_bell_counts(play: Play) -> None:
    """The last of two seatings before a bell counts; the new players of the first keep their cards."""
    game = play("classic", "", "ABCD")
    push_seating(game, "XBCD")
    push_seating(game, "ABCY")
    push(game, {"event": "bell"})
    assert game.tables[0].seats == tuple("ABCY")
    assert list(game.players) == [*"ABCD", "X", "Y"]


@pytest.mark.parametrize(
    ("rules", "events", "new", "reason"),
    [
        ("classic", "bell", "ABCX", "seats change between rounds, not in one"),
        ("classic", "", "ABC", "3 players of classic sit at tables of [4], not of [3]"),
        ("classic", "", "", "'tables' must be a list of tables, each a list of names"),
        ("classic", "", "ABCA", "the name 'A' stands more than once; names must be unique"),
        ("classic", "bell 111", "ABCD EFGH", "the number of tables, 1, can change only"),
        ("boxed goal", "", "ABC DE", "the option 'goal' is for a single table"),
        ("boxed", "", "ABCg", "boxed has no ghosts with 3 players"),
        ("boxed", "", "ABCDE", "5 players of boxed sit at tables of [3, 2], not of [5]"),
    ],
)
def test_unfit_seating_is_refused(play: Play, rules: str, events: str, new: str, reason: str) -> None:
    """A seating that does not fit is refused with a reason, and nothing changes."""
    sheet, _, goal = rules.partition(" ")
    game = play(sheet, events, "ABCD", options={"goal": 11} if goal else {})
    before = game.make_result()
    with pytest.raises((Misfit, RecordError)) as error:
        push(game, {"event": "seating", "tables": [[*table] for table in parse_seats(new)]})
    assert reason in str(error.value)
    assert game.make_result() == before


def test_seating_after_last_round_is_refused(play: Play) -> None:
    """After the last round a seating does not fit."""
    game = play("houseparty", "", "ABCD")
    end_set(game)
    assert game.status == "over"
    with pytest.raises(Misfit, match="the game is over"):
        push_seating(game, "ABCX")


def test_new_set_may_have_other_tables(play: Play) -> None:
    """A new set may have another number of tables, and its goals and sides are those of the new tables."""
    game = play("boxed", "", "ABC DE", sets=2)
    push(game, {"event": "bell"})
    assert [table.goal for table in game.tables] == [11, 11]
    push(
        game,
        {"event": "tally", "table": 1, "scores": [3, 2, 1]},
        {"event": "tally", "table": 2, "scores": [3, 2]},
    )
    with pytest.raises(Misfit, match="can change only where the next bell begins a set"):
        push_seating(game, "ABCD")
    end_set(game)
    push_seating(game, "ABCD")
    push(game, {"event": "bell"})
    assert [(table.goal, len(table.sides)) for table in game.tables] == [(21, 4)]


@pytest.mark.parametrize(
    ("before", "winner", "after", "first"),
    [
        ("ABC", 3, "ABCD", "D"),  # the new chair is left of the winner's
        ("ABC", 3, "BCA", "B"),  # no chair left of it: seat 1
        ("ABC", 1, "XYZ", "Y"),  # the seat counts, not the player
        ("ABCD", 4, "ABCD", "A"),
        ("ABCD", 3, "ABC", "A"),
        ("ABCD", 2, "ABC DE", "A"),  # at several tables seat 1
    ],
)
def test_chair_left_of_winner_starts(play: Play, before: str, winner: int, after: str, first: str) -> None:
    """At a single table of boxed the chair left of the last winner's starts, or seat 1 if there is none."""
    game = play("boxed", "", before, sets=2)
    scores = [9 if seat == winner else 0 for seat in range(1, len(before) + 1)]
    for _ in range(6):
        push(game, {"event": "bell"}, {"event": "tally", "table": 1, "scores": scores})
    push_seating(game, after)
    assert game.starters[0] == first


def test_seating_is_voided_not_corrected(play: Play) -> None:
    """A seating cannot be corrected; a void restores the seats and removes the cards of its new players."""
    game = play("classic", "", "ABCD")
    number = push_seating(game, "ABCX")
    with pytest.raises(Misfit, match="event 1 is not a throw, so it has no dice to correct"):
        push(game, {"event": "correct", "seq": number, "dice": [1, 2, 3]})
    push(game, {"event": "void", "seq": number})
    assert game.seats == parse_seats("ABCD")
    assert list(game.players) == [*"ABCD"]


def test_seating_in_reopened_round_is_unused(play: Play) -> None:
    """If a correction reopens the round, the seating is unused until another correction ends it again."""
    game = play("classic", "bell 111", "ABCD")
    push_seating(game, "ABCX")
    push(game, {"event": "correct", "seq": 2, "dice": [1, 1, 2]})
    assert list(game.unused) == [3]
    assert list(game.players) == [*"ABCD"]
    push(game, {"event": "correct", "seq": 2, "dice": [1, 1, 1]})
    assert list(game.unused) == []
    assert game.seats == parse_seats("ABCX")


def test_moves_list_players_who_stay(play: Play) -> None:
    """Only players who stay and change their place are moves; leavers and new players are none."""
    game = play("classic", "bell 111", "ABCD")
    assert {move[0] for move in game.list_moves()} == {"B", "C", "D"}
    push_seating(game, "ACXB")
    assert game.list_moves() == (("B", 1, 2, 1, 4), ("C", 1, 3, 1, 2))


def test_ghosts_come_with_a_thirteenth_player(play: Play) -> None:
    """Boxed with more than twelve players is played in teams of four, with ghosts."""
    names = [f"P{n}" for n in range(13)]
    boxed = load_sheet("boxed")
    game = Game(play("boxed", "", "ABCD EFGH IJKL").header)
    assert game.push(Seating(seat_first_tables(boxed, names))) == 1
    assert [len(table) for table in game.seats] == [4, 4, 4, 4]
    assert "ghost 1" not in game.players


@pytest.mark.parametrize(("rules", "group"), [("casino", 2), ("houseparty", 1)])
def test_group_after_seating(play: Play, rules: str, group: int) -> None:
    """If the sheet moves in groups, the present table decides the group; otherwise the first table."""
    tables = ["ABCD", "EFGH", "IJKL", "MNOP", "QRST", "UVWX"]
    game = play(rules, "", " ".join(tables))
    swapped = [*tables]
    swapped[0], swapped[5] = "ABCX", "UVWD"
    push_seating(game, " ".join(swapped))
    assert (game.groups["D"], game.groups["X"]) == (group, 3 - group)
    members: Sequence[Sequence[str]] = game.list_groups()
    assert "D" in members[group - 1]
    swapped[5] = "UVWY"
    push_seating(game, " ".join(swapped))
    assert (game.groups["D"], game.groups["Y"]) == (group, 2)
    assert [*sorted(name for group in game.list_groups() for name in group)] == sorted(game.players)
