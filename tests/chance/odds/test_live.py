"""Chances in the middle of a game, compared with the real rules."""

from random import Random

import pytest

from pi_bunco.chance.odds import Chances, NextRaces, chances, live
from pi_bunco.chance.odds.races import RaceCache
from pi_bunco.rules import SHEETS, Bell, EndRound, Game, Throw
from tests.at_night import leave_to_night
from tests.chance.odds.rooms import Room, finish_round, list_outcomes, replay, throw, throw_somewhere

CALLS = {"calls": True}
SINGLE_TABLES = [
    *(Room(slug) for slug in SHEETS),
    Room("classic", options=CALLS),
    Room("casino", options=CALLS),
    Room("boxed", "AB", options={"cup": [1, 2]}),
    Room("boxed", "ABC"),
    Room("boxed", "ABC", options={"goal": 11}),
    Room("houseparty", house={"goal": 50}),
    Room("tournament", house={"goal": 30}),
    Room("houseparty", house={"goal": 30, "mini_ends_turn": True, "mini_below": 0}),
    Room("casino", house={"bunco": 3, "goal": 6, "bunco_ends": True}),
    Room("casino", house={"mini_ends_turn": True}, options=CALLS),
    Room("boxed", "ABC", {"bunco": 3, "goal": 6}),
    Room("boxed", "AB", {"bunco": 3, "goal": 6, "mini_ends_turn": True, "ending_table": "finish"}),
    Room("boxed", "ABC", {"rolloff": "hits"}),
    Room("boxed", "ABC", {"rolloff": "die_off"}),
    Room("classic", house={"snake_eyes": True}),
    Room("tournament", house={"snake_eyes": True, "goal": 11, "mini_ends_turn": True}),
    Room("casino", house={"snake_eyes": True, "mini_ends_turn": True}, options=CALLS),
    Room("houseparty", house={"snake_eyes": True, "goal": 40}),
    Room("boxed", "AB", {"snake_eyes": True, "bunco": 3, "goal": 7}),
    Room("boxed", "ABC", {"snake_eyes": True, "bunco": 4, "goal": 6, "ending_table": "finish"}),
    Room("boxed", "ABC", {"snake_eyes": True}),
    Room("classic", house={"three_ones_wipe": True}),
    Room("casino", house={"three_ones_wipe": True, "goal": 11}),
    Room(
        "casino", house={"three_ones_wipe": True, "snake_eyes": True, "mini_ends_turn": True}, options=CALLS
    ),
    Room("houseparty", house={"three_ones_wipe": True, "bunco": 3, "goal": 12}),
    Room("boxed", "AB", {"three_ones_wipe": True, "rolloff": "sessions", "goal": 7}),
    Room("boxed", "ABC", {"three_ones_wipe": True, "bunco": 4, "goal": 6, "ending_table": "finish"}),
    Room("boxed", house={"three_ones_wipe": True, "snake_eyes": True, "goal": 9}),
    Room("classic", house={"everybody_throws": True, "goal": 9}),
    Room("houseparty", house={"everybody_throws": True, "goal": 30, "bunco": 4}),
    Room("tournament", house={"everybody_throws": True, "goal": 11}, options=CALLS),
    Room("boxed", "AB", {"everybody_throws": True, "goal": 7, "bunco": 3}),
    Room("casino", house={"everybody_throws": True, "mini_ends_turn": True}, options=CALLS),
    Room("boxed", "ABC", {"everybody_throws": True, "goal": 9}),
    Room("boxed", house={"everybody_throws": True, "goal": 6, "rolloff": "hits"}),
    Room("boxed", house={"everybody_throws": True, "two_win": True, "goal": 8, "rolloff": "to5"}),
    Room("boxed", "ABC", {"everybody_throws": True, "snake_eyes": True, "goal": 8, "bunco": 4}),
    Room("casino", house={"everybody_throws": True, "three_ones_wipe": True, "goal": 9, "bunco": 4}),
    Room("boxed", house={"two_win": True, "goal": 6}),
    Room("boxed", house={"two_win": True, "snake_eyes": True, "goal": 6, "ending_table": "finish"}),
    Room("boxed", house={"two_win": True, "three_ones_wipe": True, "goal": 7, "bunco": 3}),
    Room("casino", house={"two_win": True, "three_ones_wipe": True, "goal": 7, "bunco": 4, "rolloff": "to5"}),
    Room("boxed", house={"everybody_throws": True, "two_win": True, "snake_eyes": True, "goal": 6}),
    Room("casino", house={"two_win": True, "goal": 5, "bunco": 3}),
    Room("houseparty", house={"two_win": True, "goal": 6, "bunco": 4}),
    Room("classic", house={"two_win": True, "goal": 5, "rolloff": "hits"}),
    Room(
        "tournament", house={"two_win": True, "goal": 7, "bunco": 3, "mini_ends_turn": True, "rolloff": "to5"}
    ),
]


