"""The foot of a table's page: who throws, the throws of the round, and the buttons."""

from dataclasses import replace

import pytest

from pi_bunco.views.results import Results, SetLine
from pi_bunco.views.table import PossibleActions, StepView, TableView
from pi_bunco.views.words import join_scores
from pi_bunco.web.pages.table.foot import make_actions, make_seats, make_slips, make_turn
from tests.web.states import again, begin, between, by_hand, dieoff, doubtful, over, playing


def make_line(view: TableView) -> str:
    return make_turn(view).line.text


def test_the_foot_says_who_throws() -> None:
    """The foot has the names of this player and the next one. For a ghost its partner throws."""
    assert make_line(playing()) == "Ann throws, then Bob"
    assert make_line(replace(playing(), stand_in="Cy")) == "Cy throws for Ann, then Bob"
    assert make_line(dieoff()) == "Ann and Bob throw one die each"


def test_between_rounds_the_foot_says_who_won() -> None:
    """The foot names the winners of the round or of the set, and the game before its first round."""
    assert make_line(begin()) == "Classic Bunco"
    assert make_line(between()) == f"Round 2 to Ann & Di {join_scores((21, 17))}"
    tied = replace(between().rounds[-1], rolloff=True)
    scores = join_scores((21, 17))
    assert make_line(replace(between(), rounds=(tied,))) == f"Round 2 to Ann & Di {scores} after a roll-off"
    won = Results(sets=(SetLine(1, ("Ann", "Cy"), "most points"),))
    assert make_line(replace(between(), round=1, set=2, results=won)) == "Set 1 to Ann and Cy most points"
    assert make_line(replace(over(), results=Results(grand_prize="Di"))) == "Three ones by Di"


def test_each_slip_has_the_points_of_its_throw() -> None:
    """After snake eyes the slip says that the points are lost, and after three 1s how many."""
    worth = [slip.worth for slip in make_slips(playing())]
    assert worth == ["+2", "+5", "–", "+2", "–", "+5", "–", "+5", "+2", "–", "+2"]
    lost = replace(playing().course[0], kind="snake_eyes", points=0)
    taken = replace(playing().course[0], kind="wipe", points=-17)
    assert [slip.worth for slip in make_slips(replace(playing(), course=(lost, taken)))] == ["lost", "−17"]


@pytest.mark.parametrize(
    ("view", "keys"),
    [
        (begin(), ["ring"]),
        (playing(), ["undo", "enter"]),
        (by_hand(), ["undo"]),
        (doubtful(), ["undo"]),
        (between(), ["ring", "undo"]),
        (over(), ["results", "new", "undo"]),
        (again(), ["enter"]),
    ],
)
def test_the_main_button_comes_first(view: TableView, keys: list[str]) -> None:
    """A table without a camera needs no button for dice, and a ruling has its own undo button."""
    assert [action.key for action in make_actions(view)] == keys


def test_the_button_of_a_drawing_is_the_main_one() -> None:
    """While names are drawn, it looks like the button of the bell."""
    can = PossibleActions(
        ring=False, end_round=False, enter=False, call=False, undo=StepView(3, "Undo"), redo=None, draw="Draw"
    )
    first = make_actions(replace(begin(), phase="draw", can=can))[0]
    assert (first.key, first.label, first.bell) == ("draw", "Draw", True)


def test_seats_are_shown_while_a_round_is_played() -> None:
    """Between rounds the map shows the seats instead."""
    assert [(seat.seat, seat.name) for seat in make_seats(playing())] == [
        (1, "Ann"),
        (2, "Bob"),
        (3, "Cy"),
        (4, "Di"),
    ]
    assert make_seats(between()) == ()


def test_the_buttons_say_what_they_are_about() -> None:
    """A call names the throw that the page shows, and a drawing how many names were drawn before."""
    last = playing().last
    assert last is not None
    call = make_actions(replace(playing(), can=replace(playing().can, call=True)))[0]
    assert (call.key, call.seq) == ("call", last.seq)
    results, can = Results(drawn=("Ann", "Bob: a mug")), replace(playing().can, draw="Draw a name")
    draw = make_actions(replace(between(), can=can, results=results))[0]
    assert (draw.key, draw.drawn) == ("draw", 2)
