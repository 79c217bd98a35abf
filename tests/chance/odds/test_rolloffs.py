"""Chances in roll-offs, at their beginning and in the middle."""

from fractions import Fraction

import pytest

from pi_bunco.chance.odds import chances
from pi_bunco.rules import DieOff, EndRound, Game, Throw
from tests.chance.odds.rooms import Room

HIT = Fraction(91, 216)
FIRST = HIT / (1 - (1 - HIT) ** 2)


def start_rolloff(room: Room, *throws: tuple[int, ...]) -> Game:
    """Let the host end the round before the first throw, and throw in the roll-off."""
    game = room.begin_round()
    game.push(EndRound())
    for dice in throws:
        game.push(Throw(1, dice))
    return game


def find_sides(game: Game) -> tuple[float, ...]:
    found = chances(game)
    assert found is not None
    return found.sides


@pytest.mark.parametrize("slug", ["casino", "houseparty"])
def test_hits(slug: str) -> None:
    """The side that throws next has the chance p / (1 - q²); three alike of another number are a miss."""
    assert find_sides(start_rolloff(Room(slug))) == pytest.approx((float(FIRST), float(1 - FIRST)))
    assert find_sides(start_rolloff(Room(slug), (5, 5, 5))) == pytest.approx((float(1 - FIRST), float(FIRST)))


def test_hits_of_three() -> None:
    """With three sides the chances are p, qp and q²p over 1 - q³, from the next side on."""
    q = 1 - HIT
    each = [float(HIT * q**k / (1 - q**3)) for k in range(3)]
    room = Room("boxed", "ABC", {"rolloff": "hits"})
    assert find_sides(start_rolloff(room)) == pytest.approx(each)
    assert find_sides(start_rolloff(room, (2, 3, 4))) == pytest.approx((each[2], each[0], each[1]))


def test_only_tied_sides_have_chances() -> None:
    """A side that is behind at the end of the round has no chance."""
    game = Room("boxed", "ABC", {"rolloff": "hits"}).begin_round()
    for dice in ((1, 2, 3), (2, 3, 4), (2, 3, 4), (1, 2, 3), (2, 3, 4)):
        game.push(Throw(1, dice))
    game.push(EndRound())
    assert game.tables[0].scores == (1, 0, 1)
    assert game.tables[0].holder == "A"
    assert find_sides(game) == pytest.approx((float(FIRST), 0, float(1 - FIRST)))


def test_chances_of_die_off() -> None:
    """Both players of a die-off throw at the same time, so the chances are even."""
    game = start_rolloff(Room("tournament"))
    assert find_sides(game) == (0.5, 0.5)
    game.push(DieOff(1, {"A": 6, "B": 6}))
    assert find_sides(game) == (0.5, 0.5)


def test_chances_at_start_of_session() -> None:
    """A session begins with even chances, because all have a turn before it is decided."""
    miss = (2, 3, 4)
    assert find_sides(start_rolloff(Room("classic"))) == pytest.approx((0.5, 0.5))
    assert find_sides(start_rolloff(Room("classic"), miss, miss, miss, miss)) == pytest.approx((0.5, 0.5))


def test_last_turn_of_session() -> None:
    """With two points behind, the last turn is lost, tied or won by the points of its throws."""
    miss, two = (2, 3, 4), (1, 1, 4)
    game = start_rolloff(Room("classic"), two, miss, miss, miss)
    nothing, single, double = Fraction(120, 216), Fraction(75, 216), Fraction(15, 216)
    fewer = nothing + single * nothing
    level = (double + single * single) * nothing
    assert find_sides(game)[0] == pytest.approx(float(fewer + level / 2))


def test_session_of_two_players() -> None:
    """Two players alone have one turn each in a session."""
    game = start_rolloff(Room("boxed", "AB", {"rolloff": "sessions"}), (1, 2, 3), (2, 3, 4))
    nothing = Fraction(120, 216)
    assert find_sides(game)[0] == pytest.approx(float(nothing + Fraction(75, 216) * nothing / 2))


def test_sessions_with_snake_eyes() -> None:
    """Snake eyes lose the turn's points, so 2 to 0 may become 0 to 0."""
    room = Room("classic", house={"snake_eyes": True})
    game = room.begin_round(3)
    game.push(EndRound())
    for dice in ((2, 4, 5), (2, 4, 5), (2, 4, 5), (3, 3, 4)):
        game.push(Throw(1, dice))
    # The last turn has 2 points so far: 15 of 216 throws lose them, and 108 of 216 end the turn with them.
    eyes, ends = Fraction(15, 216), Fraction(123, 216)
    assert find_sides(game)[0] == pytest.approx(float(eyes / ends / 2))
    even = room.begin_round(3)
    even.push(EndRound())
    assert find_sides(even) == pytest.approx((0.5, 0.5))


@pytest.mark.parametrize("tables", ["AB", "ABC", "ABCD"])
def test_to_five(tables: str) -> None:
    """The chances fall in the order of throwing; with 4 points one hit wins."""
    room = Room("boxed", tables)
    at_start = find_sides(start_rolloff(room))
    assert list(at_start) == sorted(at_start, reverse=True)
    nearly = find_sides(start_rolloff(room, (1, 1, 2), (1, 1, 2)))
    assert nearly[0] > float(HIT)
    assert nearly[0] > at_start[0]


def test_to_five_by_hand() -> None:
    """At 4 to 4 the chances are those of a roll-off by hits."""
    two, miss = (1, 1, 2), (2, 3, 4)
    game = start_rolloff(Room("boxed", "AB"), two, two, miss, two, two, miss)
    assert game.tables[0].rolloff is not None
    assert game.tables[0].rolloff.points == [4, 4]
    assert find_sides(game) == pytest.approx((float(FIRST), float(1 - FIRST)), abs=1e-6)
