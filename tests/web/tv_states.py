"""Moments of the television between two bells: rooms with buncos, standings, breaks, a lesson and awards."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from pi_bunco.rules import is_ghost, load_sheet
from pi_bunco.views.lesson import make_lesson
from pi_bunco.views.moment import MomentView
from pi_bunco.views.results import GuestCard
from pi_bunco.views.room import RoomView
from pi_bunco.views.table import AskView
from pi_bunco.views.television import RoundBunco, TvShow
from tests.web.room_states import between, over, resting


def add_cards(room: RoomView) -> RoomView:
    """Return a room with a card of each guest, and with three buncos, the first of which has a photo."""
    names = [name for at in room.tables for name in at.seats if not is_ghost(name)]
    cards = tuple(
        GuestCard(name=name, bag=False, marks=(), wins=20 - at // 2, losses=at, buncos=at % 3)
        for at, name in enumerate(names)
    )
    buncos = tuple(
        RoundBunco(name, at + 1, (2, 2, 2), None if at else "222.jpg") for at, name in enumerate(names[1:4])
    )
    return replace(room, cards=cards, buncos=buncos)


def starting(room: RoomView) -> RoomView:
    """Return a room that waits for its first bell, with the lesson of the sheet ``casino``."""
    moment = MomentView("start", "Everybody waits for the first bell.", "Next: round 1, rolling for ones.")
    return replace(room, status="ready", moment=moment, lesson=make_lesson(load_sheet("casino")))


def clocked(room: RoomView) -> RoomView:
    """Return a room in a break of 15 minutes, of which 9 are left, in which a name was drawn."""
    return add_cards(replace(resting(room), break_minutes=15, break_left=9))


def drawing(room: RoomView) -> RoomView:
    """Return a room that waits for the drawing of the wild card."""
    need = AskView("The final", "The wild card is drawn from everybody else.", (), room.names[:12])
    moment = MomentView("draw", "The final: the wild card is drawn from everybody else.", "Next: the final.")
    return replace(room, status="over", moment=moment, need=need)


def show(room: RoomView, moment: TvShow, awards: int = 18) -> RoomView:
    """Return the end of a game at which the host shows something."""
    return replace(over(room, awards, sets=2), tv=moment)


MOMENTS_OF_TV: Mapping[str, Callable[[RoomView], RoomView]] = {
    "start": starting,
    "playing": lambda room: room,
    "between": lambda room: add_cards(between(room)),
    "break": clocked,
    "draw": drawing,
    "winner": lambda room: show(room, TvShow()),
    "award": lambda room: show(room, TvShow("award", 7)),
    "all": lambda room: show(room, TvShow("all")),
    "thanks": lambda room: show(room, TvShow("thanks")),
}