def find_sides(game: Game, table: int = 1) -> tuple[float, ...]:
    """Return the chances of the sides, or 1 and 0 at a decided table."""
    at = game.tables[table - 1]
    if at.won_by:
        return tuple(float(side in at.won_by) for side in range(len(at.sides)))
    found = chances(game, table)
    assert found is not None
    return found.sides


@pytest.mark.parametrize("room", leave_to_night(SINGLE_TABLES, SINGLE_TABLES[::3]), ids=str)
def test_chances_are_mean_of_next_chances(room: Room) -> None:
    """In any state the chances are the mean of the chances after all 216 throws, played by the real rules.

    The chances at a decided table are right, so this determines all others.
    """
    random = Random(20)
    states = set()
    for _ in range(25):
        game = room.play_partly(random, 40, target=random.choice((2, 5)))
        NextRaces.of(game).prepare()
        if random.random() < 0.5 and game.find_misfit(EndRound()) is None:
            game = choose_if_playing(game, replay(game, EndRound()))
            if game.tables[0].state == "rolloff":
                next_game = replay(game)
                throw_somewhere(next_game, random)
                game = choose_if_playing(game, next_game)
        now = find_sides(game)
        assert sum(now) == pytest.approx(game.tables[0].places)
        after = [0.0] * len(now)
        for chance, next_game in list_outcomes(game, game.tables[0]):
            after = [mean + chance * side for mean, side in zip(after, find_sides(next_game), strict=True)]
        assert now == pytest.approx(after, abs=1e-6)
        states.add(game.tables[0].state)
    assert "playing" in states


def choose_if_playing(game: Game, next_game: Game) -> Game:
    return next_game if next_game.status == "playing" else game


@pytest.mark.parametrize("room", SINGLE_TABLES[:7], ids=str)
def test_chances_come_true(room: Room) -> None:
    """Of many games each side wins about as many as its chances add up to."""
    random = Random(8)
    expected = won = variance = 0.0
    for _ in range(80):
        game = room.play_partly(random, 25, target=4)
        NextRaces.of(game).prepare()
        chance = find_sides(game)[0]
        finish_round(game, random)
        expected += chance
        won += game.tables[0].won_by == (0,)
        variance += chance * (1 - chance)
    assert abs(won - expected) < 3.3 * variance**0.5


@pytest.mark.parametrize("slug", ["classic", "houseparty", "boxed"])
def test_chances_of_swapped_teams(slug: str) -> None:
    """If the teams swap scores and dice, they swap chances."""
    tables = Room(slug, "ABCD EFGH"[:4]) if slug != "boxed" else Room(slug, "AB")
    ours = tables.begin_round(2)
    theirs = tables.begin_round(2)
    nothing = (1, 3, 4)
    for dice in ((2, 2, 4), nothing, (5, 5, 5)):
        throw(ours, ours.tables[0], dice)
    throw(theirs, theirs.tables[0], nothing)
    for dice in ((2, 2, 4), nothing, (5, 5, 5)):
        throw(theirs, theirs.tables[0], dice)
    assert find_sides(ours) == pytest.approx(find_sides(theirs)[::-1], abs=1e-6)


def test_no_chances_between_rounds() -> None:
    """Before the first bell, and between rounds, there are no chances."""
    game = Room("classic").make_game()
    assert chances(game) is None
    finish_round(ring(game), Random(1))
    assert game.status == "ready"
    assert chances(game) is None


def ring(game: Game) -> Game:
    game.push(Bell())
    return game


def test_chances_of_decided_table() -> None:
    """While other tables play on, a decided table's winner has the chance 1."""
    game = Room("casino", "ABCD EFGH").begin_round()
    game.push(Throw(2, (1, 1, 5)))
    game.push(Throw(1, (1, 1, 1)))
    game.push(Throw(1, (2, 3, 4)))
    assert game.status == "playing"
    assert chances(game, 1) == Chances((1.0, 0.0))
    assert chances(game, 2) == Chances((1.0, 0.0))


