"""Every key of a sheet is a question in words, and what does not go together is said beside both answers."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from pi_bunco.rules import SHEETS, load_written
from pi_bunco.rules.sheets.forms import ListOf
from pi_bunco.rules.sheets.keys import KEYS
from pi_bunco.views.practice import PracticeRound, count_seats
from pi_bunco.web.pages.house.draft import NAMES, SheetDraft, make_draft
from pi_bunco.web.pages.house.view import EditorView, KeyQuestion, QuestionRow, view_editor
from pi_bunco.web.pages.house.words import LABELS

ASKED = [name for name in KEYS if name not in NAMES]


def change(slug: str = "classic", **values: Any) -> SheetDraft:
    draft = make_draft(load_written(slug), title="New")
    return replace(draft, values={**draft.values, **values})


def view(draft: SheetDraft) -> EditorView:
    return view_editor(draft, draft.read())


def list_rows(it: EditorView) -> Iterator[QuestionRow]:
    return (row for section in it.sections for row in section.rows)


def list_questions(it: EditorView) -> Iterator[KeyQuestion]:
    return (question for row in list_rows(it) for question in row.questions)


def find_row(it: EditorView, key: str) -> QuestionRow:
    return next(row for row in list_rows(it) if key in [question.name for question in row.questions])


@pytest.mark.parametrize("slug", SHEETS)
def test_every_key_is_asked_once_in_words(slug: str) -> None:
    """No question or answer shows a word of the file, and each that has answers shows the chosen ones."""
    questions = list(list_questions(view(change(slug))))
    assert [question.name for question in questions] == ASKED
    assert {*LABELS} == {*KEYS} - {"slug"}
    for question in questions:
        assert question.label == LABELS[question.name]
        answers = [*question.answers, *(each for _, row in question.rows for each in row)]
        answers += [each for what, among, _ in question.awards for each in (*what, *among)]
        for answer in answers:
            assert answer.label != answer.value or answer.value.isdecimal() or " " not in answer.label
            assert "_" not in answer.label
        if question.look in {"one", "flag"}:
            assert sum(answer.chosen for answer in question.answers) == 1


def test_all_answers_have_words() -> None:
    """An answer is never called by its word in the file, unless that is the English word for it."""
    same = {"buncos", "minis", "wins", "losses", "points", "stay", "nobody"}
    for question in list_questions(view(change())):
        for answer in question.answers:
            if not answer.value.isdecimal():
                assert answer.label != answer.value or answer.value in same, (question.name, answer)


def test_what_differs_is_marked_with_the_printed_sentence() -> None:
    """A changed answer marks its row, its section and its sentence; others stay as they are."""
    it = view(change(snake_eyes=True))
    row = find_row(it, "snake_eyes")
    ((said, printed),) = row.says
    assert said.startswith("Snake eyes")
    assert printed == "Not on the sheet."
    assert row.differs == "snake_eyes"
    assert [row.name for row in list_rows(it) if row.differs] == ["snake_eyes"]
    assert (it.changes, it.faults) == (1, 0)


def test_a_contradiction_is_said_beside_both_answers() -> None:
    """Each of the two names the other one, and the sheet cannot be saved."""
    it = view(change(drawings=True))
    why = "a player is drawn at each break, but there are no breaks"
    (at_drawings,), (at_breaks,) = find_row(it, "drawings").wrong, find_row(it, "breaks").wrong
    assert at_drawings == f"This does not go with “Breaks after these rounds”: {why}."
    assert at_breaks == f"This does not go with “Is somebody drawn at each break?”: {why}."
    assert it.faults == 2
    moves = view(change(winners_move="up", losers_move="stay"))
    (wrong,) = find_row(moves, "winners_move").wrong
    assert "\nWinners: one table up. Losers: one table down." in wrong
    assert "Winners:" not in find_row(moves, "losers_move").wrong[0]


def test_wrong_answers_say_what_is_allowed() -> None:
    """A number out of range, a missing name, and the same answer twice."""
    award = [{"what": "even", "among": "room", "prize": "\x07"}]
    it = view(change(goal=0, title="", winner=["wins", "wins"], awards=award))
    wrong = {question.name: question.wrong for question in list_questions(it) if question.wrong}
    assert wrong == {
        "goal": "Type a whole number from 1 to 1,000,000.",
        "winner": "Choose each answer once.",
        "awards": "Type one line of text.",
    }
    assert it.wrong == {"title": "Type one line of text; 40 letters at most."}


def test_what_may_surprise_is_noted() -> None:
    """A note does not keep the sheet from being saved."""
    it = view(change("boxed", starts="left_of_winner", layouts={"4": ["T4"]}))
    assert find_row(it, "starts").notes == ()
    it = view(change(starts="left_of_winner"))
    assert find_row(it, "starts").notes[0].startswith("Note: in teams two win")
    assert it.faults == 0


@pytest.mark.parametrize("slug", SHEETS)
def test_any_single_answer_can_be_shown_and_tried(slug: str) -> None:
    """Each answer makes a form with sentences. If it can be saved, a round is practised by it to its end."""
    random = Random(slug)
    for question in list_questions(view(change(slug))):
        for answer in question.answers:
            form, sent = KEYS[question.name].form, answer.value
            value: Any = sent == "yes" if question.look == "flag" else int(sent) if sent.isdecimal() else sent
            draft = change(slug, **{question.name: [value] if isinstance(form, ListOf) else value})
            reading = draft.read()
            it = view_editor(draft, reading)
            assert all(row.says for row in list_rows(it))
            assert (it.faults == 0) == reading.is_good
            if reading.is_good and count_seats(reading.written.sheet):
                practice = PracticeRound(reading.written.sheet, 3, [])
                while practice.throw(random):
                    pass
                assert practice.view().ended or practice.is_full
