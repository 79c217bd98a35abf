"""Questions about throws: each kind with answers that fit it, the likeliest first."""

from dataclasses import replace

import pytest

from pi_bunco.frames import Doubt
from pi_bunco.views.page.doubts import QuestionView, make_question
from tests.web.states import doubtful


def asked(kind: str, **change: object) -> QuestionView:
    doubt = doubtful().doubt
    assert doubt is not None
    return make_question(replace(doubtful(), doubt=replace(doubt, kind=kind, **change)))  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", ["cocked", "stacked", "cut"])
def test_what_lies_badly_is_thrown_again_first(kind: str) -> None:
    """The readings come after it, and say that the dice do count."""
    shown = asked(kind)
    assert (shown.title, shown.answers[0].text, shown.answers[0].dice) == ("Throw again?", "Throw again", ())
    assert [one.dice for one in shown.answers[1:]] == [(3, 6, 4), (3, 6, 5), (3, 3, 4)]
    assert all(one.text for one in shown.answers)


@pytest.mark.parametrize(("kind", "nudged"), [("part", ", or was a die nudged"), ("lay", "")])
def test_dice_that_were_nudged_are_no_throw_first(kind: str, nudged: str) -> None:
    """The other answer is a new throw, with what follows from it."""
    shown = asked(kind, likely=((1, 3, 3),), follows=("+2, Ann throws again",))
    assert shown.title == (f"Did Ann throw again{nudged}?" if nudged else "Did Ann throw?")
    leans = [("It leans", "throw again")] if nudged else []
    assert [(one.text, one.follows) for one in shown.answers] == [
        ("The same dice as before", "no throw"),
        ("A new throw", "+2, Ann throws again"),
        *leans,
    ]
    assert asked(kind, thrower=None).title == "Was that a throw?"


def test_a_throw_at_the_bell_was_before_or_after_it() -> None:
    """Nothing else is asked."""
    shown = asked("late", likely=((3, 6, 4),), follows=("",))
    assert [one.text for one in shown.answers] == ["Before the bell", "After the bell"]


@pytest.mark.parametrize("kind", ["unsure", "unclear", "covered", "fewer", "more", "moved", ""])
def test_else_the_readings_come_first(kind: str) -> None:
    """And that nothing counts is the last answer."""
    shown = asked(kind)
    assert shown.title == "What did Ann throw?"
    nothing = "Throw again" if kind in ("unsure", "fewer") else "No throw"
    assert (shown.answers[0].dice, shown.answers[-1].text) == ((3, 6, 4), nothing)


@pytest.mark.parametrize("kind", ["part", "lay", "late"])
def test_where_it_is_asked_whether_it_was_a_throw_one_reading_answers(kind: str) -> None:
    """Other readings of the same dice would ask something else; they are behind *Other dice…*."""
    assert [one.dice for one in asked(kind).answers if one.dice] == [(3, 6, 4)]


@pytest.mark.parametrize("kind", Doubt)
def test_what_was_not_seen_as_a_die_is_looked_for_in_the_whole_photo(kind: Doubt) -> None:
    """A die that hides may lie anywhere."""
    assert asked(kind.value).whole_photo == (kind in (Doubt.COVERED, Doubt.FEWER, Doubt.UNCLEAR))


@pytest.mark.parametrize("kind", Doubt)
def test_every_kind_of_doubt_can_be_answered(kind: Doubt) -> None:
    """With and without a guess: once that nothing counts, and then keys for dice."""
    for likely in ((), ((1, 2, 3),)):
        shown = asked(kind.value, likely=likely, follows=("",) * len(likely))
        assert [one.dice for one in shown.answers].count(()) == (2 if kind is Doubt.PART else 1)
        assert shown.guessed == bool(likely)
        assert shown.keypad.seq == 52