def test_waiting_call_counts() -> None:
    """A bunco that may still be called counts in the chances, and so does the end of the round."""
    game = Room("classic", options=CALLS).begin_round()
    game.push(Throw(1, (1, 1, 1)))
    assert game.tables[0].scores == (0, 0)
    assert chances(game) == Chances((1.0, 0.0))
    game.push(Throw(1, (2, 3, 4)))  # nobody called
    assert chances(game) != Chances((1.0, 0.0))


def test_waiting_call_at_head_table_counts() -> None:
    """A bunco of the head table that may still be called ends the round for all tables."""
    game = Room("classic", "ABCD EFGH", options=CALLS).begin_round()
    game.push(Throw(2, (1, 2, 3)))
    assert chances(game, 2) is None
    game.push(Throw(1, (1, 1, 1)))
    assert chances(game, 2) == Chances((1.0, 0.0))


def test_tables_with_chances() -> None:
    """Only a table whose score alone ends its round has chances."""
    assert [chances(Room("classic", "ABCD EFGH").begin_round(), at) is None for at in (1, 2)] == [False, True]
    assert [chances(Room("houseparty", "ABCD EFGH").begin_round(), at) is None for at in (1, 2)] == [
        True,
        True,
    ]
    boxed = Room("boxed", "ABC DE")
    assert [chances(boxed.begin_round(), at) is None for at in (1, 2)] == [True, True]
    alone = Room("boxed", "ABC DE", {"bunco_ends": False}).begin_round()
    NextRaces.of(alone).prepare()
    assert [chances(alone, at) is None for at in (1, 2)] == [False, False]
    game = boxed.begin_round()
    for dice in ((5, 5, 5), (5, 5, 5), (1, 2, 3)):
        game.push(Throw(2, dice))
    assert game.tables[1].won_by == (0,)
    NextRaces.of(game).prepare()
    assert chances(game, 1) is not None


@pytest.mark.parametrize("house", [{"round_end": "host"}, {"rolloff": "to5", "rolloff_goal": 1000}])
def test_rounds_without_chances(house: dict[str, object]) -> None:
    """There are no chances if the host ends the round, or a roll-off goes to a huge score."""
    assert chances(Room("classic", house=house).begin_round(2)) is None


def test_snake_eyes_in_round_1() -> None:
    """In round 1 snake eyes score, so the chances are the usual ones."""
    plain = chances(Room("classic").begin_round())
    assert chances(Room("classic", house={"snake_eyes": True}).begin_round()) == plain


def test_time_limit_is_ignored() -> None:
    """The chances ignore a time limit."""
    plain, limited = (
        chances(Room("classic", house=house).begin_round()) for house in ({}, {"round_minutes": 5})
    )
    assert plain is not None
    assert limited == plain


def test_no_chances_in_session_of_three() -> None:
    """A session of three sides has no chances, because a later session may decide."""
    game = Room("boxed", "ABC", {"rolloff": "sessions"}).begin_round()
    game.push(EndRound())
    assert chances(game) is None


def test_loaded_dice() -> None:
    """With dice that show only the target, the side with the dice wins."""
    game = Room("classic").begin_round(6)
    found = chances(game, dice=(0.0, 0.0, 0.0, 0.0, 0.0, 1.0))
    assert found is not None
    assert found.sides == (1.0, 0.0)


def test_large_race_must_be_prepared(monkeypatch: pytest.MonkeyPatch) -> None:
    """A race of four has no chances until it is prepared, and asking does not wait."""
    monkeypatch.setattr(live, "_CACHE", RaceCache())
    game = Room("boxed").make_game()
    game.push(Bell())
    assert chances(game) is None
    NextRaces.of(game).prepare()
    found = chances(game)
    assert found is not None
    assert sorted(found.sides, reverse=True) == list(found.sides)


def test_race_is_prepared_before_bell(monkeypatch: pytest.MonkeyPatch) -> None:
    """A race that is prepared between rounds is the race of the next round."""
    monkeypatch.setattr(live, "_CACHE", RaceCache())
    game = Room("boxed", "ABC").make_game()
    NextRaces.of(game).prepare()
    game.push(Bell())
    assert chances(game) is not None


def test_too_large_race_is_never_prepared(monkeypatch: pytest.MonkeyPatch) -> None:
    """A race of four to 40 would take 41 MB, so it has no chances."""
    monkeypatch.setattr(live, "_CACHE", RaceCache())
    game = Room("boxed", options={"goal": 40}).begin_round()
    NextRaces.of(game).prepare()
    assert chances(game) is None
