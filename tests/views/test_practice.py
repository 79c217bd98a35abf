"""A practice round scores and ends as a game by the same sheet."""

from dataclasses import replace
from random import Random

import pytest

from pi_bunco.rules import SHEETS, Game, Header, Layout, Sheet, load_sheet, parse_event
from pi_bunco.views.practice import END, MOST_STEPS, PracticeRound, count_seats


def throw_all(practice: PracticeRound, seed: int) -> None:
    random = Random(seed)
    while practice.throw(random):
        pass


@pytest.mark.parametrize("slug", SHEETS)
@pytest.mark.parametrize("target", [1, 4, 6])
def test_a_round_is_that_of_a_game(slug: str, target: int) -> None:
    """With the same dice a game by the record ends with the same scores and winners."""
    sheet = load_sheet(slug)
    practice = PracticeRound(sheet, target, [])
    throw_all(practice, target)
    view = practice.view()
    assert view.takes is None
    assert view.ended
    steps = [step for step in view.steps if step.isdigit()]
    assert len(view.throws) == len(steps)
    if target == 1:
        game = Game(Header.parse({"record": "bunco/1", "rules": slug, "tables": [["A", "B", "C", "D"]]}))
        game.push(parse_event({"event": "bell"}))
        for step in steps:
            game.push(parse_event({"event": "throw", "table": 1, "dice": [*map(int, step)]}))
        assert game.tables[0].scores == tuple(side.score for side in view.sides)


def test_the_end_says_why() -> None:
    """A bunco, the score, the host, and a tie, each in words; after the end nothing is thrown."""
    boxed, classic = load_sheet("boxed"), load_sheet("classic")
    bunco = PracticeRound(boxed, 1, ["111"]).view()
    assert (bunco.ended, bunco.now, bunco.takes) == ("A bunco ends the round.", "Player 1 wins.", None)
    assert [side.won for side in bunco.sides] == [True, False, False, False]
    quick = replace(classic, slug="quick", goal=2)
    assert PracticeRound(quick, 4, ["441"]).view().ended == "Somebody has 2 points: the round ends."
    tie = PracticeRound(classic, 4, [END])
    assert tie.view().ended == "The host ends the round. It is a tie: a roll-off follows."
    throw_all(tie, 7)
    assert tie.view().takes is None


def test_the_end_names_an_earlier_bunco() -> None:
    """If everybody still has a turn after a bunco, the round ends because of it, not by points."""
    sheet = replace(load_sheet("houseparty"), slug="waits", bunco=5, everybody_throws=True)
    practice = PracticeRound(sheet, 4, ["444", *["123"] * 8])
    view = practice.view()
    assert max(side.score for side in view.sides) < sheet.goal
    assert str(view.ended).startswith("A bunco ends the round.")


def test_one_point_is_said_so() -> None:
    """A goal of 1 is one point."""
    quick = replace(load_sheet("classic"), slug="quick", goal=1)
    assert PracticeRound(quick, 4, ["412"]).view().ended == "Somebody has 1 point: the round ends."


def test_who_takes_the_traveling_bag_is_shown() -> None:
    """A sheet that says what takes the bag shows it; on others it is agreed when a game begins."""
    sheet = replace(load_sheet("classic"), slug="ours", traveling_by="mini")
    assert PracticeRound(sheet, 4, ["222"]).view().bag == "Player 1 holds the traveling bag."
    assert PracticeRound(load_sheet("classic"), 4, ["222"]).view().bag == ""


def test_a_winner_of_the_last_round_throws_first() -> None:
    """Where a winner begins, the practice shows that it is not simply seat 1."""
    sheet = replace(load_sheet("classic"), slug="ours", starts="winner")
    assert PracticeRound(sheet, 4, []).view().now != PracticeRound(load_sheet("classic"), 4, []).view().now


def test_a_die_off_is_thrown_with_one_die_each() -> None:
    """The page says who throws, and its dice decide."""
    practice = PracticeRound(load_sheet("tournament"), 1, [END])
    assert (practice.view().takes, practice.view().now) == (
        "die_off",
        "Player 1 and Player 2 throw one die each.",
    )
    assert PracticeRound(load_sheet("tournament"), 1, [END, "d36"]).view().now == "Player 2 and Player 4 win."


def test_what_does_not_fit_is_left_out() -> None:
    """Steps come from a form, so anything may stand there."""
    practice = PracticeRound(
        load_sheet("boxed"), 9, ["777", "12", "d66", "x" * 99, "444", "661", "", "666", "111"]
    )
    assert practice.number == 6
    assert practice.steps == ["444", "661", "666"]


def test_practice_ends_some_time() -> None:
    """A sheet by which nothing ends a round takes no step after the last one."""
    endless = replace(load_sheet("houseparty"), slug="x", goal=1_000_000, bunco_ends=False)
    practice = PracticeRound(endless, 3, ["333"] * (MOST_STEPS + 5))
    assert len(practice.steps) == MOST_STEPS
    assert practice.view().now == "This practice round has no room for more throws. Begin again."


def make_house(**changes: object) -> Sheet:
    return replace(load_sheet("boxed"), slug="house", **changes)  # type: ignore[arg-type] # any key


def test_as_many_practise_as_may_sit_at_one_table() -> None:
    """Four, or fewer if the sheet is not for four; some sheets are only for several tables."""
    three, pairs = (Layout(3, teams=False),), (Layout(2, teams=False),) * 2
    assert count_seats(make_house(layouts=((), (), three, pairs))) == 3
    assert len(PracticeRound(make_house(layouts=((), (), three, pairs)), 1, []).view().sides) == 3
    assert count_seats(make_house(layouts=((), (), (), pairs))) == 0
