"""Chances in the middle of a game, by the real rules."""

from random import Random

import pytest

from pi_bunco.chance.odds import Chances, NextRaces, chances, live
from pi_bunco.chance.odds.races import RaceCache
from pi_bunco.rules import SHEETS, Bell, EndRound, Game, Throw
from tests.chance.odds.rooms import Room, again, each_next, throw, throw_on, throw_somewhere

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
]


def find_sides(game: Game, table: int = 1) -> tuple[float, ...]:
    """Return the chances, when the round is over those of the tables as it left them."""
    at = game.tables[table - 1]
    if at.winner is not None:
        return tuple(float(side == at.winner) for side in range(len(at.sides)))
    found = chances(game, table)
    assert found is not None
    return found.sides


@pytest.mark.parametrize("room", SINGLE_TABLES, ids=str)
def test_each_throw_changes_them_fairly(room: Room) -> None:
    """From any state the chances are the mean of those after all 216 throws, thrown by the real rules.

    With the right chances where a table is decided, that pins all of them.
    """
    random = Random(20)
    states = set()
    for _ in range(25):
        game = room.midway(random, 40, target=random.choice((2, 5)))
        NextRaces.of(game).prepare()
        if random.random() < 0.5 and game.find_misfit(EndRound()) is None:
            game = _if_it_goes_on(game, again(game, EndRound()))
            if game.tables[0].state == "rolloff":
                then = again(game)
                throw_somewhere(then, random)
                game = _if_it_goes_on(game, then)
        now = find_sides(game)
        assert sum(now) == pytest.approx(1)
        after = [0.0] * len(now)
        for chance, then in each_next(game, game.tables[0]):
            after = [mean + chance * side for mean, side in zip(after, find_sides(then), strict=True)]
        assert now == pytest.approx(after, abs=1e-6)
        states.add(game.tables[0].state)
    assert "playing" in states


def _if_it_goes_on(game: Game, then: Game) -> Game:
    return then if then.status == "playing" else game


@pytest.mark.parametrize("room", SINGLE_TABLES[:7], ids=str)
def test_they_come_true(room: Room) -> None:
    """Of plays from states midway each side wins as many as its chances add up to, within chance itself."""
    random = Random(8)
    expected = won = variance = 0.0
    for _ in range(80):
        game = room.midway(random, 25, target=4)
        NextRaces.of(game).prepare()
        chance = find_sides(game)[0]
        throw_on(game, random)
        expected += chance
        won += game.tables[0].winner == 0
        variance += chance * (1 - chance)
    assert abs(won - expected) < 3.3 * variance**0.5


@pytest.mark.parametrize("slug", ["classic", "houseparty", "boxed"])
def test_teams_that_swap_places(slug: str) -> None:
    """What one team has with the dice at one score, the other has in its place."""
    tables = Room(slug, "ABCD EFGH"[:4]) if slug != "boxed" else Room(slug, "AB")
    ours = tables.round(2)
    theirs = tables.round(2)
    nothing = (1, 3, 4)
    for dice in ((2, 2, 4), nothing, (5, 5, 5)):
        throw(ours, ours.tables[0], dice)
    throw(theirs, theirs.tables[0], nothing)
    for dice in ((2, 2, 4), nothing, (5, 5, 5)):
        throw(theirs, theirs.tables[0], dice)
    assert find_sides(ours) == pytest.approx(find_sides(theirs)[::-1], abs=1e-6)


def test_there_are_no_chances_between_rounds() -> None:
    """Before the first bell, between rounds and after the last one there is nothing to win."""
    game = Room("classic").ready()
    assert chances(game) is None
    throw_on(_rung(game), Random(1))
    assert game.status == "ready"
    assert chances(game) is None


def _rung(game: Game) -> Game:
    game.push(Bell())
    return game


def test_a_decided_table() -> None:
    """While other tables play on a decided table has its winner, for sure."""
    game = Room("casino", "ABCD EFGH").round()
    game.push(Throw(2, (1, 1, 5)))
    game.push(Throw(1, (1, 1, 1)))
    game.push(Throw(1, (2, 3, 4)))
    assert game.status == "playing"
    assert chances(game, 1) == Chances((1.0, 0.0))
    assert chances(game, 2) == Chances((1.0, 0.0))


