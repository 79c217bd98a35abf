"""Doubtful dice: the page asks about them, or a house sheet has them thrown again at once."""

from collections.abc import Callable
from typing import Any

import pytest

from pi_bunco.game.commands import AnswerDoubt, EnterDice, NewGame, RedoStep, RingBell, UndoStep
from pi_bunco.game.keeper import Keeper
from pi_bunco.game.line_format import write_line
from pi_bunco.readings import Doubt
from pi_bunco.rules import parse_sheet
from pi_bunco.views.table import StepView
from tests.game.conftest import get_scores, show

FOUR = ("Ann", "Bob", "Cy", "Di")
LEANS = "One die leans on another: throw again."
HOUSE = 'slug = "ours"\ntitle = "Ours"\nparent = "classic"\ncocked = "re-roll"\ncut = "re-roll"'


@pytest.fixture
def house(open_table: Callable[[], Keeper]) -> Keeper:
    """Return a table in its first round where dice that lean or lie half off the mat are thrown again."""
    table = open_table()
    table.handle(NewGame("ours", FOUR, sheet=parse_sheet(HOUSE).sheet))
    table.handle(RingBell())
    return table


def test_kind_of_doubt_is_logged_and_shown(table: Keeper, hands: Any) -> None:
    """A printed sheet asks about a leaning die, and the page and the log have the kind of the doubt."""
    table.handle(hands.throw(1, 4, 4, reason=LEANS, kind=Doubt.COCKED))
    now = show(table)
    assert now.again is None
    assert now.doubt is not None
    assert (now.doubt.kind, now.doubt.reason) == ("cocked", LEANS)
    assert write_line(table.book.lines[-1])["kind"] == "cocked"


def test_doubt_without_kind(table: Keeper, hands: Any) -> None:
    """A doubt without a kind, as in older records, is asked about."""
    table.handle(hands.throw(1, 4, 4, reason="Glare."))
    assert "kind" not in write_line(table.book.lines[-1])
    assert show(table).doubt.kind == ""  # type: ignore[union-attr]


@pytest.mark.parametrize("kind", [Doubt.COCKED, Doubt.CUT])
def test_house_sheet_rules_on_doubt(house: Keeper, hands: Any, kind: Doubt) -> None:
    """No points, no question: the same player throws again, and the page has the photo."""
    house.handle(hands.throw(1, 1, 1, reason=LEANS, kind=kind))
    now = show(house)
    assert (now.doubt, now.thrower, get_scores(house), now.dice) == (None, "Ann", [0, 0], 3)
    assert now.again is not None
    assert (now.again.kind, now.again.reason, now.again.thrower) == (kind.value, LEANS, "Ann")
    assert (now.again.dice, len(now.again.boxes), now.again.image) == ((1, 1, 1), 3, "1-2.jpg")
    assert now.told == "By the house's rules it is thrown again."
    assert [line.name for line in house.book.lines[-2:]] == ["camera:doubtful", "table:no_throw"]
    assert write_line(house.book.lines[-1]) | {"time": ""} == {
        "event": "table:no_throw", "answers": 2, "by": "rules", "kind": kind.value, "time": ""}  # fmt: skip
    house.handle(hands.throw(1, 3, 1))
    assert (show(house).again, get_scores(house)) == (None, [2, 0])


def test_other_doubts_are_questions(house: Keeper, hands: Any) -> None:
    """The house sheet rules only on the doubts that it names."""
    house.handle(hands.throw(1, 1, reason="I see two dice, not three.", kind=Doubt.FEWER))
    assert (show(house).again, show(house).doubt is None) == (None, False)


def test_ruling_is_undone_and_answered(house: Keeper, hands: Any) -> None:
    """An undo of the ruling opens the question, and the next tap answers it; undo and redo work on both."""
    house.handle(hands.throw(1, 1, 4, reason=LEANS, kind=Doubt.COCKED))
    ruling = show(house).again
    assert ruling is not None
    assert show(house).can.undo == StepView(ruling.seq, "Undo “throw again”")
    house.handle(UndoStep(ruling.seq))
    asked = show(house).doubt
    assert asked is not None
    assert (asked.seq, asked.kind, show(house).again) == (2, "cocked", None)
    redo = show(house).can.redo
    assert redo is not None
    assert redo.what == "Redo “throw again”"
    house.handle(RedoStep(redo.seq))
    assert (show(house).doubt, show(house).again) == (None, ruling)
    house.handle(UndoStep(ruling.seq))
    house.handle(AnswerDoubt(asked.seq, (1, 1, 4)))
    assert (show(house).doubt, get_scores(house), show(house).thrower) == (None, [2, 0], "Ann")
    house.handle(UndoStep(show(house).can.undo.seq))  # type: ignore[union-attr]
    assert (show(house).doubt, get_scores(house)) == (asked, [0, 0])


def test_undo_of_later_throw_keeps_ruling(house: Keeper, hands: Any) -> None:
    """The undo of a later throw does not open the question of an earlier ruling."""
    house.handle(hands.throw(1, 1, 4, reason=LEANS, kind=Doubt.COCKED))
    house.handle(EnterDice((1, 3, 4)))
    before = len(house.book.lines)
    house.handle(UndoStep(show(house).can.undo.seq))  # type: ignore[union-attr]
    assert len(house.book.lines) == before + 1
    assert (show(house).doubt, get_scores(house)) == (None, [0, 0])
    assert show(house).again is not None  # the ruling is the last step again


def test_waiting_throw_is_ruled_on_in_its_turn(house: Keeper, hands: Any) -> None:
    """A leaning die behind an open question is ruled on once the question is answered."""
    house.handle(hands.throw(2, 4, 4, reason="Glare.", kind=Doubt.UNSURE))
    house.handle(hands.throw(1, 1, 1, reason=LEANS, kind=Doubt.COCKED, xs=(0, 90, 185)))
    house.handle(hands.throw(1, 5, 5))
    first = show(house).doubt
    assert first is not None
    assert first.waiting == 2
    house.handle(AnswerDoubt(first.seq, (2, 4, 4)))
    assert (show(house).doubt, get_scores(house)) == (None, [0, 1])


def test_touched_dice_are_a_question(house: Keeper, hands: Any) -> None:
    """A scored die that now leans was touched, so it is a question and no ruling."""
    house.handle(hands.throw(1, 3, 5, xs=(40, 130, 220)))
    house.handle(hands.throw(1, 3, 5, reason=LEANS, kind=Doubt.COCKED, xs=(40, 130, 260)))
    assert show(house).again is None
    assert show(house).doubt is not None


def test_ruling_after_restart(open_table: Callable[[], Keeper], house: Keeper, hands: Any) -> None:
    """After a kill the page shows the ruling as before."""
    house.handle(hands.throw(1, 1, 4, reason=LEANS, kind=Doubt.CUT))
    before = show(house).again
    assert show(open_table()).again == before
