"""The room as its pages show it: scores, and the points of a roll-off."""

from pathlib import Path

from pi_bunco.game.commands import EndRoundNow, EnterDice, NewGame, RingBell
from tests.web.played import played

THREE = ("Ann", "Bob", "Cy")


def test_a_rolloff_shows_its_points_for_the_sides_in_it(tmp_path: Path) -> None:
    """Two of three players are tied at 1: they roll off from 0, and the third keeps their score."""
    with played(tmp_path, NewGame("boxed", THREE), RingBell()) as room:
        for dice in ((1, 2, 3), (2, 3, 4), (1, 2, 3), (2, 3, 4), (2, 3, 4)):
            room.ask(EnterDice(dice))
        assert (room.view_room().tables[0].points, room.view_room().tables[0].tied) == ((1, 1, 0), None)
        room.ask(EndRoundNow())
        room.ask(EnterDice((2, 3, 4)))
        room.ask(EnterDice((1, 1, 3)))
        (at,) = room.view_room().tables
        assert (at.standing, at.thrower, at.scores) == ("rolloff", "Bob", (1, 1, 0))
        assert (at.rolloff, at.points, at.tied) == ((0, 2, None), (0, 2, 0), 1)
        assert [side.rolloff for side in room.view().sides] == [0, 2, None]
        room.ask(EnterDice((1, 1, 1)))
        (at,) = room.view_room().tables
        assert (at.standing, at.winners, at.rolloff, at.points) == ("ready", ("Bob",), (), (1, 1, 0))


def test_a_bunco_is_said_until_the_next_throw(tmp_path: Path) -> None:
    """The room hears who threw it, as long as the round lasts."""
    with played(tmp_path, NewGame("classic", tuple("ABCDEFGH")), RingBell()) as room:
        said = []
        for dice in ((1, 1, 2), (1, 1, 1), (1, 2, 3)):
            room.ask(EnterDice(dice, table=2))
            said.append(room.view_room().tables[1].bunco)
    assert said == ["", "E", ""]


def test_a_die_off_has_no_points(tmp_path: Path) -> None:
    """Its dice decide at once, so the score at which the table is tied stays to be seen."""
    with played(tmp_path, NewGame("tournament", (*THREE, "Di")), RingBell()) as room:
        room.ask(EnterDice((1, 2, 3)))
        room.ask(EnterDice((2, 3, 4)))
        room.ask(EnterDice((1, 2, 3)))
        room.ask(EndRoundNow())
        while room.view().phase != "dieoff":
            room.ask(EnterDice((2, 3, 4)))
        (at,) = room.view_room().tables
    assert (at.standing, at.rolloff, at.points, at.tied) == ("rolloff", (None, None), (1, 1), None)
