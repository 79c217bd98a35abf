"""The host's section *Television*: what it shows, and the buttons, which say where they lead."""

from dataclasses import replace

import pytest

from pi_bunco.views.host import HostView, SeatsView
from pi_bunco.views.room import RoomView
from pi_bunco.views.television import TvMoment, TvShow
from pi_bunco.web.pages.host.television import TelevisionBlock, make_television
from tests.web.room_states import between, make_room
from tests.web.states import playing
from tests.web.tv_states import show, starting


def make_block(room: RoomView, follows: str = "") -> TelevisionBlock:
    """Return the section about a room."""
    seats = SeatsView((), (), (), free=True, draft=None)
    return make_television(HostView(room, seats, playing(), follows=follows))


@pytest.mark.parametrize(
    ("tv", "number", "buttons"),
    [
        ("usual", 0, [("Next award", "award", 1), ("Show all", "all", 0)]),
        ("award", 1, [("Next award", "award", 2), ("Back", "usual", 0), ("Show all", "all", 0)]),
        ("award", 3, [("All awards", "all", 0), ("Back", "award", 2)]),
        ("all", 0, [("Say thank you", "thanks", 0), ("Back", "award", 3)]),
        ("thanks", 0, [("Back", "all", 0)]),
    ],
)
def test_each_tap_leads_to_one_place(
    tv: TvMoment, number: int, buttons: list[tuple[str, TvMoment, int]]
) -> None:
    """A button names its award, so that a second tap, or that of a second phone, skips none."""
    block = make_block(show(make_room(4), TvShow(tv, number), 3))
    assert [(each.label, each.show, each.number) for each in block.buttons] == buttons
    assert [each.is_next for each in block.buttons] == [tv != "thanks", *(False for _ in buttons[1:])]


def test_it_says_what_is_shown() -> None:
    """At the end, before the first bell, in a round, between rounds, and on a Pi that follows."""
    room = make_room(4)
    said = {
        make_block(each).now
        for each in (
            room,
            between(room),
            starting(room),
            replace(starting(room), tv=TvShow("lesson")),
            *(show(room, TvShow(tv), 3) for tv in ("usual", "all", "thanks")),
        )
    }
    assert len(said) == 7
    third = make_block(show(room, TvShow("award", 3), 3))
    assert third.now == "It shows award 3 of 3: Most wins."
    assert [each.show for each in make_block(starting(room)).buttons] == ["lesson"]
    assert make_block(show(room, TvShow()), follows="http://head/").buttons == ()
