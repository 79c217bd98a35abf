"""The room as its pages show it: scores, the points of a roll-off, and guests who have left."""

from pathlib import Path
from random import Random

from pi_bunco.game.commands import DrawNames, EndRoundNow, EnterDice, NewGame, RingBell, SeatGuests
from tests.web.real_service import open_service

THREE = ("Ann", "Bob", "Cy")


def test_a_rolloff_shows_its_points_for_the_sides_in_it(tmp_path: Path) -> None:
    """Two of three players are tied at 1: they roll off from 0, and the third keeps their score."""
    with open_service(tmp_path, NewGame("boxed", THREE), RingBell()) as room:
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


def test_a_bunco_is_shown_until_the_next_throw(tmp_path: Path) -> None:
    """The room's page shows who threw it."""
    with open_service(tmp_path, NewGame("classic", tuple("ABCDEFGH")), RingBell()) as room:
        shown = []
        for dice in ((1, 1, 2), (1, 1, 1), (1, 2, 3)):
            room.ask(EnterDice(dice, table=2))
            shown.append(room.view_room().tables[1].bunco)
    assert shown == ["", "E", ""]


def test_a_die_off_has_no_points(tmp_path: Path) -> None:
    """The dice of a die-off decide at once, so the page keeps the score at which the table is tied."""
    with open_service(tmp_path, NewGame("tournament", (*THREE, "Di")), RingBell()) as room:
        room.ask(EnterDice((1, 2, 3)))
        room.ask(EnterDice((2, 3, 4)))
        room.ask(EnterDice((1, 2, 3)))
        room.ask(EndRoundNow())
        while room.view().phase != "dieoff":
            room.ask(EnterDice((2, 3, 4)))
        (at,) = room.view_room().tables
    assert (at.standing, at.rolloff, at.points, at.tied) == ("rolloff", (None, None), (1, 1), None)


def test_the_room_names_only_absent_players_who_have_a_seat(tmp_path: Path) -> None:
    """Six players leave in the last round. The room names those of them who sit at the semi-final's table."""
    luck = Random(1)
    with open_service(tmp_path, NewGame("tournament", tuple("ABCDEFGHIJKL"), sets=1)) as room:
        while (view := room.view_room()).stage == "game":
            if view.round == 6 and view.status == "playing" and not view.guests.away:
                room.ask(SeatGuests(leave=tuple(name for at in view.tables for name in at.seats[:2])))
            head = room.view()
            if head.phase == "draw":
                room.ask(DrawNames())
            elif head.need:
                room.ask(EnterDice(tuple(luck.randint(1, 6) for _ in range(head.dice))))
            elif view.status == "ready":
                room.ask(RingBell())
            else:
                table = next(at.table for at in view.tables if at.standing != "decided")
                wanted = room.view(table).dice
                room.ask(EnterDice(tuple(luck.randint(1, 6) for _ in range(wanted)), table=table))
        (at,) = view.tables
        assert len(view.guests.away) == 6
        assert len(view.guests.says) == len({*at.seats} & {*view.guests.away})
