"""The room as its pages show it: scores, the points of a roll-off, and guests who have left."""

from pathlib import Path
from random import Random

import pytest

from pi_bunco.game.commands import (
    DrawNames,
    EndRoundNow,
    EnterDice,
    NewGame,
    RingBell,
    SeatGuests,
    UndoStep,
)
from pi_bunco.views.host import HostView
from pi_bunco.views.room_header import make_header
from pi_bunco.views.rounds import say_result
from pi_bunco.views.words import join_scores
from pi_bunco.web.pages.host.view import make_host_actions, make_seats, make_tables
from pi_bunco.web.pages.table.middle import make_target
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


THROWS_FOR = "Table {table}: {stand_in} throws for {name}, who has left"


@pytest.mark.parametrize(
    ("game", "leave", "come", "says"),
    [
        (
            NewGame("classic", tuple("ABCD"), 1),
            "A",
            (),
            f"{THROWS_FOR}; a ghost takes the seat when the round is over",
        ),
        (
            NewGame("classic", tuple("ABCD"), 1),
            "A",
            ("Eve",),
            f"{THROWS_FOR}; the seat is free when the round is over",
        ),
        (NewGame("boxed", tuple("ABC"), 2), "A", (), f"{THROWS_FOR}; the seat is free when the set is over"),
        (NewGame("boxed", tuple("ABC"), 1), "A", (), THROWS_FOR),
        (NewGame("boxed", tuple("AB"), 2), "AB", (), "Table 1: A has left, and nobody throws for them"),
    ],
)
def test_the_room_says_what_becomes_of_a_seat(
    tmp_path: Path, game: NewGame, leave: str, come: tuple[str, ...], says: str
) -> None:
    """The page says who throws for a guest who has left in a round, and when the seat is free."""
    with open_service(tmp_path, game, RingBell()) as room:
        room.ask(SeatGuests(leave=tuple(leave), come=come))
        stand_in = "C" if game.rules == "classic" else "B"
        line = room.view_room().guests.says[len(come)]
    assert line == says.format(table=1, stand_in=stand_in, name="A")


def test_the_page_tells_of_seats_that_the_game_has_changed(tmp_path: Path) -> None:
    """When the round is over, the leaver's seat has a ghost, and the table's page says why."""
    with open_service(tmp_path, NewGame("classic", tuple("ABCD")), RingBell()) as room:
        room.ask(SeatGuests(leave=("B",)))
        room.ask(EnterDice((1, 1, 1)))
        view = room.view()
    assert "B" not in {player.name for player in view.players}
    assert view.told == "Guests came or left, so there are new seats."
    assert view.can.undo is not None
    assert view.can.undo.what == "Undo Bunco! +21"


def test_who_has_left_cannot_leave_again(tmp_path: Path) -> None:
    """The host's list of those who may leave has guests who sit or wait, but nobody who has left."""
    with open_service(tmp_path, NewGame("boxed", tuple("ABCD")), RingBell()) as room:
        room.ask(SeatGuests(leave=("B",), come=("Eve",)))
        assert make_seats(HostView(room.view_room(), room.view_seats(), room.view())).guests == (
            "A",
            "C",
            "D",
            "Eve",
        )


def test_between_rounds_the_room_shows_the_last_result_of_each_table(tmp_path: Path) -> None:
    """Two tables: the head table's bunco ended the round, and the other table rolled off."""
    with open_service(tmp_path, NewGame("classic", tuple("ABCDEFGH")), RingBell()) as room:
        assert room.view_room().tables[0].last is None
        room.ask(EnterDice((1, 1, 1)))
        playing = room.view_room()
        assert (playing.status, playing.ended_by) == ("playing", "A’s bunco ended round 1")
        for dice in ((1, 2, 3), (2, 3, 4), (2, 3, 4), (2, 3, 4), (2, 3, 4)):
            room.ask(EnterDice(dice, table=2))
        view = room.view_room()
        assert view.ended_by == "A’s bunco ended round 1"
        assert [say_result(at.last) for at in view.tables] == [
            f"A and C won {join_scores((21, 0))}",
            f"E and G won {join_scores((0, 0))} after a roll-off",
        ]
        assert make_header(view).news == view.ended_by
        assert f"A and C won {join_scores((21, 0))}" in make_tables(room.get_newest_host()[1])["1"].text


def test_a_name_drawn_again_says_whom_it_replaces(tmp_path: Path) -> None:
    """The newest drawn name is in the room's view until the next bell."""
    with open_service(tmp_path, NewGame("casino", tuple("ABCDEFGH")), RingBell()) as room:
        for round_ in (1, 2):
            room.ask(EndRoundNow())
            for table in (1, 2):  # equal scores: the first hit wins
                room.ask(EnterDice((round_, round_, 6), table=table))
            if round_ == 1:
                room.ask(RingBell())
        room.ask(DrawNames())
        newest = room.view_room().results.newest
        assert newest is not None
        assert newest.instead == ""
        before = newest
        while newest.name == before.name:  # until chance draws another name
            undo = room.view().can.undo
            assert undo is not None
            room.ask(UndoStep(undo.seq))
            room.ask(DrawNames())
            newest = room.view_room().results.newest
            assert newest is not None
        assert newest.instead == before.name
        assert make_host_actions(room.get_newest_host()[1]).drawn == newest
        room.ask(RingBell())
        assert room.view_room().results.newest is None


def test_the_goal_is_in_words(tmp_path: Path) -> None:
    """The head table plays to its goal; the others play until it has it. Each table of Boxed has its own."""
    with open_service(tmp_path / "a", NewGame("classic", tuple("ABCDEFGH")), RingBell()) as room:
        assert (room.view().goal, room.view(2).goal) == ("to 21", "until table 1 has 21")
        assert make_header(room.view_room()).goal == "until table 1 has 21"
        assert make_target(room.view()).goal == "to 21"
    with open_service(tmp_path / "b", NewGame("boxed", tuple("ABCDEFG")), RingBell()) as room:
        assert [at.goal for at in room.view_room().tables] == ["to 21", "to 11"]
        assert make_header(room.view_room()).goal == ""
