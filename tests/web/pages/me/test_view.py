"""A guest's own page: where they sit, what they do next, and what they have won."""

from dataclasses import replace
from typing import Any

import pytest

from pi_bunco.rules import Card
from pi_bunco.views.live_cards import LiveCards
from pi_bunco.views.moment import MomentView
from pi_bunco.views.results import AwardLine, Results
from pi_bunco.views.room import GuestsView, RoomTableView, RoomView
from pi_bunco.views.table import SeatMove
from pi_bunco.web.pages.me.view import OwnCard, OwnPrizes, find_own_card, list_own_prizes, make_place
from tests.web.states import roomful

ROOM = roomful(1)
TABLE = ROOM.tables[0]


def with_table(table: RoomTableView) -> RoomView:
    return replace(ROOM, tables=(table,))


def test_a_guests_own_side_comes_first() -> None:
    """The page has the scores of both sides, and says who throws."""
    ann, bob = make_place(ROOM, "Ann"), make_place(ROOM, "Bob")
    assert (ann.table, ann.text, ann.urgent) == (1, "You throw.", True)
    assert (bob.text, bob.urgent) == ("Ann throws.", False)
    assert [(side.names, side.own) for side in ann.sides] == [("Ann and Cy", True), ("Bob and Di", False)]
    assert [(side.names, side.own) for side in bob.sides] == [("Bob and Di", True), ("Ann and Cy", False)]
    assert bob.sides[0].score == TABLE.scores[1]


@pytest.mark.parametrize(
    ("change", "text"),
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
def test_the_page_says_what_happens_in_a_round(change: dict[str, Any], text: str) -> None:
    """A short sentence says who won, who throws, or what the guest should do."""
    assert make_place(with_table(replace(TABLE, **change)), "Ann").text == text


@pytest.mark.parametrize(
    ("move", "text", "urgent"),
    [
        (SeatMove("Ann", 2, 3, 1, 1), "Go to table 1.", True),
        (SeatMove("Ann", 1, 3, 1, 1), "Change your chair.", True),
        (SeatMove("Bob", 1, 3, 1, 2), "Stay where you are.", False),
        (None, "You sit here.", False),
    ],
)
def test_the_page_says_where_to_go_between_rounds(move: SeatMove | None, text: str, urgent: bool) -> None:  # noqa: FBT001 - a case
    """The page shows the table of the next round, its chairs, and the partner."""
    ready = replace(ROOM, status="ready", moves=(move,) if move else ())
    place = make_place(ready, "Ann")
    assert (place.table, place.text, place.urgent) == (1, text, urgent)
    assert place.partner == "You play with Cy."
    assert [(chair.name, chair.own) for chair in place.chairs][:2] == [("Ann", True), ("Bob", False)]


def test_a_guest_without_a_seat_reads_why() -> None:
    """Guests without a seat wait for one, or they are not here."""
    waiting = replace(ROOM, guests=GuestsView(("Eve",), (), ()))
    assert make_place(waiting, "Eve").text == "You have joined and are waiting for a seat."
    assert make_place(waiting, "Zoe").text == "You do not sit at a table now."
    assert "Eve" in waiting.names


def test_the_end_shows_what_a_guest_has_won() -> None:
    """The page shows their awards with the prizes."""
    award = AwardLine("most_wins", "room", "Most wins", "", ("Ann",), "5 wins", "$40", "", 0, final=True)
    over = replace(
        ROOM,
        status="over",
        moment=MomentView("over", "The end: Ann has won the game."),
        winners=("Ann",),
        results=Results(awards=(award,)),
    )
    assert make_place(over, "Ann").text == "The end: Ann has won the game."
    assert make_place(over, "Ann").urgent
    assert list_own_prizes(over, "Ann") == (OwnPrizes("You have won", ("Most wins: $40",)),)
    assert list_own_prizes(over, "Bob") == ()


def test_prizes_of_the_team_and_of_drawings_are_the_guests_too() -> None:
    """A guest reads what their team has won, their share of a prize, and for what they were drawn."""
    team = AwardLine(
        "most_buncos", "groups", "Team with most buncos", "", ("Team 2",), "", "$100", "", 0, final=True
    )
    shared = AwardLine(
        "most_minis", "room", "Most minis", "", ("Ann", "Bob"), "", "$30", "$15 each", 0, final=False
    )
    live = LiveCards(teams={"Ann": 2, "Bob": 1}, drawn=(("Bob", "a cake"), ("Ann", "")))
    between = replace(ROOM, status="ready", results=Results(awards=(team, shared)), live_cards=live)
    over = replace(between, status="over", moment=MomentView("over", "The end."))
    assert list_own_prizes(over, "Ann") == (
        OwnPrizes(
            "You have won",
            ("Drawn at a break", "Team with most buncos: $100", "Most minis: $15 each (not final yet)"),
        ),
    )
    assert list_own_prizes(between, "Bob") == (
        OwnPrizes("You have won", ("Drawn: a cake",)),
        OwnPrizes("So far you lead", ("Most minis",)),
    )
    strict = replace(between, results=replace(between.results, ids=True))
    assert list_own_prizes(strict, "Bob")[0].lines == (
        "Drawn: a cake",
        "Please stay in the room, and show a valid ID.",
    )


def test_the_score_card_is_there_while_a_round_is_played() -> None:
    """It has what the guest has so far, their team and the bag; somebody who has not played has none."""
    live = LiveCards({"Ann": Card(wins=5, buncos=1)}, {"Ann": 2}, "Ann", team_names={2: "The Rollers"})
    playing = replace(ROOM, live_cards=live)
    assert find_own_card(playing, "Ann") == OwnCard(Card(wins=5, buncos=1), "Team 2: The Rollers", bag=True)
    assert find_own_card(playing, "Late Lou") is None


@pytest.mark.parametrize(
    ("ways", "winners", "says"),
    [
        ((1, 3), (), ("If you win, stay here.", "If you lose, go to table 3.")),
        ((2, 1), (), ("If you win, go to table 2.", "If you lose, stay here.")),
        ((2, 2), (), ("After this round, go to table 2.",)),
        ((1, 1), (), ()),
        ((1, 3), ("Ann", "Cy"), ("After this round, stay at this table.",)),
        ((1, 3), ("Bob", "Di"), ("After this round, go to table 3.",)),
    ],
)
def test_the_page_says_where_a_guest_goes_after_the_round(
    ways: tuple[int, int], winners: tuple[str, ...], says: tuple[str, ...]
) -> None:
    """While a round is played it says both ways, and the one way as soon as the table is decided."""
    room = with_table(replace(TABLE, ways=ways, winners=winners))
    assert make_place(room, "Ann").after == says
    assert make_place(replace(room, set=room.sets, round=6), "Ann").after == ()
