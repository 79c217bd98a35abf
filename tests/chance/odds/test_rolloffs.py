"""Roll-offs, as they begin and midway."""

from fractions import Fraction

import pytest

from pi_bunco.chance.odds import chances
from pi_bunco.rules import DieOff, EndRound, Game, Throw
from tests.chance.odds.rooms import Room

HIT = Fraction(91, 216)
FIRST = HIT / (1 - (1 - HIT) ** 2)


def tied(room: Room, *throws: tuple[int, ...]) -> Game:
    """Let the host end the round before anybody has thrown, and throw in the roll-off."""
    game = room.round()
    game.push(EndRound())
    for dice in throws:
        game.push(Throw(1, dice))
    return game


def sides(game: Game) -> tuple[float, ...]:
    found = chances(game)
    assert found is not None
    return found.sides


@pytest.mark.parametrize("slug", ["casino", "houseparty"])
def test_hits(slug: str) -> None:
    """Who throws next has p of 1 - qq, after each miss the other; three alike of another number is none."""
    assert sides(tied(Room(slug))) == pytest.approx((float(FIRST), float(1 - FIRST)))
    assert sides(tied(Room(slug), (5, 5, 5))) == pytest.approx((float(1 - FIRST), float(FIRST)))


def test_hits_of_three() -> None:
    """With three sides p, qp and qqp of 1 - qqq, from the next to throw."""
    q = 1 - HIT
    each = [float(HIT * q**k / (1 - q**3)) for k in range(3)]
    room = Room("boxed", "ABC", {"rolloff": "hits"})
    assert sides(tied(room)) == pytest.approx(each)
    assert sides(tied(room, (2, 3, 4))) == pytest.approx((each[2], each[0], each[1]))


def test_only_those_in_the_tie() -> None:
    """Who is behind as the round ends has no chance left."""
    game = Room("boxed", "ABC", {"rolloff": "hits"}).round()
    for dice in ((1, 2, 3), (2, 3, 4), (2, 3, 4), (1, 2, 3), (2, 3, 4)):
        game.push(Throw(1, dice))
    game.push(EndRound())
    assert game.tables[0].scores == (1, 0, 1)
    assert game.tables[0].holder == "A"
    assert sides(game) == pytest.approx((float(FIRST), 0, float(1 - FIRST)))


def test_die_off() -> None:
    """Both throw at the same time, so it is even, however often."""
    game = tied(Room("tournament"))
    assert sides(game) == (0.5, 0.5)
    game.push(DieOff(1, {"A": 6, "B": 6}))
    assert sides(game) == (0.5, 0.5)


def test_sessions_are_even_as_they_begin() -> None:
    """All have a turn before anything is decided; a session that ends equal begins anew."""
    miss = (2, 3, 4)
    assert sides(tied(Room("classic"))) == pytest.approx((0.5, 0.5))
    assert sides(tied(Room("classic"), miss, miss, miss, miss)) == pytest.approx((0.5, 0.5))


def test_the_last_turn_of_a_session() -> None:
    """Two points behind in the last turn: 120/216 end it now; the rest by one point, two, or more."""
    miss, two = (2, 3, 4), (1, 1, 4)
    game = tied(Room("classic"), two, miss, miss, miss)
    nothing, single, double = Fraction(120, 216), Fraction(75, 216), Fraction(15, 216)
    fewer = nothing + single * nothing
    level = (double + single * single) * nothing
    assert sides(game)[0] == pytest.approx(float(fewer + level / 2))


def test_a_session_of_two_singles() -> None:
    """Two who play each alone have one turn each in a session."""
    game = tied(Room("boxed", "AB", {"rolloff": "sessions"}), (1, 2, 3), (2, 3, 4))
    nothing = Fraction(120, 216)
    assert sides(game)[0] == pytest.approx(float(nothing + Fraction(75, 216) * nothing / 2))


def test_sessions_with_snake_eyes() -> None:
    """They lose the points of the turn: 2 to 0 may become 0 to 0."""
    room = Room("classic", house={"snake_eyes": True})
    game = room.round(3)
    game.push(EndRound())
    for dice in ((2, 4, 5), (2, 4, 5), (2, 4, 5), (3, 3, 4)):
        game.push(Throw(1, dice))
    # the last turn has brought 2: eyes 15 of 216 make it level, nothing 108 keeps it
    eyes, ends = Fraction(15, 216), Fraction(123, 216)
    assert sides(game)[0] == pytest.approx(float(eyes / ends / 2))
    even = room.round(3)
    even.push(EndRound())
    assert sides(even) == pytest.approx((0.5, 0.5))


@pytest.mark.parametrize("tables", ["AB", "ABC", "ABCD"])
def test_to_five(tables: str) -> None:
    """The first to throw is ahead of the next, who is ahead of the next; at 4 points one hit wins."""
    room = Room("boxed", tables)
    begin = sides(tied(room))
    assert list(begin) == sorted(begin, reverse=True)
    nearly = sides(tied(room, (1, 1, 2), (1, 1, 2)))
    assert nearly[0] > float(HIT)
    assert nearly[0] > begin[0]


def test_to_five_by_hand() -> None:
    """At 4 to 4 points it is a roll-off by hits, but that a mini is a miss."""
    two, miss = (1, 1, 2), (2, 3, 4)
    game = tied(Room("boxed", "AB"), two, two, miss, two, two, miss)
    assert game.tables[0].rolloff is not None
    assert game.tables[0].rolloff.points == [4, 4]
    assert sides(game) == pytest.approx((float(FIRST), float(1 - FIRST)), abs=1e-6)
