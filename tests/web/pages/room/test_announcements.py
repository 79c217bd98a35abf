"""What the pages about the room make heard follows from what they show."""

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

from pi_bunco.game.commands import EndRoundNow, EnterDice, NewGame, RingBell
from pi_bunco.views.devices import RoomSound
from pi_bunco.views.room import RoomView
from pi_bunco.views.television import TvShow
from pi_bunco.web.pages.room.announcements import Announcement, make_announcements
from tests.web.real_service import open_service
from tests.web.room_states import between, make_room, over

EIGHT = tuple("ABCDEFGH")


def list_new(before: RoomView, after: RoomView) -> list[tuple[str, tuple[str, ...]]]:
    """Return the sounds and lines that a page plays when a room changes."""
    known = {each.key for each in make_announcements(before).now}
    return [(each.effect, each.lines) for each in make_announcements(after).now if each.key not in known]


def test_a_round_from_bell_to_bell(tmp_path: Path) -> None:
    """Each event is heard once: the bell and its line, a bunco and its table, the end, and who must move."""
    with open_service(tmp_path, NewGame("classic", EIGHT)) as room:
        seen = [room.view_room()]
        for command in (
            RingBell(),
            EnterDice((1, 1, 1), table=2),
            EnterDice((1, 2, 3), table=2),
            EnterDice((1, 1, 1), table=2),
            EnterDice((1, 2, 3)),
            EndRoundNow(),
            RingBell(sure=True),
        ):
            room.ask(command)
            seen.append(room.view_room())
    heard = [list_new(before, after) for before, after in pairwise(seen)]
    assert heard == [
        [("start", ("set-1", "round-1"))],
        [("bunco", ("bunco-2",))],
        [],
        [("bunco", ("bunco-2",))],
        [],
        [("end", ("round-over-1",)), ("", ("seats",))],
        [("start", ("round-2",))],
    ]


def test_one_table_has_no_number(tmp_path: Path) -> None:
    """Nobody needs to hear at which table it was. Nobody is sent to another seat if all stay."""
    with open_service(tmp_path, NewGame("classic", EIGHT[:4]), RingBell()) as room:
        before = room.view_room()
        room.ask(EnterDice((1, 1, 1)))
        after = room.view_room()
    assert ("bunco", ("bunco",)) in list_new(before, after)


def test_what_counts_for_a_game_does_not_sound_in_the_next(tmp_path: Path) -> None:
    """A new game has other moments, although its rounds have the same numbers."""
    with open_service(tmp_path, NewGame("classic", EIGHT), RingBell()) as room:
        first = make_announcements(room.view_room()).now
        room.ask(NewGame("classic", EIGHT))
        room.ask(RingBell())
        second = make_announcements(room.view_room()).now
    assert first
    assert not {each.key for each in first} & {each.key for each in second}


def test_a_set_and_the_semi_final_are_called_out() -> None:
    """Only at their first bell."""
    room = replace(make_room(3), round=1, set=2, sets=3)
    assert make_announcements(room).now[0].lines == ("set-2", "round-1")
    assert make_announcements(replace(room, stage="semi_final")).now[0].lines == ("semi-final", "round-1")
    assert make_announcements(replace(room, round=2)).now[0].lines == ("round-2",)


def test_the_last_seconds_and_the_last_minute() -> None:
    """The last five seconds are counted. One minute before a bell is called if it was further away."""
    room = replace(between(make_room(3)), countdown=120)
    seconds = [make_announcements(replace(room, bell_in=left)).bell_in for left in (10, 6, 5, 1, 0, None)]
    assert seconds == [None, None, 5, 1, None, None]

    def calls(view: RoomView) -> bool:
        return any("next-round" in each.lines for each in make_announcements(view).now)

    assert calls(replace(room, bell_in=60))
    assert not calls(replace(room, bell_in=55))
    assert not calls(replace(room, bell_in=60, countdown=60))


def test_the_end_follows_the_television() -> None:
    """The awards and the thanks are heard when the host shows them."""
    ended = over(make_room(3))
    assert list_new(ended, replace(ended, tv=TvShow("award", 1))) == [("", ("awards",)), ("drawn", ())]
    first = replace(ended, tv=TvShow("award", 1))
    assert list_new(first, replace(ended, tv=TvShow("award", 2))) == [("drawn", ())]
    assert list_new(ended, replace(ended, tv=TvShow("thanks"))) == [("", ("thank-you",))]


def test_quiet_hours_and_the_horn_reach_the_page(tmp_path: Path) -> None:
    """What the host has chosen is in the view of the room and of each table."""
    with open_service(tmp_path, NewGame("classic", EIGHT)) as room:
        room._live.send(RoomSound(quiet=True, horn=True))
        view = make_announcements(room.view_room())
        table = room.view(2)
    assert (view.quiet, view.horn) == (True, True)
    assert table.sound == RoomSound(quiet=True, horn=True)
    assert isinstance(view.now, tuple)
    assert all(isinstance(each, Announcement) for each in view.now)
