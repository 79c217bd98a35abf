"""The foot: who throws, the round's course, what can be done."""

from dataclasses import replace

import pytest

from pi_bunco.views.page.foot import make_actions, make_seats, make_slips, make_turn
from pi_bunco.views.results import Results, SetLine
from pi_bunco.views.table import PossibleActions, StepView, TableView
from tests.web.states import again, begin, between, by_hand, dieoff, doubtful, over, playing


def line(view: TableView) -> str:
    return " ".join(text for text, _ in make_turn(view).parts)


def test_who_throws() -> None:
    """By name, with who is next; a ghost's partner throws for it."""
    assert line(playing()) == "Ann throws, then Bob"
    assert line(replace(playing(), stand_in="Cy")) == "Cy throws for Ann, then Bob"
    assert line(dieoff()) == "Ann and Bob throw one die each"


def test_how_the_last_round_ended() -> None:
    """Before the first one the game; then who won it; after a set who won that."""
    assert line(begin()) == "Classic Bunco"
    assert line(between()) == "Round 2 to Ann & Di 21 : 17"
    tied = replace(between().rounds[-1], rolloff=True)
    assert line(replace(between(), rounds=(tied,))) == "Round 2 to Ann & Di 21 : 17 after a roll-off"
    won = Results(sets=(SetLine(1, ("Ann", "Cy"), "most points"),))
    assert line(replace(between(), round=1, set=2, results=won)) == "Set 1 to Ann and Cy most points"
    assert line(replace(over(), results=Results(grand_prize="Di"))) == "Three ones by Di"


def test_the_course_says_what_each_throw_brought() -> None:
    """Snake eyes take the turn's points away; where an order is thrown the total stands there."""
    worth = [slip.worth for slip in make_slips(playing())]
    assert worth == ["+2", "+5", "–", "+2", "–", "+5", "–", "+5", "+2", "–", "+2"]
    lost = replace(playing().course[0], kind="snake_eyes", points=0)
    assert make_slips(replace(playing(), course=(lost,)))[0].worth == "lost"


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
def test_what_can_be_done_the_main_thing_first(view: TableView, keys: list[str]) -> None:
    """Where there is no camera the keys are on the page; the undo of a ruling stands in it."""
    assert [one.key for one in make_actions(view)] == keys


def test_a_drawing_is_the_main_thing() -> None:
    """While names are drawn its button is the bell's."""
    can = PossibleActions(
        ring=False, end_round=False, enter=False, call=False, undo=StepView(3, "Undo"), redo=None, draw="Draw"
    )
    first = make_actions(replace(begin(), phase="draw", can=can))[0]
    assert (first.key, first.label, first.bell) == ("draw", "Draw", True)


def test_seats_are_shown_while_a_round_is_played() -> None:
    """Between rounds the map shows them."""
    assert [(one.seat, one.name) for one in make_seats(playing())] == [
        (1, "Ann"),
        (2, "Bob"),
        (3, "Cy"),
        (4, "Di"),
    ]
    assert make_seats(between()) == ()
