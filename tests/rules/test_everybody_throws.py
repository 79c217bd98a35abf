"""Rounds that end only once each player of the table has had a whole turn."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from pi_bunco.chance.party import Party, Plan
from pi_bunco.rules import Game, Sheet, Table, load_sheet

House = Callable[..., Sheet]
Play = Callable[..., Game]
PARTIES = 40
"""Games of one set for each sheet and number of players."""


@pytest.fixture
def waiting(house: House) -> House:
    """Make a house sheet on which a round waits until everybody has thrown."""
    return lambda parent, **values: house(parent, everybody_throws=True, **values)


def test_the_goal_waits_for_everybody(waiting: House, play_house: Play) -> None:
    """Seat 1 has the goal at once, and the round ends when seat 4 passes the dice on."""
    played = "bell 111 234 111 236"
    game = play_house(waiting("classic"), played)
    assert (game.status, game.tables[0].scores, game.tables[0].turns_due) == ("playing", (21, 21), ("C", "D"))
    assert play_house(waiting("classic"), f"{played} 234 112 112").status == "playing"
    game = play_house(waiting("classic"), f"{played} 234 112 112 234")
    assert game.finished[0].tables[0].winners == ("B", "D")
    assert game.finished[0].tables[0].scores == {"A": 21, "B": 25, "C": 21, "D": 25}


def test_later_it_ends_at_once(waiting: House, play_house: Play) -> None:
    """Once everybody has had a turn, the goal stops the table in the middle of one."""
    before = "bell 234 234 234 234"
    assert play_house(waiting("classic"), before).tables[0].turns_due == ()
    assert play_house(waiting("classic"), f"{before} 111").status == "ready"


def test_a_bunco_waits_too(waiting: House, play_house: Play) -> None:
    """A bunco that ends a round does so after the last first turn, however few points it brings."""
    sheet = waiting("houseparty", bunco=2)
    assert play_house(sheet, "bell 111 234 234 234").status == "playing"
    assert play_house(sheet, "bell 111 234 234 234 234").status == "ready"


def test_a_goal_that_is_lost_again(waiting: House, play_house: Play) -> None:
    """Only the scores after the last turn count: two 1s may have taken the goal away."""
    sheet = waiting("houseparty", snake_eyes=True, goal=4, bunco_ends=False)
    sheet = replace(sheet, first_target=2)
    assert play_house(sheet, "bell 225 223 114 345 345 345").status == "playing"
    assert play_house(sheet, "bell 225 223 345 345 345 345").status == "ready"


def test_only_the_table_that_ends_it_counts(waiting: House, play_house: Play) -> None:
    """At other tables nobody needs to have thrown, and they end nothing."""
    tables = "ABCD EFGH"
    game = play_house(waiting("classic"), "bell 2:111 2:234 2:234 2:234 2:234", tables)
    assert game.status == "playing"
    assert play_house(waiting("classic"), "bell 111 234 234 234 2:112", tables).ended is False
    assert play_house(waiting("classic"), "bell 111 234 234 234 2:112 234", tables).status == "ready"
    finishes = play_house(waiting("tournament"), "bell 2:112 111 234 234 234 234", tables)
    assert (finishes.ended, finishes.tables[1].state) == (True, "finishing")


def test_each_table_waits_for_its_own(waiting: House, play_house: Play) -> None:
    """Where each table has its own round, it ends after the first turns of its own players."""
    sheet = waiting("boxed", goal_alone_at_several_tables=None)
    game = play_house(sheet, "bell 111 2:111 2:236 2:234", "ABCD EFG")
    assert [table.state for table in game.tables] == ["playing", "playing"]
    game = play_house(sheet, "bell 111 2:111 2:236 2:234 2:234", "ABCD EFG")  # the bunco ends it for all
    assert [table.state for table in game.tables] == ["decided", "decided"]
    game = play_house(
        replace(sheet, bunco_ends=False), "bell 2:111 2:236 2:234 2:234 111 234 234 234", "ABCD EFG"
    )
    assert [table.state for table in game.tables] == ["playing", "decided"]


def test_the_host_waits_for_nobody(waiting: House, play_house: Play) -> None:
    """The host (and so the time limit) ends a round at once."""
    assert play_house(waiting("classic"), "bell 114 end").status == "ready"


def test_calls(waiting: House, play_house: Play) -> None:
    """A bunco that nobody called ends nothing, also not later."""
    sheet = waiting("classic", bunco_ends=True)
    played = "bell 111 call 234 234 234"
    game = play_house(sheet, played, options={"calls": True})
    assert (game.status, game.tables[0].turns_due) == ("playing", ("D",))
    assert play_house(sheet, f"{played} 234", options={"calls": True}).status == "ready"
    assert play_house(sheet, "bell 111 234 234 234 234", options={"calls": True}).status == "playing"


def read_end(table: Table, target: int, goal: int, *, bunco_ends: bool) -> int | None:
    """Read the rule again, from nothing but the dice: after which throw, from 1, the table ends its round."""
    scores: dict[str, int] = {}
    whole_turns: set[str] = set()
    bunco = False
    throws = [thrown for thrown in table.throws if not thrown.rolloff]
    for number, thrown in enumerate(throws, 1):
        alike = len(set(thrown.dice)) == 1
        hits = thrown.dice.count(target)
        points = (21 if hits == 3 else 5) if alike else hits
        partners = next(side.players for side in table.sides if thrown.thrower in side.players)
        scores[partners[0]] = scores.get(partners[0], 0) + points
        bunco |= hits == 3
        if not points:
            whole_turns.add(thrown.thrower)
        if whole_turns == {*table.seats} and (max(scores.values()) >= goal or (bunco and bunco_ends)):
            return number
    return None


@pytest.mark.parametrize(
    "parties", [range(PARTIES), pytest.param(range(PARTIES, 400), marks=pytest.mark.nightly)]
)
@pytest.mark.parametrize(
    ("base", "players", "goal"),
    [
        ("classic", 4, 21),
        ("classic", 4, 5),
        ("houseparty", 4, 9),
        ("casino", 10, 6),
        ("tournament", 14, 3),
        ("houseparty", 12, 30),
    ],
)
def test_a_second_reading_agrees(base: str, players: int, goal: int, parties: range) -> None:
    """In random games a round ends with the throw with which the second reading ends it."""
    parent = load_sheet(base)
    sheet = replace(
        parent, slug="ours", everybody_throws=True, goal=goal, ending_table="stop", finals=False, mini_below=5
    )
    for seed in parties:
        for played in Party(Plan(sheet, players, sets=1), f"{seed}").play_rounds():
            ends = [
                (end and [thrown.seq for thrown in table.throws if not thrown.rolloff][end - 1], at)
                for at, table in enumerate(played.tables)
                for end in [read_end(table, played.number, goal, bunco_ends=sheet.bunco_ends)]
                if sheet.round_end == "any" or at == 0
            ]
            first, at = min((seq, at) for seq, at in ends if seq)
            assert max(thrown.seq for thrown in played.tables[at].throws if not thrown.rolloff) == first
            for other in played.tables:
                after = [thrown for thrown in other.throws if not thrown.rolloff and thrown.seq > first]
                # Whoever had begun a turn may finish it, and nobody begins one.
                assert len({thrown.thrower for thrown in after}) <= (sheet.other_tables == "finish")
