"""The lines of one table: which readings wait for an answer, and which steps undo and redo take."""

from collections.abc import Sequence
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from pi_bunco.game.lessons import find_voided
from pi_bunco.game.lines import DoubtfulDice, Line, NoThrow, Photo, WaitingDice
from pi_bunco.game.table_lines import TableLines
from pi_bunco.rules.events import Throw, Void

DOUBT = Line(DoubtfulDice(1))
WAIT = Line(WaitingDice(1))
THROW = Line(Throw(1, (1, 2, 3)))
NO_THROW = Line(NoThrow())


def answer(seq: int, line: Line = THROW, by: str = "tap") -> Line:
    return replace(line, answers=seq, by=by)


def void(seq: int) -> Line:
    return Line(Void(seq))


def take_lines(*lines: Line) -> TableLines:
    """Return the table's state after these lines, which are numbered from 1."""
    table = TableLines()
    for number, line in enumerate(lines, 1):
        table.add(number, line)
        if isinstance(line.event, Void):
            table.reconsider(find_voided(lines[:number]), number)
    return table


def list_pending(*lines: Line) -> Sequence[int]:
    return take_lines(*lines).pending


def get_steps(*lines: Line) -> tuple[int | None, int | None]:
    table = take_lines(*lines)
    return table.undo, table.redo


def test_readings_wait_in_order() -> None:
    """The first reading that landed is the first question."""
    assert list_pending(DOUBT, WAIT, DOUBT) == [1, 2, 3]


def test_reading_waits_until_answer() -> None:
    """A throw, a die-off or “no throw” answers exactly the reading that it names."""
    assert list_pending(DOUBT, DOUBT, answer(1), answer(2, NO_THROW)) == []
    assert list_pending(DOUBT, DOUBT, answer(2)) == [1]


def test_reading_waits_again_after_undo() -> None:
    """An undo of an answer asks again, and a redo answers again."""
    lines = [DOUBT, answer(1, NO_THROW), void(2)]
    assert list_pending(*lines) == [1]
    assert list_pending(*lines, void(3)) == []


def test_scored_sure_reading_does_not_wait_again() -> None:
    """An undo of a sure throw that was scored in its turn does not ask about it."""
    assert list_pending(DOUBT, WAIT, answer(1), answer(2), void(4)) == []


def test_throw_after_round_waits_again_after_undo() -> None:
    """A throw after the end of a round waits again when an undo may reopen the round."""
    lines = [DOUBT, WAIT, answer(1), answer(2, NO_THROW, "rules")]
    assert list_pending(*lines) == []
    assert list_pending(*lines, void(3)) == [1, 2]


def test_ruling_is_made_once() -> None:
    """A reading keeps its mark as ruled on, even if the ruling is undone."""
    ruled = answer(1, Line(NoThrow("cocked")), "rules")
    table = take_lines(DOUBT, ruled, void(2))
    assert (table.pending, table.ruled) == ([1], {1})


def test_last_line_with_boxes() -> None:
    """The mat is the last line with boxes, even if other lines follow it."""
    doubt = replace(DOUBT, photo=Photo(boxes=((0, 0, 9, 9),)))
    table = take_lines(THROW, doubt, THROW)
    assert (table.mat, table.last) == (doubt, 3)
    assert TableLines().mat is None


def test_undo_takes_the_last_step() -> None:
    """The first undo takes the last throw, the second undo the throw before."""
    assert get_steps(THROW, THROW) == (2, None)
    assert get_steps(THROW, THROW, void(2)) == (1, 3)
    assert get_steps(THROW, THROW, void(2), void(1)) == (None, 4)


def test_redo_brings_back_in_turn() -> None:
    """A redo brings back the step of the last undo, then that of the undo before."""
    lines = [THROW, THROW, void(2), void(1), void(4)]
    assert get_steps(*lines) == (1, 3)
    assert get_steps(*lines, void(3)) == (2, None)


def test_redo_ends_with_a_new_step() -> None:
    """After an undo and a new throw there is nothing to redo."""
    assert get_steps(THROW, void(1), THROW) == (3, None)


def test_undo_skips_automatic_lines() -> None:
    """Readings of the camera and decisions of the rules are no steps."""
    rules = answer(2, NO_THROW, "rules")
    assert get_steps(THROW, DOUBT, rules) == (1, None)
    assert get_steps(THROW, DOUBT, answer(2, NO_THROW)) == (3, None)


def test_void_of_older_event_is_a_step() -> None:
    """A void of an older event, as a record may contain, is a step."""
    assert get_steps(THROW, THROW, void(1)) == (3, None)


@given(st.lists(st.sampled_from(["do", "undo", "redo"]), max_size=30))
def test_undo_and_redo_agree_with_two_stacks(taps: list[str]) -> None:
    """Taps in any order do what two stacks of steps would do."""
    table = TableLines()
    number = 0
    done: list[int] = []
    undone: list[tuple[int, int]] = []
    for tap in taps:
        assert (table.undo, table.redo) == (done[-1] if done else None, undone[-1][0] if undone else None)
        if tap == "do":
            number += 1
            table.add(number, THROW)
            done.append(number)
            undone.clear()
        elif tap == "undo" and table.undo is not None:
            number += 1
            table.add(number, void(table.undo))
            undone.append((number, done.pop()))
        elif tap == "redo" and table.redo is not None:
            number += 1
            table.add(number, void(table.redo))
            done.append(undone.pop()[1])