def test_a_call_that_may_come_is_taken_as_made() -> None:
    """A bunco that waits for its call counts already, and so does the round it ends."""
    game = Room("classic", options=CALLS).round()
    game.push(Throw(1, (1, 1, 1)))
    assert game.tables[0].scores == (0, 0)
    assert chances(game) == Chances((1.0, 0.0))
    game.push(Throw(1, (2, 3, 4)))  # nobody called
    assert chances(game) != Chances((1.0, 0.0))


def test_a_call_at_the_head_table_counts_for_the_others() -> None:
    """The bunco that waits there for its call has ended the round for every table."""
    game = Room("classic", "ABCD EFGH", options=CALLS).round()
    game.push(Throw(2, (1, 2, 3)))
    assert chances(game, 2) is None
    game.push(Throw(1, (1, 1, 1)))
    assert chances(game, 2) == Chances((1.0, 0.0))


def test_whose_score_ends_the_round() -> None:
    """The head table's, or a table's own where no bunco elsewhere can end it or nobody else plays."""
    assert [chances(Room("classic", "ABCD EFGH").round(), at) is None for at in (1, 2)] == [False, True]
    assert [chances(Room("houseparty", "ABCD EFGH").round(), at) is None for at in (1, 2)] == [True, True]
    boxed = Room("boxed", "ABC DE")
    assert [chances(boxed.round(), at) is None for at in (1, 2)] == [True, True]
    alone = Room("boxed", "ABC DE", {"bunco_ends": False}).round()
    NextRaces.of(alone).prepare()
    assert [chances(alone, at) is None for at in (1, 2)] == [False, False]
    game = boxed.round()
    for dice in ((5, 5, 5), (5, 5, 5), (1, 2, 3)):
        game.push(Throw(2, dice))
    assert game.tables[1].winner == 0
    NextRaces.of(game).prepare()
    assert chances(game, 1) is not None


@pytest.mark.parametrize("house", [{"round_end": "host"}, {"rolloff": "to5", "rolloff_goal": 1000}])
def test_where_there_are_no_chances(house: dict[str, object]) -> None:
    """A host's hand, a roll-off to a goal far away and points out of all measure leave the chances open."""
    assert chances(Room("classic", house=house).round(2)) is None


def test_snake_eyes_do_not_matter_in_the_round_of_ones() -> None:
    """There they score, so the chances are known."""
    plain = chances(Room("classic").round())
    assert chances(Room("classic", house={"snake_eyes": True}).round()) == plain


def test_a_time_limit_is_left_out() -> None:
    """The chances are those without a limit."""
    plain, limited = (chances(Room("classic", house=house).round()) for house in ({}, {"round_minutes": 5}))
    assert plain is not None
    assert limited == plain


def test_three_in_the_middle_of_a_session() -> None:
    """There are no chances in a session of three sides: one that is behind may catch up in a later one."""
    game = Room("boxed", "ABC", {"rolloff": "sessions"}).round()
    game.push(EndRound())
    assert chances(game) is None


def test_loaded_dice() -> None:
    """With dice that show only the target the side that holds them wins."""
    game = Room("classic").round(6)
    found = chances(game, dice=(0.0, 0.0, 0.0, 0.0, 0.0, 1.0))
    assert found is not None
    assert found.sides == (1.0, 0.0)


def test_a_large_race_waits_to_be_prepared(monkeypatch: pytest.MonkeyPatch) -> None:
    """Four who play each alone: there are no chances until the race is prepared, and nothing blocks."""
    monkeypatch.setattr(live, "_CACHE", RaceCache())
    game = Room("boxed").ready()
    game.push(Bell())
    assert chances(game) is None
    NextRaces.of(game).prepare()
    found = chances(game)
    assert found is not None
    assert sorted(found.sides, reverse=True) == list(found.sides)


def test_prepared_before_the_bell(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is prepared between rounds is for the round that the next bell begins."""
    monkeypatch.setattr(live, "_CACHE", RaceCache())
    game = Room("boxed", "ABC").ready()
    NextRaces.of(game).prepare()
    game.push(Bell())
    assert chances(game) is not None


def test_a_race_too_large_is_never_prepared(monkeypatch: pytest.MonkeyPatch) -> None:
    """Four to 40 would take 41 MB."""
    monkeypatch.setattr(live, "_CACHE", RaceCache())
    game = Room("boxed", options={"goal": 40}).round()
    NextRaces.of(game).prepare()
    assert chances(game) is None
