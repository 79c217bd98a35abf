"""Questions about throws: each kind of doubt has answers that fit it, the likeliest first."""

from dataclasses import replace

import pytest

from pi_bunco.readings import Doubt
from pi_bunco.web.pages.table.doubts import QuestionView, make_question
from tests.web.states import doubtful


def ask(kind: str, **change: object) -> QuestionView:
    """Return the question about a doubt of this kind."""
    doubt = doubtful().doubt
    assert doubt is not None
    return make_question(replace(doubtful(), doubt=replace(doubt, kind=kind, **change)))  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", ["cocked", "stacked", "cut"])
def test_throw_again_is_the_first_answer_if_a_die_lies_badly(kind: str) -> None:
    """The other answers are readings, by which the dice count."""
    question = ask(kind)
    first, *readings = question.answers
    assert (question.title, first.text, first.dice) == ("Throw again?", "Throw again", ())
    assert [answer.dice for answer in readings] == [(3, 6, 4), (3, 6, 5), (3, 3, 4)]
    assert all(answer.text for answer in question.answers)


@pytest.mark.parametrize(("kind", "nudged"), [("part", ", or was a die nudged"), ("lay", "")])
def test_no_throw_is_the_first_answer_if_dice_may_have_been_nudged(kind: str, nudged: str) -> None:
    """The second answer is a new throw, and says what follows from it."""
    question = ask(kind, likely=((1, 3, 3),), follows=("+2, Ann throws again",))
    assert question.title == (f"Did Ann throw again{nudged}?" if nudged else "Did Ann throw?")
    leans = [("It leans", "throw again")] if nudged else []
    assert [(answer.text, answer.follows) for answer in question.answers] == [
        ("The same dice as before", "no throw"),
        ("A new throw", "+2, Ann throws again"),
        *leans,
    ]
    assert ask(kind, thrower=None).title == "Was that a throw?"


def test_a_throw_at_the_bell_has_two_answers() -> None:
    """One answer is that the throw was before the bell, the other that it was after the bell."""
    question = ask("late", likely=((3, 6, 4),), follows=("",))
    assert [answer.text for answer in question.answers] == ["Before the bell", "After the bell"]


@pytest.mark.parametrize("kind", ["unsure", "unclear", "covered", "fewer", "more", "moved", ""])
def test_readings_are_the_first_answers_to_other_doubts(kind: str) -> None:
    """The last answer is that nothing counts."""
    question = ask(kind)
    assert question.title == "What did Ann throw?"
    nothing = "Throw again" if kind in ("unsure", "fewer") else "No throw"
    assert (question.answers[0].dice, question.answers[-1].text) == ((3, 6, 4), nothing)


@pytest.mark.parametrize("kind", ["part", "lay", "late"])
def test_a_question_whether_it_was_a_throw_has_one_reading(kind: str) -> None:
    """Other readings do not answer this question. They are behind *Other dice…*."""
    assert [answer.dice for answer in ask(kind).answers if answer.dice] == [(3, 6, 4)]


@pytest.mark.parametrize("kind", Doubt)
def test_the_whole_photo_is_shown_if_a_die_was_not_found(kind: Doubt) -> None:
    """The hidden die may lie anywhere on the mat."""
    assert ask(kind.value).whole_photo == (kind in (Doubt.COVERED, Doubt.FEWER, Doubt.UNCLEAR))


@pytest.mark.parametrize("kind", Doubt)
def test_every_kind_of_doubt_can_be_answered(kind: Doubt) -> None:
    """With and without likely dice there is an answer that nothing counts, and there are keys for dice."""
    for likely in ((), ((1, 2, 3),)):
        question = ask(kind.value, likely=likely, follows=("",) * len(likely))
        assert [answer.dice for answer in question.answers].count(()) == (2 if kind is Doubt.PART else 1)
        assert question.guessed == bool(likely)
        assert question.keypad.seq == 52
