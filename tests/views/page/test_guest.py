"""A guest's own page: where they are, what they do, what they have."""

from dataclasses import replace
from typing import Any

import pytest

from pi_bunco.views.page.guest import find_own_card, list_own_awards, make_place
from pi_bunco.views.results import AwardLine, GuestCard, Results
from pi_bunco.views.room import GuestsView, RoomTableView, RoomView
from pi_bunco.views.table import SeatMove
from tests.web.states import roomful

ROOM = roomful(1)
AT = ROOM.tables[0]


def with_table(at: RoomTableView) -> RoomView:
    return replace(ROOM, tables=(at,))


def test_their_own_side_comes_first() -> None:
    """With its score, and who throws."""
    ann, bob = make_place(ROOM, "Ann"), make_place(ROOM, "Bob")
    assert (ann.table, ann.text, ann.urgent) == (1, "You throw.", True)
    assert (bob.text, bob.urgent) == ("Ann throws.", False)
    assert [(side.names, side.own) for side in ann.sides] == [("Ann and Cy", True), ("Bob and Di", False)]
    assert [(side.names, side.own) for side in bob.sides] == [("Bob and Di", True), ("Ann and Cy", False)]
    assert bob.sides[0].score == AT.scores[1]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"winners": ("Ann", "Cy")}, "You have won this round."),
        ({"winners": ("Bob", "Di")}, "Bob and Di won this round."),
        ({"doubt": True}, "A throw is in doubt: look at the table."),
        ({"thrower": "ghost 1"}, "The round is being played."),
        ({"thrower": None, "standing": "rolloff"}, "A roll-off decides."),
        ({"thrower": "Ann", "standing": "rolloff"}, "Roll-off: you throw."),
        ({"thrower": "Bob", "standing": "rolloff"}, "Roll-off: Bob throws."),
    ],
)
def test_what_they_should_know(change: dict[str, Any], says: str) -> None:
    """In a round, in few words."""
    assert make_place(with_table(replace(AT, **change)), "Ann").text == says


@pytest.mark.parametrize(
    ("move", "says", "urgent"),
    [
        (SeatMove("Ann", 2, 3, 1, 1), "Go to table 1.", True),
        (SeatMove("Ann", 1, 3, 1, 1), "Change your chair.", True),
        (SeatMove("Bob", 1, 3, 1, 2), "Stay where you are.", False),
        (None, "You sit here.", False),
    ],
)
def test_where_they_go_between_rounds(move: SeatMove | None, says: str, urgent: bool) -> None:  # noqa: FBT001 - a case
    """With the chairs of their table, and their partner opposite."""
    ready = replace(ROOM, status="ready", moves=(move,) if move else ())
    shown = make_place(ready, "Ann")
    assert (shown.table, shown.text, shown.urgent) == (1, says, urgent)
    assert shown.partner == "You play with Cy."
    assert [(chair.name, chair.own) for chair in shown.chairs][:2] == [("Ann", True), ("Bob", False)]


def test_who_has_no_seat_is_told_why() -> None:
    """They wait, or they are not here."""
    waiting = replace(ROOM, guests=GuestsView(("Eve",), (), ()))
    assert make_place(waiting, "Eve").text == "You have joined and are waiting for a seat."
    assert make_place(waiting, "Zoe").text == "You do not sit at a table now."
    assert "Eve" in waiting.names


def test_the_end_says_what_they_have_won() -> None:
    """Their awards with prizes, and their card."""
    award = AwardLine("most_wins", "room", "Most wins", "", ("Ann",), "5 wins", "$40", "", 0, final=True)
    card = GuestCard(name="Ann", wins=5, losses=1, minis=2, points=101, bag=True, marks=((True,),))
    over = replace(ROOM, status="over", winners=("Ann",), results=Results(awards=(award,)), cards=(card,))
    assert make_place(over, "Ann").text == "Ann wins the game"
    assert make_place(over, "Ann").urgent
    assert list_own_awards(over, "Ann") == ("Most wins: $40",)
    assert list_own_awards(over, "Bob") == ()
    assert find_own_card(over, "Ann") == card
    assert find_own_card(over, "Bob") is None
