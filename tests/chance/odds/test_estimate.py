"""Chances that are estimated, beside the same rounds played by the real rules."""

from random import Random

import pytest

from pi_bunco.chance.odds import Estimate, chances, live, prepare
from pi_bunco.chance.odds.shelf import Shelf
from pi_bunco.rules import Throw
from tests.chance.odds.rooms import Room, again, throw_on

ROOMS = [
    Room("classic", "ABCD EFGH"),
    Room("casino", "ABCD EFGH", options={"calls": True}),
    Room("houseparty", "ABCD EFGH IJKL"),
    Room("tournament", "ABCD EFGH"),
    Room("boxed", "ABC DE"),
    Room("boxed", "ABCD EFG HI"),
    Room("casino", house={"snake_eyes": True}),
    Room("houseparty", "ABCD EFGH", {"snake_eyes": True, "mini_ends_turn": True}),
    Room("boxed", "ABC DE", {"bunco": 4, "goal": 9, "rolloff": "hits", "other_tables": "finish"}),
    Room("boxed", "ABC DE", {"goal_alone_at_several_tables": 90, "bunco_ends": False}),
]


@pytest.mark.parametrize("room", ROOMS, ids=str)
def test_they_come_true(room: Room) -> None:
    """Each side of each table wins as often as estimated, within the errors of both."""
    random = Random(4)
    plays = 150
    game = room.midway(random, 16, target=3)
    estimate = Estimate(game, seed=2)
    estimate.play(1500)
    won = [[0] * len(table.sides) for table in game.tables]
    for _ in range(plays):
        then = again(game)
        throw_on(then, random)
        for table, wins in zip(then.tables, won, strict=True):
            assert table.winner is not None
            wins[table.winner] += 1
    for table, wins in zip(game.tables, won, strict=True):
        found = estimate.chances(table.number)
        assert found is not None
        assert sum(found.sides) == pytest.approx(1)
        for share, side in zip(wins, found.sides, strict=True):
            spread = (side * (1 - side) / plays) ** 0.5
            assert abs(share / plays - side) < 3.5 * spread + 1.5 * found.error + 0.005


def test_beside_what_can_be_worked_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """A race that is not prepared is estimated, and agrees with the exact chances within its error."""
    monkeypatch.setattr(live, "_SHELF", Shelf())
    game = Room("boxed", "ABC").midway(Random(5), 12, target=4)
    estimate = Estimate(game, seed=1)
    assert estimate.chances() is None
    estimate.play(8000)
    found = estimate.chances()
    prepare(game)
    exact = chances(game)
    assert found is not None
    assert exact is not None
    assert not found.exact
    assert found.error < 0.012
    assert found.sides == pytest.approx(exact.sides, abs=1.6 * found.error)


def test_the_same_seed_gives_the_same() -> None:
    """After the same number of games, however they were asked for; another seed gives another."""
    game = Room("classic", "ABCD EFGH").midway(Random(3), 10)
    one, other, third = Estimate(game, seed=6), Estimate(game, seed=6), Estimate(game, seed=7)
    one.play(1000)
    while other.games < 1000:
        other.work(0)
    third.play(1000)
    assert one.chances(2) == other.chances(2)
    assert one.chances(2) != third.chances(2)


def test_in_slices() -> None:
    """Each slice throws a little further; until the first games are over there is nothing to tell."""
    estimate = Estimate(Room("classic", "ABCD EFGH").round(), seed=1)
    estimate.work(0)
    assert estimate.games == 0
    assert estimate.chances(2) is None
    errors = []
    for games in (500, 2000, 8000):
        while estimate.games < games:
            estimate.work(1)
        found = estimate.chances(2)
        assert found is not None
        errors.append(found.error)
    assert errors == sorted(errors, reverse=True)
    assert errors[-1] == pytest.approx(0.98 / 8000**0.5, rel=0.1)


def test_the_game_goes_on_meanwhile() -> None:
    """It estimates the state that it was made from, whatever is thrown since."""
    game = Room("classic", "ABCD EFGH").round()
    before, same = Estimate(game, seed=1), Estimate(again(game), seed=1)
    for dice in ((5, 5, 5), (1, 1, 1)):
        game.push(Throw(2, dice))
    for estimate in (before, same):
        estimate.play()
    assert before.chances(2) == same.chances(2)


def test_what_never_happened_in_the_games_is_not_excluded() -> None:
    """A table far ahead has won every game; its error says that others may come."""
    game = Room("classic", "ABCD EFGH").round()
    for _ in range(6):
        game.push(Throw(2, (1, 1, 1)))
    estimate = Estimate(game, seed=1)
    estimate.play(500)
    found = estimate.chances(2)
    assert found is not None
    assert found.sides == (1.0, 0.0)
    assert found.error == 3 / 500


@pytest.mark.parametrize(
    "house",
    [{"round_end": "host"}, {"rolloff": "to5", "rolloff_goal": 1000}, {"bunco": 10**30}, {"goal": 10**30}],
)
def test_what_cannot_be_estimated(house: dict[str, object]) -> None:
    """Nobody knows when a host ends a round, and what is far away is not played: then there is no work."""
    estimate = Estimate(Room("classic", "ABCD EFGH", house).round())
    estimate.play(500)
    estimate.work(5)
    assert estimate.games == 0
    assert estimate.chances(1) is None
    assert estimate.chances(2) is None


def test_between_rounds() -> None:
    """There is nothing to estimate."""
    estimate = Estimate(Room("classic", "ABCD EFGH").ready())
    estimate.play()
    assert (estimate.games, estimate.chances(1), estimate.chances(2)) == (0, None, None)
