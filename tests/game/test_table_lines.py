"""What the lines of one table come to: readings wait for their answers, undo and redo walk back and forth."""

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


def lines_of(*lines: Line) -> TableLines:
    """Return what a table comes to that has taken in these lines, numbered from 1."""
    table = TableLines()
    for number, line in enumerate(lines, 1):
        table.take(number, line)
        if isinstance(line.event, Void):
            table.reconsider(find_voided(lines[:number]), number)
    return table


def pending(*lines: Line) -> Sequence[int]:
    return lines_of(*lines).pending


def steps(*lines: Line) -> tuple[int | None, int | None]:
    table = lines_of(*lines)
    return table.undo, table.redo


def test_readings_keep_the_order_of_landing() -> None:
    """What landed first is asked first."""
    assert pending(DOUBT, WAIT, DOUBT) == [1, 2, 3]


def test_a_reading_waits_until_it_is_answered() -> None:
    """A throw, a die-off or "no throw" answers; each only what it names."""
    assert pending(DOUBT, DOUBT, answer(1), answer(2, NO_THROW)) == []
    assert pending(DOUBT, DOUBT, answer(2)) == [1]


def test_a_reading_waits_again_when_its_answer_is_taken_back() -> None:
    """An undo of an answer asks again, a redo answers again."""
    lines = [DOUBT, answer(1, NO_THROW), void(2)]
    assert pending(*lines) == [1]
    assert pending(*lines, void(3)) == []


def test_a_sure_reading_waits_not_again_once_scored() -> None:
    """A sure throw that was scored in its turn and then undone is undone, not asked."""
    assert pending(DOUBT, WAIT, answer(1), answer(2), void(4)) == []


def test_a_throw_without_a_round_waits_again_after_an_undo() -> None:
    """A throw that the rules had no round for is looked at again when the round may be open again."""
    lines = [DOUBT, WAIT, answer(1), answer(2, NO_THROW, "rules")]
    assert pending(*lines) == []
    assert pending(*lines, void(3)) == [1, 2]


def test_a_ruling_is_made_once() -> None:
    """A reading on which the sheet has ruled is known, also when that was taken back."""
    ruled = answer(1, Line(NoThrow("cocked")), "rules")
    table = lines_of(DOUBT, ruled, void(2))
    assert (table.pending, table.ruled) == ([1], {1})


def test_the_mat_is_as_it_was_logged_last() -> None:
    """The last line with boxes, although others came after it."""
    lies = replace(DOUBT, photo=Photo(boxes=((0, 0, 9, 9),)))
    table = lines_of(THROW, lies, THROW)
    assert (table.mat, table.last) == (lies, 3)
    assert TableLines().mat is None


def test_undo_takes_the_last_step() -> None:
    """The first undo takes the last throw, the next one the throw before."""
    assert steps(THROW, THROW) == (2, None)
    assert steps(THROW, THROW, void(2)) == (1, 3)
    assert steps(THROW, THROW, void(2), void(1)) == (None, 4)


def test_redo_brings_back_in_turn() -> None:
    """A redo brings back what the last undo took, then what the undo before it took."""
    lines = [THROW, THROW, void(2), void(1), void(4)]
    assert steps(*lines) == (1, 3)
    assert steps(*lines, void(3)) == (2, None)


def test_redo_ends_with_a_new_step() -> None:
    """After an undo and a new throw there is nothing to bring back."""
    assert steps(THROW, void(1), THROW) == (3, None)


def test_undo_passes_over_what_nobody_did() -> None:
    """What the camera saw, and what the rules did by themselves, is no step."""
    rules = answer(2, NO_THROW, "rules")
    assert steps(THROW, DOUBT, rules) == (1, None)
    assert steps(THROW, DOUBT, answer(2, NO_THROW)) == (3, None)


def test_a_void_made_elsewhere_is_a_step() -> None:
    """A void of an older event, as a record may hold, is a step of its own."""
    assert steps(THROW, THROW, void(1)) == (3, None)


@given(st.lists(st.sampled_from(["do", "undo", "redo"]), max_size=30))
def test_undo_and_redo_agree_with_two_stacks(taps: list[str]) -> None:
    """Any order of taps does what two stacks of steps would do."""
    table = TableLines()
    number = 0
    done: list[int] = []
    undone: list[tuple[int, int]] = []
    for tap in taps:
        assert (table.undo, table.redo) == (done[-1] if done else None, undone[-1][0] if undone else None)
        if tap == "do":
            number += 1
            table.take(number, THROW)
            done.append(number)
            undone.clear()
        elif tap == "undo" and table.undo is not None:
            number += 1
            table.take(number, void(table.undo))
            undone.append((number, done.pop()))
        elif tap == "redo" and table.redo is not None:
            number += 1
            table.take(number, void(table.redo))
            done.append(undone.pop()[1])
